"""The measures of liveliness on sounds whose melody, length, pauses and brightness are known."""

import numpy as np
import pytest

from timbre_bench.measures.liveliness import BANDS_HZ, SAMPLE_RATE, Reading, band_differences, liveliness

SECONDS = 2.0


def sung(spread: float, seconds: float = SECONDS, pause: float = 0.0, overtones: int = 12) -> np.ndarray:
    """A voice that swings by so many semitones to each side of 150 Hz, with silence in its middle."""
    time = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    hz = 150 * 2 ** (spread / 12 * np.sin(2 * np.pi * time / seconds))
    phase = 2 * np.pi * np.cumsum(hz) / SAMPLE_RATE
    wave = sum(np.sin(n * phase) / n for n in range(1, overtones + 1)) * 0.2
    wave *= 1 + 0.5 * np.sin(2 * np.pi * 3 * time / seconds)  # something for the alignment to hold on to
    silence = np.zeros(int(pause * SAMPLE_RATE))
    return np.concatenate([wave[: len(wave) // 2], silence, wave[len(wave) // 2 :]]).astype(np.float32)


def test_range_and_deviation_are_those_of_the_melody():
    reading = Reading.of(sung(4.0))
    assert reading.range_semitones == pytest.approx(8 * np.sin(0.4 * np.pi), rel=0.05)
    assert reading.deviation_semitones == pytest.approx(4 / np.sqrt(2), rel=0.05)


def test_a_flat_reading_of_the_same_melody_is_narrower_and_correlates():
    found = liveliness(sung(2.0), sung(4.0))
    assert found.f0_range == pytest.approx(found.person_f0_range / 2, rel=0.05)
    assert found.f0_correlation > 0.95
    assert found.length == pytest.approx(1, abs=0.02)


def test_pauses_and_length():
    found = liveliness(sung(3.0, pause=0.5), sung(3.0))
    assert found.pauses == pytest.approx(0.2, abs=0.03)
    assert found.person_pauses == pytest.approx(0, abs=0.01)
    assert found.length == pytest.approx(1.25, abs=0.02)


def test_a_band_that_is_twice_as_strong_differs_by_6_db():
    generator = np.random.default_rng(1)
    noise = generator.standard_normal(SAMPLE_RATE).astype(np.float32)
    spectrum = np.fft.rfft(noise)
    hz = np.fft.rfftfreq(len(noise), 1 / SAMPLE_RATE)
    spectrum[(hz >= 4000) & (hz < 6000)] *= 2
    spectrum[hz >= 8500] *= 1e-4
    quiet = np.fft.rfft(noise) * np.where(hz >= 8500, 1e-4, 1)
    louder = band_differences([np.fft.irfft(spectrum)], [np.fft.irfft(quiet)])
    assert louder[BANDS_HZ.index((4000, 6000))] == pytest.approx(6, abs=0.3)
    assert louder[BANDS_HZ.index((1000, 2000))] == pytest.approx(0, abs=0.1)
    assert louder[-1] is None
