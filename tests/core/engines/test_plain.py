"""What an engine's newest parts may do on a card that nobody has tried: each time it speaks, without them if need be."""

from __future__ import annotations

import contextlib
import logging
import queue

import numpy as np
import pytest
import torch

from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.engines import capture
from timbre.engines.base import VOCODER
from timbre.engines.card import Card
from timbre.engines.graph_ending import GraphEnding
from timbre.engines.graph_engine import GraphEngine
from timbre.engines.graph_network import GraphNetwork
from timbre.engines.onnx_engine import OnnxEngine
from timbre.models import branches
from timbre.serving.engine_loading import leave, load_with_engine
from timbre.serving.fused import SpeechService
from timbre.serving.plan import TextService
from timbre.serving.service import SpeechRequest
from timbre.speech import engine_check
from timbre.speech.acoustic import Controls
from timbre.speech.opening import Opening

CAPTURE = "CUDA error: operation not permitted when stream is capturing"


@pytest.fixture
def base(tiny_base, monkeypatch, tmp_path):
    monkeypatch.setenv("TIMBRE_ENGINE", "cudagraph")
    monkeypatch.setenv("TIMBRE_SERVER_SCRATCH", str(tmp_path))
    return BaseModel.open(tiny_base)


@pytest.fixture
def load(base, caplog):
    """Loads the service as a server does; says whether it speaks without the newest parts, and what was logged."""
    services = []

    def load():
        with caplog.at_level(logging.WARNING):
            services.append(SpeechService.load(base.folder))
        service = services[-1]
        networks = service._opening.network, service._acoustic.decoder, service._vocoder.network
        is_plain = "plain" in service._acoustic.engine_name
        assert {network.is_plain for network in networks} == {is_plain}
        assert (service._opening.ending is None) == is_plain
        assert spoken(service, base) > 10_000
        return is_plain, caplog.text

    yield load
    for service in services:
        service.close()


def spoken(service, base):
    """Samples of a sentence."""
    answers = queue.Queue()
    voice = BaseVoices(base).voice(base.speakers[1]).to_bytes()
    plan = TextService().plan("This is one sentence, and it is long enough for a second chunk.")
    service.submit(SpeechRequest("r", plan, voice, "", Controls()), answers.put)
    pieces = [answers.get(timeout=300)]
    while not pieces[-1].last:
        pieces.append(answers.get(timeout=300))
    assert {piece.pcm.dtype for piece in pieces} == {np.dtype(np.int16)}
    return sum(len(piece.pcm) for piece in pieces)


def spoil(monkeypatch, spoilt, step_by_step=False):
    """Let graphs of the newest kind make another waveform; on request what is computed step by step, too."""
    output, uncaptured = GraphNetwork._output, Opening.uncaptured
    is_uncaptured = []

    @contextlib.contextmanager
    def noted(opening):
        is_uncaptured.append(True)
        with uncaptured(opening):
            yield
        is_uncaptured.clear()

    def other(network, name, value):
        if name == "waveform" and not network.is_plain and (step_by_step or not is_uncaptured):
            value = spoilt(value)
        return output(network, name, value)

    monkeypatch.setattr(Opening, "uncaptured", noted)
    monkeypatch.setattr(GraphNetwork, "_output", other)


def test_where_all_works_all_is_used(load):
    assert load() == (False, "")


def test_where_there_is_a_card_it_is_only_said_which_engine_it_has(load, monkeypatch):
    monkeypatch.setattr("timbre.engines.decision.find_card", lambda: Card("NVIDIA H100", "9.0", "580"))
    is_plain, said = load()
    assert not is_plain
    assert "Speech runs on cudagraph: the setting says so." in said
    assert "newest parts" not in said


def test_an_ending_that_cannot_be_captured_leaves_graphs_without_it(load, monkeypatch):
    def fail(network, example):
        raise RuntimeError(CAPTURE)

    monkeypatch.setattr(GraphEnding, "prepare", fail)
    is_plain, said = load()
    assert is_plain
    assert f"failed ({CAPTURE}); it speaks without them" in said


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda waveform: waveform + torch.linspace(0, 300, waveform.shape[-1]).sin() / 10,
        lambda waveform: waveform * torch.nan,
        torch.zeros_like,
    ],
)
def test_branches_that_disturb_each_other_leave_graphs_without_them(load, monkeypatch, spoilt):
    spoil(monkeypatch, spoilt)
    is_plain, said = load()
    assert is_plain
    assert "in one launch log mel is" in said


@pytest.mark.parametrize(
    "spoilt", [lambda frames: frames * torch.nan, lambda frames: frames.flip(1), torch.zeros_like]
)
def test_an_ending_that_says_something_else_is_left_out(load, monkeypatch, spoilt):
    monkeypatch.setattr("timbre.engines.graph_ending.laid_out", spoilt)
    is_plain, said = load()
    assert is_plain
    assert "in one launch log mel is" in said


def test_an_ending_that_does_not_know_a_room_is_left_out(load, monkeypatch):
    monkeypatch.setattr("timbre.engines.graph_ending.IN_PAUSE", 3.0)
    is_plain, said = load()
    assert is_plain
    assert "in one launch log mel is" in said


def test_an_ending_of_another_length_is_left_out(load, monkeypatch):
    launch_rest = Opening.launch_rest

    def shorter(opening, *arguments):
        rest = launch_rest(opening, *arguments)
        return rest and rest._replace(samples=rest.samples - 256)

    monkeypatch.setattr(Opening, "launch_rest", shorter)
    is_plain, said = load()
    assert is_plain
    assert "words have other lengths in one launch" in said


def test_no_number_at_all_is_no_agreement(load, monkeypatch):
    spoil(monkeypatch, lambda waveform: waveform * torch.nan, step_by_step=True)
    is_plain, said = load()
    assert is_plain
    assert "it makes no sound" in said


def test_values_that_are_no_numbers_differ_from_any(base, monkeypatch):
    service = SpeechService.of(base, GraphEngine(half=False), None)
    service.close()
    heard, calls = engine_check._heard, []

    def broken(*arguments):
        calls.append(arguments)
        return heard(*arguments) * (1 if len(calls) == 1 else np.float32(np.nan))

    monkeypatch.setattr(engine_check, "_heard", broken)
    voice = service._acoustic.voice_inputs(BaseVoices(base).voice(base.speakers[0]))
    with pytest.raises(engine_check.SelfTestError, match="log mel is nan off"):
        engine_check.check_ending(service._opening, voice)


@pytest.fixture
def asked(rtx_machine, monkeypatch):
    """Loads with the engines of a machine with a card; says which of them are plain, in order."""
    monkeypatch.setattr("os._exit", lambda code: None)
    monkeypatch.setattr("timbre.engines.torch_engine.cuda_capability", lambda: (8, 9))

    def asked(error=None):
        engines = []

        def load(engine):
            engines.append(engine)
            if error is not None and isinstance(engine, GraphEngine):
                raise error

        load_with_engine(load)
        return [(type(engine), engine.plain() is engine) for engine in engines]

    return asked


ALL, PLAIN, PROCESSOR = (GraphEngine, False), (GraphEngine, True), (OnnxEngine, True)
BROKEN = RuntimeError("CUDA error: an illegal memory access was encountered")


def test_newest_parts_that_break_the_card_for_its_process_are_not_begun_with_again(asked):
    assert asked() == [ALL]
    assert asked(RuntimeError("CUDA error: out of memory")) == [ALL, PLAIN, PROCESSOR]
    assert asked(BROKEN) == [ALL, PLAIN, PROCESSOR]
    assert asked() == [PLAIN]


def test_newest_parts_that_break_the_card_in_the_middle_of_speech_are_not_begun_with_again(asked, caplog):
    leave(BROKEN)
    assert asked() == [PLAIN]
    assert "CUDA graphs failed: CUDA error: an illegal memory access" in caplog.text


def test_it_is_known_of_a_card_whose_driver_does_not_name_it_too(asked, monkeypatch):
    monkeypatch.setattr("timbre.engines.decision.find_card", lambda: None)
    assert asked() == [ALL]
    leave(BROKEN)
    assert asked() == [PLAIN]


def test_another_version_of_timbre_begins_with_all_again(asked, monkeypatch):
    leave(BROKEN)
    monkeypatch.setattr("timbre.engines.verdict._version_of", lambda library: "of another day")
    assert asked() == [ALL]


@pytest.mark.parametrize("is_plain", [True, False])
def test_a_capture_that_fails_leaves_the_thread_in_its_stream(base, monkeypatch, is_plain):
    current, seen, graph = ["usual"], [], object()

    @contextlib.contextmanager
    def in_stream(stream):
        before = current[0]
        current[0] = stream
        try:
            yield
        finally:
            current[0] = before

    class Capture:  # as torch 2.13 does it
        def __init__(self, graph, pool):
            pass

        def __enter__(self):
            current[0] = "capturing"
            seen.append(branches._is_side_by_side.get())

        def __exit__(self, *_):
            raise RuntimeError(CAPTURE)

    class Stream:
        def wait_stream(self, other):
            pass

    network = GraphEngine(half=False, is_plain=is_plain).load(base, VOCODER)
    monkeypatch.setattr(network, "_outputs", lambda tensors: {})
    monkeypatch.setattr(torch.cuda, "Stream", Stream)
    usual = Stream()
    current[0] = usual
    monkeypatch.setattr(torch.cuda, "current_stream", lambda: current[0])
    monkeypatch.setattr(torch.cuda, "stream", in_stream)
    monkeypatch.setattr(torch.cuda, "CUDAGraph", lambda: graph)
    monkeypatch.setattr(torch.cuda, "graph", Capture)
    with pytest.raises(RuntimeError, match="CUDA error"):
        network._capture([])
    assert current == [usual]
    assert seen == [not is_plain]
    assert not branches._is_side_by_side.get()
    assert capture._failed.pop() is graph


@pytest.mark.gpu
def test_all_works_on_this_card(load):
    if not torch.cuda.is_available():
        pytest.skip("no GPU that torch can use")
    is_plain, said = load()  # which engine a card has is said, too
    assert not is_plain
    assert "failed" not in said
    assert "newest parts" not in said
