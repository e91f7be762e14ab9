"""Off the window's thread: draws a take's outline, checks it. Keeps what it found per sentence."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from timbre_app.prompts import Prompt
from timbre_app.sound import wave_file
from timbre_app.sound.peaks import outline
from timbre_app.studio.language import told
from timbre_app.studio.ports import CheckLine, TakeChecks, WordsRead
from timbre_app.studio.widgets.take_strip import TakeState
from timbre_app.take_notes import TakeNotes
from timbre_app.tasks import Tasks

_log = logging.getLogger(__name__)
SOUND_LANE = "take-sound"
HOPELESS = frozenset({"empty", "silent", "short", "wrong_sentence", "unreadable"})
"""Findings after which a statement of consent cannot count as given."""


@dataclass(frozen=True)
class TakeFindings:
    """What is known about a take; `words` is None until they were compared, `note` says why not."""

    outline: np.ndarray
    duration_s: float
    sound: tuple[CheckLine, ...]
    words: WordsRead | None = None
    note: str = ""
    kept: bool = False

    @property
    def lines(self) -> tuple[CheckLine, ...]:
        """All findings."""
        return (*self.sound, *(self.words.lines if self.words else ()))

    @property
    def state(self) -> TakeState:
        """The worst of them."""
        severities = {line.severity for line in self.lines}
        if "error" in severities:
            return TakeState.KEPT if self.kept else TakeState.BAD
        if "warning" in severities:
            return TakeState.WARNED
        return TakeState.RECORDED if self.words is None else TakeState.GOOD

    @property
    def is_hopeless(self) -> bool:
        """Whether this cannot be the sentence at all."""
        return any(line.code in HOPELESS and line.severity == "error" for line in self.lines)


class TakeDesk:
    """Examines takes one after another, the one on screen first; remembers the findings of each sentence."""

    def __init__(self, tasks: Tasks, checks: TakeChecks, on_found: Callable[[str], None]) -> None:
        self._tasks = tasks
        self._checks = checks
        self._on_found = on_found
        self._notes: TakeNotes | None = None
        self._found: dict[str, TakeFindings] = {}
        self._versions: dict[str, int] = {}
        self._under_way: set[tuple[str, str, int]] = set()
        self._waiting: dict[str, tuple[Prompt, Path]] = {}

    def open(self, notes: TakeNotes | None) -> None:
        """Another session begins; its notes spare looking again."""
        self.forget()
        self._notes = notes

    def found(self, prompt_id: str) -> TakeFindings | None:
        """What is known about a sentence's take."""
        return self._found.get(prompt_id)

    def state(self, prompt_id: str, has_take: bool) -> TakeState:
        """How a sentence stands."""
        found = self._found.get(prompt_id)
        if not has_take:
            return TakeState.MISSING
        return found.state if found else TakeState.RECORDED

    def forget(self, prompt_id: str | None = None) -> None:
        """A take was replaced, or (without an id) another session begins."""
        ids = list(self._versions) if prompt_id is None else [prompt_id]
        for one in ids:
            self._found.pop(one, None)
            self._waiting.pop(one, None)
            self._versions[one] = self._versions.get(one, 0) + 1

    def examine(self, prompt: Prompt, path: Path) -> None:
        """Look at a take; `on_found(prompt.id)` is called after the sound and again after the words."""
        known = self._found.get(prompt.id)
        if known is None:
            self._run(
                ("sound", prompt.id),
                lambda: self._look(prompt, path),
                lambda findings: self._looked(prompt, path, findings),
                lambda error: self._put(prompt, path, damaged(error), remember=False),
            )
        elif known.words is None:
            self._waiting = {prompt.id: (prompt, path), **self._waiting}
            self._compare_next()

    def keep(self, prompt_id: str, path: Path) -> None:
        """The person keeps this take against the advice."""
        found = self._found.get(prompt_id)
        if found is None:
            return
        self._found[prompt_id] = replace(found, kept=True)
        notes = self._notes
        if notes is not None:
            self._tasks.run(lambda _: notes.keep(prompt_id, path), lane=SOUND_LANE)
        self._on_found(prompt_id)

    def _look(self, prompt: Prompt, path: Path) -> TakeFindings:
        samples, sample_rate = wave_file.read(path)
        drawn, duration_s = outline(samples), len(samples) / sample_rate
        note = self._notes.findings(prompt.id, path) if self._notes else None
        found = _from_note(note) if note else None
        if found is None:
            found = TakeFindings(drawn, duration_s, tuple(self._checks.sound(path, prompt.text)))
        kept = self._notes is not None and self._notes.is_kept(prompt.id, path)
        return replace(found, outline=drawn, duration_s=duration_s, kept=kept)

    def _looked(self, prompt: Prompt, path: Path, findings: TakeFindings) -> None:
        self._put(prompt, path, findings)
        if findings.words is None:
            self._waiting[prompt.id] = (prompt, path)
            self._compare_next()

    def _compare_next(self) -> None:
        """Compare the words of one take at a time, so that the next to be compared is the one on screen."""
        if any(kind == "words" for kind, _, _ in self._under_way) or not self._waiting:
            return
        prompt, path = self._waiting.pop(next(iter(self._waiting)))
        found = self._found[prompt.id]

        def compared(words: WordsRead) -> None:
            found = self._found[prompt.id]
            self._put(prompt, path, replace(found, words=words, note=""))

        self._run(
            ("words", prompt.id),
            lambda: self._checks.words(path, prompt.text),
            compared,
            lambda error: self._put(prompt, path, replace(found, note=told(str(error))), remember=False),
        )

    def _put(self, prompt: Prompt, path: Path, findings: TakeFindings, remember: bool = True) -> None:
        self._found[prompt.id] = findings
        notes = self._notes
        if notes is not None and remember and findings.words is not None:
            note = {"sound": [asdict(line) for line in findings.sound], "words": asdict(findings.words)}
            self._tasks.run(lambda _: notes.write(prompt.id, path, note), lane=SOUND_LANE)
        self._on_found(prompt.id)

    def _run(
        self,
        key: tuple[str, str],
        work: Callable[[], Any],
        on_result: Callable[[Any], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        """Run one look at a time per sentence; what comes too late for a replaced take is dropped."""
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


def damaged(error: Exception) -> TakeFindings:
    """Findings about a file that cannot be read; there is nothing to compare."""
    _log.warning("a take cannot be read: %s", error)
    said = "This take is damaged and cannot be read: record the sentence again, the others are not affected."
    nothing = np.zeros((2, 0), dtype=np.float32)
    return TakeFindings(nothing, 0.0, (CheckLine("error", said, "unreadable"),), WordsRead())


def _from_note(note: dict[str, Any]) -> TakeFindings | None:
    """Findings as `_put` wrote them down; outline and length are read from the take itself."""
    try:
        return _parse_note(note)
    except (KeyError, TypeError, ValueError):
        return None  # looked at again


def _parse_note(note: dict[str, Any]) -> TakeFindings:
    words = note["words"]
    read = WordsRead(
        tuple(CheckLine(**line) for line in words["lines"]),
        tuple((int(start), int(end)) for start, end in words["missed"]),
        tuple((int(at), str(word)) for at, word in words["added"]),
    )
    nothing = np.zeros((2, 0), dtype=np.float32)
    return TakeFindings(nothing, 0.0, tuple(CheckLine(**line) for line in note["sound"]), read)
