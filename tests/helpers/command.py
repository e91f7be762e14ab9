"""The `timbre` command as a person runs it: a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

COMMAND = (sys.executable, "-m", "timbre_app.cli")


def run_timbre(
    *arguments: str | Path,
    timeout_s: float = 600.0,
    stdin: bytes = b"",
    before: Callable[[], None] | None = None,
    **environment: str,
) -> subprocess.CompletedProcess[bytes]:
    """Run the command to its end; `before` is called in its process first."""
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        timeout=timeout_s,
        preexec_fn=before,
        env={**os.environ, **environment},
        check=False,
    )


def complaint(done: subprocess.CompletedProcess[bytes]) -> str:
    """The one line in which a failed command says what is wrong; the test fails if it is not one line."""
    said = done.stderr.decode().strip().splitlines()
    assert done.returncode != 0, done.stdout.decode()
    assert len(said) == 1, said
    assert said[0].startswith("timbre: "), said
    return said[0].removeprefix("timbre: ")
