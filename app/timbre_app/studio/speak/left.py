"""The speech that a window leaves to the window that replaces it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QTextDocument

from timbre_app.reading.reading import Reading
from timbre_app.studio.undo import LeftChanges


@dataclass(frozen=True)
class LeftSpeech:
    """What a Speak page leaves to the page that replaces it, as when the person chooses another language.

    Attributes:
        reading: The text's sentences and their speech.
        document: The text, with its changes that can be undone.
        voices: Time at which each voice was made, by id.
        changes: All other changes that can be undone.
    """

    reading: Reading
    document: QTextDocument
    voices: dict[str, str]
    changes: LeftChanges
