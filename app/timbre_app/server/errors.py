"""The errors of the server's life."""

from __future__ import annotations

from timbre.messages import Message, TimbreError


class ServerError(TimbreError, RuntimeError):
    """The speech server cannot be started or reached; the message is one sentence for the person."""


class StubCrashError(ServerError):
    """The process of a model has died."""

    def __init__(self, model: str) -> None:
        super().__init__(
            Message.of("The speech server's model {model} stopped; try again.", model=model or "(unknown)")
        )
        self.model = model


class ServerLostError(ServerError):
    """The server does not answer, for now."""
