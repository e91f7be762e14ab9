"""Another user of the machine, for tests that run as root."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

OTHER_UID = 54_321
PYTHON = "/usr/bin/python3"

needs_another_user = pytest.mark.skipif(
    os.getuid() != 0 or shutil.which("setpriv") is None or not Path(PYTHON).exists(),
    reason="only root can become another user, with setpriv and the system's Python",
)


def run_as_other_user(code: str, *arguments: str, without_network: bool = False) -> Any:
    """Run Python code as another user; returns what it printed, read as JSON.

    Args:
        code: Without Timbre's packages: another user may not read this checkout.
        arguments: In the code's `sys.argv[1:]`.
        without_network: In a network namespace of its own.
    """
    become = ["setpriv", f"--reuid={OTHER_UID}", f"--regid={OTHER_UID}", "--clear-groups"]
    isolate = ["unshare", "--net"] if without_network else []
    done = subprocess.run(
        [*isolate, *become, PYTHON, "-c", code, *arguments],
        capture_output=True,
        text=True,
        timeout=600,
        cwd="/",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
