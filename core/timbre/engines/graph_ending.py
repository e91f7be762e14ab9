# pyright: reportImplicitOverride=true
"""All of a stream that follows its first chunk as one CUDA graph, from frames to waveform.

```
opening ─ first waveform ─▶ sent while the device goes on
   └ frames, states ─ decoder ─ mel, then room, then silence ─ vocoder ─ waveform
```

An opening leaves the frames and both networks' states on the device, so only the length of the speech goes there, and
of the pause after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from timbre.engines.base import IN_PAUSE, IN_SILENCE, override
from timbre.engines.compiled import Compute
from timbre.engines.graph_network import GraphNetwork
from timbre.engines.graph_opening import laid_out
from timbre.models.graphs import DecoderGraph
from timbre.speech.streaming import MEL_SILENCE

REST_STEPS = (96, 192, 384, 512, 768, 1024)
"""Fewer than other networks have: each is captured at the start, and few frames take as long as a hundred."""
LONGEST_REST = REST_STEPS[-1]
"""Frames, 11.9 s of speech, that an ending makes at most."""


class EndingGraph(nn.Module):
    """The steps; tensors as in timbre.engines.base.Network.

    Args:
        decoder: The decoder as a function of its inputs.
        vocoder: The vocoder, likewise.
    """

    INPUTS: ClassVar = ("heard", "room", "rest", *DecoderGraph.INPUTS[1:-1], "decoder_state", "vocoder_state")
    OUTPUTS: ClassVar = ("waveform",)

    def __init__(self, decoder: Compute, vocoder: Compute) -> None:
        super().__init__()
        self._decoder, self._vocoder = decoder, vocoder

    @override
    def forward(
        self,
        heard: Tensor,
        room: Tensor,
        rest: Tensor,
        decoder_style: Tensor,
        adapter_down: Tensor,
        adapter_up: Tensor,
        decoder_state: Tensor,
        vocoder_state: Tensor,
    ) -> list[Tensor]:
        """Make as many frames of sound as `heard` has, which says what the vocoder hears."""
        frames = laid_out(rest[:, : heard.shape[1]])
        mel, _ = self._decoder(frames, decoder_style, adapter_down, adapter_up, decoder_state)
        here = heard[:, None]
        mel = torch.where(here == IN_PAUSE, room.to(mel.dtype), mel)
        # A fill, because torch.where would bring the number from the processor, which cannot be captured.
        waveform, _ = self._vocoder(mel.masked_fill(here == IN_SILENCE, MEL_SILENCE), vocoder_state)
        return [waveform]


class GraphEnding(GraphNetwork):
    """The ending as a network, for a stream that runs alone.

    Args:
        decoder: The decoder, which leaves its mel on the device.
        vocoder: The vocoder.
    """

    _steps = REST_STEPS
    _longest_together = 0
    _is_joined = True

    def __init__(self, decoder: GraphNetwork, vocoder: GraphNetwork) -> None:
        graph = EndingGraph(decoder.compute, vocoder.compute)
        super().__init__(graph, decoder.device, decoder.is_half)

    @override
    def prepare(self, example: Callable[[int], Mapping[str, Any]]) -> None:
        """As GraphNetwork.prepare; pinned memory for the results is there as well from now on.

        Each capture gives back the pinned memory that nobody uses, so a second round follows.
        """
        if self.device.type == "cuda":
            for steps in (*reversed(self._steps), *reversed(self._steps)):
                self.launch(example(steps)).run({})
