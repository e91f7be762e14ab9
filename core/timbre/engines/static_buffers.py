"""Inputs of a network in buffers that keep their place, as the replay of a CUDA graph needs them.

```
numpy      ──▶  StagedInputs   pinned memory  ── one copy ──▶   the device
tensors    ──▶  KeptInputs                    ── one launch ─▶  (already there)
```
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

ALIGNMENT = 256
"""Bytes to which each tensor's place in a GPU's memory is aligned."""


class _Place(NamedTuple):
    """Where a tensor lies in a row of bytes."""

    at: int
    shape: tuple[int, ...]
    dtype: torch.dtype

    @property
    def size(self) -> int:
        return math.prod(self.shape) * self.dtype.itemsize

    def of(self, buffer: Tensor) -> Tensor:
        return buffer[self.at : self.at + self.size].view(self.dtype).view(self.shape)


class StagedInputs:
    """Inputs (B, ...) that come from numpy: side by side in pinned memory, so that one copy takes them to the device.

    They travel as float32: numpy needs 0.2 ms to make float16 of a long chunk, and the GPU next to no time.
    """

    def __init__(self, shapes: Mapping[str, tuple[int, ...]], whole: Set[str], device: torch.device) -> None:
        """Lay out inputs; `whole` names those of int64."""
        places: dict[str, _Place] = {}
        size = 0
        for name, shape in shapes.items():
            place = places[name] = _Place(size, shape, torch.int64 if name in whole else torch.float32)
            size += -(-place.size // ALIGNMENT) * ALIGNMENT
        self._here = torch.zeros(size, dtype=torch.uint8, pin_memory=device.type == "cuda")
        self._there = self._here.to(device)  # the same tensor where there is no GPU
        self._copied = torch.cuda.Event() if device.type == "cuda" else None
        self.tensors = {name: place.of(self._there) for name, place in places.items()}
        self._rows = {name: place.of(self._here).numpy() for name, place in places.items()}

    def fill(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Copy rows (1, ...) into the first rows of the buffers; the rows after them do not matter."""
        if self._copied is not None:
            self._copied.synchronize()  # the copy of the last call may still run
        for name, held in self._rows.items():
            np.concatenate([row[name] for row in rows], out=held[: len(rows)], casting="same_kind")
        if self._copied is not None:
            self._there.copy_(self._here, non_blocking=True)
            self._copied.record()


class KeptInputs:
    """Inputs (B, ...) whose rows are on the device already."""

    def __init__(self, shapes: Mapping[str, tuple[int, ...]], example: Mapping[str, Any]) -> None:
        """Lay out inputs, each like its row in `example`."""
        self.tensors = {name: example[name].new_zeros(shape) for name, shape in shapes.items()}
        batch = next((len(tensor) for tensor in self.tensors.values()), 0)
        self._slots = [[tensor[at : at + 1] for tensor in self.tensors.values()] for at in range(batch)]

    def fill(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """As StagedInputs.fill, with one launch for all rows."""
        if self._slots:
            slots = [slot for row_slots in self._slots[: len(rows)] for slot in row_slots]
            values = [row[name] for row in rows for name in self.tensors]
            torch._foreach_copy_(slots, values)  # pyright: ignore  torch has no public function for it
