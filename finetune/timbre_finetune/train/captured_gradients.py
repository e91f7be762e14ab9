"""Gradients computed by CUDA graphs, for networks so small that launching kernels takes most of the time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from timbre_finetune.train.captured_step import STEPS_BEFORE_CAPTURE


class CapturedGradients:
    """A CUDA graph that computes the gradients of a batch of one shape."""

    def __init__(self, learn: Callable[[Tensor], Tensor], rows: Tensor, pool: Any) -> None:
        """Capture the graph, after a few ordinary calls in which libraries choose their kernels.

        Args:
            learn: Takes rows (B,), computes gradients into the same tensors at each call, and returns losses.
            rows: Example rows.
            pool: Memory that several graphs share, because only one of them runs at a time.
        """
        self._rows = rows.clone()
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(STEPS_BEFORE_CAPTURE):
                learn(self._rows)
        torch.cuda.current_stream().wait_stream(stream)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph, pool=pool, capture_error_mode="thread_local"):
            self._losses = learn(self._rows)

    def __call__(self, rows: Tensor) -> Tensor:
        """Run the graph. The next call overwrites the losses that this one returns."""
        self._rows.copy_(rows)
        self._graph.replay()
        return self._losses
