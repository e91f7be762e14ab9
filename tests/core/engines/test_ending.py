"""What follows a stream's first chunk, made in one launch: as good as chunk by chunk, and begun before that is sent."""

from __future__ import annotations

import dataclasses
import logging
import queue

import numpy as np
import pytest
import torch

from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.engines.base import Network
from timbre.engines.graph_ending import REST_STEPS, GraphEnding
from timbre.engines.graph_engine import GraphEngine
from timbre.engines.graph_network import pcm_of
from timbre.engines.onnx_engine import OnnxEngine
from timbre.serving.cancellation import CancelFlags
from timbre.serving.errors import CancelledRequestError
from timbre.serving.fused import SpeechService
from timbre.serving.plan import TextService
from timbre.serving.service import SpeechRequest
from timbre.serving.waveform import to_pcm
from timbre.speech.acoustic import NEUTRAL, AcousticModel, Controls
from timbre.speech.batching import drive
from timbre.speech.opening import Opening
from timbre.speech.phoneme_edits import NO_EDITS, PhonemeEdits
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

    def __init__(self, base, engine, pcm=False):
        self.acoustic = AcousticModel(base, engine, resident=True)
        self.vocoder = Vocoder(base, engine, resident=True, pcm=pcm)
        self.opening = Opening.of(self.acoustic, self.vocoder, engine)
        self.voice = self.acoustic.voice_inputs(voice_of(base, 1))

    def speak(self, text=TEXT, schedule=ALONE, goes_on=False, controls=NEUTRAL, edits=NO_EDITS, voice=None):
        script = Script(Frontend().sentences(text), voice or self.voice, controls, edits, goes_on)
        return list(drive(speech_steps(self.acoustic, self.vocoder, script, schedule, self.opening)))


def voice_of(base, number, level=None, breaks=1.0):
    """A speaker's voice, with a room where the mel's bands are that loud."""
    voice = BaseVoices(base).voice(base.speakers[number])
    room = () if level is None else tuple(level + band / 40 for band in range(80))
    return dataclasses.replace(voice, room=room, delivery=dataclasses.replace(voice.delivery, breaks=breaks))


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


@pytest.fixture(scope="module")
def speakers(base):
    """One that speaks step by step, and two with endings: in float32, and in PCM made where the networks run."""
    graphs = [Speaker(base, GraphEngine(half=False), pcm) for pcm in (False, True)]
    return Speaker(base, OnnxEngine(int8=False)), *graphs


@pytest.mark.parametrize(
    ("room", "breaks", "controls"),
    [
        (None, 1.0, Controls(pace=1.3, pitch=2, energy=4, liveliness=0.5)),
        (-6.0, 1.0, NEUTRAL),
        (-6.0, 2.5, Controls(pace=0.7, pitch=-3, energy=-6, liveliness=1.6)),
        (-9.0, 0.25, Controls(liveliness=0)),
    ],
)
def test_a_pause_has_its_room_and_its_length_and_pcm_is_that_of_the_processor(
    base, speakers, room, breaks, controls
):
    plain, graphs, pcm = speakers
    voice = voice_of(base, 2, room, breaks)
    how = {"goes_on": True, "controls": controls}
    expected = waveform(
        plain.speak(schedule=ChunkSchedule(), voice=plain.acoustic.voice_inputs(voice), **how)
    )
    found, whole = (
        speaker.speak(voice=speaker.acoustic.voice_inputs(voice), **how) for speaker in (graphs, pcm)
    )
    assert [chunk.last for chunk in found] == [False, True]
    assert len(waveform(found)) == len(waveform(whole)) == len(expected)
    assert np.abs(waveform(found) - expected).max() < 1e-4
    in_chunks = to_pcm(
        waveform(graphs.speak(schedule=ChunkSchedule(), voice=graphs.acoustic.voice_inputs(voice), **how))
    )
    assert waveform(whole).dtype == np.int16
    assert np.abs(waveform(whole).astype(int) - in_chunks).max() <= 1


@pytest.mark.parametrize("seed", [0, 7])
def test_other_readings_and_changed_phonemes_say_the_same_as_step_by_step(speakers, seed):
    plain, graphs, _ = speakers
    phonemes = sum(len(sentence.ids) for sentence in Frontend().sentences(TEXT))
    edits = PhonemeEdits.of(np.linspace(-2, 2, phonemes), ())
    longer = PhonemeEdits.of((), np.linspace(0.8, 1.6, phonemes))
    for how in ({"edits": edits}, {"edits": longer}, {"controls": Controls(seed=seed)}):
        expected = waveform(plain.speak(schedule=ChunkSchedule(), goes_on=True, **how))
        found = waveform(graphs.speak(goes_on=True, **how))
        assert len(found) == len(expected)
        assert np.abs(found - expected).max() < 1e-4


def test_voices_do_not_mix_and_no_length_needs_a_graph_of_its_own(base, speakers):
    plain, graphs, _ = speakers
    for number, room in ((0, -6.0), (1, None), (0, -8.0)):
        voice = voice_of(base, number, room)
        for words in (2 + number, 9):
            text = "We say " + "one more word " * words + "here."
            expected, found = (
                waveform(speaker.speak(text, schedule, True, voice=speaker.acoustic.voice_inputs(voice)))
                for speaker, schedule in ((plain, ChunkSchedule()), (graphs, ALONE))
            )
            assert len(found) == len(expected)
            assert np.abs(found - expected).max() < 1e-4
    assert {bucket[0].shape[1] for bucket in graphs.opening.ending._buckets} <= {*REST_STEPS}
    assert len(graphs.opening.ending._buckets) <= len(REST_STEPS)


def test_a_launch_that_fails_is_said_once_and_the_sentence_is_made_chunk_by_chunk(base, monkeypatch, caplog):
    speaker = Speaker(base, GraphEngine(half=False))
    expected = waveform(speaker.speak(goes_on=True))
    launched = []

    def fail(network, inputs):
        launched.append(inputs)
        raise RuntimeError("CUDA out of memory")

    monkeypatch.setattr(GraphEnding, "launch", fail)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            found = waveform(speaker.speak(goes_on=True))
            assert len(found) == len(expected)
            assert np.abs(found - expected).max() < 1e-4
    assert len(launched) == len(caplog.records) == 1
    assert "failed (CUDA out of memory); speech is made chunk by chunk" in caplog.text


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


@pytest.mark.parametrize("runs_ahead", [True, False])
def test_a_later_run_does_not_touch_results_that_wait(base, runs_ahead):
    speaker = Speaker(base, GraphEngine(half=False))
    speaker.opening.ending.runs_ahead = runs_ahead
    expected = waveform(speaker.speak())
    script = Script(Frontend().sentences(TEXT), speaker.voice)
    steps = drive(speech_steps(speaker.acoustic, speaker.vocoder, script, ALONE, speaker.opening))
    first = next(steps)
    speaker.speak("Another sentence, which comes between the first chunk and the second one.")
    # A card may add up in another order the next time.
    np.testing.assert_allclose(waveform([first, *steps]), expected, rtol=0, atol=1e-6)


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


def request_of(base, options=b"{}", voice=None, text=TEXT, name="r"):
    voice = (voice or voice_of(base, 1)).to_bytes()
    return SpeechRequest(name, TextService().plan(text, options), voice, "", Controls())


def pieces_of(answers):
    """All of a request's answers, up to the last one or an error."""
    pieces = [answers.get(timeout=300)]
    while not isinstance(pieces[-1], Exception) and not pieces[-1].last:
        pieces.append(answers.get(timeout=300))
    return pieces


def is_as_step_by_step(base, pieces, voice, text=TEXT, goes_on=False):
    """Whether PCM is within 1e-4 of full scale, which is 3.3, of what ONNX Runtime makes of a sentence."""
    plain = Speaker(base, OnnxEngine(int8=False))
    inputs = plain.acoustic.voice_inputs(voice)
    expected = to_pcm(waveform(plain.speak(text, ChunkSchedule(), goes_on, voice=inputs))).astype(int)
    found = np.concatenate([piece.pcm for piece in pieces])
    return len(found) == len(expected) and np.abs(found - expected).max() <= 4


def test_a_request_that_is_cancelled_while_its_end_is_made_leaves_the_next_one_alone(base, service):
    answers, flags = queue.Queue(), CancelFlags()

    def answered(answer):
        flags.set("r")
        answers.put(answer)

    service.submit(request_of(base), answered)
    *first, end = pieces_of(answers)
    assert len(first) == 1
    assert isinstance(end, CancelledRequestError)
    voice = voice_of(base, 2, -6.0)
    service.submit(request_of(base, b'{"goes_on": true}', voice, name="s"), answers.put)
    pieces = pieces_of(answers)
    assert len(pieces) == 2
    assert is_as_step_by_step(base, pieces, voice, goes_on=True)


def test_sentences_that_come_at_once_are_each_whole(base, service):
    texts = [
        f"This is sentence {name}, and it has a second chunk." for name in ("one", "two", "three", "four")
    ]
    waiting = []
    for number, text in enumerate(texts):
        voice = voice_of(base, number % 3, -6.0 - number)
        waiting.append((queue.Queue(), text, voice))
        service.submit(request_of(base, b'{"goes_on": true}', voice, text, text), waiting[-1][0].put)
    for answers, text, voice in waiting:
        assert is_as_step_by_step(base, pieces_of(answers), voice, text, goes_on=True)


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
