"""What follows a stream's first chunk, made in one launch: as good as chunk by chunk, and begun before that is sent."""

from __future__ import annotations

import queue

import numpy as np
import pytest
import torch

from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.engines.base import Network
from timbre.engines.graph_ending import GraphEnding
from timbre.engines.graph_engine import GraphEngine
from timbre.engines.graph_network import pcm_of
from timbre.engines.onnx_engine import OnnxEngine
from timbre.serving.fused import SpeechService
from timbre.serving.plan import TextService
from timbre.serving.service import SpeechRequest
from timbre.serving.waveform import to_pcm
from timbre.speech.acoustic import AcousticModel, Controls
from timbre.speech.batching import drive
from timbre.speech.opening import Opening
from timbre.speech.steps import Script, speech_steps
from timbre.speech.streaming import ChunkSchedule
from timbre.speech.vocoder import Vocoder
from timbre.text import Frontend

TEXT = "This is one sentence, and it is long enough for a second chunk."
ALONE = ChunkSchedule(growth=100, largest=1000, largest_alone=1000, is_alone=lambda: True)


@pytest.fixture(scope="module")
def base(tiny_base):
    return BaseModel.open(tiny_base)


class Speaker:
    """Speaks with the networks of an engine, as the fused service does."""

    def __init__(self, base, engine):
        self.acoustic = AcousticModel(base, engine, resident=True)
        self.vocoder = Vocoder(base, engine, resident=True)
        self.opening = Opening.of(self.acoustic, self.vocoder, engine)
        self.voice = self.acoustic.voice_inputs(BaseVoices(base).voice(base.speakers[1]))

    def speak(self, text=TEXT, schedule=ALONE, goes_on=False):
        script = Script(Frontend().sentences(text), self.voice, goes_on=goes_on)
        return list(drive(speech_steps(self.acoustic, self.vocoder, script, schedule, self.opening)))


def waveform(chunks):
    return np.concatenate([chunk.waveform for chunk in chunks])


@pytest.mark.parametrize("goes_on", [False, True])
def test_the_rest_in_one_launch_equals_chunk_by_chunk(base, goes_on):
    expected = waveform(
        Speaker(base, OnnxEngine(int8=False)).speak(schedule=ChunkSchedule(), goes_on=goes_on)
    )
    chunks = Speaker(base, GraphEngine(half=False)).speak(goes_on=goes_on)
    assert [chunk.last for chunk in chunks] == [False, True]
    assert len(waveform(chunks)) == len(expected) > 10_000
    assert np.abs(waveform(chunks) - expected).max() < 1e-4
    assert chunks[0].mel.words


@pytest.mark.parametrize(
    ("text", "schedule"),
    [
        (TEXT + " Here is one more.", ALONE),
        (TEXT, ChunkSchedule(growth=100, largest=1000, largest_alone=1000)),  # others wait for their speech
        (", ".join([TEXT[:-1]] * 6), ALONE),  # too long
    ],
)
def test_other_streams_go_chunk_by_chunk(base, text, schedule, monkeypatch):
    speaker = Speaker(base, GraphEngine(half=False))
    monkeypatch.setattr(GraphEnding, "launch", None)
    expected = waveform(Speaker(base, OnnxEngine(int8=False)).speak(text, ChunkSchedule()))
    found = waveform(speaker.speak(text, schedule))
    assert len(found) == len(expected)
    assert np.abs(found - expected).max() < 1e-4


def test_a_later_run_does_not_touch_results_that_wait(base):
    speaker = Speaker(base, GraphEngine(half=False))
    expected = waveform(speaker.speak())
    script = Script(Frontend().sentences(TEXT), speaker.voice)
    steps = drive(speech_steps(speaker.acoustic, speaker.vocoder, script, ALONE, speaker.opening))
    first = next(steps)
    speaker.speak("Another sentence, which comes between the first chunk and the second one.")
    np.testing.assert_array_equal(waveform([first, *steps]), expected)


def test_pcm_of_the_device_is_that_of_the_processor():
    loud = np.linspace(-1.1, 1.1, 100_001, dtype=np.float32)
    pcm = pcm_of(torch.from_numpy(loud)).numpy()
    np.testing.assert_array_equal(pcm, to_pcm(loud))
    assert to_pcm(pcm) is pcm


def test_a_network_that_cannot_run_ahead_runs_when_results_are_wanted():
    class Doubling(Network):
        runs = 0

        def run(self, inputs):
            self.runs += 1
            return {"y": 2 * inputs["x"]}

    network = Doubling()
    launched = network.launch({"x": np.ones((1, 3))})
    assert network.runs == 0
    np.testing.assert_array_equal(launched.run({})["y"], [[2, 2, 2]])
    network.as_pcm()


@pytest.fixture
def service(base, monkeypatch, tmp_path):
    monkeypatch.setenv("TIMBRE_SERVER_SCRATCH", str(tmp_path))
    service = SpeechService.of(base, GraphEngine(half=False), None)
    yield service
    service.close()


def request_of(base, options=b"{}"):
    voice = BaseVoices(base).voice(base.speakers[1]).to_bytes()
    return SpeechRequest("r", TextService().plan(TEXT, options), voice, "", Controls())


def test_a_sentence_to_which_nobody_listens_comes_in_one_piece(base, service):
    answers = queue.Queue()
    service.submit(request_of(base, b'{"background": true}'), answers.put)
    piece = answers.get(timeout=300)
    expected = waveform(Speaker(base, OnnxEngine(int8=False)).speak(schedule=ChunkSchedule()))
    assert piece.last
    assert np.abs(piece.pcm.astype(int) - to_pcm(expected)).max() <= 4  # 1e-4 of full scale is 3.3


def test_a_request_is_answered_in_two_pieces_and_the_second_is_begun_before_the_first_is_sent(
    base, service, monkeypatch
):
    happened, launch, answers = [], GraphEnding.launch, queue.Queue()

    def launching(network, inputs):
        happened.append("launched")
        return launch(network, inputs)

    def answered(answer):
        happened.append("answered")
        answers.put(answer)

    monkeypatch.setattr(GraphEnding, "launch", launching)
    service.submit(request_of(base), answered)
    pieces = [answers.get(timeout=300), answers.get(timeout=300)]
    assert happened == ["launched", "answered", "answered"]
    assert [piece.last for piece in pieces] == [False, True]
    assert {piece.pcm.dtype for piece in pieces} == {np.dtype(np.int16)}
    expected = waveform(Speaker(base, OnnxEngine(int8=False)).speak(schedule=ChunkSchedule()))
    pcm = np.concatenate([piece.pcm for piece in pieces])
    assert np.abs(pcm.astype(int) - to_pcm(expected)).max() <= 4  # 1e-4 of full scale is 3.3
