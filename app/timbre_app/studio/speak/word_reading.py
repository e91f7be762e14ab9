"""How a word of the text is read: the words that are said for it, and its phonemes once it has been spoken."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from timbre_app.reading.clip import Clip
from timbre_app.reading.timeline import ReadSentence

if TYPE_CHECKING:
    from timbre.text.normalize import Normalizer

_MARKS = " .,;:?!"


class WordReading(NamedTuple):
    """A word as written, what is said for it, and its IPA; "" where the speech is not there yet."""

    written: str
    said: str
    ipa: str


def word_reading(sentence: ReadSentence, char: int, language: str) -> WordReading | None:
    """Find how a word is read.

    Args:
        sentence: Where the word stands.
        char: A place in the word, from the sentence's beginning.
        language: The voice's, an espeak-ng code.
    Returns:
        None if there is no word at that place.
    """
    from timbre.text.tokens import shown_word

    for token in _normalizer(language).tokens(sentence.text, 0, len(sentence.text)):
        if token.char_start <= char < token.char_end:
            said = " ".join(shown_word(word, token.text) for word in token.spoken)
            ipa = _ipa(sentence.clip, token.text, token.char_start) if sentence.clip else ""
            return WordReading(token.text, said, ipa)
    return None


@cache
def _normalizer(language: str) -> Normalizer:
    # Imported here: the window opens without the rules, which take a while to load.
    from timbre.text.normalize import Normalizer

    return Normalizer(language)


def _ipa(clip: Clip, text: str, char_start: int) -> str:
    """The phonemes that a clip has for a word; "" if it was made of another text."""
    for word in clip.words:
        if (word.text, word.char_start) == (text, char_start):
            return "".join(
                phoneme.symbol for phoneme in clip.phonemes if word.start_s <= phoneme.start_s < word.end_s
            ).strip(_MARKS)
    return ""
