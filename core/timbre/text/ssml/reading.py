"""The elements of a document, one after another, and what each of them changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from timbre.text.symbols import known_phonemes

from . import values
from .builder import Builder, How
from .document import Document
from .errors import SsmlError
from .say_as import say_as
from .xml import attributes_of, name_of, read_xml

_REGIONAL = ("en-us", "en-gb", "en-029", "en-gb-scotland", "es-419", "fr-be", "fr-ch", "fr-fr", "pt-br")
_OTHER_NAMES = {"en": "en-us", "fr": "fr-fr", "zh": "cmn", "zh-hk": "yue", "no": "nb"}
_EMPHASIS = {"strong": True, "moderate": True, "none": False, "reduced": False}


def read_ssml(text: str, *, has_root: bool = True) -> Document:
    """Read a document of SSML.

    Args:
        text: The document.
        has_root: Whether the text has the element speak itself; without, it is what stands inside of it.
    Raises:
        SsmlError: if it cannot be read, has an element or a value that Timbre does not know, or says nothing.
    """
    root = read_xml(text, "" if has_root else "speak")
    if name_of(root) != "speak":
        raise SsmlError("SSML begins with <speak>, not with <{element}>.", element=name_of(root)[:80])
    builder = Builder()
    _read(root, How(), builder)
    document = builder.document()
    if not any(character.isalnum() for character in document.written):
        raise SsmlError("There is nothing to speak: the SSML has no words.")
    return document


@dataclass(frozen=True)
class _Kind:
    """What an element is.

    Attributes:
        attributes: Those that it may have, beside xml:lang of those that hold text.
        read: Reads it: the element, its attributes, how its surroundings are spoken, and where to.
        needs: Attributes that it must have.
        is_empty: Whether it holds nothing.
    """

    attributes: tuple[str, ...]
    read: Callable[[Element, Mapping[str, str], How, Builder], None]
    needs: tuple[str, ...] = ()
    is_empty: bool = False


def _read(element: Element, how: How, builder: Builder) -> None:
    """Read an element with all that it holds."""
    name = name_of(element)
    kind = _KINDS.get(name)
    if kind is None:
        raise SsmlError(
            "Timbre does not know the element <{element}>: leave it out, or choose among {known}.",
            element=name[:80],
            known=", ".join(_KINDS),
        )
    attributes = dict(attributes_of(element))
    _check_attributes(name, kind, attributes)
    if kind.is_empty and (len(element) or (element.text or "").strip()):
        raise SsmlError("<{element}> holds nothing: write <{element}/>.", element=name)
    if name == "speak" and builder.is_begun:
        raise SsmlError("<speak> stands at the beginning alone: leave out the others.")
    builder.is_begun = True
    kind.read(element, attributes, how, builder)


def _check_attributes(name: str, kind: _Kind, attributes: Mapping[str, str]) -> None:
    for attribute in attributes:
        if attribute not in kind.attributes:
            raise SsmlError(
                "<{element}> has no attribute {attribute!r} in Timbre: it may have {known}.",
                element=name,
                attribute=attribute[:80],
                known=", ".join(kind.attributes),
            )
    for attribute in kind.needs:
        if not attributes.get(attribute, "").strip():
            raise SsmlError("<{element}> needs the attribute {attribute}.", element=name, attribute=attribute)


def _inside(element: Element, how: How, builder: Builder) -> None:
    """Read what an element holds: text, and elements with the text behind them."""
    builder.add(element.text or "", how)
    for child in element:
        _read(child, how, builder)
        builder.add(child.tail or "", how)


def _content(element: Element) -> str:
    """The text of an element that holds nothing else."""
    if len(element):
        raise SsmlError(
            "<{element}> holds text alone: take <{inner}> out of it.",
            element=name_of(element),
            inner=name_of(element[0])[:80],
        )
    return element.text or ""


def _speak(element: Element, attributes: Mapping[str, str], how: How, builder: Builder) -> None:
    _inside(element, _in_language(attributes, how), builder)


def _paragraph(element: Element, attributes: Mapping[str, str], how: How, builder: Builder) -> None:
    builder.end_sentence()
    _inside(element, _in_language(attributes, how), builder)
    builder.end_sentence()


def _in_language(attributes: Mapping[str, str], how: How) -> How:
    tag = attributes.get("xml:lang", "").strip().lower().replace("_", "-")
    return replace(how, language=_espeak_language(tag)) if tag else how


def _espeak_language(tag: str) -> str:
    """The name that espeak has for a language's tag, which mostly has no region."""
    language = tag.partition("-")[0]
    return tag if tag in _REGIONAL else _OTHER_NAMES.get(tag) or _OTHER_NAMES.get(language, language)


def _break(_: Element, attributes: Mapping[str, str], __: How, builder: Builder) -> None:
    if "time" in attributes:
        builder.pause(values.time_s(attributes["time"]))
    else:
        builder.pause(values.strength_s(attributes.get("strength", "medium")))


def _prosody(element: Element, attributes: Mapping[str, str], how: How, builder: Builder) -> None:
    rate = values.rate(attributes.get("rate", "default").strip())
    pitch = values.pitch(attributes.get("pitch", "default").strip())
    volume = values.volume(attributes.get("volume", "default").strip())
    changed = replace(
        how,
        rate=values.check_total("rate", how.rate * rate),
        pitch=values.check_total("pitch", how.pitch + pitch),
        volume=values.check_total("volume", how.volume + volume),
    )
    _inside(element, changed, builder)


def _emphasis(element: Element, attributes: Mapping[str, str], how: How, builder: Builder) -> None:
    level = attributes.get("level", "moderate")
    if level not in _EMPHASIS:
        raise values.wrong("emphasis", "level", level, ", ".join(_EMPHASIS))
    _inside(element, replace(how, emphasised=_EMPHASIS[level]), builder)


def _phoneme(element: Element, attributes: Mapping[str, str], how: How, builder: Builder) -> None:
    alphabet, ipa = attributes.get("alphabet", "ipa"), " ".join(attributes["ph"].split())
    if alphabet != "ipa":
        raise values.wrong("phoneme", "alphabet", alphabet, "ipa")
    if "[" in ipa or "]" in ipa or not known_phonemes(ipa).strip():
        raise values.wrong(
            "phoneme", "ph", ipa, "letters of the International Phonetic Alphabet, such as təmˈɑːtoʊ"
        )
    builder.add(f"[[{ipa}]]", how, written=_content(element))


def _sub(element: Element, attributes: Mapping[str, str], how: How, builder: Builder) -> None:
    builder.add(attributes["alias"], how, written=_content(element))


def _say_as(element: Element, attributes: Mapping[str, str], how: How, builder: Builder) -> None:
    content = _content(element)
    words = say_as(content, attributes["interpret-as"], attributes.get("format", ""), how.language)
    builder.add(words, how, written=content)


def _voice(element: Element, attributes: Mapping[str, str], how: How, builder: Builder) -> None:
    _inside(element, _in_language(attributes, replace(how, voice=attributes["name"].strip())), builder)


def _mark(_: Element, attributes: Mapping[str, str], how: How, builder: Builder) -> None:
    builder.mark(attributes["name"].strip(), how)


_KINDS: Mapping[str, _Kind] = {
    "speak": _Kind(("version", "xml:lang", "xml:base", "onlangfailure"), _speak),
    "p": _Kind(("xml:lang",), _paragraph),
    "s": _Kind(("xml:lang",), _paragraph),
    "break": _Kind(("time", "strength"), _break, is_empty=True),
    "prosody": _Kind(("rate", "pitch", "volume"), _prosody),
    "emphasis": _Kind(("level",), _emphasis),
    "phoneme": _Kind(("alphabet", "ph"), _phoneme, needs=("ph",)),
    "say-as": _Kind(("interpret-as", "format", "detail"), _say_as, needs=("interpret-as",)),
    "sub": _Kind(("alias",), _sub, needs=("alias",)),
    "voice": _Kind(("name", "xml:lang"), _voice, needs=("name",)),
    "mark": _Kind(("name",), _mark, needs=("name",), is_empty=True),
}
