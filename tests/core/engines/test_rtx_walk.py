"""The whole way of TensorRT for RTX from the driver to speech, with a stand-in for the library and the card."""

import re
import threading
import weakref

import numpy as np
import pytest

from tests.helpers.fake_tensorrt import fake_card, fake_cuda
from tests.helpers.slow_engine import SlowEngine
from timbre.base import BaseModel
from timbre.engines import verdict as verdicts
from timbre.engines.card import Card, find_card
from timbre.engines.decision import decide
from timbre.engines.graph_engine import GraphEngine
from timbre.engines.graph_network import GraphNetwork
from timbre.engines.onnx_engine import OnnxEngine
from timbre.engines.rtx_engine import RtxEngine
from timbre.engines.select import select_engine
from timbre.engines.verdict import Verdict, read_verdict, trial_progress, verdict_path, write_verdict
from timbre.messages import Message
from timbre.serving import engine_trial
from timbre.speech import engine_check
from timbre.speech.engine_check import WHOLE, CheckedEngine

pytestmark = pytest.mark.usefixtures("rtx_machine")
FASTER = Verdict("faster", Message.of("tried"))


@pytest.fixture
def base(tiny_base):
    return BaseModel.open(tiny_base)


def engines(choice):
    """TensorRT in fp32: the tiny base model is so quiet that fp16 changes its log mel. ONNX Runtime plays CUDA graphs."""
    return RtxEngine(half=False) if choice == "rtx" else OnnxEngine(int8=False)


def beside_slow_graphs(choice):
    return SlowEngine() if choice == "cudagraph" else engines(choice)


def tried(base, engine_of=beside_slow_graphs):
    return engine_trial.run(find_card(), base, "rtx", engine_of)


def test_driver_tells_the_card():
    assert find_card() == Card("NVIDIA GeForce RTX 4070", "8.9", "580.65")
    assert find_card().is_rtx


def test_a_driver_that_fails_tells_nothing(tmp_path, monkeypatch):
    fake_cuda(monkeypatch, None)
    (tmp_path / "driver" / "nvidia-smi").write_text("#!/bin/sh\necho No devices were found\nexit 6\n")
    assert find_card() is None
    (tmp_path / "driver" / "nvidia-smi").write_text("#!/bin/sh\necho No devices were found\n")
    assert find_card() is None
    assert decide().choice == "cudagraph"


def test_missing_library_leaves_cuda_graphs_and_says_how_to_get_it():
    decision = decide()
    assert (decision.choice, decision.wants_trial) == ("cudagraph", False)
    assert "not installed" in str(decision.reason)
    assert "timbre[rtx]" in decision.remedy


def test_torch_without_cuda_leaves_the_processor(faults, monkeypatch):
    monkeypatch.setattr("timbre.engines.decision.torch_is_for_cpus", lambda: True)
    assert decide().choice == "onnx"


def test_older_card_speaks_through_cuda_graphs(faults, monkeypatch, tmp_path):
    fake_card(monkeypatch, tmp_path / "other", "NVIDIA GeForce RTX 2080", "7.5")
    decision = decide()
    assert (decision.choice, decision.wants_trial, decision.remedy) == ("cudagraph", False, "")
    assert "series 30" in str(decision.reason)


def test_installed_library_is_tried_while_cuda_graphs_speak(faults, base):
    assert decide()[:1] + decide()[3:4] == ("cudagraph", True)
    assert isinstance(select_engine(), GraphEngine)
    seen = []

    def watching(choice):
        engine = beside_slow_graphs(choice)
        if choice == "rtx":
            load = engine.load
            engine.load = lambda *args: (seen.append(decide()), load(*args))[1]
        return engine

    verdict = tried(base, watching)
    assert (verdict.outcome, verdict.is_passing) == ("faster", False)
    assert str(seen[1].reason) == "building engine 2 of 3 for TensorRT for RTX"
    assert {decision.choice for decision in seen} == {"cudagraph"}
    assert trial_progress() is None
    decision = decide()
    assert (decision.choice, decision.reason) == ("rtx", verdict.reason)
    assert isinstance(select_engine(), RtxEngine)


def test_engines_speak_as_onnx_and_stay_where_they_are(faults, base):
    engine = RtxEngine(half=False)
    spoken = engine_check.sentences()
    one, other = CheckedEngine(base, OnnxEngine(int8=False)), CheckedEngine(base, engine)
    for schedule in (engine_check.SMALL, WHOLE):
        np.testing.assert_allclose(other.speak(spoken, schedule), one.speak(spoken, schedule), atol=1e-3)
    assert isinstance(other._acoustic.decoder, GraphNetwork)
    results = other._vocoder.network.run(
        {"mel": np.zeros((1, 80, 12), np.float32), "state": other._vocoder._silence}
    )
    assert "Tensor" in type(results["next_state"]).__name__


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ({"builds": False}, "could not build fastpitch_encoder.onnx for 8.9"),
        ({"takes": False}, "The card refuses the engine of fastpitch_encoder"),
        ({"runs": False}, "could not run fastpitch_encoder"),
        ({"spoils": float("nan")}, "no numbers|failed"),
        ({"spoils": 0.05}, "other lengths|speaks otherwise"),
        ({"error": RuntimeError("cuInit\nsays 999")}, "failed: cuInit says 999"),
    ],
)
def test_what_fails_in_the_trial_leaves_cuda_graphs_for_good(faults, base, fault, sentence):
    vars(faults).update(fault)
    verdict = tried(base)
    assert (verdict.outcome, verdict.is_passing) == ("failed", False)
    decision = decide()
    assert (decision.choice, decision.wants_trial) == ("cudagraph", False)
    assert re.search(sentence, str(decision.reason))
    assert isinstance(select_engine(), GraphEngine)


def test_engines_with_which_a_server_would_start_too_late_are_not_taken(faults, base, monkeypatch):
    monkeypatch.setattr(engine_trial, "LONGEST_START_S", 0.0)
    assert re.match(r"TensorRT for RTX failed: a start with it takes \d+ s", str(tried(base).reason))


def test_too_little_memory_is_tried_again_at_the_next_start(faults, base):
    faults.error = RuntimeError("CUDA out of memory. Tried to allocate 2 GiB")
    assert tried(base).is_passing
    decision = decide()
    assert (decision.choice, decision.wants_trial) == ("cudagraph", True)
    assert "lack of memory" in str(decision.reason)
    faults.error = None
    assert tried(base).outcome == "faster"


@pytest.mark.parametrize(
    "error",
    [
        OSError(28, "No space left on device"),
        RuntimeError("CUDNN_STATUS_ALLOC_FAILED"),
        RuntimeError("CUDA error: out of memory"),
    ],
)
def test_what_the_machine_lacks_for_a_while_is_tried_again(faults, base, monkeypatch, error):
    def lacking(*_):
        raise error

    monkeypatch.setattr("timbre.engines.rtx_build.build_engine", lacking)
    assert tried(base).is_passing
    assert decide().wants_trial
    assert str(decide().reason).endswith("another trial begins at the next start")


def test_library_that_is_not_whole_is_tried_again(faults, base, monkeypatch):
    def broken(name):
        raise OSError("libtensorrt_rtx.so.1: cannot open shared object file")

    monkeypatch.setattr("timbre.engines.rtx_build.importlib.import_module", broken)
    assert tried(base).is_passing
    assert "pip install 'timbre[rtx]'" in str(decide().reason)


def test_card_without_room_for_an_engine_keeps_the_engine(faults, base, tmp_path):
    faults.fits = False
    assert tried(base).is_passing
    assert "lack of memory" in str(decide().reason)
    assert list((tmp_path / "cache" / "rtx").glob("*.engine"))


def test_busy_machine_is_no_verdict_for_good(faults, base, monkeypatch):
    monkeypatch.setattr(engine_trial, "LONGEST_START_S", 0.0)
    assert tried(base).is_passing


def test_card_holds_one_engine_of_the_trial_at_a_time(faults, base):
    """A card of 8 GB has room for the server's engine and for one more."""
    made = []

    def watching(choice):
        assert choice != "cudagraph" or not any(network() for network in made)
        engine = beside_slow_graphs(choice)
        load = engine.load

        def watched(*args):
            network = load(*args)
            made.append(weakref.ref(network))
            return network

        if choice == "rtx":
            engine.load = watched
        return engine

    verdict = tried(base, watching)
    assert verdict.outcome == "faster", str(verdict.reason)
    assert made


def test_one_trial_at_a_time_in_a_cache(faults, base):
    """Two servers of a person with homes of their own; the second takes what the first has found."""
    results, begun, may_end = [], threading.Event(), threading.Event()

    def slow(choice):
        begun.set()
        assert may_end.wait(60)
        return beside_slow_graphs(choice)

    threads = [
        threading.Thread(target=lambda engines=engines: results.append(tried(base, engines)))
        for engines in (slow, None)
    ]
    threads[0].start()
    assert begun.wait(60)
    threads[1].start()
    may_end.set()
    for thread in threads:
        thread.join(120)
    assert [verdict.outcome for verdict in results] == ["faster", "faster"]


def test_slower_engines_are_kept_for_those_who_ask_for_them(faults, base, monkeypatch):
    faults.slow_s = 0.1
    assert tried(base, engines).outcome == "slower"
    assert decide().choice == "cudagraph"
    assert "CUDA graphs are the faster" in str(decide().reason)
    monkeypatch.setenv("TIMBRE_ENGINE", "rtx")
    assert isinstance(select_engine(), RtxEngine)


def test_setting_rtx_without_the_library_still_speaks(base, monkeypatch):
    monkeypatch.setenv("TIMBRE_ENGINE", "rtx")
    monkeypatch.setattr("timbre.engines.torch_engine.cuda_capability", lambda: "8.9")
    assert isinstance(select_engine(), GraphEngine)


def test_another_card_driver_model_or_library_is_tried_anew(faults, base, monkeypatch, tmp_path):
    card = find_card()
    write_verdict(card, base, FASTER)
    assert decide().choice == "rtx"
    for other in (card._replace(name="NVIDIA GeForce RTX 5080"), card._replace(driver="590.1")):
        assert read_verdict(other, base) is None
    fake_card(monkeypatch, tmp_path / "other", "NVIDIA GeForce RTX 5080", "12.0")
    assert (decide().choice, decide().wants_trial) == ("cudagraph", True)
    fake_card(monkeypatch, tmp_path / "driver")
    changed = tmp_path / "base"
    changed.mkdir()
    for file in base.folder.iterdir():
        (changed / file.name).write_bytes(file.read_bytes())
    assert read_verdict(card, BaseModel.open(changed)) == FASTER
    with (changed / "hifigan.safetensors").open("ab") as weights:
        weights.write(b"\0")
    assert read_verdict(card, BaseModel.open(changed)) is None
    monkeypatch.setattr(verdicts.importlib.metadata, "version", lambda name: "9")
    assert read_verdict(card, base) is None


@pytest.mark.parametrize("content", ["", "[]", "{", '{"outcome": "perhaps"}'])
def test_verdict_that_cannot_be_read_is_none(base, content):
    path = verdict_path(find_card(), base)
    path.parent.mkdir(parents=True)
    path.write_text(content)
    assert read_verdict(find_card(), base) is None
