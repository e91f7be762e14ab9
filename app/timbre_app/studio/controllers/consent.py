"""Whether the person has agreed to the voice, in a take that says so."""

from __future__ import annotations

from PySide6.QtCore import QObject

from timbre_app.recordings import CONSENT_ID, RecordingSession
from timbre_app.studio.controllers.take_desk import TakeDesk
from timbre_app.studio.widgets.take_strip import TakeState


class ConsentCheck(QObject):
    """Looks at the take of the statement of consent.

    Attributes:
        awaited: Whether the take is being looked at and the clone is to begin right after.
    """

    def __init__(self, desk: TakeDesk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self.awaited = False

    def why_not(self, session: RecordingSession) -> str:
        """What to tell a person whose consent is missing or not understood; empty if it is given."""
        self.awaited = False
        path = session.take_path(CONSENT_ID)
        if path is None:
            return self.tr("Record your consent first: it is the first sentence.")
        found = self._desk.found(CONSENT_ID)
        if found is not None and found.is_hopeless:
            return self.tr(
                "Your consent could not be understood: record the first sentence again, as it stands."
            )
        if found is not None and found.state is TakeState.BAD:
            return self.tr("The check finds fault with your consent: read it again, or keep it with K.")
        if found is not None and found.words is not None:
            return ""
        self._desk.examine(session.prompts[0], path)
        if found is not None and found.note:
            return self.tr("Your consent is checked once the speech server is up; then make the voice.")
        self.awaited = True
        return self.tr("Checking your consent; the voice is made right after.")
