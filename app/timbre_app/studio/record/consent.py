"""Checks the take in which the person agrees to the voice, before a clone or a sketch is made of it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from timbre_app.studio.record.take_examiner import TakeExaminer
from timbre_app.studio.record.take_strip import TakeState
from timbre_app.takes.recordings import CONSENT_ID, RecordingSession


class ConsentCheck(QObject):
    """Checks the take of the statement of consent.

    Attributes:
        awaited: Whether the take is being checked, and the voice is made right after.
    """

    def __init__(self, examiner: TakeExaminer, parent: QObject) -> None:
        super().__init__(parent)
        self._examiner = examiner
        self.awaited = False

    @property
    def heard(self) -> str:
        """What was heard of the statement."""
        findings = self._examiner.findings_of(CONSENT_ID)
        return findings.words.heard if findings is not None and findings.words is not None else ""

    @property
    def is_as_good_as_a_take(self) -> bool:
        """Whether a voice can learn from the statement: its sound is good, its words are all there, and no others."""
        findings = self._examiner.findings_of(CONSENT_ID)
        if findings is None or findings.words is None or findings.state in (TakeState.BAD, TakeState.KEPT):
            return False
        return not findings.words.missed and not findings.words.added

    def why_not(self, session: RecordingSession) -> str:
        """Why no voice may be made: the consent is missing, or was not understood; empty if the consent is given."""
        self.awaited = False
        path = session.take_path(CONSENT_ID)
        if path is None:
            return self.tr("Record your consent first: it is the first sentence.")
        findings = self._examiner.findings_of(CONSENT_ID)
        if findings is not None and findings.is_hopeless:
            return self.tr(
                "Your consent could not be understood: record the first sentence again, word for word."
            )
        if findings is not None and findings.state is TakeState.BAD:
            return self.tr(
                "The check found a problem with your consent: read it again, or press K to keep it."
            )
        if findings is not None and findings.words is not None:
            return ""
        self._examiner.examine(session.prompts[0], path)
        if findings is not None and findings.note:
            return self.tr(
                "Your consent will be checked once the speech server is ready; make the voice after that."
            )
        self.awaited = True
        return self.tr("Checking your consent; the voice is made right after.")
