"""How words are emphasised: on top of what the voice would do, below what a person changes by hand.

```
phonemes       aɪ   n ˈ ɛ v ɚ   s ˈ ɛ d   ð ˈ æ t       "I *never* said that."
pitch           0   + + + ↘ ↘   ─ ─ ─ ─   ─ ─ ─ ─       the stressed syllable rises, what follows is flattened
length          1   × × × × ×   ÷ ÷ ÷ ÷   ÷ ÷ ÷ ÷
energy          0   + + + + +   ─ ─ ─ ─   ─ ─ ─ ─
```

Sources: Cooper, Eady and Mueller 1985 and Eady and Cooper 1986 (longer words, a higher peak on the stressed syllable,
a low and flat rest; in questions the rest stays high); Xu and Xu 2005 (the three zones: before, on and behind the
focus); Breen et al. 2010 (longer, higher and louder). The sizes were set by benchmarks/intonation.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from timbre.speech.phoneme_edits import NO_EDITS, PhonemeEdits
from timbre.text import SYMBOLS, Sentence
from timbre.text.symbols import END_ID, PAUSE_IDS, VOWELS

_STRESS, _WEAK_STRESS = SYMBOLS.index("ˈ"), SYMBOLS.index("ˌ")
_VOWEL_IDS = frozenset(SYMBOLS.index(vowel) for vowel in VOWELS)
_QUESTION = SYMBOLS.index("?")


@dataclass(frozen=True)
class _Change:
    """Semitones, a factor of the length, dB."""

    pitch: float
    duration: float
    energy: float


_PEAK = _Change(4.5, 1.25, 3.0)
"""Change of the stressed syllable, from its vowel on."""
_ONSET = _Change(2.5, 1.2, 2.0)
"""Change of the part of the word in front of that vowel: the climb."""
_TAIL = _Change(1.0, 1.12, 1.0)
"""Change of the part of the word behind that syllable: the fall."""
_BEHIND = _Change(-1.0, 0.96, -1.0)
"""Change of unstressed phonemes behind the word."""
_BEHIND_STRESSED = _Change(-2.0, 0.96, -1.5)
"""Change of stressed syllables behind the word: their peaks are taken down."""


RISE = 6.0
"""Rise in semitones of a question that is answered with yes or no, from its last stressed syllable to its end."""


def changes_of(sentence: Sentence, liveliness: float = 1.0) -> PhonemeEdits:
    """All changes of phonemes that a sentence's text asks for, (T_text,) each; NO_EDITS where it asks for none.

    Args:
        sentence: The sentence.
        liveliness: Factor of a question's rise, up to 1. With 0 nothing rises, so that a monotone stays one.
    """
    changes = emphasis_of(sentence)
    if sentence.changes:
        changes = _word_changes(sentence).on_top_of(changes)
    if sentence.rises and liveliness > 0:
        changes = _rise(sentence.ids, RISE * min(liveliness, 1.0)).on_top_of(changes)
    return changes


def _rise(ids: np.ndarray, semitones: float) -> PhonemeEdits:
    """A straight rise from the last stressed syllable on."""
    stresses = np.flatnonzero(ids == _STRESS)
    start = int(stresses[-1]) if len(stresses) else 0
    pitch = np.zeros(len(ids), np.float32)
    pitch[start:] = np.linspace(0, semitones, len(ids) - start)
    return PhonemeEdits.of(pitch)


def _word_changes(sentence: Sentence) -> PhonemeEdits:
    """The changes of single words and of the pauses behind them."""
    pitch, duration, energy = (np.full(len(sentence.ids), neutral, np.float32) for neutral in (0, 1, 0))
    for change in sentence.changes:
        is_last = change.place + 1 == len(sentence.words)
        end = len(sentence.ids) - 1 if is_last else sentence.words[change.place + 1].phoneme_start
        part = slice(sentence.words[change.place].phoneme_start, end)
        pitch[part], duration[part], energy[part] = change.pitch, change.duration, change.energy
    return PhonemeEdits(pitch, duration, energy)


def emphasis_of(sentence: Sentence) -> PhonemeEdits:
    """The changes that a sentence's emphasis makes, (T_text,) each; none without emphasis."""
    if not sentence.emphasised:
        return NO_EDITS
    ids = sentence.ids
    changes: list[_Change | None] = [None] * len(ids)
    last = sentence.words[sentence.emphasised[-1]].phoneme_end
    first = sentence.words[sentence.emphasised[0]].phoneme_end
    stressed = _stressed(ids)
    for at in range(first, len(ids)):
        if ids[at] > END_ID and ids[at] not in PAUSE_IDS:
            changes[at] = _BEHIND_STRESSED if stressed[at] else _BEHIND
    for place in sentence.emphasised:
        word = sentence.words[place]
        _accent(changes, ids, word.phoneme_start, word.phoneme_end)
    pitch, duration, energy = (
        np.asarray([neutral if change is None else getattr(change, name) for change in changes], np.float32)
        for name, neutral in (("pitch", 0.0), ("duration", 1.0), ("energy", 0.0))
    )
    if _QUESTION in ids[last:]:
        pitch[first:] = np.maximum(pitch[first:], 0)
    return PhonemeEdits(pitch, duration, energy)


def _accent(changes: list[_Change | None], ids: np.ndarray, start: int, end: int) -> None:
    """Set the changes of one emphasised word's phonemes."""
    places = range(start, end)
    at = next(
        (place for mark in (_STRESS, _WEAK_STRESS) for place in places if ids[place] == mark),
        next((place for place in places if ids[place] in _VOWEL_IDS), start),
    )
    until = _syllable_end(ids, at, end)
    for place in places:
        changes[place] = _ONSET if place < at else _PEAK if place < until else _TAIL


def _stressed(ids: np.ndarray) -> np.ndarray:
    """Which phonemes belong to a stressed syllable, from its mark on, (T_text,) bool."""
    stressed = np.zeros(len(ids), bool)
    for at in np.flatnonzero(ids == _STRESS):
        stressed[at : _syllable_end(ids, int(at), len(ids))] = True
    return stressed


def _syllable_end(ids: np.ndarray, start: int, end: int) -> int:
    """Where a syllable ends: behind its vowel and one consonant, or in front of the next vowel."""
    at = start
    while at < end and ids[at] not in _VOWEL_IDS:
        at += 1
    while at < end and ids[at] in _VOWEL_IDS:
        at += 1
    while at < end and ids[at] not in _VOWEL_IDS and ids[at] not in PAUSE_IDS and ids[at] != _STRESS:
        at += 1
    has_next_vowel = at < end and ids[at] not in PAUSE_IDS
    return max(start + 1, at - 1) if has_next_vowel else at
