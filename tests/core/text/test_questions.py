"""Questions that are answered with yes or no rise to their end; others fall."""

import json

import numpy as np
import pytest

from timbre.serving.plan import SpeechPlan
from timbre.speech.emphasis import RISE, changes_of
from timbre.speech.phoneme_edits import NO_EDITS
from timbre.text import Frontend


@pytest.fixture(scope="module")
def frontend():
    return Frontend()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You are coming?", True),
        ("Is it raining?!", True),
        ("Well, do you know what he said?", True),
        ("And is that so?", True),
        ("She left, didn't she?", True),
        ("Really?", True),
        ("What did he say?", False),
        ("And why not?", False),
        ("In which town do you live?", False),
        ("Who's there?", False),
        ("Well, how are you?", False),
        ("Would you like tea or coffee?", False),
        ("You are coming.", False),
        ("Come on!", False),
    ],
)
def test_questions_of_yes_or_no_rise(text, expected, frontend):
    assert frontend.sentences(text)[-1].rises == expected


def test_other_languages_are_left_to_the_voice():
    assert not Frontend("de").sentences("Kommst du?")[0].rises


def test_rise_begins_with_the_last_stress_and_ends_with_the_sentence(frontend):
    (sentence,) = frontend.sentences("Is she waiting for the doctor?")
    edits, doctor = changes_of(sentence), sentence.words[-1]
    assert (edits.pitch[: doctor.phoneme_start] == 0).all()
    assert (np.diff(edits.pitch[doctor.phoneme_start + 1 :]) > 0).all()
    assert edits.pitch[-1] == RISE
    assert not len(edits.duration)
    np.testing.assert_allclose(changes_of(sentence, 0.5).pitch, edits.pitch / 2)
    assert changes_of(sentence, 0.0) is NO_EDITS  # a monotone


def test_rise_travels_in_the_plan(frontend):
    ids, data = SpeechPlan(tuple(frontend.sentences("Is it? It is.")), 1.0).pack()
    assert [sentence.rises for sentence in SpeechPlan.unpack(ids, data).sentences] == [True, False]
    fields = json.loads(data)
    fields["sentences"][0][5] = 1
    with pytest.raises(ValueError, match="as text_frontend does"):
        SpeechPlan.unpack(ids, json.dumps(fields).encode())
