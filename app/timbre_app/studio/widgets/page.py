"""Base classes of pages: `Page` hands the focus to its first control, `ShownStack` shows one of several panels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSize
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QStackedWidget, QWidget


class Page(QWidget):
    """Hands the focus to `first_control` when the page gets it.

    With Qt's own focus proxy, Tab would skip the controls before that one.

    Attributes:
        first_control: The control that gets the focus.
        steps: The stack of panels, if the page consists of one: the page is as high as the panel shown.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.first_control: QWidget | None = None
        self.steps: ShownStack | None = None
        self._lent: tuple[QWidget, QWidget | None] | None = None

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Hand the focus on."""
        super().focusInEvent(event)
        if self.first_control is not None:
            self.first_control.setFocus()

    @contextmanager
    def keeping_focus(self) -> Iterator[None]:
        """Enable and disable controls in the block without losing the focus.

        Qt moves the focus on from a control that is disabled. That control gets it back as soon as it is enabled
        again, in this block or in a later one, unless the person has moved the focus meanwhile.
        """
        window = self.window()
        before = window.focusWidget()
        yield
        focused = window.focusWidget()
        if (
            before is not None
            and before is not focused
            and not before.isEnabled()
            and self.isAncestorOf(before)
        ):
            is_stand_in = self._lent is not None and before is self._lent[1]
            self._lent = (self._lent[0] if self._lent is not None and is_stand_in else before), focused
        if self._lent is not None and self._lent[0].isEnabled():
            (owner, stand_in), self._lent = self._lent, None
            if focused is stand_in:
                owner.setFocus()

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """The least height; a scroll area would ask for the preferred one and scroll too early."""
        return _least_height(self, width) if self.steps is None else self.steps.heightForWidth(width)


class ShownStack(QStackedWidget):
    """Panels, one of them shown; the stack is only as large as that one needs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(lambda _: self.updateGeometry())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Minimum size of the panel shown."""
        panel = self.currentWidget()
        return panel.minimumSizeHint() if panel is not None else super().minimumSizeHint()

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """Least height of the panel shown."""
        panel = self.currentWidget()
        return _least_height(panel, width) if panel is not None else -1


def _least_height(widget: QWidget, width: int) -> int:
    layout = widget.layout()
    return layout.minimumHeightForWidth(width) if layout is not None and layout.hasHeightForWidth() else -1
