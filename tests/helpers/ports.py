"""Ports for servers of a test."""

from __future__ import annotations

import itertools
import os
import random

from timbre_app.gateway import listening
from timbre_app.server import ServerError

LOWEST, HIGHEST = 20_000, 32_000
"""Below the ports that Linux gives to clients' connections (32768 and above), which would take a free one at any time."""
PROCESSES = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
PROCESS = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
"""Each of the processes that run the tests has ports of its own: every PROCESSES-th. None takes another one's."""
_SHARE = range(LOWEST + PROCESS, HIGHEST, PROCESSES)
_candidates = itertools.count(random.SystemRandom().randrange(len(_SHARE)))


def free_port() -> int:
    """A port that nobody listens on; each call gives another one, so that two servers of a test do not meet."""
    for _ in _SHARE:
        port = _SHARE[next(_candidates) % len(_SHARE)]
        try:
            listening.check("127.0.0.1", port)
        except ServerError:
            continue
        return port
    raise AssertionError("every port of this machine is taken")
