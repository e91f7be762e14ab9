"""Changes that can be undone, in this window and in the window that replaces it.

A change consists of three things: the name of a `Way`, and the values before and after the change. Each window tells
anew what its ways do, so that changes outlive their window, as when the person chooses another language.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack


@dataclass(frozen=True)
class Way:
    """Describes one kind of change.

    Attributes:
        give: Sets a value, the one before or the one after the change.
        said: Makes the tooltip of Undo from the value after the change.
        kind: Changes of the same number in a row become one, as the steps of a drag do; -1 keeps them apart.
    """

    give: Callable[[Any], None]
    said: Callable[[Any], str]
    kind: int


class LeftChanges(NamedTuple):
    """The changes of a closed window: way, value before and value after; the first `index` of them are in effect."""

    changes: tuple[tuple[str, Any, Any], ...] = ()
    index: int = 0


class Undo(QUndoStack):
    """The changes of a page."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._ways: dict[str, Way] = {}
        self._is_taking_up = False

    def learn(
        self, name: str, give: Callable[[Any], None], said: str | Callable[[Any], str], joins: bool = False
    ) -> None:
        """Tell how a kind of change is made; changes that join become one when they are made in a row."""
        saying = said if callable(said) else lambda _: said
        self._ways[name] = Way(give, saying, len(self._ways) if joins else -1)

    def change(self, name: str, before: Any, after: Any) -> None:
        """Make a change that can be undone."""
        self.push(_Change(self, name, before, after))

    def leave(self) -> LeftChanges:
        """The changes, for the next window."""
        commands = [self.command(at) for at in range(self.count())]
        changes = tuple(
            (change.name, change.before, change.after) for change in commands if isinstance(change, _Change)
        )
        return LeftChanges(changes, self.index())

    def take_up(self, left: LeftChanges) -> None:
        """Take over the changes of an earlier window, without making them again."""
        self._is_taking_up = True
        for name, before, after in left.changes:
            self.change(name, before, after)
        self.setIndex(left.index)
        self._is_taking_up = False

    def way(self, name: str) -> Way:
        """The way with a name."""
        return self._ways[name]

    def give(self, name: str, value: Any) -> None:
        """Set the value of one side of a change."""
        if not self._is_taking_up:
            self._ways[name].give(value)


class _Change(QUndoCommand):
    def __init__(self, undo: Undo, name: str, before: Any, after: Any) -> None:
        super().__init__(undo.way(name).said(after))
        self._undo = undo
        self.name, self.before, self.after = name, before, after

    def id(self) -> int:
        """Qt joins commands of the same id, but never those of -1."""
        return self._undo.way(self.name).kind

    def mergeWith(self, other: QUndoCommand) -> bool:  # noqa: N802 - Qt's name
        """Take over the result of a later change of the same kind."""
        if not isinstance(other, _Change) or other.name != self.name:
            return False
        self.after = other.after
        return True

    def redo(self) -> None:
        """Make the change."""
        self._undo.give(self.name, self.after)

    def undo(self) -> None:
        """Undo the change."""
        self._undo.give(self.name, self.before)
