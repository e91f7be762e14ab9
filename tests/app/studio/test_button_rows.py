from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from timbre_app.studio.widgets.building import scrolled
from timbre_app.studio.widgets.button_rows import ButtonRows

NAMES = ("Speak with it", "Play sample", "Compare")


class PaintWatch(QObject):
    """Looks at the buttons whenever the rows are painted."""

    def __init__(self, rows: ButtonRows) -> None:
        super().__init__(rows)
        self.faults: list[str] = []
        self.paints = 0
        rows.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Paint and isinstance(watched, ButtonRows):
            self.paints += 1
            self.faults += faults_of(watched)
        return False


def faults_of(rows: ButtonRows) -> list[str]:
    """What is wrong with the places of the buttons."""
    buttons = rows.findChildren(QPushButton)
    faults = [
        f"{one.text()} covers {other.text()}"
        for one, other in combinations(buttons, 2)
        if one.geometry().intersects(other.geometry())
    ]
    return faults + [
        f"{button.text()} leaves the rows"
        for button in buttons
        if not rows.rect().contains(button.geometry())
    ]


@pytest.fixture
def rows(qtbot):
    """Rows on a page that scrolls, as on the Voices page."""
    page = QWidget()
    column = QVBoxLayout(page)
    rows = ButtonRows(*(QPushButton(name) for name in NAMES))
    column.addWidget(rows)
    column.addWidget(QPushButton("what stands below"))
    column.addStretch(1)
    area = scrolled(page)
    qtbot.addWidget(area)
    area.resize(900, 400)
    area.show()
    qtbot.waitUntil(lambda: rows.columns == 3)
    rows.area = area  # pyright: ignore[reportAttributeAccessIssue] - else Python deletes it now
    return rows


def test_the_buttons_never_cover_each_other_in_any_picture(rows, qtbot):
    watch = PaintWatch(rows)
    window = rows.window()
    for width, columns in ((300, 2), (900, 3), (150, 1), (300, 2), (150, 1), (900, 3)):
        paints = watch.paints
        window.resize(width, 400)
        assert faults_of(rows) == []  # at once, before anything is painted
        qtbot.waitUntil(lambda paints=paints: watch.paints > paints)
        assert rows.columns == columns
    assert watch.faults == []


def test_rows_have_room_in_the_step_that_makes_them_narrow(rows):
    below = rows.parentWidget().findChildren(QPushButton)[-1]
    assert below.text() == "what stands below"
    for width in range(900, 140, -10):
        rows.window().resize(width, 400)
        assert not rows.geometry().intersects(below.geometry())
        assert faults_of(rows) == []


def test_longer_names_take_more_rows(rows, qtbot):
    window = rows.window()
    window.resize(400, 400)
    assert rows.columns == 3
    rows.findChildren(QPushButton)[0].setText("Speak a rather long text with it")
    qtbot.waitUntil(lambda: rows.columns == 1)
    qtbot.waitUntil(lambda: faults_of(rows) == [])
    QApplication.processEvents()
    assert rows.height() == rows.heightForWidth(rows.width())


def test_a_hidden_button_takes_no_room(rows, qtbot):
    window = rows.window()
    window.resize(300, 400)
    assert rows.columns == 2
    first, second, third = rows.findChildren(QPushButton)
    second.hide()
    qtbot.waitUntil(lambda: third.y() == first.y())
    qtbot.waitUntil(lambda: rows.height() == first.height())
    assert rows.rect().right() == third.geometry().right()
    window.hide()
    first.hide()
    second.show()
    window.show()
    qtbot.waitUntil(lambda: second.isVisible() and second.x() == 0)
    assert not second.geometry().intersects(third.geometry())


def test_loose_buttons_have_widths_of_their_own_where_one_row_is_enough(qtbot):
    loose = ButtonRows(QPushButton("A"), QPushButton("A much longer name than A"), loose=True)
    qtbot.addWidget(loose)
    loose.show()
    first, second = loose.findChildren(QPushButton)
    loose.resize(first.sizeHint().width() + second.sizeHint().width() + 20, 40)
    assert first.y() == second.y()
    assert first.width() < second.width()
    assert loose.rect().right() == second.geometry().right()
    assert faults_of(loose) == []
    loose.resize(second.sizeHint().width() + 10, loose.heightForWidth(second.sizeHint().width() + 10))
    assert first.y() < second.y()
    assert faults_of(loose) == []
