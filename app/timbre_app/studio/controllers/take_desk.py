"""Off the window's thread: saves a take, draws its outline, checks it. Keeps what it found per sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from timbre_app.recordings import Prompt
from timbre_app.sound import wave_file
from timbre_app.sound.peaks import outline
from timbre_app.studio.ports import CheckLine, TakeChecks
from timbre_app.tasks import Tasks


@dataclass(frozen=True)
class TakeFindings:
    """What is known about a take; `words` is None until they were compared, `note` says why not."""

    outline: np.ndarray
    duration_s: float
    sound: tuple[CheckLine, ...]
    words: tuple[CheckLine, ...] | None = None
    note: str = ""


class TakeDesk:
    """Examines takes one after another; the latest findings of each sentence are remembered."""

    def __init__(self, tasks: Tasks, checks: TakeChecks, on_found: Callable[[str], None]) -> None:
        self._tasks = tasks
        self._checks = checks
        self._on_found = on_found
        self._found: dict[str, TakeFindings] = {}
        self._versions: dict[str, int] = {}
        self._under_way: set[tuple[str, str, int]] = set()

    def found(self, prompt_id: str) -> TakeFindings | None:
        """What is known about a sentence's take."""
        return self._found.get(prompt_id)

    def forget(self, prompt_id: str | None = None) -> None:
        """A take was replaced, or (without an id) another session begins."""
        ids = list(self._versions) if prompt_id is None else [prompt_id]
        for one in ids:
            self._found.pop(one, None)
            self._versions[one] = self._versions.get(one, 0) + 1

    def examine(self, prompt: Prompt, path: Path) -> None:
        """Look at a take; `on_found(prompt.id)` is called after the sound and again after the words."""
        known = self._found.get(prompt.id)
        if known is None:
            self._run(
                ("sound", prompt.id),
                lambda: self._look(prompt, path),
                lambda findings: self._looked(prompt, path, findings),
                lambda error: self._put(prompt, _unreadable(error)),
            )
        elif known.words is None:
            self._compare_words(prompt, path)

    def _look(self, prompt: Prompt, path: Path) -> TakeFindings:
        samples, sample_rate = wave_file.read(path)
        return TakeFindings(
            outline(samples), len(samples) / sample_rate, tuple(self._checks.sound(path, prompt.text))
        )

    def _looked(self, prompt: Prompt, path: Path, findings: TakeFindings) -> None:
        self._put(prompt, findings)
        self._compare_words(prompt, path)

    def _compare_words(self, prompt: Prompt, path: Path) -> None:
        found = self._found[prompt.id]
        self._run(
            ("words", prompt.id),
            lambda: tuple(self._checks.words(path, prompt.text)),
            lambda words: self._put(prompt, replace(found, words=words, note="")),
            lambda error: self._put(prompt, replace(found, note=str(error))),
        )

    def _put(self, prompt: Prompt, findings: TakeFindings) -> None:
        self._found[prompt.id] = findings
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

            return deliver

        lane = f"take-{kind}"
        self._tasks.run(lambda _: work(), unless_late(on_result), unless_late(on_error), lane=lane)


def _unreadable(error: Exception) -> TakeFindings:
    nothing = np.zeros((2, 0), dtype=np.float32)
    return TakeFindings(nothing, 0.0, (CheckLine("error", str(error)),), words=())
