"""What the Speak page of a window leaves to that of the next one."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QTextDocument

from timbre_app.reading.reading import Reading
from timbre_app.studio.undo import LeftChanges


@dataclass(frozen=True)
class LeftSpeech:
    """What a page leaves to the one that takes its place, as when another language is chosen.

    Attributes:
        reading: The text's sentences and their speech.
        document: The text, with the changes in it that can be taken back.
        voices: When each voice was made, by id.
        changes: All other changes that can be taken back.
    """

    reading: Reading
    document: QTextDocument
    voices: dict[str, str]
    changes: LeftChanges
