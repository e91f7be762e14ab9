"""When the loudspeaker begins to take sound; the real one is heard in tests/app/studio/test_real_sound.py."""

from __future__ import annotations

import numpy as np
import pytest

from timbre_app.sound import devices
from timbre_app.sound.devices import OUTPUT_LATENCY_S, PREBUFFER_S, RING_S, Device, Player

RATE = 22050
ENOUGH = round((OUTPUT_LATENCY_S + PREBUFFER_S) * RATE)


class FakeStream:
    """The loudspeaker's stream; `fill` is what the system calls for sound."""

    latency = OUTPUT_LATENCY_S

    def __init__(self) -> None:
        self.calls: list[str] = []

    def start(self) -> None:
        self.calls.append("start")

    def abort(self) -> None:
        self.calls.append("abort")

    def close(self) -> None:
        self.calls.append("close")


@pytest.fixture
def opened(monkeypatch):
    """A player that has opened its loudspeaker, and the stream of that."""
    stream = FakeStream()

    def open_stream(*_arguments, callback, starts=True, **_options):
        stream.fill = callback
        if starts:
            stream.start()
        return stream

    monkeypatch.setattr(devices, "open_stream", open_stream)
    monkeypatch.setattr(devices, "find_device", lambda *_: Device("Loudspeaker", 0, RATE))
    monkeypatch.setattr(devices, "usable_rates", lambda *_: [RATE])
    player = Player()
    player.start(RATE)
    return player, stream


def sound(samples: int) -> np.ndarray:
    return np.ones(samples, np.int16)


def test_no_silence_is_handed_over_before_the_sound(opened):
    player, stream = opened
    assert stream.calls == []
    player.write(sound(ENOUGH - 1))
    assert stream.calls == []
    player.write(sound(10))
    assert stream.calls == ["start"]
    player.write(sound(ENOUGH))
    assert stream.calls == ["start"]
    out = np.zeros((2 * ENOUGH + 9, 1), np.int16)
    stream.fill(out, len(out), None, None)
    assert out.all()


def test_a_long_sound_is_handed_over_before_it_begins(opened, monkeypatch):
    player, stream = opened
    out = np.zeros((4 * ENOUGH, 1), np.int16)
    monkeypatch.setattr(stream, "start", lambda: stream.fill(out, len(out), None, None))
    player.write(sound(4 * ENOUGH))
    assert out.all()
    assert player.underruns == 0


def test_a_sound_longer_than_the_ring_begins_when_that_is_full(opened, monkeypatch):
    player, stream = opened
    longest, out = round(RING_S * RATE), np.zeros((2 * ENOUGH, 1), np.int16)
    monkeypatch.setattr(stream, "start", lambda: stream.fill(out, len(out), None, None))
    player.write(sound(longest + ENOUGH))
    assert out.all()


def test_a_short_sound_begins_at_its_end(opened):
    player, stream = opened
    player.write(sound(10))
    player.finish()
    assert stream.calls == ["start"]


def test_what_was_stopped_before_it_began_does_not_begin(opened):
    player, stream = opened
    player.write(sound(10))
    player.stop()
    player.finish()
    assert not player.write(sound(ENOUGH))
    assert stream.calls == ["abort", "close"]
