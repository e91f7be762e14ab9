"""Leads a scan over the board, and does what was chosen there."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, QTimer

from timbre_app.studio.talk.page import TalkPage
from timbre_app.talk import board
from timbre_app.talk.board import Place, board_rows
from timbre_app.talk.options import TalkOptions
from timbre_app.talk.scanning import Level, Scanner, Timing


class ScanController(QObject):
    """Runs the scanner with the window's clock.

    Args of the constructor:
        say: Says a sentence.
        clock: Returns seconds.
    """

    def __init__(
        self, page: TalkPage, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(page)
        self._page, self._say, self._clock = page, say, clock
        self._rows: tuple[tuple[Place, ...], ...] = ()
        self._is_on = False
        self.scanner = Scanner(Timing())
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        page.board.switch_pressed.connect(self._press)
        page.board.clicked.connect(self._choose)

    def set_options(self, options: TalkOptions) -> None:
        """Take the number of switches and their times."""
        timing = Timing(
            options.switches, options.dwell_s, options.first_extra_s, options.ignore_s, options.rounds
        )
        self.scanner = Scanner(timing, [len(row) for row in self._rows])
        self._is_on = options.switches > 0
        self._show_rows()
        self._page.set_scanning(self._is_on)
        self._draw()

    def set_sentences(self, suggested: Sequence[str], phrases: Sequence[str], recent: Sequence[str]) -> None:
        """Offer these sentences on the board."""
        self._rows = board_rows(suggested, phrases, recent)
        self._show_rows()
        self.scanner.set_rows([len(row) for row in self._rows], self._clock())
        self._draw()

    def _show_rows(self) -> None:
        """Build the board, which takes longer than a letter may take, only for somebody who uses it."""
        if self._is_on:
            self._page.board.set_rows(self._rows)

    def _press(self, switch: int) -> None:
        chosen = self.scanner.press(switch, self._clock())
        self._draw()
        if chosen is not None:
            self._choose(*chosen)

    def _tick(self) -> None:
        self.scanner.tick(self._clock())
        self._draw()

    def _draw(self) -> None:
        scanner = self.scanner
        row = None if scanner.level is Level.WAITING else scanner.row
        self._page.board.offer(row, scanner.place if scanner.level is Level.PLACES else None)
        self._timer.stop()
        if scanner.next_step_at is not None:
            self._timer.start(max(1, round(1000 * (scanner.next_step_at - self._clock()))))

    def _choose(self, row: int, at: int) -> None:
        """Do what a place says."""
        page, place = self._page, self._rows[row][at]
        deeds = {
            "speak": page.speak_requested.emit,
            "stop": page.stop_requested.emit,
            "wait": page.chime_requested.emit,
        }
        if place.deed in deeds:
            deeds[place.deed]()
        elif place.deed in ("phrase", "recent"):
            self._say(place.text)
        else:
            page.edit.replace_text(_written(page.text, place))


def _written(text: str, place: Place) -> str:
    """The text after a place was chosen that writes or deletes."""
    if place.deed == "letters":
        return board.with_letter(text, place.text)
    if place.deed == "suggestion":
        return board.completed(text, place.text)
    return board.without_word(text) if place.deed == "delete_word" else ""
