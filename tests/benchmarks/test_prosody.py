import numpy as np
import pytest

from timbre.mel import MelSpec
from timbre_bench.measures.prosody import CEPSTRAL_ORDER, distance, mel_cepstrum, warping_path

SPEC = MelSpec()


def voiced(f0_hz: float, seconds: float = 1.0, gain: float = 0.2) -> np.ndarray:
    """Sawtooth-like harmonics with a slow formant movement, (n,) float32."""
    time_s = np.arange(round(seconds * SPEC.sample_rate)) / SPEC.sample_rate
    harmonics = np.arange(1, int(4000 / f0_hz))
    centre_hz = 700 + 400 * np.sin(2 * np.pi * time_s / seconds)
    weights = np.exp(-(((harmonics[:, None] * f0_hz - centre_hz) / 500) ** 2)) + 0.05
    return (
        gain * (weights * np.sin(2 * np.pi * f0_hz * harmonics[:, None] * time_s)).mean(axis=0) * 5
    ).astype("f4")


def test_cepstrum_rebuilds_a_cosine_spectrum():
    n_mels = 80
    angles = np.pi * (np.arange(n_mels) + 0.5) / n_mels
    log_mel_frames = (0.7 * np.cos(2 * angles) - 0.3 * np.cos(5 * angles))[:, None]
    cepstrum = mel_cepstrum(log_mel_frames)[0]
    expected = np.zeros(CEPSTRAL_ORDER)
    expected[1], expected[4] = 0.7, -0.3
    np.testing.assert_allclose(cepstrum, expected, atol=1e-12)


def test_cepstrum_ignores_loudness():
    frames = np.random.default_rng(0).standard_normal((80, 7))
    np.testing.assert_allclose(mel_cepstrum(frames), mel_cepstrum(frames + 3.0), atol=1e-12)


def test_path_follows_a_repeated_frame():
    first, second = np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 1.0, 2.0])
    path = warping_path(np.abs(first[:, None] - second))
    np.testing.assert_array_equal(path, [[0, 0], [1, 1], [1, 2], [2, 3]])


def test_speech_is_no_distance_from_itself():
    waveform = voiced(120)
    apart = distance(waveform, waveform, SPEC)
    assert apart.mcd_db == pytest.approx(0.0, abs=1e-6)
    assert apart.log_f0_rmse == pytest.approx(0.0, abs=1e-6)


def test_a_higher_pitch_is_measured_in_log_f0():
    apart = distance(voiced(150), voiced(120), SPEC)
    assert apart.log_f0_rmse == pytest.approx(np.log(150 / 120), abs=0.03)


def test_a_quieter_recording_is_no_further_away():
    loud, quiet = voiced(120, gain=0.2), voiced(120, gain=0.05)
    assert distance(loud, quiet, SPEC).mcd_db < 0.1


def test_no_voiced_frame_in_common_gives_no_pitch_error():
    noise = (0.1 * np.random.default_rng(1).standard_normal(SPEC.sample_rate)).astype(np.float32)
    assert np.isnan(distance(noise, voiced(120), SPEC).log_f0_rmse)
