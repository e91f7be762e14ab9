"""Training steps as CUDA graphs: one launch runs thousands of small kernels."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from timbre_finetune.corpus.vocoder_data import Segments

STEPS_BEFORE_CAPTURE = 3


class CapturedStep:
    """A CUDA graph that runs a training step on segments of one size."""

    def __init__(self, learn: Callable[[Segments], dict[str, Tensor]], example: Segments) -> None:
        """Capture the step.

        A few ordinary steps come first: libraries choose their kernels in them, and optimizers make their state.
        """
        self._segments = Segments(*(tensor.clone() for tensor in example))
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(STEPS_BEFORE_CAPTURE):
                learn(self._segments)
        torch.cuda.current_stream().wait_stream(stream)
        self._graph = torch.cuda.CUDAGraph()
        # A watchdog thread of NCCL queries events during the capture. In the default mode that would end the capture.
        with torch.cuda.graph(self._graph, capture_error_mode="thread_local"):
            self._losses = learn(self._segments)

    def __call__(self, segments: Segments) -> dict[str, Tensor]:
        """Run the step. The next call overwrites the losses that this one returns."""
        for graph_input, tensor in zip(self._segments, segments, strict=True):
            graph_input.copy_(tensor)
        self._graph.replay()
        return self._losses
