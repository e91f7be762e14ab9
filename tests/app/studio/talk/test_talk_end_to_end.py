"""A conversation with the real server and a real sound server: typed, heard, interrupted."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
import soundfile

from tests.helpers.audio_device import missing_programs, virtual_sound
from tests.helpers.speech_server import own_home
from timbre import paths
from timbre_app.server import stop_server

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.skipif(
        bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs()) or 'nothing'}"
    ),
]

MOST_MS_BESIDE_A_CLONE = 2_000
"""The best of three, on a busy machine; `benchmarks/talk.py` says what a quiet one takes."""

# PortAudio reads its environment once: the window has a process of its own.
SCRIPT = """
from benchmarks.talk import Conversation
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

talk = Conversation()
page = talk.page
for text in ("The first sentence of the day.", "And another one."):
    print(f"heard after {talk.enter(text):.0f} ms")
with talk.busy_server():
    print(f"beside an export after {talk.enter('Now the server is busy.'):.0f} ms")
with talk.cloning():
    beside_ms = min(talk.enter(f"Now it learns a voice, number {number}.") for number in range(3))
    print(f"beside a clone after {beside_ms:.0f} ms")

page.edit.setFocus()
QTest.keyClicks(page.edit, "This is a long sentence that is going to be interrupted before it has come to its end.")
QTest.keyClick(page.edit, Qt.Key.Key_Return)
talk.wait(lambda: talk.outputs[-1].played_samples > 11025)
played_before = talk.outputs[-1].played_samples
QTest.keyClicks(page.edit, "W")
assert not talk.studio.talk.talker.busy
talk.wait(lambda: talk.studio.tasks.busy == 0)
interrupted_s = (talk.outputs[-1].played_samples - played_before) / 22050

page.edit.clear()
QTest.keyClick(page.edit, Qt.Key.Key_F1)
talk.wait(lambda: talk.studio.talk.talker.busy)
talk.wait(lambda: not talk.studio.talk.talker.busy)
print(f"interrupted after {interrupted_s:.1f} s; said {talk.studio.talk.phrases.recent[0]}")
talk.studio.window.close()
"""


def test_a_conversation_is_heard(tmp_path):
    played = tmp_path / "played.wav"
    home = tmp_path / "home"
    with own_home(home, paths.base_dir()), virtual_sound() as sound:
        listener = sound.capture_loudspeaker(played, 22050)
        environment = {name: value for name, value in sound.environment.items() if name != "HOME"}
        try:
            done = subprocess.run(
                [sys.executable, "-c", SCRIPT],
                env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": "benchmarks", **environment},
                capture_output=True,
                text=True,
                timeout=400,
                check=False,
            )
        finally:
            listener.terminate()
            listener.wait()
            stop_server()
    assert done.returncode == 0, done.stdout + done.stderr
    sys.stdout.write(done.stdout)
    assert "said Yes." in done.stdout
    assert float(done.stdout.split("beside a clone after ")[1].split()[0]) < MOST_MS_BESIDE_A_CLONE
    assert float(done.stdout.split("interrupted after ")[1].split()[0]) < 3.5
    heard, _ = soundfile.read(played, dtype="float32")
    assert np.abs(heard).max() > 0.05
    assert (home / "talk" / "recent.json").exists()
