from __future__ import annotations

import threading
import wave

import numpy as np
import pytest

from tests.helpers.machine import small_disk
from timbre_app.sound import wave_file
from timbre_app.sound.meter import FLOOR_DB, LevelMeter
from timbre_app.sound.peaks import outline
from timbre_app.sound.ring import SampleRing
from timbre_app.sound.take_writer import TakeWriter
from timbre_app.sound.wave_file import WaveWriter


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_meter_reads_a_sine_in_dbfs(clock):
    meter = LevelMeter(clock=clock)
    meter.feed((16384 * np.sin(np.arange(4800) * 2 * np.pi / 48)).astype(np.int16))
    level = meter.read()
    assert level.peak_db == pytest.approx(-6.02, abs=0.02)
    assert level.rms_db == pytest.approx(-9.03, abs=0.02)
    assert not level.clipped


def test_meter_holds_the_peak_then_lets_it_fall(clock):
    meter = LevelMeter(hold_s=1.0, fall_db_per_s=20, clock=clock)
    meter.feed(np.full(10, 32767, np.int16))
    first = meter.read()
    assert first.clipped
    clock.now = 0.9
    held = meter.read()
    assert held.hold_db == first.hold_db
    assert held.peak_db == pytest.approx(first.peak_db - 18)
    clock.now = 1.4
    assert meter.read().hold_db == pytest.approx(first.hold_db - 10)
    clock.now = 60.0
    assert meter.read().hold_db == FLOOR_DB
    assert meter.read().clipped
    meter.reset()
    assert not meter.read().clipped


def test_ring_gives_back_what_was_written_whatever_the_block_sizes():
    random = np.random.default_rng(1)
    ring = SampleRing(257)
    sent = random.integers(-32768, 32767, 20_000).astype(np.int16)
    got = []

    def write():
        at = 0
        while at < len(sent):
            step = int(random.integers(1, 700))
            assert ring.write(sent[at : at + step])
            at += step

    writer = threading.Thread(target=write)
    writer.start()
    received = 0
    sizes = np.random.default_rng(2)
    while received < len(sent):
        out = np.zeros(int(sizes.integers(1, 300)), np.int16)
        count = ring.read_into(out)
        got.append(out[:count].copy())
        received += count
    writer.join(60)
    np.testing.assert_array_equal(np.concatenate(got), sent)


def test_closing_a_full_ring_lets_the_writer_go():
    ring = SampleRing(10)
    results = []
    writer = threading.Thread(target=lambda: results.append(ring.write(np.zeros(50, np.int16))))
    writer.start()
    ring.close()
    writer.join(60)
    assert results == [False]
    assert ring.filled == 0


def test_a_file_is_valid_after_every_block(tmp_path):
    path = tmp_path / "take.wav"
    writer = WaveWriter(path, 48000)
    for number in range(1, 4):
        writer.write(np.full(480, number, np.int16))
        with wave.open(str(path)) as found:
            assert (found.getframerate(), found.getnchannels(), found.getsampwidth()) == (48000, 1, 2)
            assert found.getnframes() == 480 * number
    writer.close()
    samples, rate = wave_file.read(path)
    assert rate == 48000
    np.testing.assert_array_equal(samples, np.repeat(np.array([1, 2, 3], np.int16), 480))


def test_a_file_is_never_overwritten(tmp_path):
    WaveWriter(tmp_path / "take.wav", 48000).close()
    with pytest.raises(FileExistsError):
        WaveWriter(tmp_path / "take.wav", 48000)


def test_repair_makes_the_header_agree_with_the_length(tmp_path):
    path = tmp_path / "take.wav"
    with WaveWriter(path, 22050) as writer:
        writer.write(np.arange(100, dtype=np.int16))
    with open(path, "ab") as file:
        file.write(b"\x05\x00\x06")
    assert wave_file.repair(path) == 101
    with wave.open(str(path)) as found:
        assert found.getnframes() == 101


def test_repair_of_something_else_finds_nothing(tmp_path):
    path = tmp_path / "take.wav"
    path.write_bytes(b"hello")
    assert wave_file.repair(path) == 0
    assert path.read_bytes() == b"hello"
    with pytest.raises(ValueError, match="not a take"):
        wave_file.read(path)


@pytest.mark.parametrize(("length", "columns"), [(0, 0), (3, 3), (10_000, 100)])
def test_outline_spans_the_extremes(length, columns):
    samples = (np.sin(np.arange(length)) * 30000).astype(np.int16)
    shape = outline(samples, 100)
    assert shape.shape == (2, columns)
    if length:
        assert shape.max() == pytest.approx(samples.max() / 32768)
        assert shape.min() == pytest.approx(samples.min() / 32768)
        assert (shape[0] <= shape[1]).all()


def test_a_full_disk_stops_the_take_and_keeps_what_fits(tmp_path):
    with small_disk(tmp_path / "disk", kilobytes=64) as folder:
        take = TakeWriter(WaveWriter(folder / "take.wav", 48000))
        for _ in range(100):
            take.add(np.full(960, 5, np.int16), overflowed=False)
        take.finish()
        assert take.error is not None
        assert take.error.strerror == "No space left on device"
        assert wave_file.repair(folder / "take.wav") >= 20 * 960
        samples, _ = wave_file.read(folder / "take.wav")
        assert (samples == 5).all()
