"""What an engine is: something that runs the base model's networks on numpy arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from timbre.base import BaseModel

ENCODER = "fastpitch_encoder"
DECODER = "fastpitch_decoder"
VOCODER = "hifigan"
ADAPTERS = ("adapter_down", "adapter_up")
OUTPUTS: Mapping[str, tuple[str, ...]] = {
    ENCODER: ("states", "log_durations"),
    DECODER: ("mel", "next_state"),
    VOCODER: ("waveform", "next_state"),
}


LONGEST_CHUNK = 192
"""Frames of a chunk, 2.2 s of speech, that any engine takes in a batch."""


class EngineBuildError(RuntimeError):
    """An engine cannot be built or found; the message says what to do."""


class Network(Protocol):
    """One loaded network.

    The networks and their tensors, float32 where nothing else is said:

    - fastpitch_encoder: phonemes (B, T_text) int64, lens (B,) int64, speaker_embedding (B, D),
      encoder_style (B, 2n + 1, 2, C), pitch_stats (B, 2), pitch_shift (B, T_text) in log Hz,
      energy_shift (B, T_text) in log amplitude
      -> states (B, T_text, C), log_durations (B, T_text)
    - fastpitch_decoder: frames (B, T, C + 2), decoder_style (B, 2n + 1, 2, C), adapter_down,
      adapter_up, state (B, S) -> mel (B, n_mels, T), next_state (B, S)
    - hifigan: mel (B, n_mels, T), state (B, S) -> waveform (B, T * hop_length), next_state (B, S)
    - where an engine offers it, an opening (see there): the encoder's inputs, pace (B,), the decoder's decoder_style,
      adapter_down and adapter_up -> states, durations (B, T_text) int64, mel, decoder_state, waveform, vocoder_state

    A network whose tensors live elsewhere than in numpy may have more, which is asked for by name: `run_rows`, `keep`,
    `leave`, `pad` and `prepare` (see the functions of those names), `ragged` (see is_ragged) and `round_frames`
    (see timbre.batching).
    """

    def run(self, inputs: Mapping[str, np.ndarray]) -> Mapping[str, np.ndarray]:
        """Run once; safe to call from several threads."""
        ...


def run_rows(network: Network, rows: Sequence[Mapping[str, np.ndarray]]) -> list[dict[str, np.ndarray]]:
    """Run rows (1, ...) of equal shapes as one batch; the results of each, (1, ...).

    A network that keeps its states elsewhere than in numpy has a method `run_rows` of its own.
    """
    own = getattr(network, "run_rows", None)
    if own is not None:
        return own(rows)
    batch = {name: np.concatenate([row[name] for row in rows]) for name in rows[0]}
    results = network.run(batch)
    return [{name: value[i : i + 1] for name, value in results.items()} for i in range(len(rows))]


def keep(network: Network, value: np.ndarray) -> Any:
    """An input for calls that share it, put where the network needs it; numpy as it is if that is anywhere."""
    own = getattr(network, "keep", None)
    return value if own is None else own(value)


def leave(network: Network, output: str) -> None:
    """Let an output stay where the network makes it, from now on, for another network of the same engine to take."""
    own = getattr(network, "leave", None)
    if own is not None:
        own(output)


def pad(network: Network, array: Any, axis: int, count: int, value: float) -> Any:
    """An input made longer by `count` values at the end of an axis, wherever it is."""
    own = getattr(network, "pad", None)
    return (own or pad_end)(array, axis, count, value)


def is_ragged(network: Network) -> bool:
    """Whether rows of any lengths may run together in it."""
    return getattr(network, "ragged", False)


def prepare(network: Network, example: Callable[[int], Mapping[str, Any]]) -> None:
    """Do at the start what the first call of each size would do, if the network has such work.

    Args:
        network: The network.
        example: Inputs (1, ...) of that many steps.
    """
    own = getattr(network, "prepare", None)
    if own is not None:
        own(example)


def opening(
    engine: Engine, encoder: Network, decoder: Network, vocoder: Network, sizes: Sequence[int]
) -> Network | None:
    """A stream's first chunk as one network, from phonemes to waveform, if the engine has such a thing.

    Args:
        engine: It.
        encoder: Its networks; the decoder leaves its mel on the device.
        decoder: See encoder.
        vocoder: See encoder.
        sizes: Frames of the first chunk, frames that the decoder comes late, and the floats of the decoder's and of
            the vocoder's state.
    """
    own = getattr(engine, "opening", None)
    return None if own is None else own(encoder, decoder, vocoder, sizes)


def longest_chunk(engine: Engine) -> int:
    """Frames of the longest chunk that an engine takes for a listener who is alone."""
    return getattr(engine, "longest_chunk", LONGEST_CHUNK)


def pad_end(array: np.ndarray, axis: int, count: int, value: float = 0.0) -> np.ndarray:
    """An array made longer by `count` values at the end of an axis; np.pad takes ten times as long."""
    shape = list(array.shape)
    shape[axis] = count
    return np.concatenate([array, np.full(shape, value, array.dtype)], axis)


class Engine(Protocol):
    """A way to run networks."""

    @property
    def max_batch(self) -> int:
        """Streams that are worth running together; 1 where a batch takes as long as its rows in turn."""
        ...

    @property
    def name(self) -> str:
        """What to call it in reports, such as "onnxruntime (CPU)"."""
        ...

    def load(self, base: BaseModel, network: str) -> Network:
        """Load one of the base model's networks.

        Raises:
            BaseModelError: if its files are missing.
        """
        ...
