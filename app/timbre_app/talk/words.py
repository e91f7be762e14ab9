"""Cuts a text that is still being typed into what can be spoken already and what is not finished."""

from __future__ import annotations

_ENDS_BY_ITSELF = "。，、！？；："
"""Signs that end words in a script without spaces."""


class WordFeed:
    """Hands out each finished word once, also if the person goes back and changes the text.

    A word is finished when white space follows it, so that 3.50 stays whole.
    """

    def __init__(self) -> None:
        self._spoken = ""

    def grown(self, text: str) -> str:
        """Words that are finished in this text and were not handed out yet; an empty text if there are none."""
        self._go_back_to(text)
        end = _finished(text)
        if end <= len(self._spoken):
            return ""
        fresh = text[len(self._spoken) : end]
        self._spoken = text[:end]
        return fresh.strip()

    def rest(self, text: str) -> str:
        """Everything that was not handed out yet, with the last word; the next text begins anew."""
        self._go_back_to(text)
        fresh = text[len(self._spoken) :].strip()
        self._spoken = ""
        return fresh

    def skip(self, text: str) -> None:
        """Take a text as handed out."""
        self._spoken = text

    def _go_back_to(self, text: str) -> None:
        """Forget what was handed out after the first changed character, from the beginning of its word on."""
        if text.startswith(self._spoken):
            return
        pairs = zip(text, self._spoken, strict=False)
        same = next(
            (at for at, (new, old) in enumerate(pairs) if new != old), min(len(text), len(self._spoken))
        )
        self._spoken = text[: _finished(text[:same])]


def _finished(text: str) -> int:
    """Number of characters up to the end of the last finished word."""
    for end in range(len(text), 0, -1):
        if text[end - 1].isspace() or text[end - 1] in _ENDS_BY_ITSELF:
            return end
    return 0
