"""The NVIDIA card of this machine, as its driver describes it: no toolkit and no torch are needed."""

from __future__ import annotations

import importlib.metadata
import shutil
import subprocess
from typing import NamedTuple

RTX_CAPABILITIES = ("8.6", "8.9", "12.0", "12.1")
"""Compute capabilities of the GeForce and RTX cards that speak through TensorRT for RTX: series 30, 40 and 50."""
PROGRAM = "nvidia-smi"
TIMEOUT_S = 10.0
_QUERY = ("--query-gpu=name,compute_cap,driver_version", "--format=csv,noheader")


class Card(NamedTuple):
    """A card: its name, compute capability such as "8.9", and the version of its driver."""

    name: str
    capability: str
    driver: str

    @property
    def is_rtx(self) -> bool:
        """Whether TensorRT for RTX is meant for it."""
        return self.capability in RTX_CAPABILITIES


def has_nvidia_driver() -> bool:
    """Whether there is an NVIDIA driver, and so perhaps a GPU."""
    return shutil.which(PROGRAM) is not None


def torch_is_for_cpus() -> bool:
    """Whether torch is missing, or the build that knows no GPU."""
    try:
        return "cpu" in importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        return True


def find_card() -> Card | None:
    """The first card; None if there is none, or its driver does not answer."""
    program = shutil.which(PROGRAM)
    if program is None:
        return None
    try:
        result = subprocess.run(
            [program, *_QUERY], capture_output=True, text=True, timeout=TIMEOUT_S, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    parts = [part.strip() for part in result.stdout.partition("\n")[0].rsplit(",", 2)]
    return Card(*parts) if len(parts) == len(Card._fields) and all(parts) else None
