"""Keeps windows and dialogs within their screen, however small it is and however large everything is drawn."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

TITLE_BAR = QSize(0, 32)
"""Room for the title bar, whose size is not known before a window is shown."""


def fit(window: QWidget, size: QSize, least: QSize | None = None) -> None:
    """Give a window a size, and perhaps a least size, or as much of them as its screen has room for."""
    if QGuiApplication.platformName() == "offscreen":  # nobody sees that screen: its size means nothing
        room = size.expandedTo(least or size)
    else:
        room = window.screen().availableGeometry().size() - TITLE_BAR
    if least is not None:
        window.setMinimumSize(least.boundedTo(room))
    if not window.isMaximized() and not window.isFullScreen():
        window.resize(size.boundedTo(room))


class SideArea(QScrollArea):
    """As wide as what it holds; scrolls up and down if that is higher than the window."""

    def __init__(self, held: QWidget) -> None:
        super().__init__()
        self.setWidget(held)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """The size of what it holds."""
        held = self.widget()
        return held.sizeHint().expandedTo(held.minimumSize()) if held is not None else super().sizeHint()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As wide as what it holds, and of little height."""
        return QSize(self.sizeHint().width(), 80)
