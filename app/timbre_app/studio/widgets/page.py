"""What pages are built on: one hands the focus to its first control, one shows one panel of several."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QStackedWidget, QWidget


class Page(QWidget):
    """Gives the focus to `first_control` when it gets it.

    Qt's own focus proxy would take the controls before that one out of Tab's way.

    Attributes:
        first_control: What gets the focus.
        steps: All that the page holds, if that is a stack: the page is as high as the panel shown.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.first_control: QWidget | None = None
        self.steps: ShownStack | None = None

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Hand the focus on."""
        super().focusInEvent(event)
        if self.first_control is not None:
            self.first_control.setFocus()

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """The least height; a scroll area would ask for the preferred one and scroll too early."""
        return _least_height(self, width) if self.steps is None else self.steps.heightForWidth(width)


class ShownStack(QStackedWidget):
    """Panels of which one is shown; needs no more room than that one does."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(lambda _: self.updateGeometry())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """That of the panel shown."""
        shown = self.currentWidget()
        return shown.minimumSizeHint() if shown is not None else super().minimumSizeHint()

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """That of the panel shown, the least."""
        shown = self.currentWidget()
        return _least_height(shown, width) if shown is not None else -1


def _least_height(widget: QWidget, width: int) -> int:
    layout = widget.layout()
    return layout.minimumHeightForWidth(width) if layout is not None and layout.hasHeightForWidth() else -1
