"""Measures how quiet the room is, and lets the person hear the microphone."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QObject, QTimer

from timbre_app.sound.devices import DeviceError, Player
from timbre_app.sound.recorder import Recorder
from timbre_app.sound.room import LISTEN_S, RoomNoise, measure_room
from timbre_app.studio.errors import sentence
from timbre_app.studio.record.room_panel import RecordRoomPanel
from timbre_app.studio.tasks import Tasks

FOLLOW_EVERY_MS = 50
MOST_MONITOR_BLOCKS = 10


class RoomController(QObject):
    """Listens to the open microphone; saves nothing."""

    def __init__(
        self, panel: RecordRoomPanel, tasks: Tasks, recorder: Recorder, make_output: Callable[[], Player]
    ) -> None:
        super().__init__(panel)
        self._panel, self._tasks, self._recorder, self._make_output = panel, tasks, recorder, make_output
        self._blocks: list[np.ndarray] | None = None
        self._monitor: Monitor | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(FOLLOW_EVERY_MS)
        self._timer.timeout.connect(self._follow)
        panel.measure_requested.connect(self._measure)
        panel.monitor_toggled.connect(self._toggle_monitor)

    def stop(self) -> None:
        """Stop listening; call it when the person leaves the page."""
        self._timer.stop()
        self._blocks = None
        self._recorder.listener = None
        self._panel.monitor_box.setChecked(False)
        self._panel.show_verdict("", "")

    def _measure(self) -> None:
        self._panel.monitor_box.setChecked(False)
        self._blocks = []
        self._recorder.listener = self._hear
        self._panel.show_measuring(0.0)
        self._timer.start()

    def _hear(self, block: np.ndarray) -> None:
        blocks, monitor = self._blocks, self._monitor
        if blocks is not None:
            blocks.append(block)
        if monitor is not None:
            monitor.add(block)

    def _follow(self) -> None:
        blocks, rate = self._blocks, self._recorder.sample_rate
        if blocks is None:
            self._timer.stop()
            return
        if not self._recorder.ready:
            self.stop()
            self._panel.show_verdict(
                self.tr("The microphone does not answer: choose another one, or refresh the list."), "error"
            )
            return
        heard_s = sum(len(block) for block in blocks) / max(1, rate)
        self._panel.show_measuring(min(1.0, heard_s / LISTEN_S))
        if heard_s < LISTEN_S:
            return
        self._timer.stop()
        self._blocks = None
        self._tasks.run(lambda _: measure_room(np.concatenate(blocks), rate), self._measured)

    def _measured(self, noise: RoomNoise) -> None:
        text, severity = {
            "dead": (
                self.tr(
                    "No sound arrives at all: check that the microphone is not muted and the right one is chosen."
                ),
                "error",
            ),
            "quiet": (self.tr("The room is quiet ({0} dBFS): go ahead."), "ok"),
            "usable": (
                self.tr(
                    "There is some noise ({0} dBFS), which will do: shutting windows and moving away from fans "
                    "makes a better voice."
                ),
                "warning",
            ),
            "noisy": (
                self.tr(
                    "The room is too noisy ({0} dBFS): switch off fans, shut the windows, come closer to the "
                    "microphone and turn it down, or go to another room. Then measure again."
                ),
                "error",
            ),
            "restless": (
                self.tr(
                    "It was not silent all the time ({1} dBFS at the loudest): be still and measure again."
                ),
                "warning",
            ),
        }[noise.verdict]
        levels = (f"{level:.0f}".replace("-", "−") for level in (noise.floor_db, noise.loudest_db))
        self._panel.show_verdict(text.format(*levels), severity)

    def _toggle_monitor(self, on: bool) -> None:
        monitor, self._monitor = self._monitor, None
        if monitor is not None:
            monitor.stop()
        if on and self._recorder.ready:
            self._recorder.listener = self._hear
            self._monitor = Monitor(self._make_output(), self._recorder.sample_rate)
            self._tasks.run(self._monitor.run, on_error=self._monitor_failed)

    def _monitor_failed(self, error: Exception) -> None:
        self._panel.monitor_box.setChecked(False)
        self._panel.show_verdict(sentence(error), "error")


class Monitor:
    """Carries blocks from the audio thread to the loudspeaker; drops a block if too many wait."""

    def __init__(self, output: Player, sample_rate: int) -> None:
        self._output, self._sample_rate = output, sample_rate
        self._blocks: queue.Queue[np.ndarray] = queue.Queue(MOST_MONITOR_BLOCKS)
        self._stopped = threading.Event()

    def add(self, block: np.ndarray) -> None:
        """Queue a block, (n,) int16; never waits."""
        with contextlib.suppress(queue.Full):
            self._blocks.put_nowait(block)

    def stop(self) -> None:
        """Stop playing."""
        self._stopped.set()

    def run(self, _: object = None) -> None:
        """Play until stopped.

        Raises:
            DeviceError: if the loudspeaker cannot be opened.
        """
        try:
            self._output.start(self._sample_rate)
            while not self._stopped.is_set():
                try:
                    block = self._blocks.get(timeout=0.2)
                except queue.Empty:
                    continue
                if not self._output.write(block):
                    raise DeviceError("The loudspeaker was disconnected: choose another one.")
        finally:
            self._output.stop()
