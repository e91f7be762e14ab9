"""Short ways to make the labels, buttons and frames that every page uses."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.theme import Space, set_icon


def label(text: str = "", role: str = "", wrap: bool = False) -> QLabel:
    """Make a label in the style of a role."""
    text_label = QLabel(text)
    text_label.setTextFormat(Qt.TextFormat.PlainText)  # a name may look like HTML
    text_label.setWordWrap(wrap)
    if role:
        text_label.setProperty("role", role)
    return text_label


def plain_tip(text: str) -> str:
    """The text of a tool tip that names something; Qt would draw what looks like HTML."""
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>" if "<" in text else text


def button(text: str, tooltip: str, shortcut: str = "", role: str = "", icon: str = "") -> QPushButton:
    """Make a button whose tooltip names its shortcut; the page itself makes the shortcut.

    Args:
        text: Text of the button; its accessible name too.
        tooltip: What the button does.
        shortcut: Keys that the tooltip names.
        role: "primary" (the page's main deed), "lead" (the same, large), "danger" (deletes something), "small",
            "small-danger".
        icon: Name of an icon of the set, drawn in the colour of the text.
    """
    push_button = QPushButton(text)
    keys = QKeySequence(shortcut).toString(QKeySequence.SequenceFormat.NativeText) if shortcut else ""
    push_button.setToolTip(f"{tooltip} ({keys})" if keys else tooltip)
    push_button.setAccessibleName(text)
    push_button.setAccessibleDescription(push_button.toolTip())
    if role:
        push_button.setProperty("role", role)
    if icon:
        set_icon(push_button, icon)
    return push_button


def add_captioned(form: QGridLayout, row: int, caption: str, field: QWidget, columns: int = 1) -> None:
    """Fill a row of a form: a caption, whose letter after `&` leads to the field, and the field."""
    caption_label, _ = captioned(caption, field)
    form.addWidget(caption_label, row, 0)
    form.addWidget(field, row, 1, 1, columns)


def captioned(caption: str, field: QWidget) -> tuple[QLabel, QWidget]:
    """Make a caption, whose letter after `&` leads to the field; returns both, to be put beside each other."""
    caption_label = label(caption)
    caption_label.setBuddy(field)
    return caption_label, field


def add_clear_button(edit: QLineEdit, name: str) -> None:
    """Give a field a button that empties it, with a name for screen readers."""
    edit.setClearButtonEnabled(True)
    clear = edit.findChild(QToolButton)
    assert clear is not None  # setClearButtonEnabled has made it
    clear.setAccessibleName(name)
    clear.setToolTip(name)


def beside(*widgets: QWidget | None) -> QHBoxLayout:
    """Widgets beside each other; None leaves room."""
    row = QHBoxLayout()
    row.setSpacing(Space.S)
    for widget in widgets:
        row.addWidget(widget) if widget is not None else row.addStretch(1)
    return row


def card() -> tuple[QFrame, QVBoxLayout]:
    """Make a framed surface and the layout inside it."""
    frame = QFrame()
    frame.setProperty("role", "card")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
    layout.setSpacing(Space.S)
    return frame, layout


def margins(layout: QLayout, horizontal: int, vertical: int) -> None:
    """Set a layout's margins: left and right, above and below; both are of `Space`."""
    layout.setContentsMargins(horizontal, vertical, horizontal, vertical)


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
