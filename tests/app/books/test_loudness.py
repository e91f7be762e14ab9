"""Loudness and true peak, measured by other hands than those that set them."""

from __future__ import annotations

import numpy as np
import pyloudnorm
import pytest
import soxr

from tests.app.books.conftest import RATE, hum
from timbre_app.books.levelling import LevelledSound, Spool
from timbre_app.books.loudness import TARGET_LUFS, TRUE_PEAK_DB, decibels, measure

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
