"""Capture a CUDA graph so that a failure leaves this thread as it was: others may be captured after it."""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from typing import Any

import torch

from timbre.models.branches import side_by_side

_failed: list[Any] = []
"""Graphs whose capture failed: some versions of torch go on asking them which memory is theirs, so none is freed."""


@contextlib.contextmanager
def capturing(graph: torch.cuda.CUDAGraph, pool: Any, has_branches: bool) -> Generator[None, None, None]:
    """Capture what runs inside.

    Args:
        graph: Takes it.
        pool: Where its memory comes from.
        has_branches: Whether independent parts run side by side (timbre.models.branches).
    """
    # When a capture fails, torch leaves its stream the current one; the outer block sets that back.
    with torch.cuda.stream(torch.cuda.current_stream()), side_by_side(has_branches):
        try:
            with torch.cuda.graph(graph, pool=pool):
                yield
        except BaseException:
            _failed.append(graph)
            raise
