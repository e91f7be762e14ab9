"""The board that is scanned: rows of places; each place does something or writes something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Deed = Literal["speak", "stop", "wait", "delete_word", "clear", "suggestion", "letters", "phrase", "recent"]

LETTER_ROWS = ("_etaoin", "srhldcu", "mfpgwyb", "vkxjqz'", ".,?!")
"""Letters by how often English texts have them, the most frequent ones soonest; `_` is the space."""
SPACE = "_"
ACTIONS: tuple[Deed, ...] = ("speak", "stop", "wait", "delete_word", "clear")
PHRASES_A_ROW = 4
RECENT_SHOWN = 3


@dataclass(frozen=True)
class Place:
    """A place of the board: what choosing it does, and with which text."""

    deed: Deed
    text: str = ""


def board_rows(
    suggested: Sequence[str], phrases: Sequence[str], recent: Sequence[str]
) -> tuple[tuple[Place, ...], ...]:
    """Rows of the board: actions, suggestions, letters, phrases, recent sentences; an empty row is left out."""
    rows: list[tuple[Place, ...]] = [
        tuple(Place(deed) for deed in ACTIONS),
        tuple(Place("suggestion", text) for text in suggested),
        *(tuple(Place("letters", letter) for letter in letters) for letters in LETTER_ROWS),
    ]
    rows += [
        tuple(Place("phrase", text) for text in phrases[at : at + PHRASES_A_ROW])
        for at in range(0, len(phrases), PHRASES_A_ROW)
    ]
    rows.append(tuple(Place("recent", text) for text in recent[:RECENT_SHOWN]))
    return tuple(row for row in rows if row)


def with_letter(text: str, letter: str) -> str:
    """A text with one more letter; a sentence begins with a capital, a sign needs no space before it."""
    if letter == SPACE:
        return text + " " if text and not text.endswith(" ") else text
    if letter in ".,?!":
        return text.rstrip() + letter + " " if text.strip() else text
    begins = not text.strip() or text.rstrip().endswith((".", "?", "!"))
    return text + (letter.upper() if begins else letter)


def without_word(text: str) -> str:
    """A text without its last word."""
    words = text.rstrip().rsplit(" ", 1)
    return f"{words[0]} " if len(words) > 1 else ""


def completed(text: str, suggestion: str) -> str:
    """A text after a suggestion was taken: a whole sentence replaces it, a word replaces its last word."""
    if " " in suggestion or " " not in text.strip():
        return suggestion + ("" if " " in suggestion else " ")
    return f"{text.rsplit(' ', 1)[0]} {suggestion} "
