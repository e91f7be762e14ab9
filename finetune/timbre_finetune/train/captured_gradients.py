"""Gradients computed by CUDA graphs, for networks so small that launching kernels takes most of the time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

import numpy as np
import torch
from torch import Tensor

from timbre_finetune.train.captured_step import STEPS_BEFORE_CAPTURE

S = TypeVar("S", bound=Hashable)


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


class SizedGradients(Generic[S]):
    """Computes the gradients of batches of several sizes `S`; on a GPU, if wanted, by one captured graph for each size.

    Args:
        learn: Takes rows (B,) and a size, computes gradients into the same tensors at each call, and returns losses.
        device: The training device.
        is_captured: Whether to use CUDA graphs, if the device is a GPU.
    """

    def __init__(self, learn: Callable[[Tensor, S], Tensor], device: torch.device, is_captured: bool) -> None:
        self._learn, self._device = learn, device
        self._is_captured = is_captured and device.type == "cuda"
        self._graphs: dict[S, CapturedGradients] = {}
        self._pool = torch.cuda.graph_pool_handle() if self._is_captured else None

    def __call__(self, row_numbers: np.ndarray, size: S) -> Tensor:
        """Compute the gradients of some rows, (B,); returns the losses, which the next call may overwrite."""
        rows = torch.as_tensor(row_numbers).to(self._device)
        if not self._is_captured:
            return self._learn(rows, size)
        if size not in self._graphs:
            self._graphs[size] = CapturedGradients(lambda some: self._learn(some, size), rows, self._pool)
        return self._graphs[size](rows)
