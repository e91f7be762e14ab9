"""How much a room echoes is heard in how slowly the speech dies away."""

import numpy as np
import pytest

from tests.helpers.speech_like import SAMPLE_RATE, speech_like
from timbre.echo import WHOLE_FALL_DB, fall_db
from timbre.takes import ECHO_FALL_DB, check_take, room_fault
from timbre_bench.rooms import add_noise, add_reverb

SPEECH = speech_like(4.0)


def echoing(t60_s):
    return add_reverb(SPEECH, SAMPLE_RATE, t60_s, np.random.default_rng(1))


def test_the_longer_an_echo_lasts_the_less_the_level_falls():
    falls = [fall_db(sound, SAMPLE_RATE) for sound in (SPEECH, echoing(0.2), echoing(0.4), echoing(0.8))]
    assert falls == sorted(falls, reverse=True)
    assert falls[0] > ECHO_FALL_DB + 4
    assert falls[2] < ECHO_FALL_DB


@pytest.mark.parametrize("rate", [16_000, 48_000])
def test_the_rate_does_not_matter(rate):
    sound = add_reverb(speech_like(4.0, sample_rate=rate), rate, 0.4, np.random.default_rng(1))
    assert fall_db(sound, rate) == pytest.approx(fall_db(echoing(0.4), SAMPLE_RATE), abs=2)


def test_what_is_too_short_does_not_echo():
    assert fall_db(SPEECH[:100], SAMPLE_RATE) == WHOLE_FALL_DB


def test_a_take_with_an_echo_is_told_so_but_usable():
    report = check_take(echoing(0.5), SAMPLE_RATE)
    assert [(issue.code, issue.severity) for issue in report.issues] == [("echo", "warning")]
    assert report.is_usable


def test_a_noisy_take_is_told_of_the_noise_alone():
    noisy = add_noise(echoing(0.5), SAMPLE_RATE, 18.0, np.random.default_rng(1))
    assert [issue.code for issue in check_take(noisy, SAMPLE_RATE).issues] == ["noisy"]


@pytest.mark.parametrize(
    "sound", [SPEECH, echoing(0.2), echoing(0.5), np.zeros(22_050, np.float32), SPEECH[:100]]
)
@pytest.mark.parametrize("noise_db", [None, 5.0, 18.0, 40.0])
def test_the_room_alone_is_heard_as_in_the_whole_check(sound, noise_db):
    if noise_db is not None and sound.any():
        sound = add_noise(sound, SAMPLE_RATE, noise_db, np.random.default_rng(1))
    codes = {issue.code for issue in check_take(sound, SAMPLE_RATE).issues}
    assert {room_fault(sound, SAMPLE_RATE)} - {""} == codes & {"noisy", "echo"}
