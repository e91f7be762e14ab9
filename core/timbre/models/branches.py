"""Parts of a network that do not depend on each other, side by side on a GPU.

```
                ┌─ first ──┐
captured graph ─┤          ├─ …        as long as the longer one; a stream of small kernels leaves a GPU nearly idle
                └─ second ─┘
```

Where nothing is captured, or without `side_by_side`, they run one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TypeVar

import torch
from torch import Tensor

A = TypeVar("A")
B = TypeVar("B")
_is_side_by_side: ContextVar[bool] = ContextVar("side_by_side", default=False)


@contextmanager
def side_by_side(wanted: bool = True) -> Generator[None, None, None]:
    """Let graphs that this thread captures inside have branches, if they are wanted."""
    token = _is_side_by_side.set(wanted)
    try:
        yield
    finally:
        _is_side_by_side.reset(token)


def both(first: Callable[[], A], second: Callable[[], B], on: Tensor) -> tuple[A, B]:
    """The results of two functions of tensors; neither takes what the other makes. `second` is always called first.

    All that `second` makes lives in the memory of its branch, and later work there begins after all that was captured
    before it, so the memory may be used again without more care.

    Args:
        first: Runs in the current stream.
        second: Runs beside it while a CUDA graph is captured inside `side_by_side`.
        on: A tensor on the device where they run.
    """
    if torch.compiler.is_compiling() or not on.is_cuda or not _has_branches():
        other = second()
        return first(), other
    here, beside = torch.cuda.current_stream(), _branch()
    beside.wait_stream(here)
    with torch.cuda.stream(beside):
        other = second()
    result = first()
    here.wait_stream(beside)
    return result, other


def _has_branches() -> bool:
    return _is_side_by_side.get() and torch.cuda.is_current_stream_capturing()


@cache
def _branch() -> torch.cuda.Stream:
    """The stream of all second functions: each stream that multiplies matrices has a workspace of its own."""
    return torch.cuda.Stream()
