"""How a person wants to talk: letters, contrast, volume, words at once, switches."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Self

LETTERS_PX = (20, 26, 32, 40, 52, 64)
LOUDEST_PERCENT = 150
SWITCHES = (0, 1, 2)
_LIMITS = {
    "volume_percent": (0, LOUDEST_PERCENT),
    "letters_px": (LETTERS_PX[0], LETTERS_PX[-1]),
    "dwell_s": (0.3, 10.0),
    "first_extra_s": (0.0, 10.0),
    "ignore_s": (0.0, 3.0),
    "rounds": (1, 10),
}


@dataclass(frozen=True)
class TalkOptions:
    """Options of the Talk page.

    Attributes:
        voice_id: The voice to talk with; empty for the first one.
        volume_percent: Loudness of the speech beside its own, apart from the system's volume.
        speaks_words: Whether each word is spoken as soon as it is finished.
        typing_stops: Whether typing ends what is being spoken.
        switches: How many switches there are: 0 for a keyboard.
        dwell_s: How long the scan stays at a place.
        first_extra_s: How much longer it stays at the first place of a round.
        ignore_s: How long a switch is ignored after it was pressed.
        rounds: How many rounds a scan makes before it waits for a switch.
    """

    voice_id: str = ""
    volume_percent: int = 100
    letters_px: int = 32
    high_contrast: bool = False
    on_top: bool = False
    speaks_words: bool = False
    typing_stops: bool = True
    switches: int = 0
    dwell_s: float = 1.2
    first_extra_s: float = 0.6
    ignore_s: float = 0.3
    rounds: int = 3

    def to_json(self) -> str:
        """The options as text."""
        return json.dumps(dataclasses.asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what `to_json` wrote; a value that does not fit is left at its default."""
        try:
            values = json.loads(text)
        except ValueError:
            return cls()
        if not isinstance(values, dict):
            return cls()
        kept = {
            field.name: values[field.name]
            for field in dataclasses.fields(cls)
            if field.name in values and _fits(field.name, values[field.name], field.default)
        }
        return cls(**kept)


def _fits(name: str, value: object, default: object) -> bool:
    if name in _LIMITS:
        least, most = _LIMITS[name]
        return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most
    return type(value) is type(default) and (name != "switches" or value in SWITCHES)
