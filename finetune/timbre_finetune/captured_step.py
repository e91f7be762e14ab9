"""Training steps as CUDA graphs: thousands of small kernels at the cost of one launch."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from timbre_finetune.vocoder_data import Segments

STEPS_BEFORE_CAPTURE = 3


class CapturedStep:
    """A training step on segments of one size, as a CUDA graph."""

    def __init__(self, learn: Callable[[Segments], dict[str, Tensor]], example: Segments) -> None:
        """Capture the step, after a few ordinary ones, in which libraries choose kernels and optimizers their state."""
        self._segments = Segments(*(tensor.clone() for tensor in example))
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(STEPS_BEFORE_CAPTURE):
                learn(self._segments)
        torch.cuda.current_stream().wait_stream(stream)
        self._graph = torch.cuda.CUDAGraph()
        # NCCL's watchdog asks after its events in a thread of its own, which must not end the capture.
        with torch.cuda.graph(self._graph, capture_error_mode="thread_local"):
            self._losses = learn(self._segments)

    def __call__(self, segments: Segments) -> dict[str, Tensor]:
        """Run it; the next call overwrites the losses returned."""
        for kept, given in zip(self._segments, segments, strict=True):
            kept.copy_(given)
        self._graph.replay()
        return self._losses
