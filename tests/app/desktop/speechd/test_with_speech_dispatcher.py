"""A real speech-dispatcher speaks with the real server through a sound card without hardware.

`--log-cli-level=INFO` shows the times. They include the client, speech-dispatcher, PulseAudio and the recorder.
"""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.helpers import audio_device
from tests.helpers import speech_dispatcher as helper
from tests.helpers.audio_device import virtual_sound
from tests.helpers.speech_dispatcher import SpeechDispatcher, SsipClient, speech_dispatcher
from tests.helpers.speech_server import wait_until
from timbre import paths
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.mel import MelSpec
from timbre.pitch import pitch_hz
from timbre_app.desktop.speechd import installation
from timbre_app.server import server_status, stop_server
from timbre_app.voices.library import VoiceLibrary

_log = logging.getLogger(__name__)
_MISSING = [*helper.missing_programs(), *audio_device.missing_programs()]
pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.skipif(bool(_MISSING), reason=f"not installed here: {', '.join(_MISSING)}"),
]

TEXT = "The quick brown fox jumps."
LONG_TEXT = "This sentence is here to be spoken for quite a while and it says nothing at all. " * 4
LONG_TEXT_S = 10.0
"""Less than its sound lasts."""
FIRST_SOUND_S = 2.0
STOP_S = 0.5
"""Far more than what is measured, for machines on which much else runs."""
TRIES = 10
"""At most, until one is good, because the machine may be busy."""
TAIL_S = 0.3
"""Silence after which nothing of a text can follow that has ended."""


@pytest.fixture(scope="module")
def dispatcher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SpeechDispatcher]:
    """speech-dispatcher of a person with the voice Ada, who has said `timbre desktop install`; no server runs yet."""
    home = tmp_path_factory.mktemp("person")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "TIMBRE_BASE"):
            patch.delenv(name, raising=False)
        for name, value in {"HOME": home, "TIMBRE_HOME": home / "timbre", "TIMBRE_ENGINE": "onnx"}.items():
            patch.setenv(name, str(value))
        _add_voice("Ada", "cmu-arctic:slt")
        installation.install()
        with virtual_sound() as sound, speech_dispatcher(sound, {"HOME": str(home)}) as running:
            yield running
        stop_server()


def _add_voice(name: str, speaker: str) -> None:
    import dataclasses

    voices = BaseVoices(BaseModel.open(paths.base_dir()))
    VoiceLibrary().add(dataclasses.replace(voices.voice(voices.find(speaker)), name=name, id=f"{name}-id"))


@pytest.fixture
def client(dispatcher) -> Iterator[SsipClient]:
    with dispatcher.client() as client:
        client.ask("SET SELF SYNTHESIS_VOICE Ada")
        yield client
        client.ask("CANCEL SELF")


def test_the_first_speech_waits_for_the_server_that_is_starting(dispatcher):
    """Runs first: the module was started with speech-dispatcher, and the server with the module."""
    began = time.monotonic()
    dispatcher.say("-o", "timbre", "-w", "Hello.")
    dispatcher.ears.wait_for_sound(began)
    assert server_status() is not None


def test_voices_are_listed_and_new_ones_at_once(dispatcher):
    def names() -> list[str]:
        return [line.split()[0] for line in dispatcher.say("-o", "timbre", "-L").splitlines()[1:]]

    listed = names()
    assert listed[0] == "Ada"
    assert len(listed) == 1 + len(BaseModel.open(paths.base_dir()).speakers)
    _add_voice("Bea", "kathleen:kathleen")
    try:
        assert names()[:2] == ["Ada", "Bea"]
    finally:
        VoiceLibrary().delete("Bea")


def test_the_module_stands_beside_the_others(dispatcher):
    assert "timbre" in dispatcher.say("-O").split()[2:]


def test_first_sound_and_stop(dispatcher, client):
    firsts, stops = [], []

    def is_quick() -> bool:
        return bool(firsts) and min(firsts) < FIRST_SOUND_S and min(stops) < STOP_S

    while not is_quick() and len(firsts) < TRIES:
        began = time.monotonic()
        client.speak(LONG_TEXT)
        firsts.append(dispatcher.ears.wait_for_sound(began) - began)
        client.wait_for("begin")
        time.sleep(0.3)
        stopped = time.monotonic()
        client.ask("STOP SELF")
        client.wait_for("canceled")
        stops.append(dispatcher.ears.wait_for_silence(STOP_S, stopped) - stopped)
    _log.info(
        "first sound %.0f ms, silence %.0f ms after STOP", 1000 * np.median(firsts), 1000 * np.median(stops)
    )
    assert min(firsts) < FIRST_SOUND_S
    assert min(stops) < STOP_S


def test_a_flood_of_texts_each_stopped_leaves_it_speaking(dispatcher, client):
    """As when somebody holds an arrow key in a list, with a screen reader."""
    for number in range(30):
        client.speak(f"Item number {number} of the list.")
        time.sleep(0.03)
        client.ask("CANCEL SELF")
    assert wait_until(lambda: any(event.kind == "canceled" for event in list(client.events)))
    began = time.monotonic()
    client.speak(TEXT)
    dispatcher.ears.wait_for_sound(began)
    client.wait_for("end")


def heard(dispatcher: SpeechDispatcher, client: SsipClient, text: str = TEXT) -> np.ndarray:
    """What is heard of a text, to its end."""
    began = time.monotonic()
    client.speak(text)
    client.wait_for("end")
    dispatcher.ears.wait_for_silence(TAIL_S, dispatcher.ears.wait_for_sound(began))
    return dispatcher.ears.sound(began)


def test_rate_pitch_and_volume_are_heard(dispatcher, client):
    plain = heard(dispatcher, client)
    for name, value in (("RATE", 50), ("RATE", -50)):
        client.ask(f"SET SELF {name} {value}")
        ratio = len(heard(dispatcher, client)) / len(plain)
        _log.info(f"{name} {value}: {ratio:.2f} times as long")
        assert ratio < 0.85 if value > 0 else ratio > 1.2
    client.ask("SET SELF RATE 0")
    client.ask("SET SELF PITCH 50")
    semitones = 12 * np.log2(_pitch(heard(dispatcher, client)) / _pitch(plain))
    _log.info(f"PITCH 50: {semitones:.1f} semitones higher")
    assert 4 < semitones < 8
    client.ask("SET SELF PITCH 0")
    client.ask("SET SELF VOLUME 0")
    quiet = _level(heard(dispatcher, client)) / _level(plain)
    _log.info(f"VOLUME 0: {quiet:.2f} of the amplitude")
    assert 0.4 < quiet < 0.6


def _pitch(pcm: np.ndarray) -> float:
    """Median of the voiced frames, in Hz."""
    spec = MelSpec.from_dict(BaseModel.open(paths.base_dir()).config["mel"])
    hz = pitch_hz(pcm.astype(np.float32) / 32768, spec)
    return float(np.median(hz[hz > 0]))


def _level(pcm: np.ndarray) -> float:
    return float(np.sqrt(np.mean(pcm.astype(np.float64) ** 2)))


def test_marks_are_told_when_they_are_heard(client):
    client.ask("SET SELF SSML_MODE ON")
    in_time = False
    for _ in range(TRIES):
        client.speak('<speak>One, two, three. <mark name="half"/>Four, five, six.<mark name="end"/></speak>')
        began, ended = client.wait_for("begin").at, client.wait_for("end").at
        half, end = (client.wait_for("index mark", number) for number in range(2))
        assert (half.name, end.name) == ("half", "end")
        half_s, end_s, whole_s = half.at - began, end.at - began, ended - began
        _log.info(f"marks after {half_s:.2f} and {end_s:.2f} s of {whole_s:.2f} s")
        if in_time := 0.3 < half_s / whole_s < 0.7 and whole_s - end_s < 0.5:
            break
    assert in_time


def test_pause_and_resume(dispatcher, client):
    client.speak("Here is the first one. Here is the second one. Here is the last one.")
    client.wait_for("begin")
    client.ask("PAUSE SELF")
    paused_at = client.wait_for("paused").at
    dispatcher.ears.wait_for_silence(0.7, paused_at)
    assert not any(event.kind == "end" for event in list(client.events) if event.text_id == client.text_id)
    resumed_at = time.monotonic()
    client.ask("RESUME SELF")
    client.wait_for("end")
    dispatcher.ears.wait_for_sound(resumed_at)


def test_a_pause_in_the_only_sentence_does_not_block_what_comes(dispatcher, client):
    client.speak("There is one sentence only and no place in which to stop")
    client.wait_for("begin")
    client.ask("PAUSE SELF")
    client.wait_for("paused")
    client.ask("RESUME SELF")
    client.ask("CANCEL SELF")
    assert len(heard(dispatcher, client)) > helper.HEARD_RATE / 2


@pytest.mark.parametrize(
    ("setting", "command", "text", "longer_than_s"),
    [
        ("PUNCTUATION NONE", "CHAR", "a", 0.05),
        ("PUNCTUATION NONE", "CHAR", "space", 0.2),
        ("PUNCTUATION NONE", "KEY", "shift_a", 0.3),
        ("PUNCTUATION ALL", "SPEAK", "Wait, what? Yes; no!", 2.5),
        ("SPELLING ON", "SPEAK", "quick fox", 1.8),
    ],
)
def test_characters_keys_signs_and_spelling(dispatcher, client, setting, command, text, longer_than_s):
    client.ask(f"SET SELF {setting}")
    began = time.monotonic()
    if command == "SPEAK":
        client.speak(text)
    else:
        client.ask(f"{command} {text}")
    client.wait_for("end")
    dispatcher.ears.wait_for_silence(TAIL_S, dispatcher.ears.wait_for_sound(began))
    seconds = len(dispatcher.ears.sound(began)) / helper.HEARD_RATE
    _log.info(f"{setting}, {command} {text}: {seconds:.2f} s")
    assert seconds > longer_than_s


def test_spd_say_stops_with_its_voice_rate_and_language(dispatcher):
    began = time.monotonic()
    dispatcher.say(
        "-o", "timbre", "-y", "base:cmu-arctic:bdl", "-r", "20", "-p", "10", "-l", "en", "-w", TEXT
    )
    assert len(dispatcher.ears.sound(began)) > helper.HEARD_RATE / 2
    dispatcher.ears.wait_for_silence(TAIL_S, began)
    began = time.monotonic()
    dispatcher.say("-o", "timbre", LONG_TEXT)
    dispatcher.ears.wait_for_sound(began)
    stopped = time.monotonic()
    dispatcher.say("-S")
    assert dispatcher.ears.wait_for_silence(1.0, stopped) - stopped < LONG_TEXT_S


def test_the_example_of_the_page(dispatcher):
    page = Path("docs/desktop.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**dispatcher.environment, "PATH": path}
    began = time.monotonic()
    done = subprocess.run(
        ["sh", "-e", "-c", example], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    try:
        assert done.returncode == 0, done.stderr
        assert "Ada" in done.stdout
        assert len(dispatcher.ears.sound(began)) > helper.HEARD_RATE / 4
        assert not installation.installed().is_known
    finally:
        installation.install()


def test_the_default_speaks_unasked_and_the_server_is_released_at_the_end(dispatcher):
    installation.install(as_default=True)
    try:
        with virtual_sound() as sound, speech_dispatcher(sound, {"HOME": os.environ["HOME"]}) as another:
            began = time.monotonic()
            another.say("-w", TEXT)
            assert len(another.ears.sound(began)) > helper.HEARD_RATE / 2
            assert _clients() == 2
        assert wait_until(lambda: _clients() == 1)
    finally:
        installation.remove()
        installation.install()


def _clients() -> int:
    status = server_status()
    return status.clients if status else 0
