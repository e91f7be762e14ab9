"""Joins the Record page with sessions on disk, the microphone and the checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from timbre.archive import ENOUGH_TAKES
from timbre_app.sound.devices import DeviceError
from timbre_app.sound.recorder import FinishedTake, Recorder
from timbre_app.studio.backstage import StudioChecks, StudioCloning, StudioSpeech
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.errors import sentence
from timbre_app.studio.notices import Notices
from timbre_app.studio.playback import Playback
from timbre_app.studio.record.listening import TakePlayer
from timbre_app.studio.record.microphone import MicrophoneController
from timbre_app.studio.record.ordering import VoiceOrdering
from timbre_app.studio.record.page import RecordPage
from timbre_app.studio.record.review import TAKES_ADVISED, TakeReview
from timbre_app.studio.record.room import RoomController
from timbre_app.studio.record.session_items import Activity, SentenceItem
from timbre_app.studio.record.sessions import SessionShelf
from timbre_app.studio.record.sketch import SketchController
from timbre_app.studio.record.take_strip import TakeState
from timbre_app.studio.record.taking import LANE, TakeController
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.tasks import Job, Tasks
from timbre_app.takes.files import write_take
from timbre_app.takes.prompts import PromptList
from timbre_app.takes.recordings import CONSENT_ID, RecordingError, RecordingSession, is_session
from timbre_app.voices.order import CloneOrder


@dataclass(frozen=True)
class RecordTools:
    """Services that the Record page uses."""

    recorder: Recorder
    microphone: MicrophoneController
    room: RoomController
    playback: Playback
    checks: StudioChecks
    cloning: StudioCloning
    speech: StudioSpeech
    load_prompts: Callable[[], PromptList]
    takes_root: Path
    settings: StudioSettings
    dialogs: Dialogs


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
        self._taking = TakeController(self._panel, tasks, tools.recorder, tools.settings)
        self._player = TakePlayer(self._panel, tools.playback)
        sketch = SketchController(self._panel, notices, tasks, tools.cloning, tools.speech, tools.playback)
        self._ordering = VoiceOrdering(self._panel, notices, self._review, self._player, sketch)
        self._session: RecordingSession | None = None
        self._is_moving = self._records_on_arrival = False
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
        self._taking.end_now()
        self._stop_sound()
        self._tools.room.stop()
        self._tools.microphone.close()

    def back_to_takes(self, takes: Path) -> None:
        """Return from a clone to the sentences that it is made of."""
        if self._session is None or self._session.folder != takes:
            self.leave()
            return
        self._show_sentence()
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
        self._is_moving = self._records_on_arrival = False
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
        self._notices.clear()
        self._panel.set_voice(session.voice.name, session.voice.person)
        self._show_sentence()  # before the page is shown: a visible progress bar repaints at each change
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

        def work(_: Job) -> None:
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
            self._taking.finish_blocking()
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
        panel.record_toggled.connect(self._toggle_recording)
        panel.cancel_requested.connect(self._taking.cancel)
        panel.play_toggled.connect(self._toggle_playing)
        panel.redo_requested.connect(self._toggle_recording)
        panel.previous_requested.connect(lambda: self._step(-1))
        panel.next_requested.connect(lambda: self._step(1))
        panel.position_chosen.connect(self._move_to)
        panel.before_requested.connect(self._bring_before)
        panel.files_dropped.connect(self._take_from_file)
        panel.file_requested.connect(self._choose_file)
        panel.clone_requested.connect(self._order_clone)
        panel.sketch_toggled.connect(self._toggle_sketch)
        self._ordering.clone_ordered.connect(self._start_clone)
        self._ordering.consent_refused.connect(lambda: self._move_to(0))
        panel.leave_requested.connect(self.leave)
        panel.room_requested.connect(self._enter_room)
        panel.countdown_changed.connect(lambda on: setattr(settings, "counts_down", on))
        panel.auto_stop_changed.connect(lambda on: setattr(settings, "stops_by_itself", on))
        panel.prompt_size_changed.connect(lambda size: setattr(settings, "prompt_size_px", size))
        self._review.found.connect(self._found)
        self._taking.saved.connect(self._saved)
        self._taking.dropped.connect(self._show_sentence)
        self._taking.failed.connect(self._not_saved)
        self._taking.silent.connect(self._notices.show_error)
        self._player.failed.connect(self._notices.show_error)
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
        self._stop_sound()
        self._page.show_room()

    def _leave_room(self) -> None:
        self._tools.room.stop()
        self._page.show_session()

    def _step(self, step: int) -> None:
        if self._session is not None:
            self._move_to(self._session.position + step)

    def _move_to(self, position: int) -> None:
        session = self._session
        if session is None or self._taking.busy:
            return
        self._player.stop()
        self._is_moving = True
        self._tasks.run(
            lambda _: session.move_to(position), lambda _: self._arrived(), self._not_moved, lane=LANE
        )

    def _arrived(self) -> None:
        records = self._records_on_arrival
        self._is_moving = self._records_on_arrival = False
        self._show_sentence()
        if records:
            self._toggle_recording()

    def _not_moved(self, error: Exception) -> None:
        self._is_moving = self._records_on_arrival = False
        self._not_saved(error)

    def _show_sentence(self) -> None:
        session = self._session
        if session is None:
            return
        prompt = session.prompt
        has_take = session.take_path(prompt.id) is not None
        sentence_ids = [sentence.id for sentence in session.prompts if sentence.id != CONSENT_ID]
        is_consent = prompt.id == CONSENT_ID
        number = 0 if is_consent else sentence_ids.index(prompt.id) + 1
        needed = min(TAKES_ADVISED, len(sentence_ids))
        item = SentenceItem(prompt.text, number, needed, len(sentence_ids), has_take, is_consent)
        self._panel.set_sentence(item)
        self._panel.set_activity(Activity.IDLE)
        self._show_progress(session)
        self._panel.offer_before(session.has_before(prompt.id))
        self._ordering.offer_sketch(session)
        self._review.show()

    def _show_progress(self, session: RecordingSession) -> None:
        """Count the takes that a voice would be made of."""
        bad = len(self._review.takes_in(TakeState.BAD))
        self._panel.set_progress(len(session.takes) - bad, bad, ENOUGH_TAKES, TAKES_ADVISED)

    # Recording

    def _toggle_recording(self) -> None:
        session = self._session
        if session is None:
            return
        self._stop_sound()
        if self._is_moving:  # the take is for the sentence that comes, not for the one before
            self._records_on_arrival = True
            return
        if not self._taking.busy:
            self._notices.clear()
        self._taking.toggle(session)

    def _saved(self, take: FinishedTake) -> None:
        self._review.desk.forget(take.path.stem)
        if take.overflows:
            text = self.tr(
                "The computer was too busy and lost some sound: listen to the take, and redo it if it skips."
            )
            self._notices.show(text, "warning")
        self._show_sentence()

    def _not_saved(self, error: Exception) -> None:
        self._show_sentence()
        self._notices.show_error(error)

    def _trouble(self, text: str) -> None:
        self._taking.end_now()
        self._notices.show(text)

    def _choose_file(self) -> None:
        paths = self._tools.dialogs.recordings_files(self._tools.settings.import_folder)
        if paths:
            self._take_from_file(paths)

    def _take_from_file(self, paths: list[Path]) -> None:
        """Take a recorded file as the take of the sentence on screen."""
        session = self._session
        if session is None or self._taking.busy or not paths:
            return
        prompt = session.prompt

        def work(_: Job) -> None:
            write_take(session, prompt.id, paths[0])

        def done(_: None) -> None:
            self._review.desk.forget(prompt.id)
            self._show_sentence()

        self._tasks.run(work, done, self._notices.show_error, lane=LANE)

    def _toggle_playing(self) -> None:
        session, findings = self._session, self._review.current
        if session is not None:
            self._player.toggle(
                session.take_path(session.prompt.id), findings.duration_s if findings else 0.0
            )

    def _bring_before(self) -> None:
        """Bring back the take that the present one replaced."""
        session = self._session
        if session is None or self._taking.busy:
            return
        self._player.stop()
        prompt_id = session.prompt.id

        def done(_: None) -> None:
            self._review.desk.forget(prompt_id)
            self._show_sentence()

        self._tasks.run(lambda _: session.swap_takes(prompt_id), done, self._notices.show_error, lane=LANE)

    def _found(self, prompt_id: str) -> None:
        session = self._session
        if session is None:
            return
        self._review.show_strip()
        self._show_progress(session)
        self._ordering.offer_sketch(session)
        if session.prompt.id == prompt_id and not self._taking.busy:
            self._review.show_findings()
        if prompt_id == CONSENT_ID and not self._taking.busy:
            self._ordering.consent_found(session)

    # Voices

    def _stop_sound(self) -> None:
        """Stop a take or a sketch that plays, and a sketch that would play later."""
        self._player.stop()
        self._ordering.stop_sketch()

    def _order_clone(self) -> None:
        if self._session is not None and not self._taking.busy:
            self._ordering.clone(self._session)

    def _toggle_sketch(self) -> None:
        if self._session is not None and not self._taking.busy:
            self._ordering.toggle_sketch(self._session)

    def _start_clone(self, order: CloneOrder) -> None:
        self._notices.clear()
        self.hide()
        self._page.show_clone()
        self.clone_wanted.emit(order)
