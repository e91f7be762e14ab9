"""A stream's first chunk as one CUDA graph, from phonemes to waveform.

```
phonemes ─ encoder ─ durations ─ the first frames ─ decoder ─ mel ─ vocoder ─ waveform
```

Three graphs with Python between them take longer for it: each is launched, and the encoder's is waited for, since numpy
lays the frames out. Nothing is computed twice: durations and states that come out are what the next chunks are made of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from timbre.encoded import LONGEST_PHONEME_FRAMES
from timbre.engines.compiled import Compute, compiled
from timbre.engines.graph_network import GraphEncoder, GraphNetwork
from timbre.models.fastpitch import lengths_to_mask, regulate_len
from timbre.models.graphs import DecoderGraph, EncoderGraph


def first_frames(
    states: Tensor, log_durations: Tensor, lens: Tensor, pace: Tensor, size: int
) -> list[Tensor]:
    """Whole durations and the first frames; the twin of timbre.encoded, which says what is done.

    Args:
        states: (B, T_text, C).
        log_durations: (B, T_text).
        lens: Phonemes of each row, (B,) int64.
        pace: (B,).
        size: Frames to lay out.
    Returns:
        Durations (B, T_text) int64, 0 beyond a row's end, and frames (B, size, C + 2).
    """
    inside = lengths_to_mask(lens, log_durations.shape[1])
    held = (log_durations.expm1() / pace[:, None]).clamp(1, LONGEST_PHONEME_FRAMES)
    ends = held.cumsum(1).round().long()
    durations = torch.cat([ends[:, :1], ends.diff(dim=1)], 1).clamp(min=1) * inside
    return [durations, regulate_len(states, durations, size)[0]]


class OpeningGraph(nn.Module):
    """The steps; tensors as in timbre.engines.base.Network."""

    INPUTS: ClassVar = (*EncoderGraph.INPUTS, "pace", *DecoderGraph.INPUTS[1:-1])
    OUTPUTS: ClassVar = ("states", "durations", "mel", "decoder_state", "waveform", "vocoder_state")

    def __init__(
        self, encoder: Compute, decoder: Compute, vocoder: Compute, lay_out: Compute, sizes: Sequence[int]
    ) -> None:
        """Take what computes.

        Args:
            encoder: Each network as a function of its inputs.
            decoder: See encoder.
            vocoder: See encoder.
            lay_out: first_frames.
            sizes: Frames of the first chunk, frames that the decoder comes late, and the floats of the decoder's and
                of the vocoder's state.
        """
        super().__init__()
        self._steps = encoder, decoder, vocoder, lay_out
        self._sizes = tuple(sizes)

    def forward(self, *tensors: Tensor) -> list[Tensor]:
        """Inputs in their order, in the precision in which they come."""
        encoder, decoder, vocoder, lay_out = self._steps
        first, ahead, decoder_state, vocoder_state = self._sizes
        n_text = len(EncoderGraph.INPUTS)
        text, (pace, *voice) = tensors[:n_text], tensors[n_text:]
        states, log_durations = encoder(*text)
        lens = text[EncoderGraph.INPUTS.index("lens")]
        durations, frames = lay_out(states, log_durations, lens, pace, first + ahead)
        mel, after_mel = decoder(frames, *voice, voice[0].new_zeros(len(frames), decoder_state))
        heard = mel[:, :, ahead:].contiguous()
        waveform, after_waveform = vocoder(heard, mel.new_zeros(len(frames), vocoder_state))
        return [states, durations, mel, after_mel, waveform, after_waveform]


class GraphOpening(GraphEncoder):
    """See above; sentences of any lengths may run together.

    Args:
        encoder: The networks, in which the decoder leaves its mel on the device.
        decoder: See encoder.
        vocoder: See encoder.
        sizes: See OpeningGraph.
        compile_it: Compile what is between encoder and decoder as well.
    """

    def __init__(
        self,
        encoder: GraphNetwork,
        decoder: GraphNetwork,
        vocoder: GraphNetwork,
        sizes: Sequence[int],
        compile_it: bool,
    ) -> None:
        lay_out = compiled(first_frames) if compile_it else first_frames
        graph = OpeningGraph(encoder.compute, decoder.compute, vocoder.compute, lay_out, sizes)
        super().__init__(graph, decoder.device, decoder.is_half)
        for name in ("mel", "decoder_state", "vocoder_state"):
            self.leave(name)

    def _compute(self, *tensors: Tensor) -> list[Tensor]:
        """The networks take inputs as they come."""
        outputs: Any = self._graph(*tensors)
        return outputs
