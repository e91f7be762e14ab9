"""Short ways to make the labels, buttons and frames that every page uses."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)


def label(text: str = "", role: str = "", wrap: bool = False) -> QLabel:
    """Make a label in the style of a role."""
    text_label = QLabel(text)
    text_label.setWordWrap(wrap)
    if role:
        text_label.setProperty("role", role)
    return text_label


def button(text: str, tooltip: str, shortcut: str = "", role: str = "") -> QPushButton:
    """Make a button whose tooltip names its shortcut; the page itself makes the shortcut."""
    push_button = QPushButton(text)
    keys = QKeySequence(shortcut).toString(QKeySequence.SequenceFormat.NativeText) if shortcut else ""
    push_button.setToolTip(f"{tooltip} ({keys})" if keys else tooltip)
    push_button.setAccessibleName(text)
    push_button.setAccessibleDescription(push_button.toolTip())
    if role:
        push_button.setProperty("role", role)
    return push_button


def add_captioned(form: QGridLayout, row: int, caption: str, field: QWidget, columns: int = 1) -> None:
    """Fill a row of a form: a caption, whose letter after `&` leads to the field, and the field."""
    caption_label = label(caption)
    caption_label.setBuddy(field)
    form.addWidget(caption_label, row, 0)
    form.addWidget(field, row, 1, 1, columns)


def card() -> tuple[QFrame, QVBoxLayout]:
    """Make a framed surface and the layout inside it."""
    frame = QFrame()
    frame.setProperty("role", "card")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(18, 16, 18, 16)
    layout.setSpacing(10)
    return frame, layout


def scrolled(page: QWidget) -> QScrollArea:
    """Let a page scroll if the window is too small or the letters are too large for it."""
    area = QScrollArea()
    page.setProperty("role", "page")
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


def restyle(widget: QWidget, name: str, value: str) -> None:
    """Set a property that the style sheet reads, and apply the style sheet again."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
