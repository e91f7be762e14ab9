"""SSML inside of what somebody says: `Ann: Wait. <break time="1s"/> <emphasis>Now!</emphasis>`."""

from __future__ import annotations

import re
from typing import NamedTuple

from timbre.text.ssml import Document, Silence, Speech, read_ssml

_NAMES = "speak|p|s|break|prosody|emphasis|phoneme|say-as|sub|voice|mark"
_TAG = re.compile(
    rf"<(?:{_NAMES})(?:\s[^<>]*)?>|<[a-z][\w:.-]*(?:\s[^<>]*)?/>|</[a-z][\w:.-]*\s*>|<!|<\?", re.I
)
_WHOLE = re.compile(r"<(?:speak\b|!|\?)")


class Silences(NamedTuple):
    """Seconds of silence before the first word, between words, and behind the last."""

    before: float = 0.0
    between: float = 0.0
    behind: float = 0.0


def read_markup(text: str) -> Document | None:
    """The document that a text with SSML is; None for a text without.

    Raises:
        SsmlError: if the SSML cannot be spoken.
    """
    if not _TAG.search(text):
        return None
    return read_ssml(text, has_root=bool(_WHOLE.match(text)))


def silences_of(document: Document | None) -> Silences:
    """The silences that a document asks for; none without a document."""
    parts = () if document is None else document.parts
    spoken = [at for at, part in enumerate(parts) if isinstance(part, Speech) and part.text]
    if not spoken:
        return Silences()
    places = parts[: spoken[0]], parts[spoken[0] : spoken[-1]], parts[spoken[-1] :]
    return Silences(*(sum(part.seconds for part in place if isinstance(part, Silence)) for place in places))
