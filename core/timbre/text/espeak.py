"""Phonemes of one clause from espeak-ng, whose library and data come in the espeakng-loader wheel.

espeak-ng's library keeps all it knows in global variables: it speaks one language at a time. A process loads it
once, whatever the languages, and changes its voice when a clause is in another language than the one before; that
takes 0.15 ms, and a few milliseconds for a language with a large dictionary. Nothing is copied to the disk.
"""

from __future__ import annotations

import ctypes
import re
import threading
import unicodedata
from functools import cache

from timbre.messages import InputError, TimbreError

from .remember import remember
from .symbols import PUNCTUATION, known_phonemes

# espeak-ng announces a change of language inside a clause as "(en)...(cmn)".
_LANGUAGE_FLAG = re.compile(r"\([a-z]{2,3}(?:-[a-z0-9-]+)?\)", re.IGNORECASE)
# Mandarin phonemes that espeak-ng writes with a full stop, in IPA.
_DOTTED = (("s.", "ʂ"), ("z.", "ʐ"), ("i.", "ɨ"))
# Latin letters of which espeak-ng may say the number in Unicode: "ễ" is "letter one E C five" in English.
_RARE_LETTER = re.compile("[\u0180-\u024f\u1e00-\u1eff]")
_NUMBER_PHONEMES = 8
"""A number takes more phonemes than any letter."""
_VIETNAMESE = "vi"
"""It knows its letters, although it spells them in a syllable that is none."""
_STRAY = str.maketrans(dict.fromkeys(PUNCTUATION | {"_"}))

# Of espeak-ng's speak_lib.h.
_OUTPUT_SYNCHRONOUS = 2
_DO_NOT_EXIT = 0x8000
_TEXT_UTF8 = 1
_IPA_WITH_UNDERSCORES = ord("_") << 8 | 2
# Voices of another program, which needs files that are not there.
_MBROLA = "mb/"
_SHOWN_CHARS = 40


class EspeakError(TimbreError, RuntimeError):
    """espeak-ng's library does not load."""


class LanguageError(InputError):
    """espeak-ng does not know a language; the message is one sentence."""


class _Voice(ctypes.Structure):
    """The beginning of speak_lib.h's espeak_VOICE; `languages` has a byte of priority before each code."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("languages", ctypes.c_char_p),
        ("identifier", ctypes.c_char_p),
    )


class Library:
    """espeak-ng in this process; safe to call from several threads. There must be no second one (see `library`)."""

    def __init__(self) -> None:
        """Load the library and the list of its voices.

        Raises:
            EspeakError: if it does not load.
        """
        # Imported here: the window takes sentence boundaries from this package and never speaks itself.
        import espeakng_loader

        self._lock = threading.Lock()
        self._language = ""
        try:
            self._espeak = ctypes.CDLL(espeakng_loader.get_library_path())
            data_path = espeakng_loader.get_data_path().encode()
        except (RuntimeError, OSError) as error:
            raise EspeakError("espeak-ng cannot be loaded: {reason}.", reason=error) from error
        if self._espeak.espeak_Initialize(_OUTPUT_SYNCHRONOUS, 0, data_path, _DO_NOT_EXIT) <= 0:
            raise EspeakError(
                "espeak-ng cannot read its data in {folder}: install it again.", folder=data_path.decode()
            )
        self._espeak.espeak_ListVoices.restype = ctypes.POINTER(ctypes.POINTER(_Voice))
        self._espeak.espeak_TextToPhonemes.restype = ctypes.c_char_p
        self._voices = self._list_voices()

    def check(self, language: str) -> None:
        """Raise LanguageError if there is no voice of a language; nothing is loaded for it."""
        if language not in self._voices:
            raise LanguageError(
                "espeak-ng cannot speak {language!r}: choose one of its languages, such as en-us, de, fr-fr or cmn.",
                language=language[:_SHOWN_CHARS],
            )

    def phonemes(self, language: str, text: str) -> str:
        """What espeak-ng makes of a text: IPA with underscores between phonemes and spaces between words.

        Args:
            language: One that `check` knows.
            text: One clause.
        """
        clauses: list[str] = []
        # The library moves the pointer on, clause by clause; the bytes must live until the end.
        data = text.encode(errors="ignore")
        rest = ctypes.c_char_p(data)
        with self._lock:
            self._speak(language)
            while rest.value is not None:
                clause: bytes | None = self._espeak.espeak_TextToPhonemes(
                    ctypes.byref(rest), _TEXT_UTF8, _IPA_WITH_UNDERSCORES
                )
                if clause:
                    clauses.append(clause.decode())
        return " ".join(clauses)

    def _speak(self, language: str) -> None:
        """Change to a language's voice unless it is the one of the last call."""
        if language != self._language:
            self._language = ""
            if self._espeak.espeak_SetVoiceByName(self._voices[language]) != 0:
                raise EspeakError(
                    "espeak-ng's voice for {language!r} cannot be loaded: install it again.",
                    language=language,
                )
            self._language = language

    def _list_voices(self) -> dict[str, bytes]:
        """The identifier of each language's first voice; they are sorted by how well they fit."""
        identifiers: dict[str, bytes] = {}
        for voice in self._espeak.espeak_ListVoices(None):
            if not voice:
                break
            identifier: bytes = voice.contents.identifier
            if not identifier.decode().replace("\\", "/").startswith(_MBROLA):
                identifiers.setdefault(voice.contents.languages[1:].decode(), identifier)
        return identifiers


@cache
def _load() -> Library:
    return Library()


_LOADING = threading.Lock()


def library() -> Library:
    """The process's one Library."""
    with _LOADING:
        return _load()


class Espeak:
    """espeak-ng for one language; safe to call from several threads, and as light as a string."""

    def __init__(self, language: str) -> None:
        """Look the language up.

        Args:
            language: An espeak-ng language code such as ``en-us`` or ``cmn``.
        Raises:
            LanguageError: if the language is unknown.
            EspeakError: if the library does not load.
        """
        self._library = library()
        self._library.check(language)
        self.language = language

    def clause(self, text: str) -> list[str]:
        """Phoneme words of a clause, pronounced in context.

        espeak-ng joins some words ("of the") and splits others, so the count may differ from the
        text's.

        Args:
            text: Words without sentence punctuation, separated by spaces.
        Returns:
            One string of table symbols per phoneme word, none empty.
        """
        raw = self._library.phonemes(self.language, self._with_known_letters(text))
        return [word for piece in raw.split() if (word := _clean(piece))]

    def word(self, text: str) -> str:
        """Phonemes of one word on its own, without spaces."""
        return _word(self.language, text)

    def _with_known_letters(self, text: str) -> str:
        if text.isascii() or self.language.startswith(_VIETNAMESE):
            return text
        return _RARE_LETTER.sub(lambda match: _known_letter(self.language, match.group()), text)


@remember(1_000)
def _known_letter(language: str, letter: str) -> str:
    """The letter, or the one without its marks if espeak-ng does not know it in this language."""
    plain = unicodedata.normalize("NFD", letter)[0]
    said, expected = (_clean(library().phonemes(language, f"la{between}a")) for between in (letter, plain))
    return plain if len(said) > len(expected) + _NUMBER_PHONEMES else letter


@remember(20_000)
def _word(language: str, text: str) -> str:
    return "".join(Espeak(language).clause(text))


@remember(20_000)
def _clean(raw: str) -> str:
    phonemes = _LANGUAGE_FLAG.sub("", raw).replace("_", "")
    for dotted, ipa in _DOTTED:
        phonemes = phonemes.replace(dotted, ipa)
    return known_phonemes(phonemes.translate(_STRAY))
