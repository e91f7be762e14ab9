"""Scripts in Fountain (fountain.io): the dialogue of a screenplay. The only module that imports fountain-py.

Action, headings, transitions, notes and what is cut out are left out. A parenthetical that consists of settings, such
as `(pause 0.5)`, counts for what follows it; `(beat)` is a pause; any other one is left out. Of dual dialogue the
second speaker begins together with the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fountain import ElementType, FountainElement, FountainParser

from timbre_app.dialogue.script import TOGETHER, Line, Script, ScriptError, make_script
from timbre_app.dialogue.settings import Settings, is_settings, parse_settings

BEATS = ("beat", "pause")
BEAT_S = 0.8
_SPOKEN = (ElementType.DIALOGUE, ElementType.LYRICS)


def parse_fountain(content: str) -> Script:
    """Read the dialogue of a screenplay.

    Raises:
        ScriptError: if nobody says anything in it, or settings are out of range.
    """
    lines = list(_lines(FountainParser().parse(content).elements))
    if not lines:
        raise ScriptError(
            "The screenplay has no dialogue: write each speaker's name in capitals, and below it what is said."
        )
    return make_script(lines)


def _lines(elements: Sequence[FountainElement]) -> Iterator[Line]:
    name = ""
    block: list[FountainElement] = []
    for element in elements:
        if element.type is ElementType.CHARACTER:
            yield from _block(name, block)
            name, block = element.text, []
        elif element.type is ElementType.DUAL_DIALOGUE:
            yield from _block(name, block)
            name, block = "", []
            for column, pause_s in zip(element.dual_dialogue_columns(), (None, TOGETHER), strict=True):
                yield from _block(column[0].text, column[1:], pause_s)
        else:
            block.append(element)
    yield from _block(name, block)


def _block(name: str, block: Sequence[FountainElement], pause_s: float | None = None) -> Iterator[Line]:
    """What follows a name, cut where a parenthetical changes how it is said."""
    settings, number = Settings(pause_s), 0
    texts: list[str] = []
    for element in block:
        if element.type in _SPOKEN:
            number = number or element.line_number
            texts.append(_emphasised(element))
        elif element.type is ElementType.PARENTHETICAL:
            change = _change(element)
            if change is None:
                continue
            if texts:
                yield Line(number, name, " ".join(texts), settings.pause_s, settings.how)
                texts, number = [], 0
            settings = change
    if texts and name:
        yield Line(number, name, " ".join(texts), settings.pause_s, settings.how)


def _change(parenthetical: FountainElement) -> Settings | None:
    inside = parenthetical.text.strip("() \t").rstrip(".")
    if inside.casefold() in BEATS:
        return Settings(BEAT_S)
    return parse_settings(inside, parenthetical.line_number) if is_settings(inside) else None


def _emphasised(element: FountainElement) -> str:
    """The text with asterisks around what the screenplay emphasises, which Fountain's parser takes out."""
    text = element.text
    for start, end in sorted({(span.start, span.end) for span in element.formatting}, reverse=True):
        text = f"{text[:start]}*{text[start:end]}*{text[end:]}"
    return " ".join(text.split())
