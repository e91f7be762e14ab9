"""Recordings that exist already."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from timbre_app.importing import FoundTake


class Importing(Protocol):
    """Finds recordings and says what is said in them."""

    def find(self, paths: Sequence[Path]) -> list[FoundTake]:
        """The takes in folders and files; long recordings come in pieces."""
        ...

    def recognise(self, take: FoundTake) -> str:
        """What is said in a take; raises without a server."""
        ...
