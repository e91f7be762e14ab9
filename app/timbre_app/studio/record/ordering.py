"""Orders a voice or a sketch of the takes, once the consent was heard."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from timbre_app.studio.notices import Notices
from timbre_app.studio.record.consent import ConsentCheck
from timbre_app.studio.record.review import TakeReview
from timbre_app.studio.record.session_panel import RecordSessionPanel
from timbre_app.studio.record.sketch import SketchController
from timbre_app.studio.record.take_player import TakePlayer
from timbre_app.studio.record.take_strip import TakeState
from timbre_app.takes.recordings import RecordingSession
from timbre_app.voices.order import CloneOrder

SKETCH_S = 10.0
"""Length of the checked takes from which on a sketch is offered, if the consent was not read yet."""


class VoiceOrdering(QObject):
    """Checks the consent before a voice or a sketch is made; an order waits for a check that is under way.

    Signals:
        clone_ordered: A CloneOrder.
        consent_refused: The consent is missing or was not understood.
    """

    clone_ordered = Signal(object)
    consent_refused = Signal()

    def __init__(
        self,
        panel: RecordSessionPanel,
        notices: Notices,
        review: TakeReview,
        player: TakePlayer,
        sketch: SketchController,
    ) -> None:
        super().__init__(panel)
        self._panel, self._notices, self._review = panel, notices, review
        self._player, self._sketch = player, sketch
        self._consent, self._sketch_consent = (ConsentCheck(review.examiner, self) for _ in range(2))

    def clone(self, session: RecordingSession) -> None:
        """Order a voice of the takes that count."""
        request = self._consent.why_not(session)
        if not request:
            self.clone_ordered.emit(self._order(session))
            return
        self._notices.show(request, "warning")
        if not self._consent.awaited:
            self.consent_refused.emit()

    def offer_sketch(self, session: RecordingSession) -> None:
        """Offer a sketch once there is the consent, or enough speech.

        What makes sketches is loaded already now, unless the session has a voice: then a sketch is unlikely.
        """
        offered = session.has_consent or self._review.accepted_s >= SKETCH_S
        self._panel.offer_sketch(offered)
        if offered and session.takes_in_voice == 0:
            self._sketch.prepare()

    def toggle_sketch(self, session: RecordingSession) -> None:
        """Speak with a sketch of all takes, or stop it; it needs the same consent as a voice."""
        if self._sketch.busy:
            self._sketch.stop()
            return
        request = self._sketch_consent.why_not(session)
        if self._sketch_consent.awaited:
            self._panel.set_sketch_note(self.tr("Checking your consent…"))
            return
        if request:
            self._panel.set_sketch_note("")
            self._notices.show(request, "warning")
            return
        self._notices.clear()
        self._player.stop()
        self._sketch.hear(self._order(session))

    def consent_found(self, session: RecordingSession) -> None:
        """Go on with what waits for the consent; call it when the consent has been checked."""
        if self._consent.awaited:
            self.clone(session)
        elif self._sketch_consent.awaited:
            self.toggle_sketch(session)

    def stop_sketch(self) -> None:
        """Stop a sketch that plays, and one that would play later."""
        self._sketch_consent.awaited = False
        self._panel.set_sketch_note("")
        self._sketch.stop()

    def forget(self) -> None:
        """Let nothing wait for a consent any longer; another session is shown."""
        self._consent.awaited = self._sketch_consent.awaited = False

    def release(self) -> None:
        """Free the memory that sketches have taken."""
        self._sketch.release()

    def _order(self, session: RecordingSession) -> CloneOrder:
        return CloneOrder(
            session.folder,
            session.voice.name,
            session.voice.language,
            session.voice.person,
            consent=self._consent.heard,
            learns_consent=self._consent.is_as_good_as_a_take,
            left_out=self._review.takes_in(TakeState.BAD),
            kept=self._review.takes_in(TakeState.KEPT),
        )
