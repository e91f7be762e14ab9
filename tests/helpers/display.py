"""A display without a screen, for tests that open the real window."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

SCREEN = "1280x800x24"


def missing_display() -> list[str]:
    """Programs of this helper that are not installed."""
    return [name for name in ("Xvfb",) if shutil.which(name) is None]


@contextmanager
def virtual_display(screen: str = SCREEN) -> Iterator[dict[str, str]]:
    """Run Xvfb for the duration of the block; yields the variables that make a program use it."""
    told, tell = os.pipe()
    command = ["Xvfb", "-displayfd", str(tell), "-screen", "0", screen, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[tell], stderr=subprocess.DEVNULL)
    os.close(tell)
    try:
        with os.fdopen(told) as answer:
            number = answer.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        yield {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
    finally:
        server.terminate()
        server.wait(timeout=60)
