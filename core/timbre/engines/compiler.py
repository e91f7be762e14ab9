"""What torch.compile needs from the system: a C compiler, and Python's headers."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path

COMPILERS = ("cc", "gcc", "clang")
"""One of these is needed at the first start."""


def has_compiler() -> bool:
    """Whether there is a C compiler, by the variable CC or on PATH."""
    return bool(os.environ.get("CC")) or any(map(shutil.which, COMPILERS))


def missing_for_compiling() -> tuple[str, ...]:
    """The Debian packages that compiling lacks on this machine; empty if nothing is missing."""
    has_headers = (Path(sysconfig.get_path("include")) / "Python.h").is_file()
    needs = {"gcc": has_compiler(), "python3-dev": has_headers}
    return tuple(package for package, is_there in needs.items() if not is_there)
