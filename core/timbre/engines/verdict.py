"""What the trial of an engine has found on this card, and how far a trial is.

```
<cache>/verdicts/<engine>-<digest of card, driver, library, graphs, weights>.json
<cache>/verdicts/trial.json          the process of a trial and what it does now
<cache>/verdicts/trial.lock          held by the trial that runs
```

Another card, driver, base model or version of the library has another digest, and so a trial of its own.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import json
import os
import shutil
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from timbre import files, paths
from timbre.base import BaseModel
from timbre.engines.base import DECODER, ENCODER, VOCODER
from timbre.engines.card import Card
from timbre.messages import Message

RTX, COMPILED = TRIED = ("rtx", "compiled")
"""The engines that are tried beside a server that speaks through CUDA graphs."""
NEWEST = "newest"
"""Stands for what Engine.plain leaves out. Only a failure that broke the card's process has a verdict."""
LIBRARIES = {RTX: "tensorrt_rtx", COMPILED: "torch", NEWEST: "timbre"}
TRIAL_FILE, LOCK_FILE = "trial.json", "trial.lock"
PARTS = (
    *(f"{network}.onnx" for network in (ENCODER, DECODER, VOCODER)),
    "fastpitch.safetensors",
    "hifigan.safetensors",
)
"""Files of the base model of which engines are built."""
LEAST_FREE_BYTES = 300 << 20
"""Room for the engines of a card, and for kernels that are compiled."""
_MEMORY = ("out of memory", "alloc_failed")
"""Parts of what torch, CUDA's libraries and TensorRT say of too little memory."""
Outcome = Literal["faster", "slower", "failed"]


@dataclass(frozen=True)
class Verdict:
    """The result of a trial.

    Attributes:
        outcome: The engine is faster than CUDA graphs on this card, or slower, or cannot be used.
        reason: One sentence.
        is_passing: Whether the cause may be gone at the next start, such as too little free memory.
    """

    outcome: Outcome
    reason: Message
    is_passing: bool = False


def is_memory_error(error: BaseException) -> bool:
    """Whether the card or the machine had too little memory, which another program may have had."""
    return isinstance(error, MemoryError) or any(part in str(error).lower() for part in _MEMORY)


def folder() -> Path:
    """Where verdicts are kept."""
    return paths.cache_dir() / "verdicts"


def cache_trouble() -> Message | None:
    """Why what a trial makes cannot be kept; None if it can."""
    place = folder()
    while not place.exists():
        place = place.parent
    if not os.access(place, os.W_OK | os.X_OK):
        return Message.of("the cache folder {folder} cannot be written", folder=place)
    free = shutil.disk_usage(place).free
    if free < LEAST_FREE_BYTES:
        return Message.of("the disk of the cache folder {folder} is full", folder=place)
    return None


def name_of(engine: str) -> Message:
    """What people call one of the engines of TRIED."""
    return Message.of("TensorRT for RTX") if engine == RTX else Message.of("compiled networks")


def verdict_path(card: Card, base: BaseModel, engine: str = RTX) -> Path:
    """The file of a card's verdict on an engine and a base model."""
    digest = hashlib.sha256(f"{card} {_version_of(LIBRARIES[engine])}".encode())
    for name in PARTS:
        digest.update(base.path(name).read_bytes())
    return folder() / f"{engine}-{digest.hexdigest()[:16]}.json"


def read_verdict(card: Card, base: BaseModel, engine: str = RTX) -> Verdict | None:
    """The verdict, or None if there was no trial or its file cannot be read."""
    values = _read(verdict_path(card, base, engine))
    if values.get("outcome") not in ("faster", "slower", "failed"):
        return None
    return Verdict(values["outcome"], Message.from_json(values.get("reason")), bool(values.get("is_passing")))


def write_verdict(card: Card, base: BaseModel, verdict: Verdict, engine: str = RTX) -> None:
    """Keep a verdict."""
    values = {
        "outcome": verdict.outcome,
        "reason": verdict.reason.to_json(),
        "is_passing": verdict.is_passing,
        "card": card._asdict(),
    }
    _write(verdict_path(card, base, engine), values)


def write_progress(doing: Message | None, pid: int | None = None) -> None:
    """Say what a trial does now; None when it has ended. What another server's trial says stays.

    Args:
        doing: A few words.
        pid: The trial's process; this one by default.
    """
    path, pid = folder() / TRIAL_FILE, pid or os.getpid()
    if doing is not None:
        _write(path, {"pid": pid, "doing": doing.to_json()})
    elif _read(path).get("pid") == pid:
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def only_trial() -> Generator[None]:
    """Wait until no other trial runs in this cache; two on a card would take memory and time from each other."""
    import fcntl

    files.make_folder(folder())
    with (folder() / LOCK_FILE).open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # until the file is closed
        yield


def trial_progress() -> Message | None:
    """What a running trial does now; None if none runs."""
    values = _read(folder() / TRIAL_FILE)
    return Message.from_json(values.get("doing")) if _lives(values.get("pid")) else None


def _lives(pid: object) -> bool:
    if not isinstance(pid, int):
        return False
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def _version_of(library: str) -> str:
    try:
        return importlib.metadata.version(library)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _read(path: Path) -> dict[str, Any]:
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return values if isinstance(values, dict) else {}


def _write(path: Path, values: dict[str, Any]) -> None:
    files.make_folder(path.parent)
    files.write(path, json.dumps(values))
