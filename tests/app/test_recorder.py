"""The recorder with blocks fed by hand, in place of a microphone."""

from __future__ import annotations

import errno
import time
from types import SimpleNamespace

import numpy as np
import pytest

from timbre_app import devices
from timbre_app import recorder as recorder_module
from timbre_app.devices import DeviceError
from timbre_app.recorder import Recorder
from timbre_app.sound import wave_file
from timbre_app.sound.pre_roll import PreRoll
from timbre_app.sound.speech_end import SpeechEnd
from timbre_app.sound.take_writer import TakeWriter

RATE = 48000
BLOCK = 960


@pytest.fixture
def recorder():
    """A recorder that believes that a microphone is open."""
    made = Recorder()
    made._stream = SimpleNamespace(active=True, close=lambda: None)
    made.sample_rate = RATE
    made.speech, made._pre_roll = SpeechEnd(RATE), PreRoll(RATE)
    return made


def hear(recorder, samples):
    for at in range(0, len(samples), BLOCK):
        recorder._take_block(samples[at : at + BLOCK, None], BLOCK, None, None)


def ramp(start, seconds):
    return np.arange(start, start + round(seconds * RATE)).astype(np.int16)


def test_half_a_second_from_before_the_key_belongs_to_the_take(recorder, tmp_path):
    before = ramp(0, 2.0)
    hear(recorder, before)
    recorder.start(tmp_path / "take.wav")
    during = ramp(0, 1.0)
    hear(recorder, during)
    take = recorder.finish()
    samples, rate = wave_file.read(take.path)
    assert rate == RATE
    assert len(samples) == pytest.approx(1.5 * RATE, abs=BLOCK)
    lead_in = len(samples) - len(during)
    np.testing.assert_array_equal(samples, np.concatenate([before[-lead_in:], during]))
    assert len(recorder.peaks) == len(during) // BLOCK


def test_the_end_of_one_take_is_not_the_beginning_of_the_next(recorder, tmp_path):
    hear(recorder, ramp(0, 1.0))
    recorder.start(tmp_path / "one.wav")
    hear(recorder, ramp(0, 0.2))
    recorder.finish()
    hear(recorder, ramp(0, 1.0))
    recorder.start(tmp_path / "two.wav")
    hear(recorder, ramp(0, 0.2))
    samples, _ = wave_file.read(recorder.finish().path)
    assert len(samples) == pytest.approx(0.7 * RATE, abs=BLOCK)


def test_a_full_disk_ends_the_take_in_one_sentence_and_keeps_what_was_written(
    recorder, tmp_path, monkeypatch
):
    path = tmp_path / "take.part"
    hear(recorder, ramp(0, 1.0))
    recorder.start(path)
    hear(recorder, ramp(0, 1.0))
    take: TakeWriter = recorder._take
    wait_until(lambda: take.sample_count >= 1.5 * RATE - 2 * BLOCK)
    file = take.writer._file

    class FullDisk:
        closed = False

        def write(self, data):
            if len(data) > wave_file.HEADER_BYTES:
                raise OSError(errno.ENOSPC, "No space left on device")
            return file.write(data)

        def __getattr__(self, name):
            return getattr(file, name)

    monkeypatch.setattr(take.writer, "_file", FullDisk())
    hear(recorder, ramp(0, 1.0))
    wait_until(lambda: recorder.trouble is not None)
    said = (
        "The recording stopped, the disk is full: free some space, then record the sentence again; "
        "what was saved is kept."
    )
    assert recorder.trouble == said
    with pytest.raises(DeviceError, match="the disk is full: free some space"):
        recorder.finish()
    assert not recorder.recording
    samples, _ = wave_file.read(path)
    assert len(samples) == pytest.approx(1.5 * RATE, abs=2 * BLOCK)


def test_a_microphone_that_delivers_nothing_any_more_is_gone(recorder, monkeypatch):
    hear(recorder, ramp(0, 0.1))
    assert recorder.ready
    assert recorder.trouble is None
    monkeypatch.setattr(recorder_module, "STALLED_AFTER_S", -1.0)
    assert recorder.trouble.startswith("The microphone went away, the take so far is kept")


def test_a_listener_gets_each_block(recorder):
    heard = []
    recorder.listener = heard.append
    hear(recorder, ramp(0, 0.1))
    np.testing.assert_array_equal(np.concatenate(heard), ramp(0, 0.1))


def wait_until(condition):
    for _ in range(500):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it does not happen")


class SystemWithOneMicrophone:
    """PortAudio with a microphone that does nothing but 48 kHz, whatever it says that it prefers."""

    PortAudioError = RuntimeError
    default = SimpleNamespace(device=(0, -1))

    def __init__(self) -> None:
        self.opened = []

    def query_devices(self):
        return [
            {"name": "USB", "hostapi": 0, "default_samplerate": 44100.0, "max_input_channels": 1},
        ]

    def query_hostapis(self):
        return [{"name": "ALSA"}]

    def check_input_settings(self, device, channels, dtype, samplerate):
        if samplerate != RATE:
            raise RuntimeError("Invalid sample rate")

    def InputStream(self, **options):  # noqa: N802 - PortAudio's name
        self.check_input_settings(0, 1, "int16", options["samplerate"])
        self.opened.append(options["samplerate"])
        return SimpleNamespace(start=lambda: None, active=True, close=lambda: None)


def test_a_microphone_of_48_khz_only_is_opened_at_that(monkeypatch, tmp_path):
    system = SystemWithOneMicrophone()
    monkeypatch.setattr(devices, "_portaudio", lambda: system)
    recorder = Recorder()
    assert recorder.open().name == "USB (ALSA)"
    assert system.opened == [RATE]
    assert not recorder.ready  # no sound has come yet
    hear(recorder, ramp(0, 0.1))
    assert recorder.ready
    recorder.start(tmp_path / "take.wav")
    hear(recorder, ramp(0, 0.5))
    assert recorder.finish().sample_rate == RATE
