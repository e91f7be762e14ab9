from __future__ import annotations

import numpy as np
import pytest

from timbre_app.sound.pre_roll import PreRoll
from timbre_app.sound.room import measure_room
from timbre_app.sound.speech_end import ENDS_AFTER_S, SpeechEnd

RATE = 48000
BLOCK = 960


def noise(seconds, level, seed=0):
    return (level * np.random.default_rng(seed).standard_normal(round(seconds * RATE))).astype(np.int16)


def feed(watch, samples):
    for at in range(0, len(samples), BLOCK):
        watch.feed(samples[at : at + BLOCK])


@pytest.mark.parametrize(("room", "voice"), [(5, 2000), (60, 4000), (300, 8000)])
def test_speech_ends_after_a_pause_longer_than_those_inside_a_sentence(room, voice):
    watch = SpeechEnd(RATE)
    feed(watch, noise(0.5, room))
    watch.begin()
    feed(watch, noise(3.0, room))
    assert not watch.has_ended  # nobody has spoken yet
    feed(watch, noise(1.5, voice))
    feed(watch, noise(0.8, room))
    assert watch.has_spoken
    assert not watch.has_ended
    feed(watch, noise(1.5, voice))
    assert watch.quiet_s == 0
    feed(watch, noise(ENDS_AFTER_S + 0.1, room))
    assert watch.has_ended


def test_a_new_take_has_heard_nothing():
    watch = SpeechEnd(RATE)
    feed(watch, noise(0.5, 5))
    feed(watch, noise(1.0, 4000))
    watch.begin()
    assert not watch.has_spoken


def test_a_click_is_no_speech():
    watch = SpeechEnd(RATE)
    feed(watch, noise(0.5, 5))
    feed(watch, noise(0.06, 9000))
    feed(watch, noise(3.0, 5))
    assert not watch.has_ended


def test_the_pre_roll_holds_the_last_half_second_in_order():
    roll = PreRoll(1000, seconds=0.5)
    for at in range(0, 3000, 20):
        roll.add(np.arange(at, at + 20))
    held = np.concatenate(roll.take())
    assert 500 <= len(held) <= 520
    assert held[-1] == 2999
    assert (np.diff(held) == 1).all()
    assert roll.take() == []


def test_the_floor_of_a_room_is_its_steady_noise():
    quiet = measure_room(noise(5, 33), RATE)
    assert quiet.floor_db == pytest.approx(20 * np.log10(33 / 32768), abs=0.5)
    assert quiet.verdict == "quiet"
    offset = noise(5, 33) + 2000  # a constant is not heard
    assert measure_room(offset.astype(np.int16), RATE).floor_db == pytest.approx(quiet.floor_db, abs=0.5)
    assert measure_room(np.zeros(0, np.int16), RATE).verdict == "dead"
