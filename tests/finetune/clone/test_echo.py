"""Echo in takes is turned down where there is much of it, and only there."""

import numpy as np

from tests.helpers.speech_like import SAMPLE_RATE, speech_like
from timbre.mel import MelSpec, log_mel
from timbre_bench.rooms import add_reverb
from timbre_finetune.clone.room import without_room

CLEAN = speech_like(4.0)


def distance(waveform):
    """Mel L1 to the clean take."""
    return float(np.abs(log_mel(waveform, MelSpec()) - log_mel(CLEAN, MelSpec())).mean())


def test_much_echo_is_turned_down_and_the_speech_stays():
    echoing = add_reverb(CLEAN, SAMPLE_RATE, 0.4, np.random.default_rng(3))
    less = without_room(echoing, SAMPLE_RATE)
    assert less.dtype == np.float32
    assert less.shape == echoing.shape
    assert distance(less) < 0.85 * distance(echoing)


def test_a_take_without_an_echo_stays_as_it_is():
    assert without_room(CLEAN, SAMPLE_RATE) is CLEAN
    for length in (0, 1000):
        short = CLEAN[:length]
        assert without_room(short, SAMPLE_RATE) is short
