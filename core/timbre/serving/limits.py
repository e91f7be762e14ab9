"""How much one server accepts, so that it says "busy" at once rather than speak late to everyone."""

from __future__ import annotations

import os
from dataclasses import dataclass

from timbre.serving.errors import BusyError


@dataclass(frozen=True)
class Limits:
    """What is accepted.

    Attributes:
        streams: Utterances at once; TIMBRE_MAX_STREAMS.
        waiting: Of these, how many may wait for their first chunk; TIMBRE_MAX_WAITING.
        text_characters: Of one request; clients send longer texts passage by passage; TIMBRE_MAX_TEXT.
        clones: At work at once, the others wait; None for one on a CPU and eight on a GPU; TIMBRE_MAX_CLONES.
    """

    streams: int = 256
    waiting: int = 64
    text_characters: int = 10_000
    clones: int | None = None

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is not None and value < 1:
                raise ValueError(f"the limit of {name} must be at least 1, not {value}")

    @classmethod
    def from_environment(cls) -> Limits:
        """The limits, as the server's settings change them.

        Raises:
            ValueError: if a setting is no number of at least 1.
        """
        settings = {
            "streams": "TIMBRE_MAX_STREAMS",
            "waiting": "TIMBRE_MAX_WAITING",
            "text_characters": "TIMBRE_MAX_TEXT",
            "clones": "TIMBRE_MAX_CLONES",
        }
        given = {field: os.environ[name] for field, name in settings.items() if os.environ.get(name)}
        return cls(**{field: int(value) for field, value in given.items()})

    def check(self, streams: int, waiting: int) -> None:
        """Raise BusyError if no more can be accepted beside so many streams, so many of them waiting."""
        if streams >= self.streams or waiting >= self.waiting:
            raise BusyError(f"The speech server is busy with {streams} requests; try again in a moment.")

    def check_text(self, text: str) -> None:
        """Raise ValueError if a text is too long for one request."""
        if len(text) > self.text_characters:
            raise ValueError(
                f"The text has {len(text):,} characters and a request may have {self.text_characters:,}: "
                "send it in passages."
            )
