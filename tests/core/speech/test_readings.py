"""Other readings of a sentence: a seed, and how lively they are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.engines.onnx_engine import OnnxEngine
from timbre.messages import InputError
from timbre.speech.acoustic import NEUTRAL, AcousticModel, Controls
from timbre.speech.streaming import ChunkSchedule
from timbre.speech.synthesizer import Synthesizer
from timbre.speech.variation import reading_noise
from timbre.speech.vocoder import Vocoder
from timbre.text import Frontend
from timbre.voice import PROSODY_VOICE, Voice, VoiceError

TEXT = "The boat is late. We wait for it!"


@pytest.fixture(scope="module")
def synthesizer(tiny_base: Path) -> Synthesizer:
    base, engine = BaseModel.open(tiny_base), OnnxEngine(int8=False)
    return Synthesizer(AcousticModel(base, engine), Vocoder(base, engine), Frontend())


@pytest.fixture(scope="module")
def voice(tiny_base: Path) -> Voice:
    voices = BaseVoices(BaseModel.open(tiny_base))
    return voices.voice(voices.find("tiny:1"))


def speak(
    synthesizer: Synthesizer, voice: Voice, controls: Controls, schedule: ChunkSchedule | None = None
) -> np.ndarray:
    return np.concatenate([c.waveform for c in synthesizer.speak(TEXT, voice, controls, schedule)])


def test_a_seed_is_a_reading_of_its_own_and_the_same_each_time(synthesizer: Synthesizer, voice: Voice):
    usual = speak(synthesizer, voice, NEUTRAL)
    first, again = (speak(synthesizer, voice, Controls(seed=1)) for _ in range(2))
    other = speak(synthesizer, voice, Controls(seed=2))
    np.testing.assert_array_equal(first, again)
    for one, two in ((usual, first), (usual, other), (first, other)):
        assert one.shape != two.shape or np.abs(one - two).max() > 0


def test_a_reading_does_not_depend_on_how_it_is_cut(synthesizer: Synthesizer, voice: Voice):
    small = speak(synthesizer, voice, Controls(seed=3), ChunkSchedule(8, 1, 8))
    large = speak(synthesizer, voice, Controls(seed=3), ChunkSchedule(512, 1, 512))
    np.testing.assert_allclose(small, large, atol=1e-4)


def test_a_sentence_is_read_alike_wherever_it_stands():
    ids = np.array([5, 6, 7])
    np.testing.assert_array_equal(reading_noise(ids, 4), reading_noise(ids.astype(np.int32), 4))
    assert not np.array_equal(reading_noise(ids, 4), reading_noise(ids, 5))
    assert not np.array_equal(reading_noise(ids, 4), reading_noise(ids[::-1], 4))


def test_the_noise_is_normal():
    noise = reading_noise(np.arange(3000), 9)
    assert noise.shape == (1, 3000, 3)
    assert abs(noise.mean()) < 0.05
    assert noise.std() == pytest.approx(1, abs=0.05)


def test_liveliness_spreads_the_melody(synthesizer: Synthesizer, voice: Voice):
    acoustic = synthesizer.acoustic
    ids, inputs = synthesizer.frontend.sentences(TEXT)[0].ids, acoustic.voice_inputs(voice)
    calls = {x: acoustic.encode_call(ids, inputs, Controls(liveliness=x)).inputs for x in (0.0, 1.0, 2.0)}
    assert [float(calls[x]["melody"][0, 0]) for x in (0.0, 1.0, 2.0)] == pytest.approx(
        [0, voice.delivery.melody, 2 * voice.delivery.melody]
    )
    lengths = [
        np.abs(variation.log_durations).max()
        for liveliness in (0.0, 1.0, 2.0)
        if (variation := acoustic.variation(ids, inputs, Controls(liveliness=liveliness, seed=1))) is not None
    ]
    assert lengths == pytest.approx([0, 0.7 * lengths[2], lengths[2]])
    assert lengths[2] > 0
    assert acoustic.variation(ids, inputs, Controls(liveliness=2)) is None


def test_a_voice_made_before_there_were_readings_speaks(synthesizer: Synthesizer, voice: Voice):
    tensors = {name: value for name, value in voice.tensors.items() if name != PROSODY_VOICE}
    data = replace(voice, tensors=tensors).to_bytes()
    assert b'\\"format\\": 1' in data
    assert b'\\"format\\": 2' in voice.to_bytes()
    old = Voice.from_bytes(data)
    assert len(speak(synthesizer, old, NEUTRAL))
    assert len(speak(synthesizer, old, Controls(seed=1)))


def test_a_vector_of_another_size_is_refused(synthesizer: Synthesizer, voice: Voice):
    tensors = {**voice.tensors, PROSODY_VOICE: np.zeros(100_000, np.float16)}
    with pytest.raises(VoiceError, match="clone it again"):
        synthesizer.acoustic.voice_inputs(replace(voice, tensors=tensors))


@pytest.mark.parametrize("wrong", [{"liveliness": -0.1}, {"liveliness": 2.1}, {"seed": -1}, {"seed": 2**31}])
def test_settings_out_of_range_are_refused(wrong: dict[str, float]):
    with pytest.raises(InputError, match="is out of range"):
        Controls(**wrong)  # pyright: ignore[reportArgumentType]  a seed is whole
