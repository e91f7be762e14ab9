"""The NVIDIA card of this machine, as its driver describes it: no toolkit and no torch are needed.

Two are asked: the program nvidia-smi, which names the driver, and the driver's library (see cuda_probe), which knows
which of several cards torch will take, and whether it can. Either may be missing: Debian packs the program by itself,
and WSL keeps it outside PATH.
"""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from timbre.engines import cuda_probe

RTX_CAPABILITIES = ("8.6", "8.9", "12.0", "12.1")
"""Compute capabilities of the GeForce and RTX cards that speak through TensorRT for RTX: series 30, 40 and 50."""
PROGRAM = "nvidia-smi"
WSL_FOLDER = "/usr/lib/wsl/lib"
KERNEL_MODULE = Path("/proc/driver/nvidia/version")
DRIVER_FILES = (KERNEL_MODULE, Path(WSL_FOLDER, "libcuda.so.1"))
"""One of these is there where a driver is, even without its program."""
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


class Cuda(NamedTuple):
    """What the driver's library answers; see cuda_probe.probe."""

    error: int
    cuda: int
    name: str
    capability: str


def has_nvidia_driver() -> bool:
    """Whether there is an NVIDIA driver, and so perhaps a GPU."""
    return driver_program() is not None or any(path.exists() for path in DRIVER_FILES)


def torch_is_for_cpus() -> bool:
    """Whether torch is missing, or the build that knows no GPU."""
    try:
        return "cpu" in importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        return True


def torch_cuda() -> int | None:
    """The major version of CUDA for which torch was built; None if that is not known, or for none."""
    spec = importlib.util.find_spec("torch")
    if spec is None or not getattr(spec, "origin", None):
        return None
    try:
        text = Path(str(spec.origin)).with_name("version.py").read_text(encoding="utf-8")
    except OSError:
        return None
    match = re.search(r"^cuda\b[^=\n]*=\s*'(\d+)", text, re.MULTILINE)
    return int(match[1]) if match else None


@functools.cache
def ask_cuda() -> Cuda | None:
    """What the driver's library says, once for each process; None if it gives no answer."""
    try:
        result = subprocess.run(
            [sys.executable, "-I", cuda_probe.__file__],
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=True,
        )
        return Cuda(**json.loads(result.stdout))
    except (OSError, ValueError, TypeError, subprocess.SubprocessError):
        return None


def find_card() -> Card | None:
    """The card that torch takes; None if there is none, or its driver does not answer."""
    if not has_nvidia_driver():
        return None
    told = _told_by_program()
    if len(told) == 1 and "CUDA_VISIBLE_DEVICES" not in os.environ:
        return told[0]
    cuda = ask_cuda()
    if cuda is None or not cuda.capability:
        return told[0] if told else None
    driver = told[0].driver if told else driver_of_kernel() or f"CUDA {cuda.cuda // 1000}"
    return Card(cuda.name, cuda.capability, driver)


def _told_by_program() -> list[Card]:
    """All cards, as the driver's program lists them."""
    program = driver_program()
    if program is None:
        return []
    try:
        result = subprocess.run(
            [program, *_QUERY], capture_output=True, text=True, timeout=TIMEOUT_S, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return []
    rows = ([part.strip() for part in line.rsplit(",", 2)] for line in result.stdout.splitlines())
    return [Card(*row) for row in rows if len(row) == len(Card._fields) and all(row)]


def driver_program() -> str | None:
    """The driver's program, if it is there."""
    outside = Path(WSL_FOLDER, PROGRAM)
    return shutil.which(PROGRAM) or (str(outside) if outside.is_file() else None)


def driver_of_kernel() -> str:
    """The driver's version, as its kernel module states it; empty if it does not."""
    try:
        match = re.search(r"\b\d{3}\.\d+(\.\d+)?\b", KERNEL_MODULE.read_text(errors="replace"))
    except OSError:
        return ""
    return match[0] if match else ""
