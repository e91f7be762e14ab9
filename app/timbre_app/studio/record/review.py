"""Checks the takes of the session on screen, and shows the results: the strip, the findings, the words."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from timbre.messages import Message
from timbre_app.studio.backstage import StudioChecks
from timbre_app.studio.errors import sentence
from timbre_app.studio.items import CheckLine
from timbre_app.studio.record.session_panel import RecordSessionPanel
from timbre_app.studio.record.take_examiner import TakeExaminer, TakeFindings
from timbre_app.studio.record.take_quality import TakeQuality
from timbre_app.studio.record.take_strip import StripItem, TakeState
from timbre_app.studio.tasks import Tasks
from timbre_app.takes.notes import TakeNotes
from timbre_app.takes.recordings import RecordingSession

TAKES_ADVISED = 20


class TakeReview(QObject):
    """Reviews one session at a time.

    Attributes:
        examiner: Checks the takes.

    Signals:
        found: Id of a prompt whose take has new findings.
    """

    found = Signal(str)

    def __init__(self, panel: RecordSessionPanel, tasks: Tasks, checks: StudioChecks) -> None:
        super().__init__(panel)
        self._panel, self._tasks, self._checks = panel, tasks, checks
        self.examiner = TakeExaminer(tasks, checks, self.found.emit)
        self._session: RecordingSession | None = None
        panel.keep_requested.connect(self._keep)

    def open(self, session: RecordingSession | None) -> None:
        """Turn to a session, or to none."""
        self._session = session
        if session is not None:
            self.examiner.open(TakeNotes(session.folder), (session.voice.name, session.voice.person))

    @property
    def current(self) -> TakeFindings | None:
        """Findings about the take on screen."""
        return self.examiner.findings_of(self._session.prompt.id) if self._session else None

    def takes_in(self, state: TakeState) -> frozenset[str]:
        """Ids of the takes in a state."""
        recorded_prompts = self._session.takes if self._session else ()
        return frozenset(
            prompt.id for prompt in recorded_prompts if self.examiner.state(prompt.id, True) is state
        )

    @property
    def accepted_s(self) -> float:
        """Length of the takes that were checked and that a voice can be made of."""
        prompts = self._session.takes if self._session else ()
        findings = [self.examiner.findings_of(prompt.id) for prompt in prompts]
        return sum(f.duration_s for f in findings if f is not None and f.state is not TakeState.BAD)

    def prepare(self) -> None:
        """Load the recogniser before the first take comes, then check the takes that exist."""
        checks = self._checks
        self._tasks.run(lambda _: checks.prepare(), lambda _: self._examine_all(), self._not_prepared)

    def show(self) -> None:
        """Draw the findings, and check the take on screen."""
        self.show_strip()
        self.show_findings()
        self._examine()

    def show_strip(self) -> None:
        """Draw the state of each sentence."""
        session = self._session
        if session is None:
            return
        recorded_ids = {prompt.id for prompt in session.takes}
        items = [
            StripItem(prompt.text, self.examiner.state(prompt.id, prompt.id in recorded_ids))
            for prompt in session.prompts
        ]
        self._panel.set_strip(items, session.position)
        self._panel.quality.set_takes(self._qualities(session))

    def _qualities(self, session: RecordingSession) -> list[TakeQuality]:
        """The takes that were measured, in the order of the sentences."""
        qualities: list[TakeQuality] = []
        for number, prompt in enumerate(session.prompts, 1):
            findings = self.examiner.findings_of(prompt.id)
            if findings is not None and findings.levels_db is not None:
                quality = TakeQuality(number, prompt.text, *findings.levels_db, findings.state)
                qualities.append(quality)
        return qualities

    def show_findings(self) -> None:
        """Draw the findings about the take on screen."""
        session, findings, panel = self._session, self.current, self._panel
        if session is None:
            return
        if findings is None:
            self._show_unknown(has_take=session.take_path(session.prompt.id) is not None)
            return
        panel.waveform.set_outline(findings.outline)
        panel.set_duration(findings.duration_s)
        lines = list(findings.lines)
        if findings.words is None:
            panel.set_note(findings.note or self.tr("Comparing the words…"))
        else:
            panel.set_note("")
        if findings.state is TakeState.KEPT:
            lines.append(
                CheckLine("warning", Message.of("You keep this take although the check advises against it."))
            )
        elif not any(line.severity != "ok" for line in lines):
            text = self.tr("The sound is good. Press → for the next sentence.")
            lines.append(
                CheckLine("ok", Message(text if findings.words is None else self._what_next(session)))
            )
        panel.set_findings(lines, findings.words)
        panel.offer_to_keep(findings.state is TakeState.BAD and not findings.is_hopeless)

    def _show_unknown(self, has_take: bool) -> None:
        panel = self._panel
        panel.waveform.set_empty_text("" if has_take else self.tr("No take yet"))
        panel.waveform.clear()
        panel.set_duration(None)
        panel.set_findings([])
        panel.offer_to_keep(False)
        hint = self.tr("Press Space and read the sentence aloud.")
        panel.set_note(self.tr("Checking the take…") if has_take else hint)

    def _what_next(self, session: RecordingSession) -> str:
        if (
            len(session.takes) - len(self.takes_in(TakeState.BAD)) >= TAKES_ADVISED
            and session.takes_in_voice == 0
        ):
            return self.tr("Good, and enough: make the voice, or press → to read more.")
        return self.tr("Good. Press → for the next sentence.")

    def _examine(self) -> None:
        session = self._session
        path = session.take_path(session.prompt.id) if session else None
        if session is not None and path is not None:
            self.examiner.examine(session.prompt, path)

    def _examine_all(self) -> None:
        """Check the take on screen, then the others."""
        self._examine()
        session = self._session
        if session is None:
            return
        for prompt in session.takes:
            path = session.take_path(prompt.id)
            if path is not None and prompt.id != session.prompt.id:
                self.examiner.examine(prompt, path)

    def _not_prepared(self, error: Exception) -> None:
        sentence(error)  # only for the log: each comparison shows its error itself
        self._examine_all()

    def _keep(self) -> None:
        session = self._session
        path = session.take_path(session.prompt.id) if session else None
        if session is not None and path is not None:
            self.examiner.keep(session.prompt.id, path)
