"""Checks whether the pip-installed Triton server fits this system; each error is a sentence for the person."""

from __future__ import annotations

import ctypes
import importlib.metadata
import importlib.util
import os
import platform
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from timbre_app.server.errors import ServerError

MIN_GLIBC = (2, 35)
"""The wheel of nvidia-pytriton is built for manylinux_2_35."""
LEAST_OPEN_FILES, OPEN_FILES = 128, 1024
"""Of each process: with 64 the server does not start, and 64 streams take 80."""


@dataclass(frozen=True)
class Wheel:
    """The installed wheel, and the server's parts in it.

    Attributes:
        root: The folder `pytriton/tritonserver`.
        version: The version of nvidia-pytriton.
    """

    root: Path
    version: str

    @property
    def binary(self) -> Path:
        """The `tritonserver` program."""
        return self.root / "bin" / "tritonserver"

    @property
    def python_backend(self) -> Path:
        """The folder with the Python backend's library."""
        return self.root / "backends" / "python"

    @property
    def stub(self) -> Path:
        """The Python backend's stub process for the running interpreter."""
        python = f"{sys.version_info.major}.{sys.version_info.minor}"
        return self.root / "python_backend_stubs" / python / "triton_python_backend_stub"


def check_platform(system: str | None = None, libc: tuple[str, str] | None = None) -> None:
    """Raise `ServerError` if the wheel's binary cannot run on this system."""
    if (system or sys.platform) != "linux":
        raise ServerError(
            "Timbre's own speech server runs on Linux only; start it in WSL2 or on another machine and "
            "set TIMBRE_SERVER_URL to its address."
        )
    name, version = libc or platform.libc_ver()
    found = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    if name != "glibc" or found < MIN_GLIBC:
        has = f"{name} {version}".strip() or "another C library"
        raise ServerError(
            "The speech server needs glibc {major}.{minor} or newer (Debian 12, Ubuntu 22.04) and "
            "this system has {found}; set TIMBRE_SERVER_URL to a server elsewhere.",
            major=MIN_GLIBC[0],
            minor=MIN_GLIBC[1],
            found=has,
        )


def allow_open_files() -> None:
    """Let this process, and the server that it starts, have as many files open as the server needs.

    Raises:
        ServerError: if the system does not allow that.
    """
    import resource

    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == resource.RLIM_INFINITY or limit >= OPEN_FILES:
        return
    wanted = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    if wanted < LEAST_OPEN_FILES:
        raise ServerError(
            "The speech server needs {needed} open files and this account may have {limit}: raise the limit "
            "(`ulimit -n`).",
            needed=LEAST_OPEN_FILES,
            limit=wanted,
        )


def find_wheel() -> Wheel:
    """Find the installed server.

    Raises:
        ServerError: if the server is not installed or has no stub for this Python.
    """
    spec = importlib.util.find_spec("pytriton")
    if spec is None or not spec.submodule_search_locations:
        raise ServerError(
            "The speech server is not installed; run `pip install --no-deps nvidia-pytriton==0.7.0`."
        )
    root = Path(next(iter(spec.submodule_search_locations))) / "tritonserver"
    wheel = Wheel(root, importlib.metadata.version("nvidia-pytriton"))
    if not wheel.binary.is_file() or not (wheel.python_backend / "libtriton_python.so").is_file():
        raise ServerError(
            "The installed nvidia-pytriton {version} does not contain the server; reinstall it with "
            "`pip install --force-reinstall --no-deps nvidia-pytriton==0.7.0`.",
            version=wheel.version,
        )
    if not wheel.stub.is_file():
        raise ServerError(
            "The speech server has no support for Python {version}; use Python 3.11.",
            version=platform.python_version(),
        )
    return wheel


def libpython_folder() -> Path | None:
    """The folder of libpython, for the stub's LD_LIBRARY_PATH; None if the loader finds libpython itself.

    Raises:
        ServerError: if there is no shared libpython at all.
    """
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    library = f"libpython{python}.so.1.0"
    folders = [sysconfig.get_config_var("LIBDIR"), os.path.join(sys.base_prefix, "lib")]
    for folder in folders:
        if folder and (Path(folder) / library).is_file():
            return Path(folder)
    try:
        ctypes.CDLL(library)
    except OSError:
        raise ServerError(
            "The speech server needs {library}, which is missing; install it with `sudo apt-get "
            "install libpython{python}` or use a Python built with --enable-shared.",
            library=library,
            python=python,
        ) from None
    return None


def python_folder() -> Path:
    """The folder with the `python3` that the stub must find first on PATH.

    Raises:
        ServerError: if the running Python's folder has no `python3`.
    """
    folder = Path(sys.executable).parent
    if not (folder / "python3").exists():
        raise ServerError(
            "There is no python3 beside {program}; create Timbre's environment anew.", program=sys.executable
        )
    return folder
