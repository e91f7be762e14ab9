"""How a job's parameters are written as plain values: how to speak, how to write files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from timbre.messages import InputError
from timbre_app.output.export import FileKind
from timbre_app.output.speaking import Saving
from timbre_app.reading.sentence import Edits, HowToSpeak


def saving_fields(saving: Saving) -> dict[str, Any]:
    """Plain values that `saving_of` reads."""
    return {
        "subtype": saving.kind.subtype,
        "sample_rate": saving.kind.sample_rate,
        "watermark": saving.kind.watermark,
        "subtitles": list(saving.subtitles),
        "by_sentence": saving.by_sentence,
    }


def saving_of(fields: Mapping[str, Any]) -> Saving:
    """How to write files; what is missing is as usual."""
    kind = FileKind(
        str(fields.get("subtype", "")), int(fields.get("sample_rate", 0)), bool(fields.get("watermark", True))
    )
    return Saving(kind, tuple(fields.get("subtitles", ())), bool(fields.get("by_sentence", False)))


def how_of(numbers: Any) -> HowToSpeak:
    """How to speak, from HowToSpeak.numbers; None is as usual.

    Raises:
        InputError: if the numbers make no sense.
    """
    from timbre.speech.acoustic import Controls

    try:
        pace, pitch, energy, liveliness, seed = numbers or HowToSpeak().numbers
        how = HowToSpeak(float(pace), float(pitch), float(energy), float(liveliness), int(seed))
        Controls(how.pace, how.pitch, how.energy, how.liveliness, how.seed)
    except InputError:
        raise
    except (TypeError, ValueError) as error:
        raise InputError(
            "How to speak must be five numbers: pace, pitch, energy, liveliness, seed."
        ) from error
    return how


def edits_of(fields: Mapping[str, Any]) -> Edits:
    """Changes of single phonemes."""
    return Edits(tuple(map(float, fields.get("pitch", ()))), tuple(map(float, fields.get("duration", ()))))


def text_of(fields: Mapping[str, Any], name: str) -> str:
    """A text among the parameters.

    Raises:
        InputError: if it is missing or no text.
    """
    value = fields.get(name)
    if not isinstance(value, str) or not value.strip():
        raise InputError("This job needs a text as its {name}.", name=name)
    return value
