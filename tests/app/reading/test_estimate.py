"""The length of a text is estimated before it is spoken, and known after it."""

from __future__ import annotations

import pytest

from timbre_app.reading.clip import Clip, ClipStore
from timbre_app.reading.estimate import LETTERS_PER_S, expected_s, letters
from timbre_app.reading.reading import Reading
from timbre_app.reading.sentence import HowToSpeak, cut_sentences

RATE = 22050
TEXT = "The weather will be fine tomorrow, at least in the north. Bring a coat all the same."


@pytest.fixture
def reading_of(tmp_path):
    def make(text, pace=1.0):
        reading = Reading(ClipStore(tmp_path), RATE)
        reading.set_text(text, cut_sentences(text))
        reading.how = HowToSpeak(pace)
        return reading

    return make


def speak(reading, index, seconds, folder):
    clip = Clip(folder / "a.wav", RATE)
    clip.sample_count, clip.is_whole = round(seconds * RATE), True
    reading.sentences[index].clip, reading.sentences[index].made_of = clip, reading.request(index)


def test_before_anything_is_spoken_the_letters_count_and_the_pace(reading_of):
    reading = reading_of(TEXT)
    pause_s = reading.pause_samples / RATE
    assert expected_s(reading) == pytest.approx((len(TEXT) - 1) / LETTERS_PER_S + pause_s)
    assert expected_s(reading_of(TEXT, 2.0)) == pytest.approx((len(TEXT) - 1) / LETTERS_PER_S / 2 + pause_s)
    assert expected_s(reading_of("")) == 0


def test_what_was_spoken_gives_the_pace_of_the_rest(reading_of, tmp_path):
    first = "The weather will be fine tomorrow, and it will be so on all days of the week."
    reading = reading_of(f"{first} {first}")
    pause_s = reading.pause_samples / RATE
    speak(reading, 0, 9.0, tmp_path)
    assert expected_s(reading) == pytest.approx(18.0 + pause_s)
    reading.how = HowToSpeak(2.0)  # what was spoken is out of date now
    assert expected_s(reading) == pytest.approx(2 * len(first) / LETTERS_PER_S / 2 + pause_s)


def test_a_chinese_character_takes_longer_than_a_letter():
    assert letters("你好") > 3 * len("你好")
