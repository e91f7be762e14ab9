"""Networks compiled beside a server that speaks through CUDA graphs, on a card of a data centre that is played."""

import pytest

from tests.helpers.fake_tensorrt import fake_card, no_driver
from tests.helpers.slow_engine import SlowEngine
from timbre.base import BaseModel
from timbre.engines import verdict as verdicts
from timbre.engines.base import EngineBuildError
from timbre.engines.card import find_card
from timbre.engines.decision import decide
from timbre.engines.graph_engine import GraphEngine
from timbre.engines.onnx_engine import OnnxEngine
from timbre.engines.select import select_engine
from timbre.engines.verdict import Verdict, read_verdict, write_verdict
from timbre.messages import Message
from timbre.serving import engine_loading, engine_trial
from timbre.serving.engine_loading import load_better, load_soon, load_with_engine


@pytest.fixture(autouse=True)
def server(rtx_machine, monkeypatch, tmp_path):
    fake_card(monkeypatch, tmp_path / "driver", "NVIDIA H200", "9.0")
    monkeypatch.setenv("TIMBRE_ENGINE", "compiled")
    monkeypatch.setattr("timbre.engines.torch_engine.cuda_capability", lambda: "9.0")


@pytest.fixture
def base(tiny_base):
    return BaseModel.open(tiny_base)


def engines(choice):
    """ONNX Runtime plays both; compiling for a processor takes minutes."""
    return SlowEngine(int8=False) if choice == "cudagraph" else OnnxEngine(int8=False)


def tried(base, engine_of=engines):
    return engine_trial.run(find_card(), base, "compiled", engine_of)


def loaded():
    return load_with_engine(lambda engine: engine)


def test_cuda_graphs_speak_until_the_networks_are_compiled(base):
    decision = decide("compiled")
    assert (decision.choice, decision.wants_trial, decision.candidate) == ("cudagraph", True, "compiled")
    assert isinstance(loaded(), GraphEngine)
    seen = []

    def watching(choice):
        engine = engines(choice)
        load = engine.load
        engine.load = lambda *args: (seen.append(str(decide("compiled").reason)), load(*args))[1]
        return engine

    assert tried(base, watching).outcome == "faster"
    assert seen[0] == "compiling the networks for this card, which takes minutes"
    assert seen[-1] == "timing compiled networks and CUDA graphs"
    assert decide("compiled").choice == "compiled"
    assert decide("auto").choice == "cudagraph"  # nobody gets them who has not asked for them


def test_first_process_speaks_at_once_and_the_next_takes_over(base):
    write_verdict(find_card(), base, Verdict("faster", Message.of("tried")), "compiled")
    first = load_soon(lambda engine: engine)
    assert isinstance(first, GraphEngine)
    assert not first._compile_all
    assert select_engine("auto").name == first.name  # other programs do not compile
    with pytest.raises(EngineBuildError, match="wants a GPU that torch can use"):  # and this machine has none
        load_better(lambda engine: engine)
    assert decide("compiled").wants_trial


def test_slower_networks_are_taken_too_by_those_who_ask_for_them(base):
    write_verdict(find_card(), base, Verdict("slower", Message.of("tried")), "compiled")
    assert decide("compiled").choice == "compiled"


def test_verdict_is_kept_by_card_and_version_of_torch(base, monkeypatch):
    assert tried(base).outcome == "faster"
    card = find_card()
    assert read_verdict(card, base) is None  # that is TensorRT's
    assert read_verdict(card._replace(driver="600.1"), base, "compiled") is None
    monkeypatch.setattr(verdicts.importlib.metadata, "version", lambda name: "3.0")
    assert read_verdict(card, base, "compiled") is None


def test_networks_that_cannot_be_compiled_leave_cuda_graphs_and_say_why(base, monkeypatch):
    def without_a_compiler(choice):
        return GraphEngine(half=False, compile_all=True)

    monkeypatch.setattr("timbre.engines.compiler.COMPILERS", ())
    monkeypatch.delenv("CC", raising=False)
    verdict = tried(base, without_a_compiler)
    assert (verdict.outcome, verdict.is_passing) == ("failed", True)
    decision = decide("compiled")
    assert (decision.choice, decision.wants_trial) == (
        "cudagraph",
        True,
    )  # a compiler may be there at the next start
    assert "compiled networks failed: To compile its networks Timbre needs packages that are missing" in str(
        decision.reason
    )
    assert "sudo apt-get install gcc" in str(decision.reason)


def test_missing_headers_are_told_in_place_of_what_the_compiler_says(base, monkeypatch):
    def compile_it(choice):
        raise RuntimeError("fatal error: Python.h: No such file or directory " * 100)

    monkeypatch.setattr(engine_trial, "missing_for_compiling", lambda: ("python3-dev",))
    assert tried(base, compile_it).is_passing
    assert "sudo apt-get install python3-dev; another trial" in str(decide("compiled").reason)


def test_compiled_networks_that_cannot_be_loaded_leave_cuda_graphs(base):
    """Here because this machine has no GPU, whatever is played."""
    write_verdict(find_card(), base, Verdict("faster", Message.of("tried")), "compiled")
    assert loaded().name.endswith("fp32)")
    decision = decide("compiled")
    assert (decision.choice, decision.wants_trial) == ("cudagraph", True)


def broken(monkeypatch, error):
    """What the server does when its engine broke with an error, and whether that engine is tried again."""
    codes = []
    monkeypatch.setattr("os._exit", codes.append)
    engine_loading.leave(error)
    assert codes == [engine_loading.BROKEN_EXIT_CODE]
    return decide("compiled").wants_trial


def test_fault_of_a_program_that_shares_the_card_is_no_verdict_for_good(base, monkeypatch):
    write_verdict(find_card(), base, Verdict("faster", Message.of("tried")), "compiled")
    assert broken(monkeypatch, RuntimeError("CUDA error: unspecified launch failure"))


def test_too_little_memory_beside_cuda_graphs_leaves_the_verdict(base, monkeypatch):
    write_verdict(find_card(), base, Verdict("faster", Message.of("tried")), "compiled")
    monkeypatch.setattr(engine_loading, "select_engine", lambda choice: OnnxEngine())

    def full(engine):
        raise RuntimeError("CUDA out of memory. Tried to allocate 2 GiB")

    with pytest.raises(RuntimeError, match="out of memory"):
        load_better(full)
    decision = decide("compiled")
    assert (decision.choice, decision.wants_trial) == ("compiled", False)
    assert "too little memory to load compiled networks beside CUDA graphs" in str(decision.reason)


def test_setting_compiles_before_the_first_word(base, monkeypatch):
    monkeypatch.setenv("TIMBRE_TRIAL", "0")
    decision = decide("compiled")
    assert (decision.choice, decision.wants_trial) == ("compiled", False)


@pytest.mark.parametrize("is_there", [True, False])
def test_without_a_gpu_that_torch_can_use_the_setting_is_an_error(base, monkeypatch, is_there, tmp_path):
    monkeypatch.setattr("timbre.engines.torch_engine.cuda_capability", lambda: None)
    if not is_there:
        no_driver(monkeypatch, tmp_path)
    with pytest.raises(EngineBuildError, match="wants a GPU that torch can use"):
        loaded()


def test_engine_that_is_not_tried_is_refused():
    with pytest.raises(ValueError, match="unknown engine 'onnx'"):
        engine_trial.main(["onnx"])
