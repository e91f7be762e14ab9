"""The error of everything that has to do with the server's life."""

from __future__ import annotations


class ServerError(RuntimeError):
    """The speech server cannot be started or reached; the message is one sentence for the person."""
