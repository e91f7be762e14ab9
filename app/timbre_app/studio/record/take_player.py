"""Plays the take on screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from timbre_app.sound import wave_file
from timbre_app.studio.playback import Playback, Sound
from timbre_app.studio.record.session_items import Activity
from timbre_app.studio.record.session_panel import RecordSessionPanel

FOLLOW_EVERY_MS = 33


class TakePlayer(QObject):
    """Plays a take and moves the mark over its waveform.

    Signals:
        failed: The exception.
    """

    failed = Signal(object)

    def __init__(self, panel: RecordSessionPanel, playback: Playback) -> None:
        super().__init__(panel)
        self._panel, self._playback = panel, playback
        self._duration_s = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(FOLLOW_EVERY_MS)
        self._timer.timeout.connect(self._follow)

    def toggle(self, path: Path | None, duration_s: float) -> None:
        """Play a take, or stop playing."""
        if self._playback.playing:
            self._playback.stop()
            return
        if path is None:
            return
        self._duration_s = duration_s

        def make(_: Callable[[], bool]) -> Sound:
            samples, sample_rate = wave_file.read(path)
            return Sound.whole(sample_rate, samples)

        self._playback.play(make, on_end=self._ended, on_error=self._not_played)
        self._panel.set_activity(Activity.PLAYING)
        self._timer.start()

    def stop(self) -> None:
        """Stop playing."""
        self._playback.stop()

    def _follow(self) -> None:
        if self._duration_s > 0:
            self._panel.waveform.set_position(min(1.0, self._playback.position_s / self._duration_s))

    def _ended(self) -> None:
        self._timer.stop()
        self._panel.waveform.set_position(None)
        self._panel.set_activity(Activity.IDLE)

    def _not_played(self, error: Exception) -> None:
        self._ended()
        self.failed.emit(error)
