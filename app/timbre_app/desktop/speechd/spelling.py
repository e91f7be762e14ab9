"""Names of characters and keys, for single characters and for texts that are spelled."""

from __future__ import annotations

import unicodedata

from timbre_app.desktop.speechd.marked_text import Mark, MarkedText

_CAPITAL = {
    "de": "groß {}",
    "en": "capital {}",
    "es": "{} mayúscula",
    "fr": "{} majuscule",
    "it": "{} maiuscola",
}
_SPACES = {" ": "space", "\t": "tab", "\n": "new line"}


def character_name(character: str, language: str = "en", tells_capitals: bool = False) -> str:
    """What is said for a character; speech-dispatcher itself names most signs, in the person's language."""
    if character.isupper() and tells_capitals:
        return _CAPITAL.get(language.split("-")[0].lower(), "{}").format(character)
    if character.isalnum():
        return character
    return _SPACES.get(character) or unicodedata.name(character, "").lower()


def key_name(key: str, language: str = "en") -> str:
    """What is said for a key such as "shift_a" or "KP_Enter"."""
    if len(key) == 1:
        return character_name(key, language)
    *modifiers, last = [part for part in key.split("_") if part] or ["_"]
    return " ".join([*modifiers, character_name(last, language) if len(last) == 1 else last])


def spelled(marked: MarkedText, language: str = "en", tells_capitals: bool = False) -> MarkedText:
    """The names of all characters of a text but its spaces, with the marks at the same places."""
    names: list[str] = []
    starts: list[int] = []  # where each character's name begins
    length = 0
    for character in marked.text:
        starts.append(length)
        name = "" if character.isspace() else character_name(character, language, tells_capitals)
        if name:
            names.append(f"{name}, ")
            length += len(names[-1])
    starts.append(length)
    marks = tuple(Mark(mark.name, starts[mark.char]) for mark in marked.marks)
    return MarkedText("".join(names).rstrip(", ") + ".", marks)
