"""Asks the NVIDIA driver's library what programs that use CUDA find here: `python cuda_probe.py` prints it as JSON.

```
{"error": 0, "cuda": 13000, "name": "NVIDIA GeForce RTX 4070", "capability": "8.9"}
```

The card is the one that CUDA counts first: the variables CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER have their say, and
so torch takes the same. The library keeps the card awake in the process that asks, so a process of its own does. It
imports nothing of Timbre, because setup asks before anything is installed (`--capability` prints that alone).
"""

from __future__ import annotations

import ctypes
import json
import sys
from typing import Any

LIBRARY = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
NO_LIBRARY = -1
_MAJOR, _MINOR = 75, 76
"""Numbers of the attributes of a device that make its compute capability (cuda.h)."""
_NAME_BYTES = 256


def probe(library: Any) -> dict[str, object]:
    """What the driver says.

    Args:
        library: The driver's library, as ctypes loads it.
    Returns:
        The error of the first call that failed, or 0; the version of CUDA up to which the driver goes, 13000 for
        13.0; and name and compute capability of the first card, empty if there was an error.
    """
    cuda, device = ctypes.c_int(), ctypes.c_int()
    name = ctypes.create_string_buffer(_NAME_BYTES)
    major, minor = ctypes.c_int(), ctypes.c_int()
    library.cuDriverGetVersion(ctypes.byref(cuda))  # needs no card
    error = (
        library.cuInit(0)
        or library.cuDeviceGet(ctypes.byref(device), 0)
        or library.cuDeviceGetName(name, _NAME_BYTES, device)
        or library.cuDeviceGetAttribute(ctypes.byref(major), _MAJOR, device)
        or library.cuDeviceGetAttribute(ctypes.byref(minor), _MINOR, device)
    )
    capability = "" if error else f"{major.value}.{minor.value}"
    return {
        "error": error,
        "cuda": cuda.value,
        "name": "" if error else name.value.decode(errors="replace"),
        "capability": capability,
    }


def main() -> None:
    """Print what the driver says."""
    try:
        found = probe(ctypes.CDLL(LIBRARY))
    except OSError:
        found = {"error": NO_LIBRARY, "cuda": 0, "name": "", "capability": ""}
    sys.stdout.write(f"{found['capability'] if '--capability' in sys.argv else json.dumps(found)}\n")


if __name__ == "__main__":
    main()
