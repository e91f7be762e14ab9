"""Kinds of jobs; timbre_app.jobs says how to add one."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from timbre.messages import InputError
from timbre_app.jobs.desk import Desk
from timbre_app.jobs.job import JobResult
from timbre_app.reading.clip import Clip
from timbre_app.reading.sentence import SentenceRequest

KINDS: Mapping[str, str] = {
    "text": "timbre_app.jobs.text",
    "batch": "timbre_app.jobs.batch",
    "book": "timbre_app.jobs.book",
    "dialogue": "timbre_app.jobs.dialogue",
    "ssml": "timbre_app.jobs.ssml",
}
"""The module of each kind, which has the function `plan`; imported when a job of the kind is there."""


@dataclass(frozen=True)
class Part:
    """Sentences that become files together.

    Attributes:
        name: Names the part where it fails, such as a file or a line.
        lines: The sentences to speak, in order.
        write: Gets a clip for each line and an empty folder; writes files there, returns their seconds of sound.
        goal: Folder that gets the files; None keeps them with the job.
    """

    name: str
    lines: Sequence[SentenceRequest]
    write: Callable[[Sequence[Clip], Path], float]
    goal: Path | None = None


@dataclass(frozen=True)
class Plan:
    """What a job speaks and writes.

    Attributes:
        parts: In order.
        lexicon: Words and their IPA.
        language: espeak's name of the language; empty for that of each voice.
        goes_on: Whether the other parts are made if one cannot be spoken.
    """

    parts: Sequence[Part]
    lexicon: Mapping[str, str] = field(default_factory=dict)
    language: str = ""
    goes_on: bool = False

    @property
    def count(self) -> int:
        """Number of sentences."""
        return sum(len(part.lines) for part in self.parts)


class Work(ABC):
    """A job that speaks and keeps its sentences itself, such as a book; a kind returns it in place of a plan."""

    @property
    @abstractmethod
    def count(self) -> int:
        """Number of sentences, or of other units of progress; asked for when the job is submitted."""

    @abstractmethod
    def do(self, desk: Desk) -> JobResult:
        """Speak everything, and write it into desk.outbox. When it is called again, it goes on with what it has kept.

        Returns:
            The files, where they will be delivered.

        Raises:
            RequestCancelled: if desk.should_stop() returned True.
            BusyError: if the server has no room; then `do` is called again.
        """


def plan_of(kind: str, parameters: Mapping[str, Any]) -> Plan | Work:
    """What a job of a kind speaks and writes.

    Raises:
        InputError: if there is no such kind, or it cannot use the parameters.
    """
    if kind not in KINDS:
        raise InputError(
            "There is no kind of job {kind!r}: choose {known}.", kind=kind, known=", ".join(KINDS)
        )
    return importlib.import_module(KINDS[kind]).plan(parameters)
