"""Whatever the focus is on looks otherwise than without it, so that somebody without a mouse knows where they are."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSlider,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from tests.app.studio.test_theme import contrast
from timbre_app.studio.theme import DARK, LIGHT, apply_theme

LEAST_CHANGE = 2.0
"""Contrast between a pixel's colours with and without the focus: a frame that gets another colour is seen."""
ROLES = ("", "primary", "danger", "lead", "record", "small", "small-danger", "status", "flat", "page")
KINDS = (QCheckBox, QComboBox, QLineEdit, QListWidget, QPlainTextEdit, QTextBrowser)
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture(params=[LIGHT, DARK], ids=lambda theme: theme.name)
def change(qapp, qtbot, request):
    """How far a pixel of a control changes with the focus, at most."""
    apply_theme(qapp, request.param)
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    other = QPushButton("Other")
    column.addWidget(other)

    def change_of(control: QWidget) -> float:
        column.addWidget(control)
        window.show()
        window.activateWindow()
        pictures = []
        for focused in (other, control):
            focused.setFocus(Qt.FocusReason.TabFocusReason)
            qtbot.waitUntil(focused.hasFocus)
            pictures.append(control.grab().toImage())
        before, after = pictures
        return max(
            contrast(before.pixelColor(x, y).name(), after.pixelColor(x, y).name())
            for x in range(before.width())
            for y in range(before.height())
        )

    yield change_of
    apply_theme(qapp, LIGHT)


@pytest.mark.parametrize("role", ROLES)
def test_a_button_with_the_focus_looks_otherwise(change, role):
    button = QPushButton("Record")
    button.setProperty("role", role)
    assert change(button) >= LEAST_CHANGE


@pytest.mark.parametrize("role", ["", "page"])
def test_a_button_that_is_on_looks_otherwise_with_the_focus(change, role):
    button = QPushButton("Melody")
    button.setProperty("role", role)
    button.setCheckable(True)
    button.setChecked(True)
    assert change(button) >= LEAST_CHANGE


@pytest.mark.parametrize("kind", KINDS)
def test_a_control_with_the_focus_looks_otherwise(change, kind):
    assert change(kind()) >= LEAST_CHANGE


def test_a_slider_with_the_focus_looks_otherwise(change):
    assert change(QSlider(Qt.Orientation.Horizontal)) >= LEAST_CHANGE
