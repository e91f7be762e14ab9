"""Opens the microphone while it is needed, shows its level, and notices when it goes away or comes back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from timbre.messages import Message
from timbre_app.sound.device_watch import Change, follow
from timbre_app.sound.devices import Device, list_devices, look_again
from timbre_app.sound.recorder import Recorder
from timbre_app.studio.errors import sentence
from timbre_app.studio.language import translated
from timbre_app.studio.record.page import RecordPage
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.tasks import DEVICE_LANE, Task, Tasks

METER_EVERY_MS = 33
REOPEN_EVERY_MS = 400


class Microphones:
    """The system's microphones, by name."""

    def names(self, finds_new: bool) -> list[str]:
        """List the names, the system's choice first; new microphones are found while no stream is open."""
        if finds_new:
            look_again()
        return [device.name for device in list_devices("input")]

    def follow(self, on_change: Callable[[Change], None], should_stop: Callable[[], bool]) -> None:
        """Call back each time a microphone is plugged in or out or replaces another, until told to stop.

        A separate process watches the devices, see `device_watch`.
        """
        follow(on_change, should_stop)


class MicrophoneController(QObject):
    """Runs the meters and the microphone boxes of the Record page.

    Signals:
        trouble: Sentence that says why the running take cannot go on.
        failed: Sentence that says why the microphone cannot be opened.
        told: Sentence that says that a microphone was plugged in.
    """

    trouble = Signal(str)
    failed = Signal(str)
    told = Signal(str)

    def __init__(
        self,
        page: RecordPage,
        tasks: Tasks,
        recorder: Recorder,
        microphones: Microphones,
        settings: StudioSettings,
    ) -> None:
        super().__init__(page)
        self._session_panel, self._room_panel = page.session_panel, page.room_panel
        self._bars = (page.session_panel.microphone_bar, page.room_panel.microphone_bar)
        self._tasks, self._recorder = tasks, recorder
        self._microphones, self._settings = microphones, settings
        self._wanted = self._opening = self._is_lost = False
        self._names: list[str] = []
        self._trouble: Message | None = None
        self._plugged: list[str] | None = None
        self._watch: Task | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(METER_EVERY_MS)
        self._timer.timeout.connect(self._tick)
        self._reopen_timer = QTimer(self)
        self._reopen_timer.setSingleShot(True)
        self._reopen_timer.setInterval(REOPEN_EVERY_MS)
        self._reopen_timer.timeout.connect(self._reopen)
        for bar in self._bars:
            bar.chosen.connect(self._choose)
            bar.look_again_requested.connect(lambda: self.open(look_again=True))

    def open(self, look_again: bool = False) -> None:
        """List the microphones and open the one chosen last; returns at once."""
        self._begin_to_open(look_again, self._not_opened)

    def _begin_to_open(self, look_again: bool, on_error: Callable[[Exception], None]) -> None:
        self._reopen_timer.stop()
        self._wanted = self._opening = True
        self._plugged = self._trouble = None
        self._set_ready(False)

        def work(_: Task) -> tuple[list[str], Device]:
            self._recorder.close()
            names = self._microphones.names(look_again)
            chosen_name = self._settings.microphone
            return names, self._recorder.open(chosen_name if chosen_name in names else None)

        self._tasks.run(work, on_result=self._opened, on_error=on_error, lane=DEVICE_LANE)
        if self._watch is None:
            self._watch = self._tasks.run(
                lambda task: self._microphones.follow(task.report, lambda: task.cancelled),
                on_progress=self._changed,
                lasting=True,
            )

    def close(self) -> None:
        """Close the microphone."""
        self._wanted = self._is_lost = False
        self._timer.stop()
        self._reopen_timer.stop()
        self._set_ready(False)
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        self._plugged = None
        self._tasks.run(lambda _: self._recorder.close(), lane=DEVICE_LANE)

    def _opened(self, names_and_device: tuple[list[str], Device]) -> None:
        self._names, device = names_and_device
        self._opening = False
        self._session_panel.set_lacks_microphone(False)
        self._show_names(device.name)
        if self._wanted:
            self._timer.start()
        if self._is_lost and self._wanted:
            self.told.emit(self.tr("The microphone is back."))
        self._is_lost = False
        if self._plugged is not None:  # the list changed while the microphone was being opened
            self._list_changed(self._plugged)

    def _not_opened(self, error: Exception) -> None:
        self._names = []
        self._opening = False
        self._show_names(None)
        self._session_panel.set_lacks_microphone(True)
        self._reopen_soon()
        self.failed.emit(sentence(error))

    def _reopen_soon(self) -> None:
        """Try again in a moment: PulseAudio and PipeWire give a microphone that comes back no new name."""
        if self._wanted:
            self._reopen_timer.start()

    def _reopen(self) -> None:
        """Open a microphone that has gone, if it is back; nothing is said while it is not."""
        if self._wanted and not self._opening and not self._recorder.recording:
            self._begin_to_open(False, lambda _: self._still_gone())
        else:
            self._reopen_soon()

    def _still_gone(self) -> None:
        self._opening = False
        self._reopen_soon()

    def _choose(self, name: str) -> None:
        open_device = self._recorder.device
        self._settings.microphone = name
        self.open(look_again=open_device is None or name != open_device.name)

    def _changed(self, change: Change) -> None:
        if change.moved and self._recorder.recording:
            self.trouble.emit(
                self.tr(
                    "The system switched to another microphone; the take so far is kept. "
                    "Check that the right one is in use, then record the sentence again."
                )
            )
        self._list_changed(change.names)

    def _list_changed(self, names: list[str]) -> None:
        """Act on a microphone that was plugged in or out."""
        self._plugged = names
        if self._opening or not self._wanted or names == self._names:
            return
        new_names = [name for name in names if name not in self._names]
        open_name = self._recorder.device.name if self._recorder.device else ""
        if self._recorder.recording:  # an unplugged microphone shows as trouble; a new one can wait
            return
        if not self._recorder.ready or open_name not in names or self._settings.microphone in new_names:
            self.open(look_again=True)
            if new_names:
                self.told.emit(self.tr("The microphone “{0}” was plugged in.").format(new_names[0]))
            return
        self._names = names
        self._show_names(open_name)
        if new_names:
            self.told.emit(
                self.tr("The microphone “{0}” was plugged in: choose it to use it.").format(new_names[0])
            )

    def _show_names(self, chosen_name: str | None) -> None:
        for bar in self._bars:
            bar.set_microphones(self._names, chosen_name)

    def _set_ready(self, ready: bool) -> None:
        self._session_panel.set_can_record(ready)
        self._room_panel.set_can_measure(ready)

    def _tick(self) -> None:
        recorder = self._recorder
        level = recorder.meter.read()
        for bar in self._bars:
            if bar.isVisible():
                bar.set_level(level)
        self._set_ready(recorder.ready)
        trouble, before = recorder.trouble, self._trouble
        self._trouble = trouble
        if trouble is None or trouble == before:
            return
        if recorder.lost:
            self._timer.stop()
            self._set_ready(False)
            self._is_lost = True
            self._session_panel.set_lacks_microphone(True)
            self._reopen_soon()
        self.trouble.emit(translated(trouble))
