"""Records a take, from the key press to the disk: countdown, recording, tail, saving."""

from __future__ import annotations

import math
import time
from enum import Enum, auto

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from timbre_app.sound.devices import DeviceError
from timbre_app.sound.pre_roll import PRE_ROLL_S
from timbre_app.sound.recorder import FinishedTake, Recorder
from timbre_app.studio.record.session_items import Activity
from timbre_app.studio.record.session_panel import RecordSessionPanel
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.tasks import Task, Tasks
from timbre_app.takes.recordings import RecordingError, RecordingSession

LANE = "takes"
FOLLOW_EVERY_MS = 33
COUNTDOWN_S = 3.0
TAIL_S = 1.0
SHORTEST_TAKE_S = PRE_ROLL_S + 0.3
HINT_AFTER_S = 5.0
"""Silence after which the person is told that nothing is heard, or that the take still runs."""
MOST_SILENCE_S = 20.0
"""Silence after which a take in which nobody spoke ends by itself."""
NARROWEST_COLUMNS = 300
"""Number of blocks (six seconds) that fill the waveform; a longer take is drawn narrower."""


class Phase(Enum):
    """Phase of a take."""

    NONE = auto()
    COUNTDOWN = auto()
    RECORDING = auto()
    TAIL = auto()
    SAVING = auto()


class TakeController(QObject):
    """Records one take at a time and draws it while it grows.

    Signals:
        saved: The FinishedTake, which is on the disk.
        dropped: The take was cancelled or cut short; an older take stays.
        failed: The exception; what was recorded stays on the disk.
        silent: The exception that says that a take has ended because nobody spoke.
    """

    saved = Signal(object)
    dropped = Signal()
    failed = Signal(object)
    silent = Signal(object)

    def __init__(
        self, panel: RecordSessionPanel, tasks: Tasks, recorder: Recorder, settings: StudioSettings
    ) -> None:
        super().__init__(panel)
        self._panel, self._tasks, self._recorder, self._settings = panel, tasks, recorder, settings
        self._session: RecordingSession | None = None
        self._phase = Phase.NONE
        self._since = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(FOLLOW_EVERY_MS)
        self._timer.timeout.connect(self._follow)

    @property
    def busy(self) -> bool:
        """Whether a take is counted down, recorded or saved."""
        return self._phase is not Phase.NONE

    def toggle(self, session: RecordingSession) -> None:
        """Begin a take of the sentence on screen, or end the running take."""
        if self._phase is Phase.COUNTDOWN:
            self.cancel()
        elif self._phase is Phase.RECORDING:
            self._end()
        elif self._phase is Phase.NONE:
            self.begin(session)

    def begin(self, session: RecordingSession) -> None:
        """Begin a take; an older take stays until the new one is done."""
        if self.busy:
            return
        self._session = session
        self._panel.waveform.clear()
        self._panel.set_findings([])
        self._panel.offer_to_keep(False)
        self._panel.offer_before(False)
        if self._settings.counts_down:
            self._enter(Phase.COUNTDOWN)
            self._panel.set_activity(Activity.COUNTDOWN)
            self._timer.start()
            self._follow()
        else:
            self._start()

    def end_now(self) -> None:
        """End the take and keep it, at once, when the person leaves the page or the microphone goes away.

        If the sentence has an older take, that one stays, because the new take was not read to its end.
        """
        if self._phase is Phase.COUNTDOWN:
            self.cancel()
        elif self._phase in (Phase.RECORDING, Phase.TAIL):
            self._save(cut_short=self._phase is Phase.RECORDING)

    def cancel(self) -> None:
        """Discard the running take."""
        session = self._session
        if session is None or self._phase in (Phase.NONE, Phase.SAVING):
            return
        if self._phase is Phase.COUNTDOWN:
            self._leave()
            self.dropped.emit()
            return
        self._timer.stop()
        self._enter(Phase.SAVING)

        def work(_: Task) -> None:
            session.discard_take(self._recorder.finish().path.stem)

        def done(_: None) -> None:
            self._leave()
            self.dropped.emit()

        self._tasks.run(work, done, self._not_saved, lane=LANE)

    def finish_blocking(self) -> None:
        """Save the running take on the calling thread, before the window closes.

        Raises:
            DeviceError, RecordingError: if that fails; what was written stays.
        """
        if self._recorder.recording and self._session is not None:
            self._keep(self._session, cut_short=self._phase is Phase.RECORDING)

    def _start(self) -> None:
        session = self._session
        assert session is not None  # begin() sets it
        try:
            self._recorder.start(session.begin_take(session.prompt.id))
        except (DeviceError, OSError) as error:
            self._leave()
            self.failed.emit(error)
            return
        self._enter(Phase.RECORDING)
        self._panel.set_activity(Activity.RECORDING)
        self._panel.waveform.set_empty_text(self.tr("Recording…"))
        self._panel.set_note(
            self.tr("Read the sentence aloud; the take ends when you stop speaking.")
            if self._settings.stops_by_itself
            else self.tr("Read the sentence aloud, then press Space.")
        )
        self._timer.start()

    def _follow(self) -> None:
        if self._phase is Phase.COUNTDOWN:
            left_s = COUNTDOWN_S - (time.monotonic() - self._since)
            if left_s <= 0:
                self._start()
            else:
                self._panel.set_countdown(math.ceil(left_s))
                self._panel.set_note(self.tr("Recording begins in {0}…").format(math.ceil(left_s)))
            return
        self._draw()
        if self._is_over():
            self._save()
        elif self._phase is Phase.RECORDING:
            self._watch_silence()

    def _watch_silence(self) -> None:
        """Tell the person that nothing is heard; end a take in which nobody speaks."""
        speech = self._recorder.speech
        if speech.quiet_s < HINT_AFTER_S:
            return
        if speech.has_spoken:
            self._panel.set_note(self.tr("Still recording: press Space to stop."))
        elif speech.quiet_s < MOST_SILENCE_S:
            text = self.tr("Nothing is heard yet: read the sentence aloud, or check the microphone.")
            self._panel.set_note(text)
        else:
            self.cancel()
            error = RecordingError(
                "Nothing was heard, so the recording has stopped: check that the right microphone is chosen."
            )
            self.silent.emit(error)

    def _is_over(self) -> bool:
        speech = self._recorder.speech
        if self._phase is Phase.TAIL:
            return speech.quiet_s >= TAIL_S or time.monotonic() - self._since >= TAIL_S
        return self._settings.stops_by_itself and speech.has_ended

    def _draw(self) -> None:
        peaks = np.array(self._recorder.peaks, dtype=np.float32)
        if len(peaks):
            padding = np.zeros(max(0, NARROWEST_COLUMNS - len(peaks)), np.float32)
            padded_peaks = np.concatenate([peaks, padding])
            self._panel.waveform.set_outline(np.stack([-padded_peaks, padded_peaks]))
        self._panel.set_duration(self._recorder.duration_s)

    def _end(self) -> None:
        """End the take because the person asks for it, but not before a second of silence is recorded."""
        speech = self._recorder.speech
        if not speech.has_spoken or speech.quiet_s >= TAIL_S:
            self._save()
            return
        self._enter(Phase.TAIL)
        self._panel.set_activity(Activity.ENDING)
        self._panel.set_note(self.tr("Be still for a moment…"))

    def _save(self, cut_short: bool = False) -> None:
        session = self._session
        assert session is not None  # begin() sets it
        self._timer.stop()
        self._enter(Phase.SAVING)
        self._panel.set_activity(Activity.IDLE)
        self._panel.set_note(self.tr("Saving the take…"))

        def done(take: FinishedTake | None) -> None:
            self._leave()
            if take is None:
                self.dropped.emit()
            else:
                self.saved.emit(take)

        self._tasks.run(lambda _: self._keep(session, cut_short), done, self._not_saved, lane=LANE)

    def _keep(self, session: RecordingSession, cut_short: bool) -> FinishedTake | None:
        """Save the take; returns None if it was cut short and an older take stays."""
        take = self._recorder.finish()
        prompt_id = take.path.stem
        if cut_short:
            if session.keep_interrupted(prompt_id):
                return take
            if session.take_path(prompt_id) is not None:
                return None
        elif take.duration_s >= SHORTEST_TAKE_S:
            session.complete_take(prompt_id)
            return take
        else:
            session.discard_take(prompt_id)
        raise RecordingError("That was too short to be a take: press Space, then read the sentence.")

    def _not_saved(self, error: Exception) -> None:
        self._leave()
        self.failed.emit(error)

    def _enter(self, phase: Phase) -> None:
        self._phase, self._since = phase, time.monotonic()

    def _leave(self) -> None:
        self._timer.stop()
        self._enter(Phase.NONE)
