"""Changes that can be taken back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand


class Change(QUndoCommand):
    """One change as two callables; a later change of the same kind joins it, as the steps of one drag do.

    Args:
        text: What was changed, for the tooltip of Undo.
        apply: Brings the change about; called when it is pushed and when it is redone.
        revert: Takes it back.
        kind: Changes of the same kind in a row become one; 0 keeps them apart.
    """

    def __init__(
        self, text: str, apply: Callable[[], None], revert: Callable[[], None], kind: int = 0
    ) -> None:
        super().__init__(text)
        self._apply, self._revert, self._kind = apply, revert, kind

    def id(self) -> int:
        """Qt joins commands of the same id; -1 never."""
        return self._kind or -1

    def mergeWith(self, other: QUndoCommand) -> bool:  # noqa: N802 - Qt's name
        """Take over where a later change of the same kind led."""
        if not isinstance(other, Change) or other._kind != self._kind:
            return False
        self._apply = other._apply
        return True

    def redo(self) -> None:
        """Bring it about."""
        self._apply()

    def undo(self) -> None:
        """Take it back."""
        self._revert()
