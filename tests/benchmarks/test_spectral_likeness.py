import numpy as np
import pytest

from timbre_bench.measures.spectral_likeness import HOP_LENGTH, SAMPLE_RATE, SpectralScale, features


def speech(formants_hz: tuple[float, ...], seed: int, seconds: float = 1.5) -> np.ndarray:
    """Noise through resonances that wander a little, as loud as speech: a vocal tract of its own."""
    generator = np.random.default_rng(seed)
    spectrum = np.fft.rfft(generator.standard_normal(int(seconds * SAMPLE_RATE)))
    hz = np.fft.rfftfreq(int(seconds * SAMPLE_RATE), 1 / SAMPLE_RATE)
    centres = [centre * generator.uniform(0.95, 1.05) for centre in formants_hz]
    shape = sum(np.exp(-(((hz - centre) / 200) ** 2)) for centre in centres) + 1e-3
    waveform = np.fft.irfft(spectrum * shape)
    return (waveform / np.abs(waveform).max()).astype(np.float32)


PERSON = 500.0, 1500.0, 2500.0
STRANGERS = [(400.0 + 40 * n, 1100.0 + 70 * n, 3000.0 - 60 * n) for n in range(10)]


@pytest.fixture(scope="module")
def scale() -> SpectralScale:
    takes = [speech(PERSON, seed) for seed in range(10)]
    return SpectralScale.between(takes, [speech(other, 50 + n) for n, other in enumerate(STRANGERS)])


def test_the_person_scores_near_one_and_strangers_near_zero(scale):
    own = np.mean([scale.score(speech(PERSON, seed)) for seed in range(100, 105)])
    foreign = np.mean([scale.score(speech(other, 200 + n)) for n, other in enumerate(STRANGERS)])
    assert own == pytest.approx(1, abs=0.2)
    assert foreign == pytest.approx(0, abs=0.4)


def test_who_is_half_way_scores_between(scale):
    near = tuple(float(np.mean(pair)) for pair in zip(PERSON, STRANGERS[0], strict=True))
    assert scale.score(speech(STRANGERS[0], 7)) < scale.score(speech(near, 7)) < 1.2


def test_level_does_not_count(scale):
    assert scale.score(speech(PERSON, 7) * 0.1) == pytest.approx(scale.score(speech(PERSON, 7)), abs=0.02)


def test_silence_around_speech_does_not_count():
    sound, pause = speech(PERSON, 3), np.zeros(SAMPLE_RATE, np.float32)
    with_pauses = features(np.concatenate([pause, sound, pause]))
    window = 2048 // HOP_LENGTH  # librosa's; those at the edges hear a part of the sound
    assert len(features(sound)) <= len(with_pauses) <= len(features(sound)) + window


def test_too_little_to_set_a_scale():
    with pytest.raises(ValueError, match="10 takes"):
        SpectralScale.between([speech(PERSON, 1)], [speech(PERSON, 2)] * 2)
