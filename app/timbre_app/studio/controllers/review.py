"""Has the takes of the session on screen looked at, and shows what was found: the strip, the findings, the words."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from timbre_app.recordings import RecordingSession
from timbre_app.studio.controllers.errors import sentence
from timbre_app.studio.controllers.take_desk import TakeDesk, TakeFindings
from timbre_app.studio.ports import CheckLine, TakeChecks
from timbre_app.studio.views.record_session import RecordSessionPanel
from timbre_app.studio.widgets.take_strip import StripItem, TakeState
from timbre_app.take_notes import TakeNotes
from timbre_app.tasks import Tasks

TAKES_ADVISED = 20


class TakeReview(QObject):
    """One session at a time.

    Attributes:
        desk: What looks at the takes.

    Signals:
        found: Id of a prompt about whose take more is known.
    """

    found = Signal(str)

    def __init__(self, panel: RecordSessionPanel, tasks: Tasks, checks: TakeChecks) -> None:
        super().__init__(panel)
        self._panel, self._tasks, self._checks = panel, tasks, checks
        self.desk = TakeDesk(tasks, checks, self.found.emit)
        self._session: RecordingSession | None = None
        panel.keep_requested.connect(self._keep)

    def open(self, session: RecordingSession | None) -> None:
        """Turn to a session, or to none."""
        self._session = session
        if session is not None:
            self.desk.open(TakeNotes(session.folder))

    @property
    def current(self) -> TakeFindings | None:
        """What is known about the take on screen."""
        return self.desk.found(self._session.prompt.id) if self._session else None

    def takes_in(self, state: TakeState) -> frozenset[str]:
        """Ids of the takes that stand so."""
        taken = self._session.takes if self._session else ()
        return frozenset(prompt.id for prompt in taken if self.desk.state(prompt.id, True) is state)

    def prepare(self) -> None:
        """Have the recogniser ready when the first take comes, then look at the takes that there are."""
        checks = self._checks
        self._tasks.run(lambda _: checks.prepare(), lambda _: self._examine_all(), self._not_prepared)

    def show(self) -> None:
        """Draw what is known, and have the take on screen looked at."""
        self.show_strip()
        self.show_findings()
        self._examine()

    def show_strip(self) -> None:
        """Draw how each sentence stands."""
        session = self._session
        if session is None:
            return
        taken = {prompt.id for prompt in session.takes}
        items = [
            StripItem(prompt.text, self.desk.state(prompt.id, prompt.id in taken))
            for prompt in session.prompts
        ]
        self._panel.set_strip(items, session.position)

    def show_findings(self) -> None:
        """Draw what is known about the take on screen."""
        session, found, panel = self._session, self.current, self._panel
        if session is None:
            return
        if found is None:
            self._show_unknown(has_take=session.take_path(session.prompt.id) is not None)
            return
        panel.waveform.set_outline(found.outline)
        panel.set_duration(found.duration_s)
        lines = list(found.lines)
        if found.words is None:
            panel.set_note(found.note or self.tr("Comparing the words…"))
        else:
            panel.set_note("")
        if found.state is TakeState.KEPT:
            lines.append(CheckLine("warning", self.tr("You keep this take against the advice.")))
        elif not any(line.severity != "ok" for line in lines):
            said = self.tr("The sound is good. Press → for the next sentence.")
            lines.append(CheckLine("ok", said if found.words is None else self._what_next(session)))
        panel.set_findings(lines, found.words)
        panel.offer_to_keep(found.state is TakeState.BAD and not found.is_hopeless)

    def _show_unknown(self, has_take: bool) -> None:
        panel = self._panel
        panel.waveform.set_empty_text("" if has_take else self.tr("No take yet"))
        panel.waveform.clear()
        panel.set_duration(None)
        panel.set_findings([])
        panel.offer_to_keep(False)
        hint = self.tr("Press Space and read the sentence aloud.")
        panel.set_note(self.tr("Looking at the take…") if has_take else hint)

    def _what_next(self, session: RecordingSession) -> str:
        if len(session.takes) >= TAKES_ADVISED and session.takes_in_voice == 0:
            return self.tr("Good, and enough: make the voice, or press → to read more.")
        return self.tr("Good. Press → for the next sentence.")

    def _examine(self) -> None:
        session = self._session
        path = session.take_path(session.prompt.id) if session else None
        if session is not None and path is not None:
            self.desk.examine(session.prompt, path)

    def _examine_all(self) -> None:
        """Look at the take on screen, then at the others."""
        self._examine()
        session = self._session
        for prompt in session.takes if session else ():
            path = session.take_path(prompt.id) if session else None
            if path is not None and prompt.id != session.prompt.id:
                self.desk.examine(prompt, path)

    def _not_prepared(self, error: Exception) -> None:
        sentence(error)  # each comparison says so itself
        self._examine_all()

    def _keep(self) -> None:
        session = self._session
        path = session.take_path(session.prompt.id) if session else None
        if session is not None and path is not None:
            self.desk.keep(session.prompt.id, path)
