"""Values of attributes as numbers; what is allowed is said where one is wrong."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from timbre.text.spans import MAX_DECIBELS, MAX_DURATION, MAX_SEMITONES, MIN_DURATION

from .errors import SsmlError

LONGEST_BREAK_S = 60.0
STRENGTHS_S = {"none": 0.0, "x-weak": 0.1, "weak": 0.25, "medium": 0.5, "strong": 0.8, "x-strong": 1.2}
RATES = {"x-slow": 0.5, "slow": 0.75, "medium": 1.0, "default": 1.0, "fast": 1.25, "x-fast": 1.6}
PITCHES = {"x-low": -6.0, "low": -3.0, "medium": 0.0, "default": 0.0, "high": 3.0, "x-high": 6.0}
VOLUMES = {"x-soft": -12.0, "soft": -6.0, "medium": 0.0, "default": 0.0, "loud": 4.0, "x-loud": 8.0}
_TIME = re.compile(r"\+?(\d*\.?\d+)(ms|s)")
_NUMBER = re.compile(r"[+-]?\d*\.?\d+")


def wrong(element: str, attribute: str, value: str, allowed: str) -> SsmlError:
    """The error for a value that an attribute cannot have."""
    return SsmlError(
        "<{element}> cannot have {attribute}={value!r}: choose {allowed}.",
        element=element,
        attribute=attribute,
        value=value[:80],
        allowed=allowed,
    )


def time_s(value: str) -> float:
    """A length such as "500ms" or "1.5s" in seconds."""
    match = _TIME.fullmatch(value.strip())
    seconds = float(match[1]) / (1000 if match[2] == "ms" else 1) if match else math.inf
    if seconds > LONGEST_BREAK_S:
        raise wrong("break", "time", value, f"a time of 0 to {LONGEST_BREAK_S:g} s, such as 500ms or 1.5s")
    return seconds


def strength_s(value: str) -> float:
    """The length of a break of a strength in seconds."""
    if value not in STRENGTHS_S:
        raise wrong("break", "strength", value, ", ".join(STRENGTHS_S))
    return STRENGTHS_S[value]


def rate(value: str) -> float:
    """A rate as a factor; a percentage with a sign is a change, one without is the rate itself."""
    allowed = f"{', '.join(RATES)}, a factor such as 1.2, or a percentage such as 80% or +20%"
    number = _percentage(value)
    factor = RATES.get(value) or (1 + number if value[:1] in "+-" and number is not None else number)
    if factor is None and _NUMBER.fullmatch(value):
        factor = float(value)
    if not factor or not 0 < factor < math.inf:
        raise wrong("prosody", "rate", value, allowed)
    return factor


def pitch(value: str) -> float:
    """A change of pitch in semitones."""
    if value in PITCHES:
        return PITCHES[value]
    number = _percentage(value)
    if number is not None and value[0] in "+-" and number > -1:
        return 12 * math.log2(1 + number)
    return _with_unit(
        value,
        "st",
        "pitch",
        f"{', '.join(PITCHES)}, semitones such as +2st or -1.5st, or a change such as +10%",
    )


def volume(value: str) -> float:
    """A change of volume in dB."""
    if value in VOLUMES:
        return VOLUMES[value]
    return _with_unit(value, "dB", "volume", f"{', '.join(VOLUMES)}, or decibels such as +6dB or -4.5dB")


def _with_unit(value: str, unit: str, attribute: str, allowed: str) -> float:
    number = value.removesuffix(unit)
    if number == value or value[0] not in "+-" or not _NUMBER.fullmatch(number):
        raise wrong("prosody", attribute, value, allowed)
    return float(number)


def _percentage(value: str) -> float | None:
    number = value.removesuffix("%")
    return float(number) / 100 if number != value and _NUMBER.fullmatch(number) else None


LIMITS: Mapping[str, tuple[float, float]] = {
    "rate": (MIN_DURATION, 1 / MIN_DURATION),
    "pitch": (-MAX_SEMITONES, MAX_SEMITONES),
    "volume": (-MAX_DECIBELS, MAX_DECIBELS),
}
"""Limits of what all `prosody` elements around a word may come to together: a factor, semitones, dB."""
if MAX_DURATION * MIN_DURATION != 1:
    raise ValueError("the rate's limits are those of a duration, turned around")


def check_total(attribute: str, value: float) -> float:
    """A value of all elements prosody around a word together.

    Raises:
        SsmlError: if no voice can speak so.
    """
    low, high = LIMITS[attribute]
    if not low - 1e-9 <= value <= high + 1e-9:
        raise SsmlError(
            "The {attribute} of <prosody> comes to {value:g} in all: choose values that come to {low:g} to {high:g}.",
            attribute=attribute,
            value=round(value, 3),
            low=low,
            high=high,
        )
    return min(max(value, low), high)
