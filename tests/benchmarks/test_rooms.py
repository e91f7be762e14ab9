import numpy as np
import pytest
import soundfile

from tests.helpers.speech_like import SAMPLE_RATE, speech_like
from timbre.audio import active_level_db
from timbre_bench.rooms import add_noise, add_reverb, spoil

SPEECH = speech_like(2.0, seed=1, sample_rate=SAMPLE_RATE)


@pytest.mark.parametrize("snr_db", [10.0, 30.0])
def test_noise_is_as_far_below_the_speech_as_asked_for(snr_db):
    noise = add_noise(SPEECH, SAMPLE_RATE, snr_db, np.random.default_rng(1)) - SPEECH
    level_db = 10 * np.log10(np.mean(noise**2))
    assert active_level_db(SPEECH, SAMPLE_RATE) - level_db == pytest.approx(snr_db, abs=0.2)


def test_an_echo_comes_after_the_sound():
    click = np.zeros(SAMPLE_RATE, np.float32)
    click[1000] = 1.0
    echo = add_reverb(click, SAMPLE_RATE, 0.4, np.random.default_rng(1)) - click
    assert np.abs(echo[:1050]).max() < 1e-4
    assert np.sqrt(np.sum(echo**2)) == pytest.approx(0.5, abs=0.05)
    assert np.abs(echo[1000 + SAMPLE_RATE // 2 :]).max() < 1e-3


def test_a_file_is_spoilt_only_where_asked_for(tmp_path):
    path = tmp_path / "take.wav"
    soundfile.write(path, SPEECH, SAMPLE_RATE)
    before = path.read_bytes()
    spoil(path, None, None, seed=1)
    assert path.read_bytes() == before
    spoil(path, 20.0, 0.3, seed=1)
    assert path.read_bytes() != before
