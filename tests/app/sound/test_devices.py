"""Devices that are plugged in after PortAudio was started, which looks for them only then."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from timbre_app.sound.devices import DeviceError, Player, list_devices, look_again

RATE = 48000


class SystemThatForgetsToLook:
    """PortAudio: what is plugged in is known after the next start."""

    PortAudioError = RuntimeError
    default = SimpleNamespace(device=(-1, 0))

    def __init__(self) -> None:
        self.plugged: list[str] = []
        self.known: list[str] = []
        self.starts = 0
        self.streams: list[SimpleNamespace] = []

    def _terminate(self) -> None:
        assert all(stream.closed for stream in self.streams), "an open stream would end"

    def _initialize(self) -> None:
        self.known = list(self.plugged)
        self.starts += 1

    def query_devices(self):
        return [
            {"name": name, "hostapi": 0, "default_samplerate": RATE, "max_output_channels": 2}
            for name in self.known
        ]

    def query_hostapis(self):
        return [{"name": "ALSA"}]

    def check_output_settings(self, **_options):
        pass

    def OutputStream(self, **_options):  # noqa: N802 - PortAudio's name
        stream = SimpleNamespace(closed=False, latency=0.1, start=lambda: None, abort=lambda: None)
        stream.close = lambda: setattr(stream, "closed", True)
        self.streams.append(stream)
        return stream


@pytest.fixture
def system(monkeypatch):
    system = SystemThatForgetsToLook()
    monkeypatch.setitem(sys.modules, "sounddevice", system)
    return system


def test_a_loudspeaker_that_is_plugged_in_later_is_found_by_the_next_sound(system):
    with pytest.raises(DeviceError, match="No loudspeaker was found: plug one in, then try again"):
        Player().start(RATE)
    system.plugged.append("Headphones")
    player = Player()
    player.start(RATE)
    assert player.write(np.zeros(RATE, np.int16))
    player.stop()


def test_the_chosen_loudspeaker_that_comes_back_is_used_again(system):
    system.plugged.append("Loudspeaker")
    look_again()
    chosen = "Headphones (ALSA)"
    with pytest.raises(DeviceError, match="is not plugged in"):
        Player(device_name=chosen).start(RATE)
    system.plugged.append("Headphones")
    player = Player(device_name=chosen)
    player.start(RATE)
    player.stop()
    assert len(system.streams) == 1


def test_nothing_is_looked_for_while_a_sound_plays(system):
    system.plugged.append("Loudspeaker")
    look_again()
    player = Player()
    player.start(RATE)
    starts = system.starts
    system.plugged.append("Headphones")
    assert not look_again()
    assert system.starts == starts
    player.stop()
    assert look_again()
    assert [device.name for device in list_devices("output")] == ["Loudspeaker (ALSA)", "Headphones (ALSA)"]
