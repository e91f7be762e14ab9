import numpy as np
import pytest

from tests.helpers.speech_like import SAMPLE_RATE
from timbre.mel import MelSpec
from timbre.pitch import pitch_hz

SPEC = MelSpec()


def glide(start_hz: float, end_hz: float, seconds: float) -> np.ndarray:
    time = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    hz = start_hz + (end_hz - start_hz) * time / seconds
    phase = 2 * np.pi * np.cumsum(hz) / SAMPLE_RATE
    return (0.1 * sum(np.sin(k * phase) / k for k in range(1, 12))).astype(np.float32)


def test_frames_are_centred_where_the_mels_are():
    wave = glide(100, 300, 2.0)
    found = pitch_hz(wave, SPEC)
    assert found.shape == (len(wave) // 256,)
    assert found.dtype == np.float32
    centres_s = (np.arange(len(found)) + 0.5) * 256 / SAMPLE_RATE
    expected = 100 + 100 * centres_s
    voiced = found > 0
    assert voiced.mean() > 0.9
    assert np.abs(found - expected)[voiced].max() < 2.0


def test_silence_and_noise_are_unvoiced():
    rng = np.random.default_rng(0)
    assert not pitch_hz(np.zeros(22_050, np.float32), SPEC).any()
    noise = (0.05 * rng.standard_normal(22_050)).astype(np.float32)
    assert (pitch_hz(noise, SPEC) > 0).mean() < 0.1


@pytest.mark.parametrize("samples", [0, 255, 700])
def test_too_short_is_unvoiced(samples):
    assert pitch_hz(np.zeros(samples, np.float32), SPEC).shape == (samples // 256,)
