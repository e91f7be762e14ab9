"""The backends folder that the server needs, built once from the installed wheel in the user's cache.

The folder has three parts. The library and the Python helpers are copies, because the server refuses a symlinked
library. The stub is a symlink, because a copy loses its RPATH, and then the server hangs at its start.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

import platformdirs

from timbre import files
from timbre_app.server.errors import ServerError
from timbre_app.server.system import Wheel

COPIED = ("libtriton_python.so", "triton_python_backend_utils.py")
STUB = "triton_python_backend_stub"


def backends_folder(wheel: Wheel, cache: Path | None = None) -> Path:
    """Return the folder for `--backend-directory`; builds it if it is missing or broken.

    Args:
        wheel: The installed server.
        cache: Where to build; the user's cache folder by default.
    Raises:
        ServerError: if the cache cannot be written.
    """
    cache = cache or platformdirs.user_cache_path("timbre") / "backends"
    place = hashlib.sha256(str(wheel.root.resolve()).encode()).hexdigest()[:12]
    target = cache / f"{wheel.version}-py{sys.version_info.major}{sys.version_info.minor}-{place}"
    if _complete(target, wheel):
        return target
    try:
        _build(target, wheel)
    except OSError as error:
        raise ServerError(
            "The speech server's files could not be written to {folder} ({reason}); free some space "
            "there or set XDG_CACHE_HOME to another folder.",
            folder=cache,
            reason=error.strerror or error,
        ) from error
    return target


def _complete(target: Path, wheel: Wheel) -> bool:
    folder = target / "python"
    if not (folder / STUB).exists() or os.path.realpath(folder / STUB) != os.path.realpath(wheel.stub):
        return False
    sources = [wheel.python_backend / name for name in COPIED]
    return all(
        (folder / source.name).is_file() and (folder / source.name).stat().st_size == source.stat().st_size
        for source in sources
    )


def _build(target: Path, wheel: Wheel) -> None:
    """Build beside the target, then rename, so that another program that starts now never sees half a folder."""
    files.make_folder(target.parent)
    fresh = Path(tempfile.mkdtemp(prefix=".new-", dir=target.parent))
    try:
        folder = fresh / "python"
        folder.mkdir()
        for name in COPIED:
            files.copy(wheel.python_backend / name, folder / name)
        (folder / STUB).symlink_to(wheel.stub.resolve())
        shutil.rmtree(target, ignore_errors=True)
        try:
            fresh.rename(target)
        except OSError:
            if not _complete(target, wheel):
                raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
