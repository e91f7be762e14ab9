"""Flags that say "nobody wants this utterance any more", seen by all models of one server.

Triton's cancellation does not reach the steps of an ensemble, and each model is a process of its own.
So the `cancel` model leaves an empty file in a folder, and the steps look at the folder before each tick: one
`stat` call, however many utterances there are.

A request's id may begin with the name of the stream on which it came, and a dot. It ends with its stream too:

```
id      5e1f.7       what comes before the last dot is the stream's name; more may be put before all of it
flags   5e1f.7       this request is cancelled
        5e1f         the stream was closed, or its client has gone: see timbre.serving.presence
```
"""

from __future__ import annotations

import hashlib
import math
import os
import tempfile
import time
from collections.abc import Set
from pathlib import Path

from timbre.serving.live_mark import LiveMark
from timbre.serving.speech_bell import SpeechBell

MAX_AGE_S = 120.0
"""Older flags are removed: by then each step has seen the request that the flag cancels."""
SWEEP_S = 10.0
"""Time between two searches for old flags."""
INSTANT_NS = 50_000_000
"""A folder's times are no finer than the system's ticks, 10 ms at most; this is longer."""


class CancelFlags:
    """The flags of one server, the bell that says that there is something to cancel, and the mark of live speech."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or shared_folder()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._flags: Set[str] = frozenset()
        self._changed_ns = 0
        self._settled = False
        self._swept_s = -math.inf
        self.bell = SpeechBell(self._folder.with_suffix(".speech"))
        self.live = LiveMark(self._folder.with_suffix(".live"))

    def set(self, request_id: str) -> None:
        """Ask for the end of a request, or of all requests of a stream; an empty id changes nothing.

        Now and then this removes old flags.
        """
        if not request_id:
            return
        (self._folder / flag_of(request_id)).touch()
        if time.monotonic() - self._swept_s > SWEEP_S:
            self._swept_s = time.monotonic()
            self._sweep()

    def _sweep(self) -> None:
        oldest = time.time() - MAX_AGE_S
        for flag in self._folder.iterdir():
            try:
                if flag.stat().st_mtime < oldest:
                    flag.unlink()
            except FileNotFoundError:
                continue

    def is_set(self, request_id: str) -> bool:
        """Whether the end of the request, or of its stream, was asked for; never for an empty id."""
        return not flags_of(request_id).isdisjoint(self.current())

    def current(self) -> Set[str]:
        """The flags that are set, as `flag_of` names them.

        They are listed anew if the folder has changed since the last call, or had changed so shortly before it
        that another flag of the same instant would not show.
        """
        changed_ns = self._folder.stat().st_mtime_ns
        if changed_ns != self._changed_ns or not self._settled:
            self._settled = time.time_ns() - changed_ns > INSTANT_NS
            self._changed_ns = changed_ns
            self._flags = frozenset(os.listdir(self._folder))  # noqa: PTH208  iterdir takes four times as long
        return self._flags


def flag_of(request_id: str) -> str:
    """The name of an id's flag, which any file system takes; empty for an empty id."""
    return hashlib.sha256(request_id.encode()).hexdigest()[:32] if request_id else ""


def flags_of(request_id: str) -> Set[str]:
    """The flags that end a request: its own and that of its stream."""
    return frozenset((flag_of(request_id), flag_of(request_id.rpartition(".")[0]))) - {""}


def shared_folder() -> Path:
    """The folder that all models of a server share.

    The setting TIMBRE_SERVER_SCRATCH says where it is. Without it the name has the number of the parent process, which
    is the server for all models.
    """
    chosen = os.environ.get("TIMBRE_SERVER_SCRATCH")
    if chosen:
        return Path(chosen) / "cancelled"
    return Path(tempfile.gettempdir()) / f"timbre-{os.getuid()}-{os.getppid()}-cancelled"
