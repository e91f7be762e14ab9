"""Checks of takes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from timbre_app.studio.backstage.server import NotYetReadyError, StudioServer
from timbre_app.studio.ports import CheckLine, WordsRead

RECOGNISER_RATE_HZ = 16_000


class StudioChecks:
    """Checks of a take: its sound here, its words on the server."""

    def __init__(self, server: StudioServer) -> None:
        self._server = server

    def prepare(self) -> None:
        """Load the recogniser, which takes two seconds, before the first take needs it."""
        if self._server.is_ready:
            from timbre import contract

            self._server.client().load_model(contract.TRANSCRIBE_MODEL.name)

    def sound(self, path: Path, text: str) -> Sequence[CheckLine]:
        """Findings on level, clipping, noise, silence and length."""
        from timbre.takes import check_take
        from timbre_app.cloning import load_native

        waveform, sample_rate = load_native(path)
        report = check_take(waveform, sample_rate, text)
        return [CheckLine(issue.severity, issue.message, issue.code) for issue in report.issues]

    def words(self, path: Path, text: str) -> WordsRead:
        """Which words of the prompt were not heard, and which were heard beside it.

        Raises:
            NotYetReadyError: while there is no server.
        """
        if not self._server.is_ready:
            raise NotYetReadyError("The words are compared once the speech server is up.")
        from timbre import audio
        from timbre.takes import check_take
        from timbre.words import mark_words
        from timbre_app.cloning import load_native

        heard = self._server.client().transcribe(audio.load(path, RECOGNISER_RATE_HZ))
        words = [word.text for word in heard.words]
        waveform, sample_rate = load_native(path)
        known = set(check_take(waveform, sample_rate, text).issues)
        report = check_take(waveform, sample_rate, text, words)
        marks = mark_words(text, " ".join(words))
        lines = [
            CheckLine(issue.severity, issue.message, issue.code)
            for issue in report.issues
            if issue not in known
        ]
        return WordsRead(tuple(lines), marks.missed, marks.added)
