"""A reading of the history sounds as it did, also where its sound is gone from the disk."""

from __future__ import annotations

import numpy as np
import pytest

from tests.app.studio.fakes import RATE, FakeSpeech
from timbre_app.reading.clip import ClipStore
from timbre_app.reading.history import Entry
from timbre_app.reading.replay import replay
from timbre_app.reading.sentence import HowToSpeak
from timbre_app.reading.timeline import PAUSE_S

ENTRY = Entry("One two. Three.", "ada", "Ada", HowToSpeak())


def sound(store, speech, should_stop=lambda: False):
    chunks = list(replay(ENTRY, store, speech, RATE, 1.0, should_stop))
    return np.concatenate([np.zeros(0, np.int16), *chunks])


def test_it_is_made_once_and_then_read_from_the_disk(tmp_path):
    store, speech = ClipStore(tmp_path), FakeSpeech()
    samples = sound(store, speech)
    assert len(samples) / RATE == pytest.approx(0.3 + PAUSE_S, abs=0.001)
    np.testing.assert_array_equal(sound(store, speech), samples)
    assert [request.text for request in speech.requests] == ["One two.", "Three."]


def test_it_stops_when_told_to(tmp_path):
    assert len(sound(ClipStore(tmp_path), FakeSpeech(), should_stop=lambda: True)) == 0


def test_a_voice_that_cannot_speak_says_why(tmp_path):
    speech = FakeSpeech()
    speech.error = ConnectionError("no server")
    with pytest.raises(ConnectionError, match="no server"):
        sound(ClipStore(tmp_path), speech)
