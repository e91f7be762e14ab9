"""Performs the script and plays it at the same time; marks the place that is heard."""

from __future__ import annotations

import queue
from collections.abc import Callable, Generator

import numpy as np
from PySide6.QtCore import QObject, QTimer

from timbre_app.dialogue.performance import LEAD_SAMPLES, How, PlacedLine
from timbre_app.studio.backstage import StudioDialogue
from timbre_app.studio.dialogue.desk import DialogueDesk
from timbre_app.studio.dialogue.page import IDLE, PLAYING, DialoguePage
from timbre_app.studio.notices import Notices
from timbre_app.studio.playback import Playback, Sound

FOLLOW_EVERY_MS = 40


class DialoguePlayer(QObject):
    """Plays the dialogue from a line, or from a place in it."""

    def __init__(
        self,
        page: DialoguePage,
        desk: DialogueDesk,
        notices: Notices,
        dialogue: StudioDialogue,
        playback: Playback,
    ) -> None:
        super().__init__(page)
        self._page, self._desk, self._notices = page, desk, notices
        self._dialogue, self._playback = dialogue, playback
        self._placed: queue.SimpleQueue[PlacedLine] = queue.SimpleQueue()
        self._first, self._skip_s = 0, 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(FOLLOW_EVERY_MS)
        self._timer.timeout.connect(self._follow)
        page.play_requested.connect(lambda: self.play(0))
        page.play_here_requested.connect(lambda: self.play(desk.line_at(page.script_edit.cursor_line)))
        page.stop_requested.connect(self._stop)
        page.tracks_view.play_requested.connect(self._play_from)
        page.tracks_view.line_chosen.connect(self._line_chosen)

    def play(self, first: int, skip_s: float = 0.0) -> None:
        """Play from a line on, without the first seconds of it."""
        script, cast = self._desk.script, self._desk.cast
        if script is None or not self._desk.is_understood or not all(cast.values()):
            return
        self._playback.stop()
        self._first, self._skip_s = first, skip_s
        self._placed = placed = queue.SimpleQueue()

        def make_sound(should_stop: Callable[[], bool]) -> Sound:
            how = How(first=first, should_stop=should_stop, on_placed=placed.put)
            blocks = (block.mix for block in self._dialogue.perform(script, cast, how))
            rate = self._dialogue.sample_rate
            lead = LEAD_SAMPLES if first else 0
            return Sound(rate, _without(blocks, round(skip_s * rate) + lead * bool(skip_s)))

        self._playback.play(make_sound, on_end=self._ended, on_error=self._failed, on_chunk=self._sounding)
        self._page.set_mode(PLAYING)
        self._page.set_status(self.tr("Starting to speak…"))
        self._timer.start()

    def _play_from(self, seconds: float) -> None:
        if self._page.mode not in (IDLE, PLAYING):
            return
        span = next((span for span in self._desk.spans if span.end_s > seconds), None)
        if span is None:
            return
        inside_s = max(0.0, seconds - (span.start_s if span.index else 0.0))
        self.play(span.index, inside_s if span.is_known else 0.0)

    def _line_chosen(self, index: int) -> None:
        script = self._desk.script
        if script is not None and self._page.mode == IDLE:
            self._page.script_edit.go_to_line(script.lines[index].number)

    def _sounding(self) -> None:
        self._page.set_status(self.tr("Playing."))

    def _follow(self) -> None:
        self._take_placed()
        if not self._playback.position_s or not self._desk.spans:
            return
        first = self._desk.spans[self._first]
        lead_s = LEAD_SAMPLES / self._dialogue.sample_rate
        begin_s = first.start_s - lead_s if self._first else 0.0
        begin_s += self._skip_s + (lead_s if self._skip_s and self._first else 0.0)
        position_s = begin_s + self._playback.position_s
        self._page.set_time(position_s)
        heard = self._page.tracks_view.line_at(position_s)
        script = self._desk.script
        if heard is not None and script is not None:
            self._page.script_edit.mark_line(script.lines[heard].number)

    def _take_placed(self) -> None:
        count = self._placed.qsize()
        for _ in range(count):
            self._desk.placed(self._placed.get())
        if count:
            self._desk.draw()

    def _quiet(self) -> None:
        self._timer.stop()
        self._take_placed()
        self._page.set_time(None)
        self._page.set_mode(IDLE)

    def _ended(self) -> None:
        self._quiet()
        self._page.set_status(self.tr("Finished."), "")

    def _failed(self, error: Exception) -> None:
        self._quiet()
        self._page.set_status("")
        self._notices.show_error(error)

    def _stop(self) -> None:
        if self._page.mode == PLAYING:
            self._playback.stop()
            self._page.set_status(self.tr("Stopped."))


def _without(blocks: Generator[np.ndarray, None, None], samples: int) -> Generator[np.ndarray, None, None]:
    """The sound without its first samples; silence at its beginning is not waited for."""
    for block in blocks:
        skipped = min(samples, len(block))
        samples -= skipped
        if len(block) > skipped:
            yield block[skipped:]
