"""Ports for servers of a test."""

from __future__ import annotations

import itertools
import random

from timbre_app.gateway import listening
from timbre_app.server import ServerError

LOWEST, HIGHEST = 20_000, 32_000
"""Below the ports that Linux gives to clients' connections (32768 and above), which would take a free one at any time."""
_candidates = itertools.count(random.SystemRandom().randrange(HIGHEST - LOWEST))


def free_port() -> int:
    """A port that nobody listens on; each call gives another one, so that two servers of a test do not meet."""
    for _ in range(HIGHEST - LOWEST):
        port = LOWEST + next(_candidates) % (HIGHEST - LOWEST)
        try:
            listening.check("127.0.0.1", port)
        except ServerError:
            continue
        return port
    raise AssertionError("every port of this machine is taken")
