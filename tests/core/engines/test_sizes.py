"""A graph is captured for each size that a network runs, so streams keep to the sizes that were captured at the start."""

from __future__ import annotations

import numpy as np
import pytest

from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.engines.graph_engine import GraphEngine
from timbre.engines.graph_network import STEPS
from timbre.engines.onnx_engine import OnnxEngine
from timbre.speech.acoustic import AcousticModel
from timbre.speech.batching import drive, run_together
from timbre.speech.opening import Opening
from timbre.speech.steps import Script, mel_steps, speech_steps
from timbre.speech.streaming import ChunkSchedule
from timbre.speech.vocoder import Vocoder
from timbre.text import Frontend

TEXT = "This is one sentence. Here is a longer one, which ends somewhere else! And the last one goes on."
OTHERS_WAIT = ChunkSchedule.for_batches(32, 1000)


@pytest.fixture(scope="module")
def speak(tiny_base):
    """Speaks a text chunk by chunk; gives the waveform (n,), and the vocoder."""
    base = BaseModel.open(tiny_base)

    def speak(engine, schedule, resident=True):
        acoustic, vocoder = AcousticModel(base, engine, resident), Vocoder(base, engine, resident)
        voice = acoustic.voice_inputs(BaseVoices(base).voice(base.speakers[1]))
        script = Script(Frontend().sentences(TEXT), voice, goes_on=True)
        if resident:
            steps = speech_steps(acoustic, vocoder, script, schedule, Opening.of(acoustic, vocoder, engine))
            return np.concatenate([chunk.waveform for chunk in drive(steps)]), vocoder
        stream = vocoder.open()
        calls = (stream.call(chunk.mel, chunk.last) for chunk in drive(mel_steps(acoustic, script, schedule)))
        return np.concatenate([stream.accept(run_together([call])[0]) for call in calls]), vocoder

    return speak


@pytest.mark.parametrize("resident", [True, False])
def test_the_ends_of_sentences_are_vocoded_in_prepared_sizes_and_sound_the_same(speak, resident):
    waveform, vocoder = speak(GraphEngine(half=False), OTHERS_WAIT, resident)
    (name,) = {item.name for bucket in vocoder.network._buckets for item in bucket} - {"state"}
    sizes = {item.shape[2] for bucket in vocoder.network._buckets for item in bucket if item.name == name}
    assert sizes
    assert sizes <= {*STEPS}
    expected, _ = speak(OnnxEngine(int8=False), ChunkSchedule())
    assert len(waveform) == len(expected)
    assert np.abs(waveform - expected).max() < 1e-4
