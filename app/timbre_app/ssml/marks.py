"""When the marks of a document are reached."""

from __future__ import annotations

from collections.abc import Sequence

from timbre.text.ssml import Speech
from timbre.timing import TimedMark, TimedWord


class PartTimes:
    """Gives words and marks of one part of a document their times and places in the whole.

    Args:
        part: The part.
        chars: Where its written text begins in the document's.
    """

    def __init__(self, part: Speech, chars: int) -> None:
        self._part, self._chars = part, chars
        self._left = list(part.marks)

    def words(self, words: Sequence[TimedWord], start_s: float, lead_s: float) -> list[TimedWord]:
        """Words of the part in the document.

        Args:
            words: With characters and times in the part.
            start_s: When the part begins.
            lead_s: How much of its beginning is left out.
        """
        placed: list[TimedWord] = []
        for word in words:
            start, end = self._part.range_written(word.char_start, word.char_end)
            times = (start_s + max(time_s - lead_s, 0) for time_s in (word.start_s, word.end_s))
            placed.append(
                TimedWord(self._part.written[start:end], self._chars + start, self._chars + end, *times)
            )
        return placed

    def marks(self, words: Sequence[TimedWord], placed: Sequence[TimedWord]) -> list[TimedMark]:
        """The marks in front of words, which are given with their places in the part and in the document."""
        reached: list[TimedMark] = []
        for word, other in zip(words, placed, strict=True):
            while self._left and self._left[0].at < word.char_end:
                reached.append(TimedMark(self._left.pop(0).name, other.start_s))
        return reached

    def last_marks(self, end_s: float) -> list[TimedMark]:
        """The marks behind the last word, when the part ends."""
        left, self._left = self._left, []
        return [TimedMark(mark.name, end_s) for mark in left]
