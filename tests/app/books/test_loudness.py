"""Loudness and true peak, measured by other hands than those that set them."""

from __future__ import annotations

import numpy as np
import pyloudnorm
import pytest
import soxr

from tests.app.books.conftest import RATE, hum
from timbre_app.books.levelling import LevelledSound, Spool
from timbre_app.books.limiter import BLOCK, exceeds, limited
from timbre_app.books.loudness import TARGET_LUFS, TRUE_PEAK_DB, decibels, measure
from timbre_app.books.metering import SILENT_LUFS, loudness_of

TEXT = "A sentence that goes on for a while, so that there is something to measure in it. " * 5


def loudness(pcm: np.ndarray) -> float:
    at_48k = soxr.resample(pcm / 32768.0, RATE, 48_000)
    return pyloudnorm.Meter(48_000).integrated_loudness(at_48k)


def true_peak_db(pcm: np.ndarray) -> float:
    return decibels(float(np.abs(soxr.resample(pcm / 32768.0, RATE, 4 * RATE, quality="VHQ")).max()))


@pytest.fixture
def levelled(tmp_path):
    def level(pcm: np.ndarray) -> np.ndarray:
        with LevelledSound([pcm], RATE, tmp_path) as sound:
            assert sound.level.samples == len(pcm)
            return np.concatenate(list(sound.read()))

    return level


@pytest.mark.parametrize("gain", [0.05, 0.3, 1.0])
def test_speech_gets_its_loudness_and_keeps_its_length(levelled, gain):
    pcm = (hum(TEXT) * gain).astype(np.int16)
    result = levelled(pcm)
    assert len(result) == len(pcm)
    assert loudness(result) == pytest.approx(TARGET_LUFS, abs=0.3)
    assert true_peak_db(result) <= TRUE_PEAK_DB


def test_peaks_are_limited_where_the_gain_would_lift_them(levelled):
    pcm = hum(TEXT)
    loud = TARGET_LUFS - loudness(pcm) + true_peak_db(pcm)
    assert loud > TRUE_PEAK_DB  # without a limiter the peaks would be too high
    assert true_peak_db(levelled(pcm)) <= TRUE_PEAK_DB


def test_sound_stays_where_it_was(levelled):
    pcm = np.concatenate([np.zeros(RATE, np.int16), hum(TEXT), np.zeros(RATE, np.int16)])
    result = levelled(pcm).astype(np.float64)
    shifts = range(-30, 31)
    at = slice(2 * RATE, 4 * RATE)
    scores = [float(np.dot(np.roll(result, shift)[at], pcm[at].astype(np.float64))) for shift in shifts]
    assert shifts[int(np.argmax(scores))] == 0


def test_measures_agree_with_those_of_others():
    pcm = hum(TEXT)
    measured = measure([pcm[:10_000], pcm[10_000:]], RATE)
    assert measured.integrated_lufs == pytest.approx(loudness(pcm), abs=0.2)
    assert measured.true_peak_db == pytest.approx(true_peak_db(pcm), abs=0.5)
    assert measured.samples == len(pcm)


def test_silence_stays_silent(levelled):
    assert not levelled(np.zeros(3 * RATE, np.int16)).any()


def test_a_long_sound_is_limited_once(tmp_path, monkeypatch):
    pcm = np.tile(hum(TEXT), 16)
    full: list[int] = []
    fill = Spool.fill

    def watched(spool: Spool, sound):
        full.append(1)
        return fill(spool, sound)

    monkeypatch.setattr(Spool, "fill", watched)
    with LevelledSound(iter([pcm]), RATE, tmp_path) as sound:
        result = np.concatenate(list(sound.read()))
    assert sound.level.is_limited
    assert len(full) == 2  # what was spoken, and what comes out
    assert loudness(result) == pytest.approx(TARGET_LUFS, abs=0.2)
    assert true_peak_db(result) <= TRUE_PEAK_DB


def test_a_sound_gets_the_same_level_in_any_pieces(tmp_path):
    pcm = hum(TEXT)
    results = []
    for size in (len(pcm), 1000):
        pieces = (pcm[start : start + size] for start in range(0, len(pcm), size))
        with LevelledSound(pieces, RATE, tmp_path) as sound:
            results.append(np.concatenate(list(sound.read())))
    assert np.array_equal(*results)
    assert list(tmp_path.iterdir()) == []


def test_the_meter_agrees_with_others_whatever_the_pieces():
    pcm = np.concatenate(
        [np.zeros(RATE, np.int16), hum(TEXT), (0.03 * hum(TEXT)).astype(np.int16)]
    )  # gates it
    meter = loudness_of([pcm], RATE)
    assert meter == pytest.approx(measure([pcm], RATE).integrated_lufs, abs=0.05)
    assert meter == pytest.approx(loudness(pcm), abs=0.1)
    pieces = np.split(pcm, [1, 2, 1000, 1000, 40_000])
    assert loudness_of(pieces, RATE) == pytest.approx(meter, abs=1e-4)
    quieter = (pcm * 0.5).astype(np.int16)
    assert loudness_of([quieter], RATE) == pytest.approx(meter - 6.02, abs=0.05)


def test_silence_and_almost_nothing_have_no_loudness():
    for pcm in np.zeros(RATE, np.int16), hum(TEXT)[: RATE // 3], np.zeros(0, np.int16):
        assert loudness_of([pcm], RATE) == SILENT_LUFS


def peaky(seconds=8.0):
    """Quiet noise with bursts that are too loud, one of them only between its samples, (n,) float32."""
    random = np.random.default_rng(0)
    sound = 0.05 * random.standard_normal(round(seconds * RATE)).astype(np.float32)
    sound[2 * RATE : 2 * RATE + 400] *= 30
    between = np.arange(4000)
    sound[5 * RATE : 5 * RATE + 4000] = 0.69 * np.cos(np.pi * between / 2 + np.pi / 4)  # up to 0.69, not 0.49
    return sound


def test_no_peak_is_left_above_the_limit_not_even_between_samples():
    sound = peaky()
    result = np.concatenate(list(limited([sound], 0.5)))
    middle = result[RATE:-RATE]
    assert np.abs(middle).max() <= 0.5
    assert np.abs(soxr.resample(middle, RATE, 8 * RATE, quality="VHQ")).max() <= 0.5 * 10 ** (0.1 / 20)
    assert np.abs(result[2 * RATE : 2 * RATE + 400]).max() > 0.49  # no lower than need be
    between = soxr.resample(result[5 * RATE : 5 * RATE + 4000], RATE, 8 * RATE)
    assert np.abs(between[8000:24000]).max() > 0.49


def test_sound_without_peaks_passes_as_it_is():
    sound = peaky()
    result = np.concatenate(list(limited([sound], 0.5)))
    for part in slice(0, 2 * RATE - 500), slice(2 * RATE + 900, 5 * RATE - 500), slice(5 * RATE + 4500, None):
        np.testing.assert_array_equal(result[part], sound[part])
    assert exceeds([sound], 0.5)
    assert not exceeds([sound[:RATE]], 0.5)
    assert exceeds([sound[4 * RATE : 6 * RATE]], 0.5)


def test_the_limiter_turns_down_and_up_again_smoothly():
    sound = np.full(RATE, 0.4, np.float32)
    sound[RATE // 2] = 0.8
    gain = np.concatenate(list(limited([sound], 0.5))) / sound
    assert gain.min() == pytest.approx(0.5 / 0.8, rel=0.1)
    assert np.abs(np.diff(gain)).max() < 0.005


@pytest.mark.parametrize("length", [0, 1, 31, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 513])
def test_the_limiter_keeps_the_length_and_knows_no_pieces(length):
    sound = np.tile(peaky(), 2)[:length]
    whole = list(limited([sound], 0.5))
    pieces = list(limited((sound[start : start + 777] for start in range(0, length, 777)), 0.5))
    assert sum(map(len, whole)) == length
    if length:
        np.testing.assert_array_equal(np.concatenate(whole), np.concatenate(pieces))
