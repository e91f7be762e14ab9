"""The pages of the window, by the place that they have in it."""

from __future__ import annotations

from enum import IntEnum


class PageIndex(IntEnum):
    """A page; its number is its index in the window's stack."""

    VOICES = 0
    RECORD = 1
    SPEAK = 2
    DIALOGUE = 3
    BOOKS = 4
    SETTINGS = 5
    WELCOME = 6
    TALK = 7
