# pyright: reportImplicitOverride=true
"""A stream's first chunk as one CUDA graph, from phonemes to waveform.

```
phonemes ─ encoder ─ durations ─ the first frames ─ decoder ─ mel ─ vocoder ─ waveform
```

Three graphs with Python between them take longer: each is launched by itself, and the encoder's results are waited for,
because numpy lays out the frames. Nothing is computed twice: the next chunks are made from the states and durations
that come out here, or by an ending (timbre.engines.graph_ending) from the frames that stay on the device.
"""

from __future__ import annotations

from typing import ClassVar

import torch
from torch import Tensor, nn

from timbre.engines.base import OpeningSizes, override
from timbre.engines.compiled import Compute, compiled
from timbre.engines.graph_encoder import GraphEncoder
from timbre.engines.graph_network import GraphNetwork
from timbre.models.fastpitch import regulate_len
from timbre.models.fastpitch_layers import lengths_to_mask
from timbre.models.graphs import DecoderGraph, EncoderGraph
from timbre.speech.encoded import LONGEST_PHONEME_FRAMES


def first_frames(
    states: Tensor, log_durations: Tensor, lens: Tensor, pace: Tensor, size: int
) -> list[Tensor]:
    """Whole durations and the first frames; does on the device what timbre.speech.encoded does in numpy.

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


def laid_out(part: Tensor) -> Tensor:
    """A part of a tensor on its own, with the strides of one: for any others a network would be compiled once more."""
    return part.clone(memory_format=torch.contiguous_format)


class OpeningGraph(nn.Module):
    """The steps; tensors as in timbre.engines.base.Network."""

    INPUTS: ClassVar = (*EncoderGraph.INPUTS, "pace", *DecoderGraph.INPUTS[1:-1])
    OUTPUTS: ClassVar = ("states", "durations", "mel", "decoder_state", "waveform", "vocoder_state", "rest")

    def __init__(
        self,
        encoder: Compute,
        decoder: Compute,
        vocoder: Compute,
        lay_out: Compute,
        sizes: OpeningSizes,
        rest_frames: int,
    ) -> None:
        """Join the networks.

        Args:
            encoder: The encoder as a function of its inputs.
            decoder: The decoder, likewise.
            vocoder: The vocoder, likewise.
            lay_out: first_frames, compiled or not.
            sizes: Of the models.
            rest_frames: Frames that are laid out beyond the first chunk's, for a stream that runs alone.
        """
        super().__init__()
        self._steps = encoder, decoder, vocoder, lay_out
        self._sizes, self._rest_frames = sizes, rest_frames

    @override
    def forward(self, *tensors: Tensor) -> list[Tensor]:
        """Inputs in the order of INPUTS, each in the precision in which it comes."""
        encoder, decoder, vocoder, lay_out = self._steps
        first, ahead, decoder_state, vocoder_state = self._sizes
        n_text = len(EncoderGraph.INPUTS)
        text, (pace, *voice) = tensors[:n_text], tensors[n_text:]
        states, log_durations = encoder(*text)
        lens = text[EncoderGraph.INPUTS.index("lens")]
        now, later = first + ahead, self._rest_frames if len(states) == 1 else 0
        durations, frames = lay_out(states, log_durations, lens, pace, now + later)
        begin = laid_out(frames[:, :now])
        mel, after_mel = decoder(begin, *voice, voice[0].new_zeros(len(frames), decoder_state))
        heard = mel[:, :, ahead:].contiguous()
        waveform, after_waveform = vocoder(heard, mel.new_zeros(len(frames), vocoder_state))
        return [states, durations, mel, after_mel, waveform, after_waveform, frames[:, now:].to(mel.dtype)]


class GraphOpening(GraphEncoder):
    """The opening as a network; sentences of any lengths may run together.

    Args:
        encoder: The encoder.
        decoder: The decoder, which leaves its mel on the device.
        vocoder: The vocoder.
        sizes: Of the models.
        compile_it: Compile what is between encoder and decoder as well.
        rest_frames: See OpeningGraph.
    """

    _is_joined = True

    def __init__(
        self,
        encoder: GraphNetwork,
        decoder: GraphNetwork,
        vocoder: GraphNetwork,
        sizes: OpeningSizes,
        compile_it: bool,
        rest_frames: int = 0,
    ) -> None:
        lay_out = compiled(first_frames) if compile_it else first_frames
        graph = OpeningGraph(encoder.compute, decoder.compute, vocoder.compute, lay_out, sizes, rest_frames)
        super().__init__(graph, decoder.device, decoder.is_half, is_plain=decoder.is_plain)
        for name in ("mel", "decoder_state", "vocoder_state", "rest"):
            self.leave(name)
