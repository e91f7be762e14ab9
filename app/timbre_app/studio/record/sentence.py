"""The sentence on screen: turns to others, records it, takes a file for it, plays its take."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from timbre.archive import ENOUGH_TAKES
from timbre_app.sound.recorder import FinishedTake
from timbre_app.studio.notices import Notices
from timbre_app.studio.record.ordering import VoiceOrdering
from timbre_app.studio.record.review import TAKES_ADVISED, TakeReview
from timbre_app.studio.record.session_items import Activity, SentenceItem
from timbre_app.studio.record.session_panel import RecordSessionPanel
from timbre_app.studio.record.take_player import TakePlayer
from timbre_app.studio.record.take_strip import TakeState
from timbre_app.studio.record.taking import LANE, TakeController
from timbre_app.studio.record.tools import RecordTools
from timbre_app.studio.tasks import Task, Tasks
from timbre_app.takes.files import write_take
from timbre_app.takes.recordings import CONSENT_ID, RecordingSession


class SentenceController(QObject):
    """Shows one sentence of a session at a time, and what happens to its take."""

    def __init__(
        self,
        panel: RecordSessionPanel,
        notices: Notices,
        tasks: Tasks,
        tools: RecordTools,
        review: TakeReview,
        player: TakePlayer,
        ordering: VoiceOrdering,
    ) -> None:
        super().__init__(panel)
        self._panel, self._notices, self._tasks, self._tools = panel, notices, tasks, tools
        self._review, self._player, self._ordering = review, player, ordering
        self._taking = TakeController(panel, tasks, tools.recorder, tools.settings)
        self._session: RecordingSession | None = None
        self._is_moving = self._records_on_arrival = False
        self._connect()

    @property
    def busy(self) -> bool:
        """Whether a take is being recorded or saved."""
        return self._taking.busy

    def open(self, session: RecordingSession | None) -> None:
        """Turn to a session, or to none."""
        self._session = session
        self._is_moving = self._records_on_arrival = False

    def end_take(self) -> None:
        """End the take that is being recorded, and keep it."""
        self._taking.end_now()

    def finish_take(self) -> None:
        """Keep the take that is being recorded, on the calling thread.

        Raises:
            DeviceError: if the microphone fails meanwhile.
            RecordingError: if the take cannot be written.
        """
        self._taking.finish_blocking()

    def stop_sound(self) -> None:
        """Stop a take or a sketch that plays, and a sketch that would play later."""
        self._player.stop()
        self._ordering.stop_sketch()

    def show(self) -> None:
        """Show the sentence and its take."""
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

    def move_to(self, position: int) -> None:
        """Turn to the sentence at a position of the session; 0 is the consent."""
        session = self._session
        if session is None or self._taking.busy:
            return
        self._player.stop()
        self._is_moving = True
        self._tasks.run(
            lambda _: session.move_to(position), lambda _: self._arrived(), self._not_moved, lane=LANE
        )

    def _connect(self) -> None:
        panel, taking = self._panel, self._taking
        panel.record_toggled.connect(self._toggle_recording)
        panel.redo_requested.connect(self._toggle_recording)
        panel.cancel_requested.connect(taking.cancel)
        panel.play_toggled.connect(self._toggle_playing)
        panel.previous_requested.connect(lambda: self._step(-1))
        panel.next_requested.connect(lambda: self._step(1))
        panel.position_chosen.connect(self.move_to)
        panel.before_requested.connect(self._bring_before)
        panel.files_dropped.connect(self._take_from_file)
        panel.file_requested.connect(self._choose_file)
        self._review.found.connect(self._found)
        taking.saved.connect(self._saved)
        taking.dropped.connect(self.show)
        taking.failed.connect(self._not_saved)
        taking.silent.connect(self._notices.show_error)
        self._player.failed.connect(self._notices.show_error)

    # The sentence

    def _step(self, step: int) -> None:
        if self._session is not None:
            self.move_to(self._session.position + step)

    def _arrived(self) -> None:
        records = self._records_on_arrival
        self._is_moving = self._records_on_arrival = False
        self.show()
        if records:
            self._toggle_recording()

    def _not_moved(self, error: Exception) -> None:
        self._is_moving = self._records_on_arrival = False
        self._not_saved(error)

    # Recording

    def _toggle_recording(self) -> None:
        session = self._session
        if session is None:
            return
        self.stop_sound()
        if self._is_moving:  # the take is for the sentence that comes, not for the one before
            self._records_on_arrival = True
            return
        if not self._taking.busy:
            self._notices.clear()
        self._taking.toggle(session)

    def _saved(self, take: FinishedTake) -> None:
        self._review.examiner.forget(take.path.stem)
        if take.overflows:
            text = self.tr(
                "The computer was too busy and lost some sound: listen to the take, and redo it if it skips."
            )
            self._notices.show(text, "warning")
        self.show()

    def _not_saved(self, error: Exception) -> None:
        self.show()
        self._notices.show_error(error)

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

        def work(_: Task) -> None:
            write_take(session, prompt.id, paths[0])

        def done(_: None) -> None:
            self._review.examiner.forget(prompt.id)
            self.show()

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
            self._review.examiner.forget(prompt_id)
            self.show()

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
