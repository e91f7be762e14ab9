"""Ports for servers of a test."""

from __future__ import annotations

from timbre_app.gateway import listening


def free_port() -> int:
    """One that nobody listens on."""
    with listening.bind("127.0.0.1", 0) as bound:
        return bound.getsockname()[1]
