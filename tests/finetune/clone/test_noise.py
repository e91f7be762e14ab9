"""Noise in takes is turned down where there is much of it, and only there."""

import numpy as np

from tests.helpers.speech_like import SAMPLE_RATE, speech_like
from timbre.takes import NOISY_SNR_DB, check_take
from timbre_finetune.clone.room import without_room


def with_noise(snr_db):
    clean = np.pad(speech_like(4.0), SAMPLE_RATE // 2)
    level = check_take(clean, SAMPLE_RATE).level_db - snr_db
    noise = np.random.default_rng(3).standard_normal(len(clean)) * 10 ** (level / 20)
    return clean, (clean + noise).astype(np.float32)


def test_much_noise_is_turned_down_and_the_speech_stays():
    clean, noisy = with_noise(NOISY_SNR_DB - 8)
    less = without_room(noisy, SAMPLE_RATE)
    assert less.dtype == np.float32
    assert less.shape == noisy.shape
    assert check_take(less, SAMPLE_RATE).snr_db > check_take(noisy, SAMPLE_RATE).snr_db + 8
    assert np.corrcoef(less, clean)[0, 1] > 0.9


def test_a_clean_take_stays_as_it_is():
    _, quiet = with_noise(NOISY_SNR_DB + 8)
    assert without_room(quiet, SAMPLE_RATE) is quiet
    short = quiet[:1000]
    assert without_room(short, SAMPLE_RATE) is short
