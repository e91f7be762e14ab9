"""Emphasis changes the emphasised word and what follows it, below the person's own changes."""

import numpy as np
import pytest

from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.serving.plan import SpeechPlan
from timbre.speech.acoustic import AcousticModel
from timbre.speech.batching import drive
from timbre.speech.emphasis import emphasis_of
from timbre.speech.phoneme_edits import NO_EDITS, PhonemeEdits
from timbre.speech.steps import Script, mel_steps
from timbre.speech.streaming import ChunkSchedule
from timbre.text import Frontend


@pytest.fixture(scope="module")
def frontend():
    return Frontend()


@pytest.fixture(scope="module")
def acoustic(tiny_base):
    return AcousticModel.load(tiny_base, "onnx")


@pytest.fixture(scope="module")
def voice(tiny_base):
    voices = BaseVoices(BaseModel.open(tiny_base))
    return voices.voice(voices.find("tiny:0"))


def mel_of(acoustic, voice, sentences, schedule=None, edits=NO_EDITS):
    script = Script(sentences, acoustic.voice_inputs(voice), edits=edits)
    return np.concatenate(
        [chunk.mel for chunk in drive(mel_steps(acoustic, script, schedule or ChunkSchedule()))], 1
    )


def part(values, sentence, place):
    word = sentence.words[place]
    return values[word.phoneme_start : word.phoneme_end]


def test_unmarked_sentence_is_changed_by_nothing(frontend):
    (sentence,) = frontend.sentences("I never said that.")
    assert emphasis_of(sentence) is NO_EDITS


def test_stressed_syllable_rises_and_the_rest_is_lowered(frontend):
    (sentence,) = frontend.sentences("I *remember* the river.")
    edits = emphasis_of(sentence)
    word = part(edits.pitch, sentence, 1)
    sounds = sentence.phonemes[sentence.words[1].phoneme_start - 1 : sentence.words[1].phoneme_end - 1]
    assert sounds[int(word.argmax())] == "ˈ"
    assert word.max() > 3
    assert (part(edits.duration, sentence, 1) > 1.1).all()
    assert (part(edits.energy, sentence, 1) > 0).all()
    for values, neutral in (edits.pitch, 0), (edits.duration, 1), (edits.energy, 0):
        assert (part(values, sentence, 0) == neutral).all()
    river = part(edits.pitch, sentence, 3)
    assert river.min() < part(edits.pitch, sentence, 2).max() < 0  # peaks are lowered more than the rest
    assert (part(edits.duration, sentence, 3) < 1).all()
    assert (part(edits.energy, sentence, 3) < 0).all()


def test_two_emphasised_words_both_rise(frontend):
    (sentence,) = frontend.sentences("*Anna* came, but *Robin* left us.")
    pitch = emphasis_of(sentence).pitch
    assert part(pitch, sentence, 0).max() == part(pitch, sentence, 3).max() > 3
    assert part(pitch, sentence, 1).max() < 0
    assert part(pitch, sentence, 4).max() < 0


def test_end_of_a_question_stays_high(frontend):
    (sentence,) = frontend.sentences("Did *she* see the river?")
    assert emphasis_of(sentence).pitch.min() == 0


def test_person_s_own_changes_come_on_top(frontend):
    (sentence,) = frontend.sentences("I *never* said that.")
    given = PhonemeEdits.of(np.full(len(sentence.ids), 2.0), np.full(len(sentence.ids), 3.0))
    emphasis, both = emphasis_of(sentence), given.on_top_of(emphasis_of(sentence))
    np.testing.assert_allclose(both.pitch, emphasis.pitch + 2)
    np.testing.assert_allclose(both.duration, emphasis.duration * 3)
    np.testing.assert_array_equal(both.energy, emphasis.energy)
    most = PhonemeEdits.of(np.full(len(sentence.ids), 24.0), np.full(len(sentence.ids), 10.0))
    most.on_top_of(emphasis)  # stays within the limits


def test_emphasised_speech_is_the_same_in_any_chunks(acoustic, voice, frontend):
    sentences = frontend.sentences("I *never* said that. You *did* say so.")
    small = mel_of(acoustic, voice, sentences, ChunkSchedule(3, 1.0, 3))
    large = mel_of(acoustic, voice, sentences, ChunkSchedule(500, 1.0, 500))
    np.testing.assert_allclose(small, large, atol=1e-4)
    plain = mel_of(acoustic, voice, frontend.sentences("I never said that. You did say so."))
    assert large.shape != plain.shape


def test_sentence_in_front_is_not_changed(acoustic, voice, frontend):
    marked = mel_of(acoustic, voice, frontend.sentences("Hello there. I *never* said that."))
    plain = mel_of(acoustic, voice, frontend.sentences("Hello there. I never said that."))
    first = mel_of(acoustic, voice, frontend.sentences("Hello there.")).shape[1]
    np.testing.assert_array_equal(marked[:, :first], plain[:, :first])


def test_edits_of_the_second_sentence_meet_its_emphasis(acoustic, voice, frontend):
    sentences = frontend.sentences("Hello there. I *never* said that.")
    size = sum(len(sentence.ids) for sentence in sentences)
    script = Script(sentences, acoustic.voice_inputs(voice), edits=PhonemeEdits.of(np.arange(size) / size))
    start = len(sentences[0].ids)
    expected = emphasis_of(sentences[1]).pitch + np.arange(start, size) / size
    np.testing.assert_allclose(script.edits_of(1, start).pitch, expected, atol=1e-6)


def test_emphasis_travels_in_the_plan(frontend):
    plan = SpeechPlan(tuple(frontend.sentences("I *never* said that. *Two words*.")), 1.0)
    assert [one.emphasised for one in SpeechPlan.unpack(*plan.pack()).sentences] == [(1,), (0, 1)]


@pytest.mark.parametrize("places", [[4], [-1], ["0"], [True], {}, None])
def test_wrong_places_in_a_plan_are_refused(places, frontend):
    ids, data = SpeechPlan(tuple(frontend.sentences("I *never* said that.")), 1.0).pack()
    import json

    fields = json.loads(data)
    fields["sentences"][0][3] = places
    with pytest.raises(ValueError, match="as text_frontend does"):
        SpeechPlan.unpack(ids, json.dumps(fields).encode())
