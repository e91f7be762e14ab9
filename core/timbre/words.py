"""Compare what was to be read with what was heard."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

SOUND_ALIKE = 0.34
"""Two words whose spelling differs by at most this share count as the same word heard differently."""

_SCALES = frozenset(("hundred", "thousand", "million", "billion"))
_COINS = frozenset(("dollar", "dollars", "euro", "euros", "pound", "pounds"))
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_BELOW_HUNDRED = frozenset(f"one two three four five six seven eight nine {_TEENS} {_TENS}".split())


@dataclass(frozen=True)
class WordComparison:
    """Words of a prompt that were not heard, words heard that are not in it, and the share of errors."""

    missed: tuple[str, ...]
    added: tuple[str, ...]
    error_rate: float


@dataclass(frozen=True)
class WordMarks:
    """Where in a prompt's text the words stand that were not heard, and what was heard beside it.

    Attributes:
        missed: First character and character behind the last, of each word.
        added: Character behind which a word was heard, and the word.
    """

    missed: tuple[tuple[int, int], ...] = ()
    added: tuple[tuple[int, str], ...] = ()


@lru_cache(maxsize=4096)
def normalize_for_comparison(text: str, language: str = "en-us") -> str:
    """Small letters, numbers and abbreviations spelled out, no punctuation, single spaces.

    Whisper writes "Mr. Smith paid $3.50" for what a prompt may spell out, and "130" for "a hundred and thirty";
    the front end's normaliser and one way to say a number make both the same.
    """
    from timbre.text.normalize import Normalizer  # imported here: num2words takes a while
    from timbre.text.tokens import shown_word

    tokens = Normalizer(language).tokens(text, 0, len(text))
    words = _plain(" ".join(shown_word(word, "") for token in tokens for word in token.spoken)).split()
    return " ".join(word for _, word in _one_way_to_say_numbers(words))


def _plain(spoken: str) -> str:
    """Small letters and single spaces, nothing else."""
    letters = re.sub(r"[^\w' ]|_", " ", spoken.lower().replace("’", "'"))
    return " ".join(letters.replace("'", "").split())


def _one_way_to_say_numbers(words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The words with "one hundred thirty" for "a hundred and thirty", each with its place among them."""
    for place, word in enumerate(words):
        before, after = words[place - 1] if place else "", words[place + 1] if place + 1 < len(words) else ""
        if word == "and" and (before in _SCALES or before in _COINS) and after in _BELOW_HUNDRED:
            continue
        yield place, "one" if word == "a" and after in _SCALES else word


def compare(prompt: str, transcript: str) -> WordComparison:
    """Which words of a prompt a transcript lacks, and which it adds.

    A word that was heard slightly differently ("colour", "color") counts as read.
    """
    wanted, heard = normalize_for_comparison(prompt).split(), normalize_for_comparison(transcript).split()
    missed: list[str] = []
    added: list[str] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(a=wanted, b=heard, autojunk=False).get_opcodes():
        if tag != "equal" and not _sound_alike(wanted[a:b], heard[c:d]):
            missed += wanted[a:b]
            added += heard[c:d]
    errors = max(len(missed), len(added))
    return WordComparison(tuple(missed), tuple(added), errors / max(1, len(wanted)))


def mark_words(prompt: str, transcript: str, language: str = "en-us") -> WordMarks:
    """Where in the prompt the words stand that `compare` finds missed or added."""
    from timbre.text.normalize import Normalizer
    from timbre.text.tokens import shown_word

    tokens = Normalizer(language).tokens(prompt, 0, len(prompt))
    spoken = [
        (token, word)
        for token in tokens
        for word in _plain(" ".join(shown_word(word, "") for word in token.spoken)).split()
    ]
    numbered = list(_one_way_to_say_numbers([word for _, word in spoken]))
    spoken, wanted = [spoken[place] for place, _ in numbered], [word for _, word in numbered]
    heard = normalize_for_comparison(transcript, language).split()
    missed: list[tuple[int, int]] = []
    added: list[tuple[int, str]] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(a=wanted, b=heard, autojunk=False).get_opcodes():
        if tag == "equal" or _sound_alike(wanted[a:b], heard[c:d]):
            continue
        missed += [(token.char_start, token.char_end) for token, _ in spoken[a:b]]
        behind = spoken[b - 1][0].char_end if b else 0
        added += [(behind, word) for word in heard[c:d]]
    return WordMarks(tuple(dict.fromkeys(missed)), tuple(added))


def _sound_alike(wanted: Sequence[str], heard: Sequence[str]) -> bool:
    """Whether two runs of words are nearly the same letters."""
    a, b = "".join(wanted), "".join(heard)
    return bool(a) and bool(b) and edit_distance(a, b) <= SOUND_ALIKE * max(len(a), len(b))


def edit_distance(a: str, b: str) -> int:
    """Levenshtein distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


def character_error_rate(reference: str, hypothesis: str) -> float:
    """Edit distance over the reference's length, both normalised, spaces left out."""
    a, b = (normalize_for_comparison(text).replace(" ", "") for text in (reference, hypothesis))
    return edit_distance(a, b) / max(1, len(a))
