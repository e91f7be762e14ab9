"""Settings of one line, as scripts write them: `pace 1.1, pause -0.2`, `pitch=2 energy=-3`, `together`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from timbre.messages import InputError
from timbre_app.dialogue.script import TOGETHER, USUALLY, ScriptError
from timbre_app.reading.sentence import HowToSpeak

CONTROLS = tuple(field.name for field in fields(HowToSpeak))
NAMES = ("pause", *CONTROLS)
LONGEST_PAUSE_S = 600.0
_NUMBER = r"[-+−]?(?:\d+\.?\d*|\.\d+)"
SETTING = rf"(?:(?:{'|'.join(NAMES)})\s*[=:]?\s*{_NUMBER}|together)"
"""A regular expression for one setting."""
_SETTING = re.compile(
    rf"(?:(?P<name>{'|'.join(NAMES)})\s*[=:]?\s*(?P<value>{_NUMBER})|(?P<together>together))$", re.I
)
_PIECE = re.compile(rf"{SETTING}(?=$|[\s,;])|[^\s,;]+", re.I)


@dataclass(frozen=True)
class Settings:
    """Settings that a line names; `pause_s` is None if it names no pause."""

    pause_s: float | None = None
    how: HowToSpeak = USUALLY


def parse_settings(text: str, number: int) -> Settings:
    """Read settings that are separated by commas or spaces.

    Args:
        text: The settings, such as "pace 1.1, pause 0.3".
        number: The line in the file, for errors.
    Raises:
        ScriptError: if a part is no setting, or a value is out of range.
    """
    values: dict[str, float] = {}
    for piece in _PIECE.findall(text):
        setting = _SETTING.match(piece)
        if setting is None:
            raise ScriptError(
                "Line {line}: {piece!r} is no setting: use {names} with a number, or together.",
                line=number,
                piece=piece,
                names=", ".join(NAMES),
            )
        if setting["together"]:
            values["pause"] = TOGETHER
        else:
            values[setting["name"].lower()] = float(setting["value"].replace("−", "-"))
    return make_settings(values, number)


def is_settings(text: str) -> bool:
    """Whether a text is nothing but settings."""
    pieces = _PIECE.findall(text)
    return bool(pieces) and all(_SETTING.match(piece) for piece in pieces)


def make_settings(values: Mapping[str, float], number: int) -> Settings:
    """Check values by name.

    Raises:
        ScriptError: if a value is out of range.
    """
    from timbre_app.reading.narrator import controls_of

    pause_s = values.get("pause")
    if pause_s is not None and pause_s > LONGEST_PAUSE_S:
        raise ScriptError(
            "Line {line}: a pause of {pause:g} s is too long: choose at most {most:g} s.",
            line=number,
            pause=pause_s,
            most=LONGEST_PAUSE_S,
        )
    controls = {name: value for name, value in values.items() if name in CONTROLS}
    how = replace(HowToSpeak(**{**controls, "seed": 0}), seed=int(controls.get("seed", 0)))
    try:
        controls_of(how)
    except InputError as error:
        raise ScriptError("Line {line}: {reason}.", line=number, reason=error) from error
    return Settings(pause_s, how)


def written(settings: Settings) -> str:
    """Settings as `parse_settings` reads them; empty if all are as usual."""
    parts: list[str] = []
    if settings.pause_s is not None:
        parts.append("together" if settings.pause_s == TOGETHER else f"pause {settings.pause_s:g}")
    for name in CONTROLS:
        value = getattr(settings.how, name)
        if value != getattr(USUALLY, name):
            parts.append(f"{name} {value:g}")
    return ", ".join(parts)
