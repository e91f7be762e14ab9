"""Text to phoneme ids, sentence by sentence, with the phonemes of every word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from timbre.messages import InputError

from .align_words import align_words
from .english import stutter
from .english.questions import rises
from .espeak import Espeak
from .lexicon import Lexicon
from .normalize import Normalizer
from .passages import pieces, sentence_spans
from .symbols import VOWELS, WORD_BOUNDARY, known_phonemes, symbol_ids
from .tokens import IPA_PREFIX, Token, shown_word

MAX_PHONEMES = 300
MAX_SENTENCE_IDS = MAX_PHONEMES + 2
"""Most ids of a sentence: its phonemes, its start and its end. The acoustic model takes no more."""
_MAX_ITEM_PHONEMES = MAX_PHONEMES - 2
_MAX_CLAUSE_WORDS = 40
_MAX_SENTENCE_CHARS = 800
_STRESS, _WEAK_STRESS = "ˈ", "ˌ"
_SENTENCE_MARKS = (".", "?", "!")


class TextError(InputError):
    """Text that cannot be spoken; the message is one sentence for the user."""


class Word(NamedTuple):
    """One word of the original text.

    ``char_start:char_end`` is its range in the original text; ``phoneme_start:phoneme_end`` its range
    in the sentence's ``ids`` (so the start symbol is 0), without the word boundary and punctuation.
    """

    text: str
    char_start: int
    char_end: int
    phoneme_start: int
    phoneme_end: int


class WordChange(NamedTuple):
    """How a word differs from what the voice would do.

    Attributes:
        place: The word's place in its sentence.
        pitch: Semitones to add.
        duration: Factor of the word's length, and of the pause behind it.
        energy: dB to add.
    """

    place: int
    pitch: float
    duration: float
    energy: float


@dataclass(frozen=True)
class Sentence:
    """The text that the acoustic model takes in one call.

    ``ids`` is (T_text,) int64: start symbol, one id per character of ``phonemes``, end symbol.
    ``emphasised`` has the places in ``words`` of those that the text emphasises; ``changes`` has other changes of
    words, which `timbre.text.spans` makes. ``rises`` says whether it is a question that rises to its end.
    """

    text: str
    phonemes: str
    ids: NDArray[np.int64]
    words: tuple[Word, ...]
    emphasised: tuple[int, ...] = ()
    changes: tuple[WordChange, ...] = ()
    rises: bool = False


class _SpokenToken(NamedTuple):
    """A token with its phonemes; spaces inside them are word boundaries."""

    token: Token
    phonemes: str


class Frontend:
    """Turns text of one language into sentences of phonemes; safe to share between threads."""

    def __init__(self, language: str = "en-us", lexicon: Mapping[str, str] | None = None) -> None:
        """Load espeak-ng for a language.

        Args:
            language: An espeak-ng code.
            lexicon: IPA by word, spoken instead of espeak-ng's pronunciation.
        Raises:
            LanguageError: if espeak-ng does not know the language.
            LexiconError: if a lexicon entry cannot be spoken.
        """
        self.language = language
        self._espeak = Espeak(language)
        self._lexicon = Lexicon(lexicon)
        self._normalizer = Normalizer(language)
        self._is_english = language.split("-")[0] == "en"

    def sentences(self, text: str, is_finished: bool = True) -> list[Sentence]:
        """All sentences of a text; the arguments are those of iter_sentences.

        Raises:
            TextError: if there is nothing to speak.
        """
        return list(self.iter_sentences(text, is_finished))

    def iter_sentences(self, text: str, is_finished: bool = True) -> Iterator[Sentence]:
        """Sentences of a text as they are needed, so that the first of a long text is ready at once.

        Args:
            text: Any text.
            is_finished: Whether its last sentence ends with it, even without a full stop.
        Raises:
            TextError: if there is nothing to speak, when the first sentence is asked for.
        """
        is_empty, last = True, len(text.rstrip())
        for start, end in sentence_spans(text):
            for piece_start, piece_end in pieces(text, start, end, _MAX_SENTENCE_CHARS):
                for sentence in self._piece(
                    text, piece_start, piece_end, is_end=piece_end == end and (is_finished or end < last)
                ):
                    is_empty = False
                    yield sentence
        if is_empty:
            if not text.strip():
                raise TextError("There is nothing to speak: the text is empty.")
            raise TextError("There is nothing to speak in this text: it has no words or numbers.")

    def phonemize(self, text: str) -> str:
        """Phonemes of a whole text, its sentences separated by spaces.

        Raises:
            TextError: if there is nothing to speak.
        """
        return WORD_BOUNDARY.join(sentence.phonemes for sentence in self.iter_sentences(text))

    def phonemize_many(self, texts: Iterable[str]) -> list[str]:
        """Phonemes of many texts (a corpus), each as ``phonemize`` gives them.

        Returns:
            One string per text; "" where there is nothing to speak.
        """
        phonemes: list[str] = []
        for text in texts:
            try:
                phonemes.append(self.phonemize(text))
            except TextError:
                phonemes.append("")
        return phonemes

    def _piece(self, text: str, start: int, end: int, *, is_end: bool) -> Iterator[Sentence]:
        """Sentences of one sentence of the text, or of a piece of a very long one."""
        tokens = self._say(self._normalizer.tokens(text, start, end))
        for part in _parts(_with_marks(tokens, "." if is_end else ",")):
            asks = self._is_english and rises(item.token for item in part)
            yield _sentence(text, start, end, part, asks)
            start = part[-1].token.char_end

    def _say(self, tokens: Sequence[Token]) -> list[_SpokenToken]:
        """Phonemes of a sentence's tokens, clause by clause; tokens that say nothing are left out."""
        spoken: list[_SpokenToken] = []
        clause: list[Token] = []
        count = 0
        for token in tokens:
            clause.append(token)
            count += len(token.spoken)
            if token.mark or count >= _MAX_CLAUSE_WORDS:
                spoken.extend(self._say_clause(clause))
                clause, count = [], 0
        spoken.extend(self._say_clause(clause))
        return spoken

    def _say_clause(self, tokens: Sequence[Token]) -> list[_SpokenToken]:
        phonemes = [""] * len(tokens)
        run: list[tuple[int, str]] = []
        for index, token in enumerate(tokens):
            for word in self._words(token):
                if word.startswith(IPA_PREFIX) and IPA_PREFIX not in word[1:]:
                    self._pronounce(tokens, run, phonemes)
                    run = []
                    _add(phonemes, index, " ".join(known_phonemes(word[1:]).split()))
                else:
                    run.append((index, word))
        self._pronounce(tokens, run, phonemes)
        if self._is_english:
            phonemes = [
                self._stressed(token, sound) if token.is_emphasised else sound
                for token, sound in zip(tokens, phonemes, strict=True)
            ]
        return [_SpokenToken(token, sound) for token, sound in zip(tokens, phonemes, strict=True)]

    def _stressed(self, token: Token, phonemes: str) -> str:
        """The phonemes of an emphasised word with a stress, which words such as "is" do not have in a sentence."""
        if not phonemes or _STRESS in phonemes:
            return phonemes
        if len(token.spoken) == 1 and not token.spoken[0].startswith(IPA_PREFIX) and not len(self._lexicon):
            alone = self._espeak.word(token.spoken[0])
            if _STRESS in alone:
                return alone
        if _WEAK_STRESS in phonemes:
            return phonemes.replace(_WEAK_STRESS, _STRESS, 1)
        vowel = next((at for at, symbol in enumerate(phonemes) if symbol in VOWELS), None)
        return phonemes if vowel is None else phonemes[:vowel] + _STRESS + phonemes[vowel:]

    def _words(self, token: Token) -> tuple[str, ...]:
        """The words to speak for a token; for a token of several words the phonemes that the lexicon may have."""
        if len(token.spoken) > 1 and len(self._lexicon):
            phonemes = self._lexicon.find(token.text)
            if phonemes:
                return (IPA_PREFIX + phonemes,)
        return token.spoken

    def _pronounce(
        self, tokens: Sequence[Token], run: Sequence[tuple[int, str]], phonemes: list[str]
    ) -> None:
        """Add the phonemes of a run of words, pronounced together; the lexicon says those of its words.

        Args:
            tokens: A clause.
            run: Places in it, and a word at each, or a word with its phonemes.
            phonemes: The phonemes of each token so far; this adds to them.
        """
        whole = [(index, word) for index, word in run if not word.endswith(stutter.BROKEN_OFF)]
        sounds = self._sounds(tokens, whole) if whole else []
        for (index, _), sound in zip(run, stutter.voiced([word for _, word in run], sounds), strict=True):
            _add(phonemes, index, sound)

    def _sounds(self, tokens: Sequence[Token], run: Sequence[tuple[int, str]]) -> list[str]:
        """The phonemes of each word of a run, none of them broken off."""
        words = [shown_word(word, "") for _, word in run]
        parts = [
            word if tokens[index].is_glued and word == tokens[index].spoken[0] else " " + word
            for (index, _), word in zip(run, words, strict=True)
        ]
        aligned = align_words(words, self._espeak.clause("".join(parts).strip()), self._espeak.word)
        aligned = [
            known_phonemes(given[1:].partition(IPA_PREFIX)[0]) if given.startswith(IPA_PREFIX) else sound
            for (_, given), sound in zip(run, aligned, strict=True)
        ]
        if len(self._lexicon):
            aligned = [self._lexicon.find(word) or sound for word, sound in zip(words, aligned, strict=True)]
        return aligned


def _add(phonemes: list[str], index: int, more: str) -> None:
    """Put phonemes behind what a token has already, as another word."""
    if more:
        phonemes[index] += WORD_BOUNDARY + more if phonemes[index] else more


def _with_marks(tokens: Sequence[_SpokenToken], end_mark: str) -> list[_SpokenToken]:
    """Leave out silent tokens, handing their marks to the token before, and end the sentence."""
    audible: list[_SpokenToken] = []
    for item in tokens:
        if item.phonemes:
            audible.append(item)
        elif item.token.mark and audible:
            audible[-1] = _marked(audible[-1], item.token.mark)
    if audible and audible[-1].token.mark not in _SENTENCE_MARKS:
        audible[-1] = _marked(audible[-1], end_mark)
    return audible


def _marked(item: _SpokenToken, mark: str) -> _SpokenToken:
    return item._replace(token=item.token._replace(mark=mark))


def _parts(tokens: Sequence[_SpokenToken]) -> Iterator[list[_SpokenToken]]:
    """Cut a sentence of more than MAX_PHONEMES at a clause's end or between words."""
    if tokens and sum(map(_size, tokens)) < MAX_PHONEMES:
        yield list(tokens)
        return
    part: list[_SpokenToken] = []
    length = 0
    for item in (piece for whole in tokens for piece in _pieces(whole)):
        size = _size(item)
        while part and length + size > MAX_PHONEMES:
            at = _cut(part)
            yield [*part[: at - 1], _marked(part[at - 1], part[at - 1].token.mark or ",")]
            part = part[at:]
            length = sum(map(_size, part))
        part.append(item)
        length += size
    if part:
        yield part


def _size(item: _SpokenToken) -> int:
    """Symbols that an item takes in a sentence, with its mark and the boundary behind it."""
    return len(item.phonemes) + len(item.token.mark) + 1


def _pieces(item: _SpokenToken) -> Iterator[_SpokenToken]:
    """Cut an item that is too long for one sentence by itself, such as an override."""
    if len(item.phonemes) <= _MAX_ITEM_PHONEMES:
        yield item
        return
    for at in range(0, len(item.phonemes), _MAX_ITEM_PHONEMES):
        phonemes = item.phonemes[at : at + _MAX_ITEM_PHONEMES].strip(WORD_BOUNDARY)
        is_last = at + _MAX_ITEM_PHONEMES >= len(item.phonemes)
        token = item.token if is_last else item.token._replace(mark="")
        if phonemes:
            yield _SpokenToken(token, phonemes)


def _cut(part: Sequence[_SpokenToken]) -> int:
    """How many items to keep: up to the last mark in the later two thirds, else all."""
    for at in range(len(part), len(part) // 3, -1):
        if part[at - 1].token.mark:
            return at
    return len(part)


def _sentence(text: str, start: int, end: int, part: Sequence[_SpokenToken], asks: bool) -> Sentence:
    phonemes = ""
    words: list[Word] = []
    for item in part:
        if phonemes:
            phonemes += WORD_BOUNDARY
        first = len(phonemes) + 1
        phonemes += item.phonemes
        token = item.token
        words.append(Word(token.text, token.char_start, token.char_end, first, len(phonemes) + 1))
        phonemes += token.mark
    until = next((i for i in range(part[-1].token.char_end, end) if text[i].isspace()), end)
    ids = np.array(symbol_ids(phonemes), dtype=np.int64)
    emphasised = tuple(place for place, item in enumerate(part) if item.token.is_emphasised)
    return Sentence(text[start:until].strip(), phonemes, ids, tuple(words), emphasised, rises=asks)
