"""Checks of takes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from timbre.messages import Message
from timbre_app.studio.backstage.server import NotYetReadyError, StudioServer
from timbre_app.studio.items import CheckLine, TakeRow, WordsRead

if TYPE_CHECKING:
    from timbre.archive import TakeFile
    from timbre_app.takes.notes import TakeNotes


class StudioChecks:
    """Checks the sound of a take on this machine, and its words on the server."""

    def __init__(self, server: StudioServer) -> None:
        self._server = server

    def prepare(self) -> None:
        """Load the recogniser, which takes two seconds, before the first take needs it."""
        if self._server.is_ready:
            from timbre import contract

            self._server.client().load_model(contract.TRANSCRIBE_MODEL.name)

    def sound(self, path: Path, text: str) -> Sequence[CheckLine]:
        """Find problems of level, clipping, noise, silence and length; quick, needs no server."""
        from timbre.takes import check_take
        from timbre_app.voices.cloning import load_native

        waveform, sample_rate = load_native(path)
        report = check_take(waveform, sample_rate, text)
        return [CheckLine(issue.severity, issue.message, issue.code) for issue in report.issues]

    def table(self, folder: Path) -> list[TakeRow]:
        """Level, noise and clipping of each take of a folder, and the words that the check on the Record page missed.

        Raises:
            TakesError: if the folder holds no takes.
            AudioError: if a file is no recording.
        """
        from timbre.archive import read_takes_folder
        from timbre_app.takes.notes import TakeNotes

        notes = TakeNotes(folder)
        return [_row(take, notes) for take in read_takes_folder(folder)]

    def words(self, path: Path, text: str, names: Sequence[str] = ()) -> WordsRead:
        """Find words of the prompt that were not heard, and heard words that are not in it; may take seconds.

        Args:
            path: The take.
            text: The prompt.
            names: For a statement of consent the names in it, which must be heard like its other essential words.
        Raises:
            NotYetReadyError: while there is no server.
        """
        if not self._server.is_ready:
            raise NotYetReadyError("The words are compared once the speech server is up.")
        from timbre import audio
        from timbre.takes import check_take
        from timbre.words import mark_words
        from timbre_app.voices.cloning import load_native
        from timbre_app.voices.statement import with_names

        waveform, sample_rate = load_native(path)
        silent = {"empty", "silent"} & {
            issue.code for issue in check_take(waveform, sample_rate, text).issues
        }
        if silent:
            return WordsRead()  # a recogniser invents words for silence
        transcript = self._server.client().transcribe(audio.for_recognition(waveform, sample_rate))
        heard = " ".join(word.text for word in transcript.words)
        read = with_names(text, names, heard) if names else heard
        sound_issues = set(check_take(waveform, sample_rate, text).issues)
        report = check_take(waveform, sample_rate, text, read.split())
        marks = mark_words(text, read)
        others = [
            CheckLine(issue.severity, issue.message, issue.code)
            for issue in report.issues
            if issue not in sound_issues
        ]
        lines = [_unheard_consent(text, names, heard)] if names else []
        return WordsRead((*filter(None, lines), *others), marks.missed, marks.added, heard)


def _unheard_consent(statement: str, names: Sequence[str], heard: str) -> CheckLine | None:
    from timbre_app.voices.statement import unheard

    missing = unheard(statement, names, heard)
    if not missing:
        return None
    message = Message.of(
        "Your consent needs {words}, which was not heard: read the statement once more, word for word.",
        words=", ".join(f"“{word}”" for word in missing),
    )
    return CheckLine("error", message, "unheard_consent")


def _row(take: TakeFile, notes: TakeNotes) -> TakeRow:
    from timbre_app.voices.cloning import check_file

    report = check_file(take).report
    severities = {issue.severity for issue in report.issues}
    return TakeRow(
        take.text,
        report.level_db,
        report.snr_db,
        100 * report.clipped_fraction,
        notes.missed_words(take.id, take.path, take.text),
        tuple(issue.message for issue in report.issues),
        next((severity for severity in ("error", "warning") if severity in severities), ""),
    )
