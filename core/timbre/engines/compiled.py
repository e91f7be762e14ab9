"""Networks compiled by torch.compile: the operations between two matrix products become one kernel.

A network's CUDA graph then has about half as many kernels, of which each takes longer to begin than to run.
Compiling takes minutes at the first start, and one at later starts, because the kernels are kept in the cache folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import torch
from torch import Tensor

from timbre import paths
from timbre.engines.base import EngineLackingError
from timbre.engines.compiler import has_compiler

Compute = Callable[..., list[Tensor]]
"""What a network does with its inputs on the device."""

RECOMPILE_LIMIT = 32
"""Kinds of sizes that a function may be compiled for, such as one row or more."""


def compiled(compute: Compute) -> Compute:
    """A function of tensors, compiled for any sizes: once for one row, once for more.

    Raises:
        EngineLackingError: if there is no C compiler.
    """
    if not has_compiler():
        raise EngineLackingError(
            "To compile its networks Timbre needs a C compiler (`sudo apt-get install gcc python3-dev`): "
            "install it, or set TIMBRE_ENGINE=cudagraph."
        )
    # A folder that the person has set stays.
    os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", str(paths.cache_dir() / "inductor"))
    function = torch.compile(compute, dynamic=True, fullgraph=True)

    def compile_or_run(*tensors: Tensor) -> list[Tensor]:
        _set_limits()
        return function(*tensors)

    return compile_or_run


def _set_limits() -> None:
    """Settings of torch, which it keeps for each thread; sizes that were not prepared are compiled in another one."""
    if torch._dynamo.config.recompile_limit != RECOMPILE_LIMIT:  # pyright: ignore
        torch._dynamo.config.recompile_limit = RECOMPILE_LIMIT  # pyright: ignore
        torch.fx.experimental._config.use_duck_shape = False  # pyright: ignore  8 rows of 8 frames are equal by chance
