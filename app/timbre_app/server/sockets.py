"""The Unix sockets of a server, for clients, for the keeper and for readers of metrics.

No TCP port is open. The sockets lie in a folder that only this user may enter, so the kernel refuses all other users.
No web page can reach them either.

```
FOLDER/grpc:1     speech, cloning, transcription: gRPC clients take "unix:FOLDER/grpc:1"
FOLDER/http       Triton's HTTP interface, for the keeper only
FOLDER/metrics    Prometheus metrics over HTTP
FOLDER/control    the keeper's own socket, see `control`
```
"""

from __future__ import annotations

import hashlib
import os
import socket
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

from timbre import files
from timbre_app.server.errors import ServerError

GRPC_PORT = 1
"""Triton joins address and port with a colon, so the name of gRPC's socket ends with this port."""
UNIX = "unix:"
_MAX_PATH_BYTES = 107
"""Longest path of a Unix socket: `sun_path` without its final zero."""
_LONGEST_NAME = "/control"


@dataclass(frozen=True)
class Sockets:
    """The sockets in a folder."""

    folder: Path

    @property
    def url(self) -> str:
        """The URL for gRPC clients."""
        return f"{UNIX}{self.folder}/grpc:{GRPC_PORT}"

    @property
    def http(self) -> Path:
        """Socket of Triton's HTTP interface."""
        return self.folder / "http"

    @property
    def metrics(self) -> Path:
        """Socket of the Prometheus metrics."""
        return self.folder / "metrics"

    @property
    def control(self) -> Path:
        """Socket of the keeper."""
        return self.folder / "control"

    @classmethod
    def of_url(cls, url: str) -> Sockets | None:
        """The sockets of the server that a client reaches at `url`; None for a server on the network."""
        return cls(Path(url.removeprefix(UNIX)).parent) if url.startswith(UNIX) else None

    def remove_stale(self) -> None:
        """Remove the sockets of a server that has ended; Triton does not start while these files exist."""
        for path in self.http, self.metrics, Path(self.url.removeprefix(UNIX)):
            path.unlink(missing_ok=True)


def open_sockets(run_dir: Path) -> Sockets:
    """Make the folder of sockets for a home; each start gets the same one.

    It is `sockets` in the run folder. If its path is too long or no UTF-8, which gRPC needs, or the file system cannot
    hold sockets, it is a folder in the system's folder of temporary files.

    Args:
        run_dir: The home's run folder.
    Raises:
        ServerError: if neither folder can be used.
    """
    folder = run_dir / "sockets"
    fits = len(os.fsencode(folder)) + len(_LONGEST_NAME) <= _MAX_PATH_BYTES
    if not (fits and _is_utf8(folder) and _holds_sockets(folder)):
        digest = hashlib.sha256(os.fsencode(run_dir)).hexdigest()[:16]
        folder = Path(tempfile.gettempdir()) / f"timbre-{os.getuid()}-{digest}"
        if not _holds_sockets(folder):
            raise ServerError(
                "The speech server needs a folder for its sockets, and {folder} cannot be used: remove "
                "it, or set TMPDIR to a folder that is yours.",
                folder=folder,
            )
    return Sockets(folder)


def _is_utf8(path: Path) -> bool:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def _holds_sockets(folder: Path) -> bool:
    """Make a folder that only this user may enter; returns whether that worked and the folder can hold sockets."""
    probe = folder / "probe"
    try:
        files.make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
            return False
        folder.chmod(0o700)
        probe.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX) as trial:
            trial.bind(str(probe))
        probe.unlink()
    except OSError:
        return False
    return True
