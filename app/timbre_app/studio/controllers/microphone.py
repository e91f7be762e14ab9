"""Opens the microphone while it is wanted, shows its level, and notices when it goes away."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from timbre_app.devices import Device, Recorder, list_devices, refresh
from timbre_app.studio.controllers.errors import sentence
from timbre_app.studio.settings import StudioSettings
from timbre_app.studio.views.record_session import RecordSessionPanel
from timbre_app.tasks import Job, Tasks

METER_EVERY_MS = 33
LANE = "microphone"


class Microphones(Protocol):
    """The system's microphones, by name."""

    def names(self, look_again: bool) -> list[str]:
        """Names, the system's choice first."""
        ...


class SystemMicrophones:
    """The real ones."""

    def names(self, look_again: bool) -> list[str]:
        """Names, the system's choice first; `look_again` (while no stream is open) finds new ones."""
        if look_again:
            refresh()
        return [device.name for device in list_devices("input")]


class MicrophoneController(QObject):
    """The meter and the microphone box of the Record page.

    Signals:
        trouble: A sentence: the take under way cannot go on.
        failed: A sentence: the microphone cannot be opened.
    """

    trouble = Signal(str)
    failed = Signal(str)

    def __init__(
        self,
        panel: RecordSessionPanel,
        tasks: Tasks,
        recorder: Recorder,
        microphones: Microphones,
        settings: StudioSettings,
    ) -> None:
        super().__init__(panel)
        self._panel, self._tasks, self._recorder = panel, tasks, recorder
        self._microphones, self._settings = microphones, settings
        self._wanted = False
        self._timer = QTimer(self)
        self._timer.setInterval(METER_EVERY_MS)
        self._timer.timeout.connect(self._tick)
        panel.microphone_chosen.connect(self._choose)
        panel.look_again_requested.connect(lambda: self.open(look_again=True))

    def open(self, look_again: bool = False) -> None:
        """List the microphones and open the one last chosen; returns at once."""
        self._wanted = True
        self._panel.set_can_record(False)

        def work(_: Job) -> tuple[list[str], Device]:
            self._recorder.close()
            names = self._microphones.names(look_again)
            wanted = self._settings.microphone
            return names, self._recorder.open(wanted if wanted in names else None)

        self._tasks.run(work, on_result=self._opened, on_error=self._not_opened, lane=LANE)

    def close(self) -> None:
        """Close the microphone."""
        self._wanted = False
        self._timer.stop()
        self._panel.set_can_record(False)
        self._tasks.run(lambda _: self._recorder.close(), lane=LANE)

    def _opened(self, found: tuple[list[str], Device]) -> None:
        names, device = found
        self._panel.set_microphones(names, device.name)
        if self._wanted:
            self._timer.start()

    def _not_opened(self, error: Exception) -> None:
        self._panel.set_microphones([], None)
        self.failed.emit(sentence(error))

    def _choose(self, name: str) -> None:
        self._settings.microphone = name
        self.open()

    def _tick(self) -> None:
        recorder = self._recorder
        self._panel.meter.set_level(recorder.meter.read())
        self._panel.set_can_record(recorder.ready)
        if recorder.recording:
            self._panel.set_duration(recorder.duration_s)
        trouble = recorder.trouble
        if trouble is not None:
            self._timer.stop()
            self._panel.set_can_record(False)
            self.trouble.emit(trouble)
