"""Joins the Record page with sessions on disk, the microphone and the checks."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from timbre_app.sound.devices import DeviceError
from timbre_app.studio.errors import sentence
from timbre_app.studio.notices import Notices
from timbre_app.studio.record.ordering import VoiceOrdering
from timbre_app.studio.record.page import RecordPage
from timbre_app.studio.record.review import TakeReview
from timbre_app.studio.record.sentence import SentenceController
from timbre_app.studio.record.sessions import SessionShelf
from timbre_app.studio.record.sketch import SketchController
from timbre_app.studio.record.take_player import TakePlayer
from timbre_app.studio.record.taking import LANE
from timbre_app.studio.record.tools import RecordTools
from timbre_app.studio.tasks import Task, Tasks
from timbre_app.takes.recordings import RecordingError, RecordingSession, is_session
from timbre_app.voices.order import CloneOrder


class RecordController(QObject):
    """Shows one session at a time.

    Signals:
        clone_wanted: A CloneOrder.
    """

    clone_wanted = Signal(object)

    def __init__(self, page: RecordPage, notices: Notices, tasks: Tasks, tools: RecordTools) -> None:
        super().__init__(page)
        self._page, self._panel, self._notices = page, page.session_panel, notices
        self._tasks, self._tools = tasks, tools
        self._recorder = tools.recorder
        self._review = TakeReview(self._panel, tasks, tools.checks)
        player = TakePlayer(self._panel, tools.playback)
        sketch = SketchController(self._panel, notices, tasks, tools.cloning, tools.speech, tools.playback)
        self._ordering = VoiceOrdering(self._panel, notices, self._review, player, sketch)
        self._sentence = SentenceController(
            self._panel, notices, tasks, tools, self._review, player, self._ordering
        )
        self._session: RecordingSession | None = None
        self._shelf = SessionShelf(
            page.start_panel, notices, tasks, tools.takes_root, tools.load_prompts, self._choose_export_folder
        )
        self._show_options()
        self._connect()

    @property
    def session(self) -> RecordingSession | None:
        """The session on screen."""
        return self._session

    def show(self) -> None:
        """Bring the page up to date; call it when the page is shown."""
        self._show_options()
        if self._session is None and self._page.showing in (self._page.start_panel, self._panel):
            self._page.show_start()
            self._shelf.show()
        elif self._page.showing in (self._panel, self._page.room_panel):
            self._tools.microphone.open()
            self._page.showing.setFocus()

    def hide(self) -> None:
        """Keep a running take and close the microphone; call it when the person leaves the page."""
        self._sentence.end_take()
        self._sentence.stop_sound()
        self._tools.room.stop()
        self._tools.microphone.close()

    def back_to_takes(self, takes: Path) -> None:
        """Return from a clone to the sentences that it is made of."""
        if self._session is None or self._session.folder != takes:
            self.leave()
            return
        self._sentence.show()
        self._page.show_session()
        self._tools.microphone.open()

    def go_on_with(self, takes: Path) -> None:
        """Return to the sentences that a voice was made of, to add to them."""
        if self._session is not None and self._session.folder == takes:
            self.back_to_takes(takes)
            return
        self.leave()
        if is_session(takes):
            self._shelf.resume(takes)

    def leave(self) -> None:
        """Close the session; it stays on the disk if anything was recorded."""
        self.hide()
        self._ordering.release()
        self._session = None
        self._sentence.open(None)
        self._review.open(None)
        self._tasks.run(lambda _: self._shelf.release(), lane=LANE)  # after its last take is saved
        self._page.show_start()
        self._shelf.show()

    def open(self, session: RecordingSession, check_room: bool = False) -> None:
        """Show a session; a new session begins with the microphone and the room."""
        self._session = session
        self._tasks.run(
            lambda _: self._shelf.claim(session.folder), on_error=self._notices.show_error, lane=LANE
        )
        self._ordering.forget()
        self._review.open(session)
        self._sentence.open(session)
        self._notices.clear()
        self._panel.set_voice(session.voice.name, session.voice.person)
        self._sentence.show()  # before the page is shown: a visible progress bar repaints at each change
        if check_room:
            self._page.show_room()
        else:
            self._page.show_session()
        self._review.prepare()
        self._tools.microphone.open()
        # The message is an event of its own, because showing the page takes time.
        QTimer.singleShot(0, lambda: self._tell_recovered(session))

    def voice_made(self, takes: Path) -> None:
        """Note that a voice was made of a folder's takes."""
        session = self._session

        def work(_: Task) -> None:
            if not is_session(takes):
                return  # a folder that came from elsewhere
            takes_session = (
                session if session is not None and session.folder == takes else RecordingSession.read(takes)
            )
            takes_session.voice_made(len(takes_session.takes))

        self._tasks.run(work, on_error=self._notices.show_error, lane=LANE)

    def close(self) -> None:
        """Finish the running take on the calling thread, before the window closes."""
        try:
            self._sentence.finish_take()
        except (DeviceError, RecordingError) as error:
            sentence(error)
        self._recorder.close()
        self._tools.cloning.release_sketching()
        self._shelf.release()

    def words_can_be_checked(self) -> None:
        """Compare the words of all takes; call it when the server is ready."""
        if self._session is not None:
            self._review.prepare()

    def _connect(self) -> None:
        page, panel, settings = self._page, self._panel, self._tools.settings
        self._shelf.begun.connect(self._begun)
        self._shelf.resumed.connect(self.open)
        page.room_panel.continue_requested.connect(self._leave_room)
        panel.clone_requested.connect(self._order_clone)
        panel.sketch_toggled.connect(self._toggle_sketch)
        self._ordering.clone_ordered.connect(self._start_clone)
        self._ordering.consent_refused.connect(lambda: self._sentence.move_to(0))
        panel.leave_requested.connect(self.leave)
        panel.room_requested.connect(self._enter_room)
        panel.countdown_changed.connect(lambda on: setattr(settings, "counts_down", on))
        panel.auto_stop_changed.connect(lambda on: setattr(settings, "stops_by_itself", on))
        panel.prompt_size_changed.connect(lambda size: setattr(settings, "prompt_size_px", size))
        self._tools.microphone.trouble.connect(self._trouble)
        self._tools.microphone.failed.connect(self._notices.show)
        self._tools.microphone.told.connect(lambda text: self._notices.show(text, "ok"))

    # Sessions

    def _show_options(self) -> None:
        """Show the options as they were chosen last, here or in the settings."""
        settings = self._tools.settings
        self._panel.set_options(settings.counts_down, settings.stops_by_itself, settings.prompt_size_px)

    def _choose_export_folder(self) -> Path | None:
        settings = self._tools.settings
        folder = self._tools.dialogs.folder(self.tr("Export the takes into"), settings.export_folder)
        if folder is not None:
            settings.export_folder = folder
        return folder

    def _begun(self, session: RecordingSession) -> None:
        self._page.start_panel.clear()
        self.open(session, check_room=True)

    def _tell_recovered(self, session: RecordingSession) -> None:
        for recovered in session.recovered:
            text = self.tr("A take that was interrupted was kept ({0:.1f} s): listen to it, or redo it.")
            self._notices.show(text.format(recovered.duration_s), "warning")

    def _enter_room(self) -> None:
        self._sentence.stop_sound()
        self._page.show_room()

    def _leave_room(self) -> None:
        self._tools.room.stop()
        self._page.show_session()

    def _trouble(self, text: str) -> None:
        self._sentence.end_take()
        self._notices.show(text)

    # Voices

    def _order_clone(self) -> None:
        if self._session is not None and not self._sentence.busy:
            self._ordering.clone(self._session)

    def _toggle_sketch(self) -> None:
        if self._session is not None and not self._sentence.busy:
            self._ordering.toggle_sketch(self._session)

    def _start_clone(self, order: CloneOrder) -> None:
        self._notices.clear()
        self.hide()
        self._page.show_clone()
        self.clone_wanted.emit(order)
