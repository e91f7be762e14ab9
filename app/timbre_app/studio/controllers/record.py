"""Joins the Record page with sessions on disk, the microphone and the checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from timbre_app.devices import DeviceError, FinishedTake, Recorder
from timbre_app.recordings import CONSENT_ID, PromptList, RecordingError, RecordingSession, list_sessions
from timbre_app.sound import wave_file
from timbre_app.studio.controllers.errors import sentence
from timbre_app.studio.controllers.microphone import MicrophoneController
from timbre_app.studio.controllers.take_desk import TakeDesk, TakeFindings
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.playback import Playback, Sound
from timbre_app.studio.ports import CheckLine, SpokenChunk, TakeChecks
from timbre_app.studio.views.record_session import Activity, SentenceItem
from timbre_app.studio.views.record_start import SessionItem
from timbre_app.tasks import Job, Tasks

TAKES_NEEDED = 10
TAKES_ADVISED = 20
SHORTEST_TAKE_S = 0.3
FOLLOW_EVERY_MS = 33
LANE = "takes"


@dataclass(frozen=True)
class RecordTools:
    """What the Record page works with."""

    recorder: Recorder
    microphone: MicrophoneController
    playback: Playback
    checks: TakeChecks
    load_prompts: Callable[[], PromptList]
    takes_root: Path


class RecordController(QObject):
    """One session on screen at a time.

    Signals:
        clone_wanted: Folder of the takes and the voice's name.
    """

    clone_wanted = Signal(object, str)

    def __init__(self, window: MainWindow, tasks: Tasks, tools: RecordTools) -> None:
        super().__init__(window)
        self._window, self._page, self._panel = window, window.record_page, window.record_page.session_panel
        self._tasks, self._tools = tasks, tools
        self._recorder, self._playback = tools.recorder, tools.playback
        self._desk = TakeDesk(tasks, tools.checks, self._found)
        self._session: RecordingSession | None = None
        self._saving = False
        self._timer = QTimer(self)
        self._timer.setInterval(FOLLOW_EVERY_MS)
        self._timer.timeout.connect(self._follow)
        self._connect()

    @property
    def session(self) -> RecordingSession | None:
        """The session on screen."""
        return self._session

    def show(self) -> None:
        """The page came to the front."""
        if self._session is None:
            self._page.show_start()
            self._list_sessions()
        elif self._page.showing is self._panel:
            self._tools.microphone.open()
            self._panel.setFocus()

    def hide(self) -> None:
        """The page is left: a take under way is kept, the microphone is closed."""
        self._finish_if_recording()
        self._playback.stop()
        self._tools.microphone.close()

    def back_to_takes(self) -> None:
        """Return from a clone to the sentences."""
        if self._session is None:
            self.leave()
            return
        self._page.show_session()
        self._tools.microphone.open()

    def leave(self) -> None:
        """Put the session away; it stays on the disk."""
        self.hide()
        self._session = None
        self._page.show_start()
        self._list_sessions()

    def close(self) -> None:
        """The window closes: finish what is being recorded, here and now."""
        if self._recorder.recording and self._session is not None:
            try:
                take = self._recorder.finish()
                self._session.complete_take(take.path.stem)
            except (DeviceError, RecordingError) as error:
                sentence(error)
        self._recorder.close()

    def words_can_be_checked(self) -> None:
        """The server came up: compare the words of the take on screen."""
        self._examine()

    def _connect(self) -> None:
        start, panel = self._page.start_panel, self._panel
        start.begin_requested.connect(self._begin)
        start.resume_requested.connect(self._resume)
        panel.record_toggled.connect(self._toggle_recording)
        panel.cancel_requested.connect(self._cancel)
        panel.play_toggled.connect(self._toggle_playing)
        panel.redo_requested.connect(self._record)
        panel.previous_requested.connect(lambda: self._move(-1))
        panel.next_requested.connect(lambda: self._move(1))
        panel.clone_requested.connect(self._clone)
        panel.leave_requested.connect(self.leave)
        self._tools.microphone.trouble.connect(self._trouble)
        self._tools.microphone.failed.connect(self._window.show_message)

    # Sessions

    def _list_sessions(self) -> None:
        def work(_: Job) -> list[SessionItem]:
            items = []
            for folder in list_sessions(self._tools.takes_root):
                try:
                    session = RecordingSession.read(folder)
                except RecordingError as error:
                    sentence(error)
                    continue
                items.append(SessionItem(str(folder), session.voice_name, len(session.takes)))
            return items

        self._tasks.run(work, self._page.start_panel.set_sessions, on_error=self._fail, lane=LANE)

    def _begin(self, name: str) -> None:
        def work(_: Job) -> RecordingSession:
            return RecordingSession.create(self._tools.takes_root, name, self._tools.load_prompts())

        self._tasks.run(work, self._opened, on_error=self._fail, lane=LANE)

    def _resume(self, key: str) -> None:
        self._tasks.run(
            lambda _: RecordingSession.open(Path(key)), self._opened, on_error=self._fail, lane=LANE
        )

    def _opened(self, session: RecordingSession) -> None:
        self._session = session
        self._desk.forget()
        self._window.message_bar.clear()
        self._panel.set_voice_name(session.voice_name)
        self._page.show_session()
        self._show_sentence()
        self._tools.microphone.open()
        for recovered in session.recovered:
            said = self.tr("A take that was interrupted was kept ({0:.1f} s): listen to it, or redo it.")
            self._window.show_message(said.format(recovered.duration_s), "warning")

    def _move(self, step: int) -> None:
        session = self._session
        if session is None or self._recorder.recording:
            return
        self._playback.stop()
        at = session.position
        self._tasks.run(
            lambda _: session.move_to(at + step), lambda _: self._show_sentence(), self._fail, lane=LANE
        )

    def _show_sentence(self) -> None:
        session = self._session
        if session is None:
            return
        prompt = session.prompt
        has_take = session.take_path(prompt.id) is not None
        item = SentenceItem(
            prompt.text, session.position + 1, len(session.prompts), has_take, prompt.id == CONSENT_ID
        )
        self._panel.set_sentence(item)
        self._panel.set_activity(Activity.IDLE)
        self._panel.set_progress(len(session.takes), TAKES_NEEDED, TAKES_ADVISED)
        self._show_findings()
        self._examine()

    # Recording

    def _toggle_recording(self) -> None:
        if self._recorder.recording:
            self._finish_if_recording()
        else:
            self._record()

    def _record(self) -> None:
        session = self._session
        if session is None or self._saving or self._recorder.recording:
            return
        self._playback.stop()
        self._window.message_bar.clear()
        try:
            self._recorder.start(session.begin_take(session.prompt.id))
        except (DeviceError, OSError) as error:
            self._fail(error)
            return
        self._panel.set_activity(Activity.RECORDING)
        self._panel.waveform.clear()
        self._panel.waveform.set_empty_text(self.tr("Recording…"))
        self._panel.set_findings([])
        self._panel.set_note(self.tr("Read the sentence aloud, then press Space."))

    def _finish_if_recording(self) -> None:
        session = self._session
        if session is None or self._saving or not self._recorder.recording:
            return
        self._saving = True
        self._panel.set_activity(Activity.IDLE)
        self._panel.set_note(self.tr("Saving the take…"))

        def work(_: Job) -> FinishedTake:
            take = self._recorder.finish()
            if take.duration_s < SHORTEST_TAKE_S:
                session.discard_take(take.path.stem)
                raise RecordingError(
                    self.tr("That was too short to be a take: press Space, read, press Space again.")
                )
            session.complete_take(take.path.stem)
            return take

        self._tasks.run(work, self._saved, self._not_saved, lane=LANE)

    def _saved(self, take: FinishedTake) -> None:
        self._saving = False
        self._desk.forget(take.path.stem)
        if take.overflows:
            said = self.tr(
                "The computer was too busy and lost some sound: listen to the take, and redo it if it skips."
            )
            self._window.show_message(said, "warning")
        self._show_sentence()

    def _not_saved(self, error: Exception) -> None:
        self._saving = False
        self._show_sentence()
        self._fail(error)

    def _cancel(self) -> None:
        session = self._session
        if session is None or self._saving or not self._recorder.recording:
            return
        self._saving = True

        def work(_: Job) -> None:
            path = self._recorder.finish().path
            session.discard_take(path.stem)

        def done(_: None) -> None:
            self._saving = False
            self._show_sentence()

        self._tasks.run(work, done, self._not_saved, lane=LANE)

    def _trouble(self, said: str) -> None:
        self._finish_if_recording()
        self._window.show_message(said)

    # Listening

    def _toggle_playing(self) -> None:
        if self._playback.playing:
            self._playback.stop()
            return
        session = self._session
        path = session.take_path(session.prompt.id) if session else None
        if path is None:
            return

        def make(_: Callable[[], bool]) -> Sound:
            samples, sample_rate = wave_file.read(path)
            return Sound(sample_rate, iter([SpokenChunk(samples)]))

        self._playback.play(make, on_end=self._played, on_error=self._play_failed)
        self._panel.set_activity(Activity.PLAYING)
        self._timer.start()

    def _follow(self) -> None:
        found = self._current_findings()
        if found is not None and found.duration_s > 0:
            self._panel.waveform.set_position(min(1.0, self._playback.position_s / found.duration_s))

    def _played(self) -> None:
        self._timer.stop()
        self._panel.waveform.set_position(None)
        if not self._recorder.recording:
            self._panel.set_activity(Activity.IDLE)

    def _play_failed(self, error: Exception) -> None:
        self._played()
        self._fail(error)

    # Findings

    def _examine(self) -> None:
        session = self._session
        if session is None:
            return
        path = session.take_path(session.prompt.id)
        if path is not None:
            self._desk.examine(session.prompt, path)

    def _found(self, prompt_id: str) -> None:
        if (
            self._session is not None
            and self._session.prompt.id == prompt_id
            and not self._recorder.recording
        ):
            self._show_findings()

    def _current_findings(self) -> TakeFindings | None:
        return self._desk.found(self._session.prompt.id) if self._session else None

    def _show_findings(self) -> None:
        session, found, panel = self._session, self._current_findings(), self._panel
        if session is None:
            return
        if found is None:
            has_take = session.take_path(session.prompt.id) is not None
            panel.waveform.set_empty_text("" if has_take else self.tr("No take yet"))
            panel.waveform.clear()
            panel.set_duration(None)
            panel.set_findings([])
            hint = self.tr("Press Space and read the sentence aloud.")
            panel.set_note(self.tr("Looking at the take…") if has_take else hint)
            return
        panel.waveform.set_outline(found.outline)
        panel.set_duration(found.duration_s)
        lines = [*found.sound, *(found.words or ())]
        if found.words is None:
            panel.set_note(found.note or self.tr("Comparing the words…"))
        else:
            panel.set_note("")
        if not any(line.severity != "ok" for line in lines):
            lines = [*lines, CheckLine("ok", self.tr("Good. Press → for the next sentence."))]
        panel.set_findings(lines)

    # Cloning

    def _clone(self) -> None:
        session = self._session
        if session is None or self._recorder.recording:
            return
        if not session.has_consent:
            self._window.show_message(
                self.tr("Record your consent first: it is the first sentence."), "warning"
            )
            self._move(-session.position)
            return
        self.hide()
        self._page.show_clone()
        self.clone_wanted.emit(session.folder, session.voice_name)

    def _fail(self, error: Exception) -> None:
        self._window.show_message(sentence(error))
