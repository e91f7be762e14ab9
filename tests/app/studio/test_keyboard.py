"""Every control of every page can be reached and used without a mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QListWidget, QSlider

MOST_STEPS = 120
KINDS = (QAbstractButton, QComboBox, QLineEdit, QListWidget, QSlider)


def reached(window, qtbot):
    """Widgets that Tab visits, beginning anywhere, until it has been round once."""
    seen = []
    for _ in range(MOST_STEPS):
        widget = QApplication.focusWidget()
        if widget is None or (seen and widget is seen[0]):
            break
        seen.append(widget)
        qtbot.keyClick(widget, Qt.Key.Key_Tab)
    return seen


@pytest.mark.parametrize(
    "name", ["VOICES", "RECORD", "SPEAK", "DIALOGUE", "BOOKS", "TALK", "SETTINGS", "WELCOME"]
)
def test_tab_reaches_every_control(open_studio, qtbot, name):
    studio = open_studio()
    window = studio.window
    index = getattr(window, name)
    window.show_page(window.RECORD if index != window.RECORD else window.VOICES)
    window.show_page(index)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    page = window.shown_page
    visited = reached(window, qtbot)
    wanted = [
        widget
        for kind in KINDS
        for widget in page.findChildren(kind)
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    missed = [widget.accessibleName() for widget in wanted if widget not in visited]
    assert visited
    assert missed == []


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        *[("1", "VOICES"), ("2", "RECORD"), ("3", "SPEAK"), ("4", "DIALOGUE"), ("5", "BOOKS"), ("6", "TALK")],
        (",", "SETTINGS"),
    ],
)
def test_each_page_has_a_key(open_studio, qtbot, keys, name):
    window = open_studio().window
    window.show_page(window.WELCOME)
    qtbot.keyClick(window, keys, Qt.KeyboardModifier.ControlModifier)
    assert window.page == getattr(window, name)


def test_large_letters_make_room_for_themselves(open_studio):
    """At 200 % no button of the sidebar is cut off."""
    studio = open_studio()
    studio.settings.set_value("look/text_percent", 200)
    studio.options.appearance.apply()
    QApplication.processEvents()
    buttons = studio.window.page_buttons.buttons()
    cut = [button.text() for button in buttons if button.width() < button.sizeHint().width()]
    studio.settings.set_value("look/text_percent", 100)
    studio.options.appearance.apply()
    assert buttons
    assert cut == []
