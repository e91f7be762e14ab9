"""Prints, for each page and dialog, the controls that cannot be reached on this screen; run by test_small_screen."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDialog, QLineEdit, QScrollArea, QWidget

from tests.app.studio.fakes import FakeDialogs, FakeVoices, make_backstage
from tests.app.studio.talk.talk_studio import talk_studio
from tests.helpers.camera import settle
from timbre_app.output.speaking import Saving
from timbre_app.studio.app import make_application
from timbre_app.studio.clone.takes_dialog import TakesDialog
from timbre_app.studio.export_dialog import ExportDialog
from timbre_app.studio.main_window import LEAST_SIZE, MainWindow
from timbre_app.studio.speak.history_dialog import HistoryDialog
from timbre_app.studio.talk.options_dialog import TalkOptionsDialog
from timbre_app.studio.talk.phrase_dialog import PhraseDialog
from timbre_app.studio.wiring import Studio
from timbre_app.talk.options import TalkOptions

PAGES = 8
USUAL_PERCENT = 100
"""Size of the letters up to which no page is scrolled sideways."""


def main(text_percent: int) -> None:
    """Open everything."""
    make_application()
    folder = Path(tempfile.mkdtemp())
    os.environ["TIMBRE_HOME"] = str(folder / "home")
    backstage = make_backstage(folder, voices=FakeVoices("Ada"))
    studio = Studio(backstage, make_dialogs=lambda _: FakeDialogs())
    studio.settings.set_value("look/text_percent", text_percent)
    studio.options.appearance.apply()
    studio.start()
    window = studio.window
    settle(lambda: studio.tasks.busy == 0, 3000)
    settle()
    look("window", window, text_percent)
    dress(studio, folder)
    for page in range(PAGES):
        window.show_page(page)
        settle(timeout_ms=150)
        look(type(window.shown_page).__name__, window, text_percent)
    record(window, text_percent)
    dialogs: list[QDialog] = [
        ExportDialog(".wav", Saving(), window),
        HistoryDialog(window),
        TakesDialog(window),
        TalkOptionsDialog(TalkOptions(), window),
        PhraseDialog(None, "Hello.", ["Home"], window),
    ]
    for dialog in dialogs:
        dialog.show()
        settle(timeout_ms=150)
        look(type(dialog).__name__, dialog, text_percent)
        dialog.close()
    studio.close()
    talk(folder, text_percent)
    sys.stdout.write("done\n")


def dress(studio: Studio, folder: Path) -> None:
    """Open a book and a script: the empty pages have few controls."""
    book = folder / "lamp.md"
    book.write_text("# The Stairs\n\nThe keeper climbed the stairs. He lit the lamp.\n", encoding="utf-8")
    page = studio.window.books_page
    studio.books.open(book)
    settle(lambda: page.sentence_list.count() > 0, 2000)
    page.sentence_list.setCurrentRow(1)
    studio.window.dialogue_page.example_requested.emit()
    settle(lambda: bool(studio.window.dialogue_page.tracks_view.spans), 2000)
    studio.window.talk_page.edit.setPlainText("Ye")


def record(window: MainWindow, text_percent: int) -> None:
    """Turn to each step between the name and the voice; a clone has other buttons while it runs and at its end."""
    page, clone = window.record_page, window.record_page.clone_panel
    window.show_page(window.RECORD)
    steps: list[tuple[str, Callable[[], None]]] = [
        ("import", page.show_import),
        ("room", page.show_room),
        ("session", page.show_session),
        ("a clone that runs", lambda: clone.begin("Ada")),
        ("a clone that failed", lambda: clone.show_failed("The speech server does not answer.")),
        ("a finished clone", lambda: clone.show_done(None)),
        ("result", page.show_result),
    ]
    for name, turn in steps:
        turn()
        if "clone" in name:
            page.show_clone()
        settle(timeout_ms=150)
        look(name, window, text_percent)


def talk(folder: Path, text_percent: int) -> None:
    """Open the window of `timbre talk`."""
    studio = talk_studio(folder, voices=FakeVoices("Ada"))
    studio.settings.set_value("look/text_percent", text_percent)
    studio.appearance.apply()
    studio.start()
    settle()
    look(type(studio.window).__name__, studio.window, text_percent)
    studio.window.close()


def look(name: str, window: QWidget, text_percent: int) -> None:
    """Name what is outside of the screen."""
    room = window.screen().availableGeometry()
    if window.width() > room.width() or window.height() > room.height():
        sys.stdout.write(f"{name} is larger than the screen: {window.size()}\n")
    if text_percent <= USUAL_PERCENT and (
        not isinstance(window, MainWindow) or window.width() >= LEAST_SIZE.width()
    ):
        for area in window.findChildren(QScrollArea):
            if area.isVisible() and area.horizontalScrollBar().maximum():
                sys.stdout.write(f"{name} has to be scrolled sideways: {area.accessibleName() or area}\n")
    for control in controls(window):
        for area in areas_of(control):
            area.ensureWidgetVisible(control, 0, 0)
        corner = control.mapTo(window, QPoint(0, 0))
        middle = control.mapTo(window, control.rect().center())
        if not window.rect().contains(middle) or corner.y() < 0 or control.visibleRegion().isEmpty():
            sys.stdout.write(f"{name}: {control.accessibleName() or control} at {corner}\n")


def controls(window: QWidget) -> Iterator[QWidget]:
    """What the person uses."""
    for kind in (QAbstractButton, QComboBox, QLineEdit):
        for control in window.findChildren(kind):
            if control.isVisible() and control.isEnabled() and control.accessibleName():
                yield control


def areas_of(control: QWidget) -> Iterator[QScrollArea]:
    """The areas that scroll to it."""
    parent = control.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            yield parent
        parent = parent.parentWidget()


if __name__ == "__main__":
    main(int(sys.argv[1]))
