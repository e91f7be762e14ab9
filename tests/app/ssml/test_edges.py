"""The quiet at the ends of speech is left out, in whatever chunks it comes."""

import numpy as np
import pytest

from timbre.contract import SAMPLE_RATE
from timbre_app.ssml.edges import KEPT_S, Edges

QUIET_S, LOUD_S = 0.2, 0.5


def speech():
    generator = np.random.default_rng(3)
    quiet, loud = round(QUIET_S * SAMPLE_RATE), round(LOUD_S * SAMPLE_RATE)
    pieces = (generator.integers(-20, 20, quiet), generator.integers(-9000, 9000, loud))
    return np.concatenate([*pieces, *pieces, pieces[0]]).astype(np.int16)


def fed(edges, pcm, size, words_end_s=9.0):
    pieces = [edges.feed(pcm[at : at + size], words_end_s) for at in range(0, len(pcm), size)]
    return np.concatenate([*pieces, edges.finish()])


@pytest.mark.parametrize("size", [1, 37, 1000, 5000, 10**6])
@pytest.mark.parametrize(("start", "end"), [(False, False), (True, False), (False, True), (True, True)])
def test_quiet_ends_are_left_out(size, start, end):
    pcm = speech()[:20_000] if size == 1 else speech()
    edges = Edges(start, end)
    heard = fed(edges, pcm, size)
    loud = np.flatnonzero(np.abs(pcm.astype(int)) > 130)
    kept = round(KEPT_S * SAMPLE_RATE)
    first = edges.lead_samples
    assert (first > 0) == start
    assert 0 <= loud[0] - first <= (kept if start else loud[0])
    until = loud[-1] + 1
    np.testing.assert_array_equal(heard[: until - first], pcm[first:until])
    assert len(heard) - (until - first) <= (kept if end else len(pcm) - until)


def test_noise_behind_the_last_word_is_cut():
    pcm = np.random.default_rng(3).integers(-2000, 2000, SAMPLE_RATE).astype(np.int16)
    heard = fed(Edges(True, True), pcm, 512, words_end_s=0.5)
    assert 0.5 < len(heard) / SAMPLE_RATE < 0.55


def test_speech_that_is_quiet_throughout_is_kept():
    pcm = np.full(5000, 10, np.int16)
    np.testing.assert_array_equal(fed(Edges(True, True), pcm, 512), pcm)
