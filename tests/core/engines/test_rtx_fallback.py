"""A server with a card always starts and always speaks: what happens when TensorRT fails after its trial."""

import logging
import os
import queue
import time

import numpy as np
import pytest

from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.engines import rtx_build
from timbre.engines.base import VOCODER, EngineBuildError
from timbre.engines.card import find_card
from timbre.engines.decision import decide
from timbre.engines.graph_engine import GraphEngine
from timbre.engines.onnx_engine import OnnxEngine
from timbre.engines.rtx_engine import RtxEngine
from timbre.engines.verdict import Verdict, write_verdict
from timbre.messages import Message
from timbre.serving.acoustic import AcousticService
from timbre.serving.engine_loading import BROKEN_EXIT_CODE, load_with_engine
from timbre.serving.fused import SpeechService
from timbre.serving.plan import TextService
from timbre.serving.service import SpeechRequest
from timbre.serving.waveform import VocoderService
from timbre.speech.acoustic import Controls

pytestmark = pytest.mark.usefixtures("rtx_machine")
FASTER = Verdict("faster", Message.of("tried"))


@pytest.fixture
def base(tiny_base):
    """The base model, for which TensorRT has been found the faster."""
    base = BaseModel.open(tiny_base)
    write_verdict(find_card(), base, FASTER)
    return base


def tried_again():
    """Whether the server runs on CUDA graphs now, after a failure of TensorRT; and whether that is tried again."""
    decision = decide()
    assert decision.choice == "cudagraph"
    assert "TensorRT for RTX failed" in str(decision.reason)
    return decision.wants_trial


@pytest.mark.parametrize("fault", [{"takes": False}, {"error": RuntimeError("CUDA out of memory")}])
def test_server_starts_although_engines_that_were_good_fail(faults, base, caplog, fault):
    vars(faults).update(fault)
    with caplog.at_level(logging.WARNING):
        service = SpeechService.load(base.folder)
    service.close()
    assert service._acoustic.engine_name.startswith("static buffers")
    assert "speech runs on cudagraph" in caplog.text
    assert tried_again()


@pytest.mark.parametrize("kind", [SpeechService, AcousticService, VocoderService])
def test_services_of_fused_model_and_ensemble_speak_through_engines(faults, base, kind):
    service = kind.load(base.folder)
    service.close()
    model = service._vocoder if kind is VocoderService else service._acoustic
    assert model.engine_name.startswith("TensorRT for RTX")


def test_the_last_engine_is_the_processor_and_its_errors_are_told(faults, base):
    asked = []

    def load(engine):
        asked.append((type(engine), engine.plain() is engine))
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        load_with_engine(load)
    assert asked == [(RtxEngine, True), (GraphEngine, False), (GraphEngine, True), (OnnxEngine, True)]


@pytest.mark.parametrize("error", [EngineBuildError("no library"), OSError("libcudart.so.13: no such file")])
def test_library_that_cannot_be_loaded_any_more_is_no_obstacle(faults, base, monkeypatch, error):
    def broken():
        raise error

    monkeypatch.setattr("timbre.engines.rtx_engine.tensorrt", broken)
    assert isinstance(load_with_engine(lambda engine: engine), GraphEngine)
    assert tried_again()


def test_verdict_that_cannot_be_kept_is_no_obstacle(faults, base, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    faults.takes = False
    monkeypatch.setattr("timbre.serving.engine_loading.write_verdict", full)
    assert isinstance(load_with_engine(lambda engine: engine.load(base, VOCODER) and engine), GraphEngine)


@pytest.mark.parametrize("capability", [None, OSError("libcuda.so.1: no such file")])
def test_card_that_torch_cannot_use_leaves_the_processor(faults, base, monkeypatch, capability):
    def ask():
        if capability is not None:
            raise capability

    monkeypatch.setattr("timbre.engines.torch_engine.cuda_capability", ask)
    assert isinstance(load_with_engine(lambda engine: engine), OnnxEngine)


@pytest.mark.parametrize("damage", ["empty", "shorter", "one bit"])
def test_damaged_engine_is_built_again_before_the_library_sees_it(faults, base, damage):
    engine = rtx_build.ensure_engine(base, VOCODER, "8.9", half=False)
    path = rtx_build.engine_path(base, VOCODER, "8.9", half=False)
    whole = path.read_bytes()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    path.write_bytes({"empty": b"", "shorter": whole[:-1], "one bit": bytes(flipped)}[damage])
    assert rtx_build.ensure_engine(base, VOCODER, "8.9", half=False) == engine
    assert path.read_bytes() == whole


def test_card_that_refuses_an_engine_is_told(faults, base):
    faults.takes = False
    with pytest.raises(EngineBuildError, match="refuses the engine of hifigan"):
        RtxEngine(half=False).load(base, VOCODER)


def test_engines_that_nobody_asked_for_are_deleted_when_another_is_built(faults, base, tmp_path):
    long_ago = time.time() - (rtx_build.UNUSED_DAYS + 1) * 24 * 3600
    folder = tmp_path / "engines"
    folder.mkdir()
    unused, used, others = (folder / name for name in ("unused.engine", "used.engine", "notes.txt"))
    for path in (unused, used, others):
        path.write_bytes(b"of another model")
        os.utime(path, (time.time() if path == used else long_ago, long_ago))
    rtx_build.ensure_engine(base, VOCODER, "8.9", False, folder)
    path = rtx_build.engine_path(base, VOCODER, "8.9", False, folder)
    assert sorted(folder.iterdir()) == sorted([path, used, others])
    os.utime(path, (long_ago, long_ago))
    rtx_build.ensure_engine(base, VOCODER, "8.9", False, folder)  # asked for: in use again
    rtx_build.ensure_engine(base, VOCODER, "12.0", False, folder)
    assert path.exists()


def test_engine_that_fails_while_it_speaks_ends_its_process_and_is_not_taken_again(faults, base, monkeypatch):
    """The keeper starts a server whose model has ended again; that one asks for the decision anew."""
    codes, answers = [], queue.Queue()
    monkeypatch.setattr("os._exit", codes.append)
    service = SpeechService.load(base.folder)
    voice = BaseVoices(base).voice(base.speakers[0]).to_bytes()
    faults.runs = False
    service.submit(SpeechRequest("r", TextService().plan("Hello."), voice, "", Controls()), answers.put)
    assert isinstance(answers.get(timeout=60), Exception)
    service.close()
    assert set(codes) == {BROKEN_EXIT_CODE}
    assert not tried_again()


def test_too_long_a_sentence_is_an_error_of_its_request_alone(faults, base):
    faults.longest = 300
    network = RtxEngine(half=False).load(base, VOCODER)
    inputs = {"mel": np.zeros((1, 80, 301), np.float32), "state": np.zeros((1, 1), np.float32)}
    with pytest.raises(ValueError, match="has no hifigan for mel"):
        network.run(inputs)
