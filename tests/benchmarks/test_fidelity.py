import numpy as np
import pytest

from tests.helpers.speech_like import SAMPLE_RATE, speech_like
from timbre.mel import MelSpec
from timbre_bench.measures.fidelity import fidelity

SPEC = MelSpec()


def test_a_copy_is_perfect_and_noise_makes_it_worse():
    recording = speech_like(2.0, seed=1, sample_rate=SAMPLE_RATE)
    noise = np.random.default_rng(1).normal(0, 0.02, len(recording)).astype(np.float32)
    same, noisy = (fidelity(made, recording, SPEC) for made in (recording.copy(), recording + noise))
    assert (same.mel_l1, same.stft) == pytest.approx((0, 0), abs=1e-4)
    assert same.stoi == pytest.approx(1, abs=1e-3)
    assert noisy.mel_l1 > 0.2
    assert noisy.stft > 0.2
    assert noisy.stoi < same.stoi


def test_lengths_may_differ():
    recording = speech_like(2.0, seed=1, sample_rate=SAMPLE_RATE)
    assert fidelity(recording[:-300], recording, SPEC).mel_l1 < 0.05


def test_pesq_where_it_is_installed():
    pytest.importorskip("pesq")
    recording = speech_like(2.0, seed=1, sample_rate=SAMPLE_RATE)
    pesq = fidelity(recording.copy(), recording, SPEC).pesq
    assert pesq is not None
    assert pesq > 4
