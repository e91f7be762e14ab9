"""The recorder with a microphone that hears what the test says."""

from __future__ import annotations

import errno
import os
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from tests.helpers.speech_server import wait_until
from timbre import files
from timbre_app.sound import recorder as recorder_module
from timbre_app.sound import wave_file
from timbre_app.sound.devices import DeviceError
from timbre_app.sound.recorder import Recorder

RATE = 48000
BLOCK = 960


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
        self.opened.append(options)
        return SimpleNamespace(start=lambda: None, active=True, close=lambda: None, closed=True)

    def hear(self, samples):
        """Have the microphone that was opened last hear this, block by block."""
        for at in range(0, len(samples), BLOCK):
            self.opened[-1]["callback"](samples[at : at + BLOCK, None], BLOCK, None, None)


@pytest.fixture
def system(monkeypatch):
    system = SystemWithOneMicrophone()
    monkeypatch.setitem(sys.modules, "sounddevice", system)
    return system


@pytest.fixture
def recorder(system):
    """A recorder with an open microphone."""
    recorder = Recorder()
    recorder.open()
    return recorder


def ramp(start, seconds):
    return np.arange(start, start + round(seconds * RATE)).astype(np.int16)


def test_half_a_second_from_before_the_key_belongs_to_the_take(system, recorder, tmp_path):
    before = ramp(0, 2.0)
    system.hear(before)
    recorder.start(tmp_path / "take.wav")
    during = ramp(0, 1.0)
    system.hear(during)
    take = recorder.finish()
    samples, rate = wave_file.read(take.path)
    assert rate == RATE
    assert len(samples) == pytest.approx(1.5 * RATE, abs=BLOCK)
    lead_in = len(samples) - len(during)
    np.testing.assert_array_equal(samples, np.concatenate([before[-lead_in:], during]))
    assert len(recorder.peaks) == len(during) // BLOCK


def test_the_end_of_one_take_is_not_the_beginning_of_the_next(system, recorder, tmp_path):
    system.hear(ramp(0, 1.0))
    recorder.start(tmp_path / "one.wav")
    system.hear(ramp(0, 0.2))
    recorder.finish()
    system.hear(ramp(0, 1.0))
    recorder.start(tmp_path / "two.wav")
    system.hear(ramp(0, 0.2))
    samples, _ = wave_file.read(recorder.finish().path)
    assert len(samples) == pytest.approx(0.7 * RATE, abs=BLOCK)


class SmallDisk:
    """A file on a disk that has no room beyond so many bytes."""

    def __init__(self, file, most_bytes, number):
        self.file, self.most_bytes, self.number = file, most_bytes, number

    def write(self, data):
        if self.file.tell() + len(data) > self.most_bytes:
            raise OSError(self.number, os.strerror(self.number))
        return self.file.write(data)

    def __getattr__(self, name):
        return getattr(self.file, name)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_ends_the_take_in_one_sentence_and_keeps_what_was_written(
    system, recorder, tmp_path, monkeypatch, number
):
    path = tmp_path / "take.part"
    room, create = 2 * round(1.5 * RATE), files.create
    monkeypatch.setattr(
        files, "create", lambda *arguments, **more: SmallDisk(create(*arguments, **more), room, number)
    )
    system.hear(ramp(0, 1.0))
    recorder.start(path)
    system.hear(ramp(0, 2.0))
    assert wait_until(lambda: recorder.trouble is not None)
    said = (
        "The recording stopped because the disk is full: free some space, then record the sentence again; "
        "what was saved is kept."
    )
    assert str(recorder.trouble) == said
    with pytest.raises(DeviceError, match="the disk is full: free some space"):
        recorder.finish()
    assert not recorder.recording
    samples, _ = wave_file.read(path)
    assert len(samples) == pytest.approx(1.5 * RATE, abs=2 * BLOCK)


def test_a_take_has_its_name_on_the_disk_while_it_is_recorded(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(files, "sync_folder", synced.append)
    with wave_file.WaveWriter(tmp_path / "take.part", RATE) as writer:
        writer.write(ramp(0, 0.1))
        writer.sync()
        assert synced == [tmp_path]
        writer.sync()
    assert synced == [tmp_path]


def test_a_microphone_that_delivers_nothing_any_more_is_gone(system, recorder, monkeypatch):
    system.hear(ramp(0, 0.1))
    assert recorder.ready
    assert recorder.trouble is None
    monkeypatch.setattr(recorder_module, "STALLED_AFTER_S", -1.0)
    assert str(recorder.trouble).startswith("The microphone was disconnected; the take so far is kept")


def test_a_listener_gets_each_block(system, recorder):
    heard = []
    recorder.listener = heard.append
    system.hear(ramp(0, 0.1))
    np.testing.assert_array_equal(np.concatenate(heard), ramp(0, 0.1))


def test_a_microphone_of_48_khz_only_is_opened_at_that(system, tmp_path):
    recorder = Recorder()
    assert recorder.open().name == "USB (ALSA)"
    assert [options["samplerate"] for options in system.opened] == [RATE]
    assert not recorder.ready  # no sound has come yet
    system.hear(ramp(0, 0.1))
    assert recorder.ready
    recorder.start(tmp_path / "take.wav")
    system.hear(ramp(0, 0.5))
    assert recorder.finish().sample_rate == RATE
