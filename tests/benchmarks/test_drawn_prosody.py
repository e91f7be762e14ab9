import numpy as np
import pytest

from timbre.text.symbols import symbol_ids
from timbre_bench.drawn_prosody import Sentence, beside, crps


def sentence(frames_of_space, melody):
    ids = np.array(symbol_ids("aba aba."))
    frames = np.full(len(ids), 4)
    frames[4] = frames_of_space
    return Sentence(ids, frames, 5.0 + np.asarray(melody), np.linspace(0, 1, len(ids)))


def test_a_reading_beside_itself():
    own = sentence(12, np.sin(np.arange(10)) * 0.1)
    found = beside(own, own)
    assert found["F0 corr"] == pytest.approx(1)
    assert found["pace"] == 1
    assert found["F0 std"] == pytest.approx(own.melody().std())


def test_a_long_space_is_a_pause_and_a_short_one_is_not():
    flat = np.zeros(10)
    assert sentence(12, flat).pauses() == pytest.approx(12 / 48)
    assert sentence(9, flat).pauses() == 0


def test_spread_is_in_semitones():
    melody = np.zeros(10)
    melody[1:4] = np.log(2) / 12
    assert sentence(4, melody).melody().max() - sentence(4, melody).melody().min() == pytest.approx(1)


def test_the_score_is_least_for_draws_from_the_same_distribution():
    rng = np.random.default_rng(1)
    own = rng.normal(size=2000)
    right = crps(own, rng.normal(size=(8, 2000)))
    assert right == pytest.approx(1 / np.sqrt(np.pi), rel=0.05)
    assert right < crps(own, rng.normal(size=(8, 2000)) * 0.4)
    assert right < crps(own, rng.normal(size=(8, 2000)) * 2)
    assert crps(own, np.zeros((1, 2000))) == pytest.approx(np.abs(own).mean())
