"""The protocol of the synthesizers whose latency is measured."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from timbre_bench.timing import Timing


class SpeakerError(RuntimeError):
    """A synthesizer cannot be set up or has stopped; the message is one sentence that says why."""


class Speaker(AbstractContextManager["Speaker"], Protocol):
    """A synthesizer that is loaded and warm; leaving its context ends it."""

    about: str

    def speak(self, text: str) -> Timing:
        """Speak one sentence and say how long it took."""
        ...
