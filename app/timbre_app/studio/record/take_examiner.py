"""Draws the outlines of takes and checks the takes, on worker threads; keeps the findings of each sentence."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from timbre.messages import Message, message_of
from timbre.takes import level_and_snr_db
from timbre_app.sound import wave_file
from timbre_app.sound.pcm import to_float
from timbre_app.sound.peaks import outline
from timbre_app.studio.backstage import StudioChecks
from timbre_app.studio.items import CheckLine, WordsRead
from timbre_app.studio.language import translated
from timbre_app.studio.record.take_strip import TakeState
from timbre_app.studio.tasks import Tasks
from timbre_app.takes.notes import TakeNotes
from timbre_app.takes.prompts import Prompt
from timbre_app.takes.recordings import CONSENT_ID

_log = logging.getLogger(__name__)
SOUND_LANE = "take-sound"
HOPELESS = frozenset({"empty", "silent", "short", "wrong_sentence", "unreadable", "unheard_consent"})
"""Codes of findings with which a statement of consent cannot count as given."""


@dataclass(frozen=True)
class TakeFindings:
    """Findings about a take.

    Attributes:
        outline: See timbre_app.sound.peaks.
        duration_s: Length of the take.
        sound: Findings about the sound.
        words: Findings about the words; None until the words are compared.
        note: Why the words are not compared.
        kept: Whether the person keeps the take against the advice.
        levels_db: Level of the speech and of the room, in dBFS; None for a take that cannot be read.
    """

    outline: np.ndarray
    duration_s: float
    sound: tuple[CheckLine, ...]
    words: WordsRead | None = None
    note: str = ""
    kept: bool = False
    levels_db: tuple[float, float] | None = None

    @property
    def lines(self) -> tuple[CheckLine, ...]:
        """All findings."""
        return (*self.sound, *(self.words.lines if self.words else ()))

    @property
    def state(self) -> TakeState:
        """State of the take, by its worst finding."""
        severities = {line.severity for line in self.lines}
        if "error" in severities:
            return TakeState.KEPT if self.kept else TakeState.BAD
        if "warning" in severities:
            return TakeState.WARNED
        return TakeState.RECORDED if self.words is None else TakeState.GOOD

    @property
    def is_hopeless(self) -> bool:
        """Whether the take cannot be a recording of the sentence."""
        return any(line.code in HOPELESS and line.severity == "error" for line in self.lines)


class TakeExaminer:
    """Examines takes one after another, the one on screen first; remembers the findings of each sentence."""

    def __init__(self, tasks: Tasks, checks: StudioChecks, on_found: Callable[[str], None]) -> None:
        self._tasks = tasks
        self._checks = checks
        self._on_found = on_found
        self._notes: TakeNotes | None = None
        self._names: tuple[str, ...] = ()
        self._findings: dict[str, TakeFindings] = {}
        self._versions: dict[str, int] = {}
        self._under_way: set[tuple[str, str, int]] = set()
        self._waiting: dict[str, tuple[Prompt, Path]] = {}

    def open(self, notes: TakeNotes | None, names: Sequence[str] = ()) -> None:
        """Turn to another session.

        Args:
            notes: Results of earlier checks, so that takes need not be checked again; None for none.
            names: Names of the voice and of the person, which the statement of consent must say.
        """
        self.forget()
        self._notes, self._names = notes, tuple(names)

    def findings_of(self, prompt_id: str) -> TakeFindings | None:
        """Findings about a sentence's take; None if it was not checked."""
        return self._findings.get(prompt_id)

    def state(self, prompt_id: str, has_take: bool) -> TakeState:
        """State of a sentence."""
        findings = self._findings.get(prompt_id)
        if not has_take:
            return TakeState.MISSING
        return findings.state if findings else TakeState.RECORDED

    def forget(self, prompt_id: str | None = None) -> None:
        """Drop the findings about a take that was replaced, or without an id about all takes."""
        ids = list(self._versions) if prompt_id is None else [prompt_id]
        for dropped_id in ids:
            self._findings.pop(dropped_id, None)
            self._waiting.pop(dropped_id, None)
            self._versions[dropped_id] = self._versions.get(dropped_id, 0) + 1

    def examine(self, prompt: Prompt, path: Path) -> None:
        """Check a take; calls `on_found(prompt.id)` after the sound, and again after the words."""
        earlier = self._findings.get(prompt.id)
        if earlier is None:
            self._run(
                ("sound", prompt.id),
                lambda: self._look(prompt, path),
                lambda findings: self._looked(prompt, path, findings),
                lambda error: self._put(prompt, path, damaged(error), remember=False),
            )
        elif earlier.words is None:
            self._waiting = {prompt.id: (prompt, path), **self._waiting}
            self._compare_next()

    def keep(self, prompt_id: str, path: Path) -> None:
        """Keep a take against the advice."""
        findings = self._findings.get(prompt_id)
        if findings is None:
            return
        self._findings[prompt_id] = replace(findings, kept=True)
        notes = self._notes
        if notes is not None:
            self._tasks.run(lambda _: notes.keep(prompt_id, path), lane=SOUND_LANE)
        self._on_found(prompt_id)

    def _look(self, prompt: Prompt, path: Path) -> TakeFindings:
        samples, sample_rate = wave_file.read(path)
        take_outline, duration_s = outline(samples), len(samples) / sample_rate
        note = self._notes.findings(prompt.id, path) if self._notes else None
        findings = _from_note(note) if note else None
        if findings is None:
            findings = TakeFindings(take_outline, duration_s, tuple(self._checks.sound(path, prompt.text)))
        is_kept = self._notes is not None and self._notes.is_kept(prompt.id, path)
        return replace(
            findings,
            outline=take_outline,
            duration_s=duration_s,
            kept=is_kept,
            levels_db=_levels_db(samples, sample_rate),
        )

    def _looked(self, prompt: Prompt, path: Path, findings: TakeFindings) -> None:
        self._put(prompt, path, findings)
        if findings.words is None:
            self._waiting[prompt.id] = (prompt, path)
            self._compare_next()

    def _compare_next(self) -> None:
        """Compare the words of one take at a time, so that the take on screen is always the next."""
        if any(kind == "words" for kind, _, _ in self._under_way) or not self._waiting:
            return
        prompt, path = self._waiting.pop(next(iter(self._waiting)))
        findings = self._findings[prompt.id]
        names = self._names if prompt.id == CONSENT_ID else ()

        def compared(words: WordsRead) -> None:
            findings = self._findings[prompt.id]
            self._put(prompt, path, replace(findings, words=words, note=""))

        self._run(
            ("words", prompt.id),
            lambda: self._checks.words(path, prompt.text, names),
            compared,
            lambda error: self._put(
                prompt, path, replace(findings, note=translated(message_of(error))), remember=False
            ),
        )

    def _put(self, prompt: Prompt, path: Path, findings: TakeFindings, remember: bool = True) -> None:
        self._findings[prompt.id] = findings
        notes = self._notes
        if notes is not None and remember and findings.words is not None:
            note = _as_note(findings.sound, findings.words)
            self._tasks.run(lambda _: notes.write(prompt.id, path, note), lane=SOUND_LANE)
        self._on_found(prompt.id)

    def _run(
        self,
        key: tuple[str, str],
        work: Callable[[], Any],
        on_result: Callable[[Any], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        """Run a check, unless it runs already; drops its result if the take was replaced meanwhile."""
        kind, prompt_id = key
        version = self._versions.setdefault(prompt_id, 0)
        if (*key, version) in self._under_way:
            return
        self._under_way.add((*key, version))

        def unless_late(call: Callable[[Any], None]) -> Callable[[Any], None]:
            def deliver(value: Any) -> None:
                self._under_way.discard((*key, version))
                if self._versions[prompt_id] == version:
                    call(value)
                self._compare_next()

            return deliver

        self._tasks.run(lambda _: work(), unless_late(on_result), unless_late(on_error), lane=f"take-{kind}")


def _levels_db(samples: np.ndarray, sample_rate: int) -> tuple[float, float] | None:
    """Level of speech and room in a take, (n,) int16; None if it is empty."""
    if not len(samples):
        return None
    level_db, snr_db = level_and_snr_db(to_float(samples), sample_rate)
    return level_db, level_db - snr_db


def damaged(error: Exception) -> TakeFindings:
    """Findings about a file that cannot be read; there is nothing to compare."""
    _log.warning("a take cannot be read: %s", error)
    message = Message.of(
        "This take is damaged and cannot be read: record the sentence again, the others are not affected."
    )
    no_outline = np.zeros((2, 0), dtype=np.float32)
    return TakeFindings(no_outline, 0.0, (CheckLine("error", message, "unreadable"),), WordsRead())


def _as_note(sound: Sequence[CheckLine], words: WordsRead) -> dict[str, Any]:
    return {
        "sound": [_line_as_note(line) for line in sound],
        "words": asdict(words) | {"lines": [_line_as_note(line) for line in words.lines]},
    }


def _line_as_note(line: CheckLine) -> dict[str, Any]:
    return asdict(line) | {"message": line.message.to_json()}


def _from_note(note: dict[str, Any]) -> TakeFindings | None:
    """Findings as `_as_note` wrote them; outline and length are read from the take itself."""
    try:
        return _parse_note(note)
    except (KeyError, TypeError, ValueError):
        return None  # the take is checked again


def _parse_note(note: dict[str, Any]) -> TakeFindings:
    words = note["words"]
    words_read = WordsRead(
        tuple(_line_from_note(line) for line in words["lines"]),
        tuple((int(start), int(end)) for start, end in words["missed"]),
        tuple((int(at), str(word)) for at, word in words["added"]),
        str(words["heard"]),
    )
    no_outline = np.zeros((2, 0), dtype=np.float32)
    return TakeFindings(no_outline, 0.0, tuple(_line_from_note(line) for line in note["sound"]), words_read)


def _line_from_note(line: dict[str, Any]) -> CheckLine:
    message = line["message"]
    if not isinstance(message, dict):
        raise TypeError("a finding of an older version, which kept the English sentence")
    return CheckLine(line["severity"], Message.from_json(message), line["code"])
