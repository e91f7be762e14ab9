"""How much one server accepts, so that it says "busy" at once rather than speak late to everyone."""

from __future__ import annotations

import os
from dataclasses import dataclass

from timbre.messages import InputError
from timbre.serving.errors import BusyError

MAX_REQUEST_IDS = 1_000_000
"""Most phonemes of one request: a hundred for each character of a text, more than any language needs."""
MAX_CHUNK_FRAMES = 1024
"""Most frames of a chunk of mel: no engine makes or takes more."""
BACKGROUND_FRAMES = 48
"""Most frames of a network's call for speech to which nobody listens, where calls run one by one; 0.56 s of sound."""
GATHERED_FRAMES = 192
"""Frames of mel that background speech sends on together: between processes all chunks cost the same."""
MAX_TIMING_BYTES = 1 << 18
MAX_STREAM_CHARS = 128
MAX_OPEN_STREAMS = 512
"""Streams whose vocoder state is kept: more than are accepted at once, because some wait for their last chunk."""
MAX_OPTIONS_BYTES = 1 << 19
KEPT_OPTIONS_BYTES = 1 << 21
"""Bytes of all languages and lexicons that are kept ready; in memory a lexicon takes about twenty times as much."""
MAX_LEXICON_WORDS = 10_000
MAX_ENTRY_CHARS = 300
MAX_NAME_BYTES = 1024
"""Bytes of a hash, or of a language's name."""
MAX_REQUEST_ID_BYTES = 1 << 16
MAX_RECORDING_S = 1800.0
"""Longest recording that is transcribed."""


@dataclass(frozen=True)
class Limits:
    """What a server accepts.

    Attributes:
        streams: Most utterances at once; TIMBRE_MAX_STREAMS.
        waiting: Most of these that may wait for their first chunk; TIMBRE_MAX_WAITING.
        text_characters: Longest text of a request; clients send longer ones passage by passage; TIMBRE_MAX_TEXT.
        clones: Most clones at work at once, the others wait; None for one on a CPU and eight on a GPU;
            TIMBRE_MAX_CLONES.
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
        values = {field: os.environ[name] for field, name in settings.items() if os.environ.get(name)}
        return cls(**{field: int(value) for field, value in values.items()})

    def check(self, streams: int, waiting: int) -> None:
        """Raise BusyError if a server that has these streams, some of them waiting, can accept no more."""
        if streams >= self.streams or waiting >= self.waiting:
            raise BusyError(
                "The speech server is busy with {streams} requests; try again in a moment.", streams=streams
            )

    def check_text(self, text: str) -> None:
        """Raise InputError if a text is too long for one request."""
        if len(text) > self.text_characters:
            raise InputError(
                "The text has {size:,} characters and a request may have {limit:,}: send it in passages.",
                size=len(text),
                limit=self.text_characters,
            )
