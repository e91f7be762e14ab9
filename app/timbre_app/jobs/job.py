"""A job as programs see it: its kind, its progress, its result."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from timbre.messages import InputError, Message, TimbreError

COMMAND, WINDOW, API = "command", "window", "api"


class JobsError(TimbreError, RuntimeError):
    """The queue of jobs cannot be used; the message is one sentence."""


class UnknownJobError(InputError):
    """There is no such job."""


class State(StrEnum):
    """State of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_open(self) -> bool:
        """Whether the job is still to be done."""
        return self in (State.WAITING, State.RUNNING)


@dataclass(frozen=True)
class Failure:
    """A part that could not be spoken, and why."""

    part: str
    reason: Message


@dataclass(frozen=True)
class JobResult:
    """What a job has written so far.

    Attributes:
        files: The files, where the person wants them.
        duration_s: Length of all their sound.
        failed: Parts that could not be spoken.
        remark: What the person should know of the files; None for nothing.
    """

    files: tuple[Path, ...] = ()
    duration_s: float = 0.0
    failed: tuple[Failure, ...] = ()
    remark: Message | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values that `from_json` reads."""
        failed = [[failure.part, failure.reason.to_json()] for failure in self.failed]
        fields = {
            "files": [str(path) for path in self.files],
            "duration_s": self.duration_s,
            "failed": failed,
        }
        return fields if self.remark is None else {**fields, "remark": self.remark.to_json()}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """Read a result back from what `to_json` returned."""
        failed = tuple(Failure(part, Message.from_json(reason)) for part, reason in value.get("failed", ()))
        files, remark = tuple(map(Path, value.get("files", ()))), value.get("remark")
        return cls(
            files, value.get("duration_s", 0.0), failed, None if remark is None else Message.from_json(remark)
        )


@dataclass(frozen=True)
class Job:
    """A job.

    Attributes:
        id: Names it in other calls.
        kind: See timbre_app.jobs.kinds.
        origin: Who submitted it: COMMAND, WINDOW, or API, with a colon and the name of the client's key if it has one.
        title: What a person sees of it.
        done: Sentences that are spoken.
        count: All sentences.
        parts: Parts that are written or have failed.
        attempts: How often a runner took it up since it last came forward.
        error: Why it failed; None if it did not.
        created: Seconds since 1970.
        changed: When its state or progress changed last, likewise.
    """

    id: str
    kind: str
    origin: str
    title: str
    state: State
    done: int
    count: int
    parts: int
    attempts: int
    created: float
    changed: float
    error: Message | None = None
    result: JobResult = field(default_factory=JobResult)

    @property
    def share(self) -> float:
        """Share of the sentences that are spoken, 0 to 1."""
        return 1.0 if self.state is State.DONE else self.done / self.count if self.count else 0.0
