# pyright: reportImplicitOverride=true
"""What an engine is: something that runs the base model's networks on numpy arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from timbre.base import BaseModel
from timbre.messages import TimbreError

if TYPE_CHECKING:
    from typing_extensions import override as override
else:

    def override(method):
        """Mark a method that overrides another: pyright tells of a misspelt one. `typing` has it from 3.12 on."""
        return method


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
IN_SILENCE, IN_SPEECH, IN_PAUSE = 0.0, 1.0, 2.0
"""What a frame is to an ending: nothing after the end, speech, or the pause between two sentences."""


class EngineBuildError(TimbreError, RuntimeError):
    """An engine cannot be built or found; the message says what to do."""


class EngineLackingError(EngineBuildError):
    """The machine lacks something that an engine needs; once it is there, the engine can be built."""


class EngineFailedError(RuntimeError):
    """An engine that was loaded does not run any more; only another process can speak."""


class OpeningSizes(NamedTuple):
    """What an opening has to know of the models.

    Attributes:
        first_frames: Frames of the first chunk.
        delay_frames: Frames by which the decoder's mel comes late.
        decoder_state: Floats of the decoder's state.
        vocoder_state: Floats of the vocoder's state.
    """

    first_frames: int
    delay_frames: int
    decoder_state: int
    vocoder_state: int


def pad_end(array: np.ndarray, axis: int, count: int, value: float = 0.0) -> np.ndarray:
    """An array made longer by `count` values at the end of an axis; np.pad takes ten times as long."""
    shape = list(array.shape)
    shape[axis] = count
    return np.concatenate([array, np.full(shape, value, array.dtype)], axis)


class Network(ABC):
    """One loaded network.

    The networks and their tensors, float32 where nothing else is said:

    - fastpitch_encoder: phonemes (B, T_text) int64, lens (B,) int64, speaker_embedding (B, D),
      encoder_style (B, 2n + 1, 2, C), pitch_stats (B, 2), prosody_voice (B, P), melody, dynamics and pauses (B, 1) as
      in timbre.voice.Delivery, pitch_shift (B, T_text) in log Hz, energy_shift (B, T_text) in log amplitude
      -> states (B, T_text, C), log_durations (B, T_text)
    - fastpitch_decoder: frames (B, T, C + 2), decoder_style (B, 2n + 1, 2, C), adapter_down,
      adapter_up, state (B, S) -> mel (B, n_mels, T), next_state (B, S)
    - hifigan: mel (B, n_mels, T), state (B, S) -> waveform (B, T * hop_length), next_state (B, S)
    - where an engine offers it, an opening (see Engine.opening): the encoder's inputs, pace (B,), the decoder's
      decoder_style, adapter_down and adapter_up -> states, durations (B, T_text) int64, mel, decoder_state, waveform,
      vocoder_state, and rest (B, R, C + 2), the frames that follow, where there is an ending and B is 1; else R is 0
    - where an engine offers it, an ending (see Engine.ending), which takes what the opening leaves on the device: heard
      (1, T), IN_SPEECH, IN_PAUSE or IN_SILENCE for each frame, room (1, n_mels, 1), the mel of a frame of the pause,
      rest, decoder_style, adapter_down, adapter_up, decoder_state and vocoder_state -> waveform (1, T * hop_length)

    A network must implement `run` alone. The other methods suit tensors in numpy; a network whose tensors are on a
    device overrides them, each marked with `override`.
    """

    @property
    def ragged(self) -> bool:
        """Whether rows of different lengths may run together."""
        return False

    @abstractmethod
    def run(self, inputs: Mapping[str, np.ndarray]) -> Mapping[str, np.ndarray]:
        """Run once; safe to call from several threads."""

    def run_rows(self, rows: Sequence[Mapping[str, np.ndarray]]) -> list[dict[str, np.ndarray]]:
        """Run rows (1, ...) of equal shapes as one batch; the results of each row, (1, ...)."""
        batch = {name: np.concatenate([row[name] for row in rows]) for name in rows[0]}
        results = self.run(batch)
        return [{name: value[i : i + 1] for name, value in results.items()} for i in range(len(rows))]

    def keep(self, value: np.ndarray) -> Any:
        """Put an input that many calls share where the network needs it; by default it stays a numpy array."""
        return value

    def leave(self, output: str) -> None:  # noqa: B027  most networks answer in numpy
        """Let an output stay where the network makes it, for another network of the same engine to take.

        Call this before anything has run.
        """

    def as_pcm(self) -> None:  # noqa: B027  most networks answer in float32
        """Let the waveform be int16 PCM from now on, if the network can make that where it runs.

        Call this before anything has run.
        """

    def launch(self, inputs: Mapping[str, Any]) -> Network:
        """Begin a run, where a network can run while the processor goes on; else it runs when the results are wanted.

        Args:
            inputs: As of run; they must not change before the results are there.
        Returns:
            A network whose `run` waits for the results, whatever its inputs are.
        """
        return Launched(partial(self.run, inputs))

    def uncaptured(self) -> AbstractContextManager[None]:
        """Compute step by step what is run inside, where a network has captured its steps; nothing else may run."""
        return nullcontext()

    def whole_frames(self, frames: int) -> int:
        """The most frames, at most `frames`, of a call that costs nothing of its own; more may come with the next."""
        return frames

    def join(self, first: Any, second: Any, axis: int) -> Any:
        """Two parts of an input in one, wherever they are."""
        return np.concatenate([first, second], axis)

    def pad(self, array: Any, axis: int, count: int, value: float) -> Any:
        """Make an input longer by `count` values at the end of an axis, wherever the input is."""
        return pad_end(array, axis, count, value)

    def round_frames(self, frames: int) -> int:
        """The length that a chunk should get, if it may be made longer."""
        return frames

    def prepare(self, example: Callable[[int], Mapping[str, Any]]) -> None:  # noqa: B027  most have no such work
        """Do at the start what the first call of each size would do.

        Args:
            example: Makes inputs (1, ...) of a number of steps.
        """


class Launched(Network):
    """A run that has begun (see Network.launch).

    Args:
        results: Waits for them.
    """

    def __init__(self, results: Callable[[], Mapping[str, Any]]) -> None:
        self._results = results

    @override
    def run(self, inputs: Mapping[str, Any]) -> Mapping[str, Any]:  # noqa: ARG002  see Network.launch
        """The results."""
        return self._results()


class Engine(ABC):
    """A way to run networks."""

    @property
    @abstractmethod
    def max_batch(self) -> int:
        """Streams that are worth running together; 1 where a batch takes as long as its rows in turn."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What to call it in reports, such as "onnxruntime (CPU)"."""

    @property
    def longest_chunk(self) -> int:
        """Frames of the longest chunk that it takes for a listener who is alone."""
        return LONGEST_CHUNK

    @abstractmethod
    def load(self, base: BaseModel, network: str) -> Network:
        """Load one of the base model's networks.

        Raises:
            BaseModelError: if its files are missing.
        """

    def unhurried(self) -> Engine:
        """The engine for what nobody waits for: the same networks, with the least work altogether."""
        return self

    def plain(self) -> Engine:
        """The engine to take if this one fails: the same without its newest parts; itself where it has none."""
        return self

    def opening(
        self,
        encoder: Network,  # noqa: ARG002  for engines that override it, as are the others
        decoder: Network,  # noqa: ARG002
        vocoder: Network,  # noqa: ARG002
        sizes: OpeningSizes,  # noqa: ARG002
    ) -> Network | None:
        """Join the networks to one that makes a stream's first chunk, from phonemes to waveform.

        Args:
            encoder: This engine's networks; the decoder leaves its mel on the device.
            decoder: See encoder.
            vocoder: See encoder.
            sizes: Of the models.
        Returns:
            The network; None where the engine has no such thing.
        """
        return None

    def ending(
        self,
        decoder: Network,  # noqa: ARG002  for engines that override it, as is the other
        vocoder: Network,  # noqa: ARG002
    ) -> Network | None:
        """Join the networks to one that makes all that follows a stream's first chunk, which an opening has made.

        Args:
            decoder: This engine's network, which leaves its mel on the device.
            vocoder: See decoder.
        Returns:
            The network; None where the engine has no such thing.
        """
        return None
