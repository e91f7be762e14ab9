"""Changes of single phonemes reach the networks, and change nothing else."""

import numpy as np
import pytest

from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.speech.acoustic import SEMITONE_LOG_HZ, AcousticModel, Controls
from timbre.speech.batching import drive
from timbre.speech.phoneme_edits import NO_EDITS, PhonemeEdits
from timbre.speech.steps import Script, mel_steps
from timbre.speech.streaming import ChunkSchedule
from timbre.text import Frontend

TEXT = "Hello there. And again."


@pytest.fixture(scope="module")
def sentences():
    return Frontend().sentences(TEXT)


@pytest.fixture(scope="module")
def acoustic(tiny_base):
    return AcousticModel.load(tiny_base, "onnx")


@pytest.fixture(scope="module")
def voice(tiny_base):
    voices = BaseVoices(BaseModel.open(tiny_base))
    return voices.voice(voices.find("tiny:0"))


def count(sentences):
    return sum(len(sentence.ids) for sentence in sentences)


def speak(acoustic, sentences, voice, edits=NO_EDITS, schedule=None):
    script = Script(sentences, acoustic.voice_inputs(voice), edits=edits)
    chunks = list(drive(mel_steps(acoustic, script, schedule or ChunkSchedule())))
    spec_rate = 22_050 / 256
    begun = [chunk.begun for chunk in chunks if chunk.begun]
    return np.concatenate([chunk.mel for chunk in chunks], 1), begun, spec_rate


def test_neutral_edits_change_nothing(acoustic, sentences, voice):
    plain, _, _ = speak(acoustic, sentences, voice)
    neutral = PhonemeEdits.of([0.0] * count(sentences), [1.0] * count(sentences))
    edited, _, _ = speak(acoustic, sentences, voice, neutral)
    np.testing.assert_array_equal(plain, edited)


def test_edited_speech_is_the_same_in_any_chunks(acoustic, sentences, voice):
    generator = np.random.default_rng(3)
    edits = PhonemeEdits.of(
        generator.uniform(-6, 6, count(sentences)), generator.uniform(0.5, 2, count(sentences))
    )
    small, _, _ = speak(acoustic, sentences, voice, edits, ChunkSchedule(3, 1.0, 3))
    large, _, _ = speak(acoustic, sentences, voice, edits, ChunkSchedule(500, 1.0, 500))
    np.testing.assert_allclose(small, large, atol=1e-4)


def test_a_longer_phoneme_of_the_second_sentence_moves_only_what_follows_it(acoustic, sentences, voice):
    _, plain, _ = speak(acoustic, sentences, voice)
    duration = np.ones(count(sentences))
    at = len(sentences[0].ids) + 3
    duration[at] = 3.0
    _, edited, _ = speak(acoustic, sentences, voice, PhonemeEdits.of(duration=duration))
    np.testing.assert_array_equal(plain[0].durations, edited[0].durations)
    np.testing.assert_array_equal(plain[1].durations[:3], edited[1].durations[:3])
    assert abs(edited[1].durations[3] - 3 * plain[1].durations[3]) <= 2
    assert edited[1].first_frame == plain[1].first_frame


def test_pitch_edits_come_on_top_of_the_control(acoustic, sentences, voice, monkeypatch):
    asked = []
    run = acoustic.encoder.run
    monkeypatch.setattr(acoustic.encoder, "run", lambda inputs: asked.append(inputs) or run(inputs))
    ids = sentences[0].ids
    pitch = np.zeros(len(ids))
    pitch[2] = 5
    acoustic.encode(ids, acoustic.voice_inputs(voice), Controls(pitch=1), PhonemeEdits.of(pitch))
    shift = asked[0]["pitch_shift"][0] / SEMITONE_LOG_HZ
    assert shift[2] == pytest.approx(6)
    assert np.delete(shift, 2) == pytest.approx(1)


def test_phonemes_follow_one_another_and_end_with_the_sentence(acoustic, sentences, voice):
    mel, begun, rate = speak(acoustic, sentences, voice)
    from timbre.mel import MelSpec

    first, second = (one.phonemes(MelSpec()) for one in begun)
    assert "".join(one.symbol for one in first) == f"^{sentences[0].phonemes}$"
    assert [a.end_s for a in first[:-1]] == [b.start_s for b in first[1:]]
    assert second[0].start_s > first[-1].end_s
    assert second[-1].end_s == pytest.approx(mel.shape[1] / rate)


def test_edits_of_another_text_are_refused(acoustic, sentences, voice):
    with pytest.raises(ValueError, match="do not fit"):
        speak(acoustic, sentences, voice, PhonemeEdits.of([1.0, 2.0]))


@pytest.mark.parametrize(
    ("pitch", "duration"), [([25.0], ()), ([float("nan")], ()), ((), [0.0]), ((), [11.0])]
)
def test_numbers_out_of_range_are_refused(pitch, duration):
    with pytest.raises(ValueError, match="out of range"):
        PhonemeEdits.of(pitch, duration)
