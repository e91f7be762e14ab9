"""A button with a menu of what was deleted and can be restored."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from timbre_app.studio.dates import moment
from timbre_app.studio.items import DeletedItem
from timbre_app.studio.theme import set_icon


class DeletedButton(QPushButton):
    """A button that is hidden while there is nothing to restore.

    Args of the constructor:
        text: Text of the button; {0} stands for the number of items.
        tooltip: Says what can be restored.

    Signals:
        bring_back_requested: Key of a DeletedItem.
    """

    bring_back_requested = Signal(str)

    def __init__(self, text: str, tooltip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self.setToolTip(tooltip)
        self.setAccessibleDescription(tooltip)
        self.setMenu(QMenu(self))
        self.set_items([])

    def set_items(self, items: Sequence[DeletedItem]) -> None:
        """Offer items in the menu, the first at the top."""
        self.menu().clear()
        for item in items:
            name = item.name.replace("&", "&&")  # a single one would make a shortcut
            action = self.menu().addAction(
                self.tr("Restore {0} (deleted {1})").format(name, moment(item.deleted_s))
            )
            action.triggered.connect(lambda _=False, key=item.key: self.bring_back_requested.emit(key))
        self.setText(self._text.format(len(items)))
        set_icon(self, "archive-restore")
        self.setAccessibleName(self.text())
        self.setVisible(bool(items))
