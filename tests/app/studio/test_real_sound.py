"""The window with a real sound server: a take from the microphone to the disk and back to the loudspeaker."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.helpers.audio_device import VirtualSound, missing_programs, virtual_sound

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(
        bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs()) or 'nothing'}"
    ),
]

TRIES = 4

# PortAudio reads its environment once and prints to the terminal: each test has a process of its own.
PREAMBLE = """
import sys, time
from pathlib import Path
import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.app.studio.fakes import FakeDialogs, make_backstage
from tests.helpers.camera import settle
from timbre_app.sound.devices import Player
from timbre_app.sound.recorder import Recorder
from timbre_app.takes.prompts import NewVoice
from timbre_app.studio.app import make_application
from timbre_app.studio.record.microphone import Microphones
from timbre_app.studio.wiring import Studio

def wait(condition, what, seconds=60):
    settle(condition, 1000 * seconds)
    assert condition(), f"{what}; {window.message_bar.text!r}, {panel.note_label.text()!r}"

folder = Path(sys.argv[1])
make_application()
outputs = []

def make_output():
    outputs.append(Player())
    return outputs[-1]

looks = []

class WatchedMicrophones(Microphones):
    def follow(self, on_change, should_stop):
        super().follow(on_change, lambda: looks.append(1) or should_stop())

real = {"recorder": Recorder(), "microphones": WatchedMicrophones(), "make_output": make_output}
studio = Studio(make_backstage(folder, **real), make_dialogs=FakeDialogs)
studio.start()
window = studio.window
page, panel = window.record_page, window.record_page.session_panel

def press(key):
    panel.setFocus()
    wait(panel.hasFocus, "the panel does not take the focus")
    QTest.keyClick(panel, key)

def recorded_s():
    return float(panel.duration_label.text().removesuffix(" s") or 0)

def open_microphone():
    window.activateWindow()
    wait(window.isActiveWindow, "the window does not become active")
    window.show_page(window.RECORD)
    page.start_panel.begin_requested.emit(NewVoice("Maria"))
    wait(lambda: panel.record_button.isEnabled(), window.message_bar.text)
    page.room_panel.continue_button.click()
"""


def in_a_window(script: str, folder: Path, environment: dict[str, str]) -> str:
    """Run a script after PREAMBLE in a process that uses the virtual devices; returns what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", PREAMBLE + textwrap.dedent(script), str(folder)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", **environment},
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def sweep(seconds: float, rate: int) -> np.ndarray:
    """A rising tone, (n,) float32: each moment of it is like no other."""
    time = np.arange(round(seconds * rate)) / rate
    return (0.4 * np.sin(2 * np.pi * (200 * time + 150 * time**2))).astype(np.float32)


def pieces_found(sound: np.ndarray, original: np.ndarray, rate: int) -> float:
    """Share of the original's quarter seconds that occur in the sound, each in its place among the others.

    A busy machine may make the sound server itself skip, which spoils one piece and shifts those after it.
    """
    length = rate // 4
    pieces = [original[at : at + length] for at in range(0, len(original) - length + 1, length)]
    found, behind = 0, 0
    for piece in pieces:
        at, score = best_match(sound[behind:], piece)
        if score > 0.98:
            found += 1
            behind += at + length // 2
    return found / len(pieces)


def best_match(sound: np.ndarray, piece: np.ndarray) -> tuple[int, float]:
    """Where a piece correlates best with the sound, and the normalised correlation there."""
    size = 1 << (len(sound) + len(piece)).bit_length()
    product = np.fft.rfft(sound, size) * np.conj(np.fft.rfft(piece, size))
    places = max(1, len(sound) - len(piece) + 1)
    scores = np.fft.irfft(product, size)[:places]
    energy = np.cumsum(np.concatenate([[0.0], np.square(sound, dtype=np.float64)]))
    norms = np.sqrt(np.maximum(energy[len(piece) :][:places] - energy[:places], 1e-3))
    at = int(np.argmax(scores / norms))
    return at, float(scores[at] / norms[at] / np.linalg.norm(piece))


def has_once(attempt: Callable[[Path], bool], folder: Path) -> bool:
    """Whether one of several attempts is good, each in a folder of its own.

    A machine that is busy enough holds up the sound server, the program or the recorder, and the sound has holes.
    """
    folders = [folder / f"try-{number}" for number in range(TRIES)]
    return any(not one.mkdir() and attempt(one) for one in folders)


@pytest.fixture
def sound_server():
    with virtual_sound() as server:
        yield server


def test_a_take_is_recorded_as_it_sounded_and_played_back(sound_server, tmp_path):
    assert has_once(lambda folder: record_and_play(sound_server, folder), tmp_path)


def record_and_play(sound_server: VirtualSound, folder: Path) -> bool:
    """Record a take and play it; whether both sounds are whole."""
    spoken = folder / "spoken.wav"
    soundfile.write(spoken, sweep(2.0, 48000), 48000)
    played = folder / "played.wav"
    listener = sound_server.capture_loudspeaker(played, 48000)
    script = f"""
        import subprocess
        open_microphone()
        panel.auto_stop_box.setChecked(False)
        press(Qt.Key.Key_Space)
        speaker = subprocess.Popen(["paplay", "--device=vmic", {str(spoken)!r}])
        wait(lambda: panel.meter.level.peak_db > -20, "the meter does not move")
        wait(lambda: speaker.poll() is not None, "paplay does not end")
        settle(timeout_ms=500)
        press(Qt.Key.Key_Space)
        wait(lambda: len(studio.record.session.takes) == 1, window.message_bar.text)
        wait(lambda: panel.play_button.isEnabled() and panel.findings, "the take is not offered")
        press(Qt.Key.Key_P)
        wait(lambda: outputs and outputs[0].played_samples > 0, window.message_bar.text)
        wait(lambda: panel.play_button.text() == "Play", "playing does not end")
        settle(timeout_ms=300)
        print("underruns", outputs[0].underruns)
        window.close()
    """
    try:
        said = in_a_window(script, folder, sound_server.environment)
    finally:
        listener.terminate()
        listener.wait()
    (take,) = folder.glob("takes/*/wavs/*.wav")
    recorded, rate = soundfile.read(take, dtype="float32")
    heard, heard_rate = soundfile.read(played, dtype="float32")
    assert heard_rate == 48000
    found = pieces_found(recorded, sweep(2.0, rate), rate), pieces_found(heard, sweep(2.0, 48000), 48000)
    return "underruns 0" in said and min(found) >= 0.75


def test_a_take_survives_the_death_of_the_window(sound_server, tmp_path):
    script = """
        import os, signal
        open_microphone()
        press(Qt.Key.Key_Space)
        wait(lambda: any(part.stat().st_size > 1.6 * 96000 for part in folder.glob("takes/*/wavs/*.part")), "no sound")
        print("killed", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    with pytest.raises(AssertionError, match="killed"):
        in_a_window(script, tmp_path, sound_server.environment)
    script = """
        window.show_page(window.RECORD)
        start = page.start_panel
        wait(lambda: start.session_list.count() == 1, "the session is not offered")
        start.resume_button.click()
        wait(lambda: studio.record.session is not None, "the session does not open")
        wait(lambda: window.message_bar.text, "nothing is said")
        print(window.message_bar.text, len(studio.record.session.takes), panel.play_button.isEnabled())
        window.close()
    """
    said = in_a_window(script, tmp_path, sound_server.environment)
    assert "A take that was interrupted was kept" in said
    assert "1 True" in said
    (take,) = tmp_path.glob("takes/*/wavs/*.wav")
    assert soundfile.info(take).duration > 1.5


def test_chunks_that_come_in_time_play_without_a_gap(sound_server, tmp_path):
    assert has_once(lambda folder: play_chunks(sound_server, folder), tmp_path)


def play_chunks(sound_server: VirtualSound, folder: Path) -> bool:
    """Play chunks that come in time; whether the sound is whole."""
    played = folder / "played.wav"
    listener = sound_server.capture_loudspeaker(played, 22050)
    script = """
        seconds = np.arange(3 * 22050) / 22050
        pcm = (13000 * np.sin(2 * np.pi * (200 * seconds + 100 * seconds**2))).astype(np.int16)
        player = Player()
        player.start(22050)
        begun = time.monotonic()
        for at in range(0, len(pcm), 2560):
            player.write(pcm[at : at + 2560])
            ahead = at / 22050 - (time.monotonic() - begun)
            time.sleep(max(0.0, ahead - 0.25))
        player.finish()
        assert player.wait(60), "playing does not end"
        time.sleep(0.3)
        print("underruns", player.underruns, "played", player.played_samples)
        player.stop()
    """
    try:
        said = in_a_window(script, folder, sound_server.environment)
    finally:
        listener.terminate()
        listener.wait()
    assert f" played {3 * 22050}" in said
    heard, _ = soundfile.read(played, dtype="float32")
    seconds = np.arange(3 * 22050) / 22050
    original = (0.4 * np.sin(2 * np.pi * (200 * seconds + 100 * seconds**2))).astype(np.float32)
    return "underruns 0" in said and pieces_found(heard, original, 22050) >= 0.75


def test_a_microphone_that_is_unplugged_while_recording_costs_no_take(sound_server, tmp_path):
    spoken = tmp_path / "spoken.wav"
    soundfile.write(spoken, sweep(3.0, 48000), 48000)
    script = f"""
        import subprocess, time
        open_microphone()
        press(Qt.Key.Key_Space)
        speaker = subprocess.Popen(["paplay", "--device=vmic", {str(spoken)!r}])
        wait(lambda: panel.meter.level.peak_db > -20, "the meter does not move")
        heard_from_s = recorded_s()
        wait(lambda: recorded_s() > heard_from_s + 1.5, "the take does not grow")
        subprocess.run(["pactl", "unload-module", "module-null-sink"], check=True)  # pulls every plug
        wait(lambda: window.message_bar.text != "", "nothing is said")
        print(window.message_bar.text)
        wait(lambda: len(studio.record.session.takes) == 1, "the take is not kept")
        wait(lambda: not panel.waveform.is_empty, "no waveform")
        assert not panel.record_button.isEnabled()
        subprocess.run(["pactl", "load-module", "module-null-sink", "sink_name=again"], check=True)
        begun = time.monotonic()
        wait(lambda: panel.record_button.isEnabled(), "the microphone that is back is not opened")
        print("usable after", round(time.monotonic() - begun, 2), "s")
        speaker.terminate()
        window.close()
    """
    said = in_a_window(script, tmp_path, sound_server.environment)
    assert (
        "The microphone was disconnected; the take so far is kept. Plug it in again, or choose another one."
        in said
    )
    (take,) = tmp_path.glob("takes/*/wavs/*.wav")
    recorded, rate = soundfile.read(take, dtype="float32")
    assert len(recorded) > rate
    original = sweep(3.0, rate)
    assert pieces_found(recorded, original[:rate], rate) >= 0.5


@pytest.mark.parametrize(
    "turn",
    ["pactl move-source-output {stream} vspeaker.monitor", "pactl unload-module {microphone}"],
    ids=["moved", "rescued"],
)
def test_a_take_ends_when_the_sound_server_turns_to_another_microphone(sound_server, tmp_path, turn):
    script = f"""
        import os, subprocess
        from timbre_app.sound.device_watch import recorded_from
        open_microphone()
        panel.auto_stop_box.setChecked(False)
        press(Qt.Key.Key_Space)
        wait(lambda: len(recorded_from(os.getpid())) == 1, "nothing is recorded")
        seen = len(looks)
        wait(lambda: len(looks) > seen + 2 and recorded_s() > 1.6, "the watch has not looked since")
        assert studio.record.session.takes == []
        ((stream, source),) = recorded_from(os.getpid()).items()
        modules = subprocess.run(["pactl", "list", "short", "modules"], capture_output=True, text=True).stdout
        (microphone,) = [line.split()[0] for line in modules.splitlines() if "sink_name=vmic" in line]
        subprocess.run({turn!r}.format(stream=stream, microphone=microphone), shell=True, check=True)
        wait(lambda: window.message_bar.text != "", "nothing is said")
        print(window.message_bar.text)
        sources = recorded_from(os.getpid())
        assert sources not in ({{}}, {{stream: source}}), sources  # sound goes on, from elsewhere
        wait(lambda: len(studio.record.session.takes) == 1, "the take is not kept")
        wait(panel.record_button.isEnabled, "nothing can be recorded any more")
        window.close()
    """
    said = in_a_window(script, tmp_path, sound_server.environment)
    assert "The system switched to another microphone; the take so far is kept" in said
    (take,) = tmp_path.glob("takes/*/wavs/*.wav")
    assert soundfile.info(take).duration > 1.5
