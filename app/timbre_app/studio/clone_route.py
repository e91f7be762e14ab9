"""Leads a clone through the window: from the takes to its progress, then to the result or back to the takes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from timbre_app.studio.clone.controller import CloneController
from timbre_app.studio.clone.result import ResultController
from timbre_app.studio.items import MadeVoice, VoiceItem
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.record.controller import RecordController
from timbre_app.studio.voices.controller import VoicesController
from timbre_app.voices.order import CloneOrder


class CloneRoute(QObject):
    """Starts the clones that the Record and the Voices page order, one at a time, and shows how they go on.

    Signals:
        back_to_voice: Id of a voice that the person had ordered again, and now goes back to.
    """

    back_to_voice = Signal(str)

    def __init__(
        self,
        window: MainWindow,
        clone: CloneController,
        record: RecordController,
        voices: VoicesController,
        result: ResultController,
    ) -> None:
        super().__init__(window)
        self._window, self._clone = window, clone
        self._record, self._voices, self._result = record, voices, result
        record.clone_wanted.connect(self._make)
        voices.clone_wanted.connect(self._make_again)
        clone.made.connect(self._made)
        clone.left.connect(self._left)
        clone.compare.connect(self._show_result)
        clone.status.connect(window.set_clone_status)
        window.clone_wanted.connect(self._show_progress)

    def _make(self, order: CloneOrder) -> None:
        """Make a voice of the takes on screen, unless a voice of other takes is being made."""
        running_order = self._clone.order if self._clone.running else None
        if running_order is not None and running_order.takes != order.takes:
            self._record.back_to_takes(order.takes)
            text = self.tr("{0} is still being made: make this voice when it is ready.")
            self._window.notices.show(text.format(running_order.name), "warning")
        else:
            self._clone.start(order)

    def _make_again(self, order: CloneOrder) -> None:
        """Make a voice again; if another voice is being made, show that clone instead."""
        self._show_progress()
        if self._clone.running:
            text = self.tr("Another voice is being made: wait until it is ready, then make this one again.")
            self._window.notices.show(text, "warning")
        else:
            self._clone.start(order)

    def _show_progress(self) -> None:
        """Show the running clone, from any page of the window."""
        self._window.show_page(self._window.RECORD)
        self._record.hide()
        self._window.record_page.show_clone()
        if not self._clone.running:
            self._window.set_clone_status("")

    def _made(self, new_voice: MadeVoice) -> None:
        self._voices.show_made(new_voice)
        if self._clone.order is not None:
            self._record.voice_made(self._clone.order.takes)

    def _show_result(self, voice: VoiceItem) -> None:
        """Show the new voice beside the person."""
        if self._clone.order is not None:
            self._window.record_page.show_result()
            self._result.show(voice, self._clone.order.takes)

    def _left(self, order: CloneOrder, cancelled: bool) -> None:
        self._record.back_to_takes(order.takes)
        if order.again:
            self.back_to_voice.emit(order.again)
        if cancelled:
            text = self.tr(
                "Cancelled. The takes and what was learned are kept: make the voice again to continue from there."
            )
            self._window.notices.show(text, "ok")
