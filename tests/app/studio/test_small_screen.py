"""The window and its dialogs fit the screen, and every control can be reached, whatever the scale."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.helpers.display import missing_display, virtual_display


@pytest.mark.skipif(bool(missing_display()), reason="Xvfb is not installed")
@pytest.mark.parametrize(
    ("screen", "scale", "text_size"),
    [
        ("1640x1200x24", "2", "100"),
        ("1400x900x24", "2", "100"),
        ("1024x600x24", "1", "100"),
        ("1280x800x24", "1", "200"),
    ],
)
def test_every_control_can_be_reached_on_a_small_screen(screen, scale, text_size):
    command = [sys.executable, "-m", "tests.app.studio.small_screen", text_size]
    with virtual_display(screen) as display:
        variables = {**os.environ, **display, "QT_SCALE_FACTOR": scale}
        run = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=240, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == ["done"]
