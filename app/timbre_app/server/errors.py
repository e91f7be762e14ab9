"""The error of everything that has to do with the server's life."""

from __future__ import annotations


class ServerError(RuntimeError):
    """The speech server cannot be started or reached; the message is one sentence for the person."""


class StubCrashError(ServerError):
    """A model's process on the server is gone."""

    def __init__(self, model: str) -> None:
        super().__init__(f"The speech server's model {model or '(unknown)'} stopped; try again.")
        self.model = model


class ServerLostError(ServerError):
    """The server does not answer, for now."""
