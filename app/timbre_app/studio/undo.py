"""Changes that can be taken back, in this window and in the one that takes its place.

A change is three things: the name of a way, and what it was given before and after. What a way does is learned anew
by each window, so that changes outlive the window in which they were made, as when another language is chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack


@dataclass(frozen=True)
class Way:
    """How one kind of change comes about.

    Attributes:
        give: Brings about what it is given.
        said: What was changed, for the tooltip of Undo.
        kind: Changes of this one in a row become one, as the steps of one drag do; -1 keeps them apart.
    """

    give: Callable[[Any], None]
    said: Callable[[Any], str]
    kind: int


class LeftChanges(NamedTuple):
    """The changes of a window that is gone: way, before and after of each, and how many of them hold."""

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
        """Know how a kind of change comes about."""
        saying = said if callable(said) else lambda _: said
        self._ways[name] = Way(give, saying, len(self._ways) if joins else -1)

    def change(self, name: str, before: Any, after: Any) -> None:
        """Bring about a change that can be taken back."""
        self.push(_Change(self, name, before, after))

    def leave(self) -> LeftChanges:
        """What the next window may take up."""
        made = [self.command(at) for at in range(self.count())]
        changes = tuple((one.name, one.before, one.after) for one in made if isinstance(one, _Change))
        return LeftChanges(changes, self.index())

    def take_up(self, left: LeftChanges) -> None:
        """Know the changes of an earlier window; what they brought about is there already."""
        self._is_taking_up = True
        for name, before, after in left.changes:
            self.change(name, before, after)
        self.setIndex(left.index)
        self._is_taking_up = False

    def way(self, name: str) -> Way:
        """How a kind of change comes about."""
        return self._ways[name]

    def give(self, name: str, value: Any) -> None:
        """Bring about one side of a change."""
        if not self._is_taking_up:
            self._ways[name].give(value)


class _Change(QUndoCommand):
    def __init__(self, undo: Undo, name: str, before: Any, after: Any) -> None:
        super().__init__(undo.way(name).said(after))
        self._undo = undo
        self.name, self.before, self.after = name, before, after

    def id(self) -> int:
        """Qt joins commands of the same id; -1 never."""
        return self._undo.way(self.name).kind

    def mergeWith(self, other: QUndoCommand) -> bool:  # noqa: N802 - Qt's name
        """Take over where a later change of the same kind led."""
        if not isinstance(other, _Change) or other.name != self.name:
            return False
        self.after = other.after
        return True

    def redo(self) -> None:
        """Bring it about."""
        self._undo.give(self.name, self.after)

    def undo(self) -> None:
        """Take it back."""
        self._undo.give(self.name, self.before)
