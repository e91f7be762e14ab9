"""Phonemes of one clause from espeak-ng, whose library and data come in the espeakng-loader wheel."""

from __future__ import annotations

import re
import threading
from functools import lru_cache

from .symbols import PUNCTUATION, known_phonemes

# espeak-ng announces a change of language inside a clause as "(en)...(cmn)".
_LANGUAGE_FLAG = re.compile(r"\([a-z]{2,3}(?:-[a-z0-9-]+)?\)", re.IGNORECASE)
# Mandarin phonemes that espeak-ng writes with a full stop, in IPA.
_DOTTED = (("s.", "ʂ"), ("z.", "ʐ"), ("i.", "ɨ"))
_STRAY = str.maketrans(dict.fromkeys(PUNCTUATION | {"_"}))


class EspeakError(RuntimeError):
    """espeak-ng cannot speak this language, or its library does not load."""


class Espeak:
    """espeak-ng for one language; safe to call from several threads."""

    def __init__(self, language: str) -> None:
        """Load the library's own copy for this language.

        Args:
            language: An espeak-ng language code such as ``en-us`` or ``cmn``.
        Raises:
            EspeakError: if the language is unknown or the library does not load.
        """
        # Imported here: the window takes sentence boundaries from this package and never speaks itself.
        import espeakng_loader
        from phonemizer.backend.espeak.wrapper import EspeakWrapper

        self.language = language
        self._lock = threading.Lock()
        try:
            EspeakWrapper.set_library(espeakng_loader.get_library_path())
            EspeakWrapper.set_data_path(espeakng_loader.get_data_path())
            self._wrapper = EspeakWrapper()
            self._wrapper.set_voice(language)
        except (RuntimeError, OSError) as error:
            raise EspeakError(f"espeak-ng cannot speak {language!r}: {error}.") from error
        self.word = lru_cache(maxsize=50_000)(self._word)

    def clause(self, text: str) -> list[str]:
        """Phoneme words of a clause, pronounced in context.

        espeak-ng joins some words ("of the") and splits others, so the count may differ from the
        text's.

        Args:
            text: Words without sentence punctuation, separated by spaces.
        Returns:
            One string of table symbols per phoneme word, none empty.
        """
        with self._lock:
            raw: str = self._wrapper.text_to_phonemes(text)
        return [word for piece in raw.split() if (word := _clean(piece))]

    def _word(self, text: str) -> str:
        """Phonemes of one word on its own, without spaces (cached as ``word``)."""
        return "".join(self.clause(text))


@lru_cache(maxsize=8)
def espeak(language: str) -> Espeak:
    """The process's one Espeak of a language."""
    return Espeak(language)


@lru_cache(maxsize=100_000)
def _clean(raw: str) -> str:
    phonemes = _LANGUAGE_FLAG.sub("", raw).replace("_", "")
    for dotted, ipa in _DOTTED:
        phonemes = phonemes.replace(dotted, ipa)
    return known_phonemes(phonemes.translate(_STRAY))
