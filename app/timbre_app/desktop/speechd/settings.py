"""How speech-dispatcher wants a text spoken."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from timbre.messages import InputError
from timbre.speech.acoustic import Controls

MOST = 100
"""Rate, pitch, its range and volume go from -100 to 100."""
FASTEST = 2.5
"""The fastest pace; the slowest is 1 / FASTEST."""
OCTAVE = 12
_NUMBERS = ("rate", "pitch", "pitch_range", "volume")
_NONE = "NULL"


@dataclass(frozen=True)
class SpeechSettings:
    """The parameters of `SET`, by their names there.

    Attributes:
        rate: -100 to 100; 0 is the voice's own.
        pitch: -100 to 100; 0 is the voice's own.
        pitch_range: -100 to 100; 0 is the voice's own.
        volume: -100 to 100, which is the loudest and the usual one.
        spelling_mode: "on" if letters are to be named.
        cap_let_recogn: "none" unless capitals are to be told.
        voice: A kind of voice such as "male1".
        language: A language's tag, such as "en-US"; empty if none is asked for.
        synthesis_voice: A voice's name; empty if none is asked for.
    """

    rate: int = 0
    pitch: int = 0
    pitch_range: int = 0
    volume: int = MOST
    spelling_mode: str = "off"
    cap_let_recogn: str = "none"
    voice: str = "male1"
    language: str = ""
    synthesis_voice: str = ""

    def with_line(self, line: str) -> SpeechSettings:
        """These settings with a line such as "rate=20"; a parameter that is not known here changes nothing.

        Raises:
            InputError: if the value is no number where it has to be one.
        """
        name, equals, text = line.partition("=")
        if not equals:
            raise InputError("{line!r} is no setting", line=line)
        if name in _NUMBERS:
            try:
                return dataclasses.replace(self, **{name: min(max(int(text), -MOST), MOST)})
            except ValueError as error:
                raise InputError("{line!r} is no number", line=line) from error
        if name in {field.name for field in dataclasses.fields(self)}:
            return dataclasses.replace(self, **{name: "" if text == _NONE else text})
        return self

    @property
    def controls(self) -> Controls:
        """The settings as controls for the speech server."""
        return Controls(
            pace=FASTEST ** (self.rate / MOST),
            pitch=OCTAVE * self.pitch / MOST,
            liveliness=1 + self.pitch_range / MOST,
        )

    @property
    def gain(self) -> float:
        """Factor of the samples; 0 to 1."""
        return (self.volume + MOST) / (2 * MOST)
