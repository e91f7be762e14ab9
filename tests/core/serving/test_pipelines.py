"""Three models in three processes, or one: both load with every engine, and both say the same."""

import functools
import queue

import numpy as np
import pytest
import torch

from tests.helpers.fake_tensorrt import install
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.engines.graph_engine import GraphEngine
from timbre.engines.onnx_engine import OnnxEngine
from timbre.engines.rtx_engine import RtxEngine
from timbre.serving.acoustic import AcousticService
from timbre.serving.cancellation import CancelFlags
from timbre.serving.fused import SpeechService
from timbre.serving.plan import TextService
from timbre.serving.service import SpeechRequest
from timbre.serving.waveform import VocoderService
from timbre.speech.acoustic import Controls
from timbre.speech.vocoder import Vocoder

TEXT = "This is the first sentence, and it is long enough for a second chunk. Here is one more."
ENGINES = {
    "onnx": lambda: OnnxEngine(int8=False),
    "cudagraph": lambda: GraphEngine(half=False),
    "compiled": lambda: GraphEngine(half=False, compile_all=True),
    "rtx": lambda: RtxEngine(half=False),
}


@pytest.fixture
def base(tiny_base, tmp_path, monkeypatch):
    """The base model; torch's compiler traces the networks, but writes no kernels, which takes minutes on a processor."""
    monkeypatch.setenv("TIMBRE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path / "inductor"))
    monkeypatch.setenv("TIMBRE_SERVER_SCRATCH", str(tmp_path))
    monkeypatch.setattr(torch, "compile", functools.partial(torch.compile, backend="eager"))
    install(monkeypatch)
    return BaseModel.open(tiny_base)


@pytest.fixture
def expected(base):
    return spoken_in_one(base, ENGINES["onnx"]())


def request_of(base):
    voice = BaseVoices(base).voice(base.speakers[0]).to_bytes()
    return SpeechRequest("r", TextService().plan(TEXT), voice, "", Controls())


def taken(answers):
    """All answers until the last."""
    taken = []
    while not taken or not taken[-1].last:
        answer = answers.get(timeout=300)
        if isinstance(answer, Exception):
            raise answer
        taken.append(answer)
    return taken


def spoken_in_one(base, engine):
    """What `tts_fused` says: PCM (n,)."""
    service, answers = SpeechService.of(base, engine, None), queue.Queue()
    service.submit(request_of(base), answers.put)
    try:
        return np.concatenate([answer.pcm for answer in taken(answers)])
    finally:
        service.close()


def spoken_in_three(base, engine):
    """What `tts` says: each chunk of mel travels from one service to the other as an array."""
    acoustic = AcousticService.of(base, engine, None)
    vocoder = VocoderService(Vocoder(base, engine), CancelFlags())
    mels, chunks = queue.Queue(), []
    try:
        acoustic.submit(request_of(base), mels.put)
        for mel in taken(mels):
            assert isinstance(mel.tensors["MEL"], np.ndarray)
            answers = queue.Queue()
            vocoder.submit("r", mel.tensors["MEL"], mel.timing, answers.put)
            chunks += taken(answers)
        return np.concatenate([chunk.pcm for chunk in chunks])
    finally:
        acoustic.close()
        vocoder.close()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # torch's compiler uses what torch deprecates
@pytest.mark.parametrize("spoken", [spoken_in_one, spoken_in_three])
@pytest.mark.parametrize(
    "engine", [pytest.param(name, marks=pytest.mark.slow if name == "compiled" else ()) for name in ENGINES]
)
def test_both_load_with_every_engine_and_say_the_same(base, expected, engine, spoken):
    found = spoken(base, ENGINES[engine]())
    assert len(found) == len(expected) > 10_000
    assert np.abs(found.astype(int) - expected).max() <= 4  # 1e-4 of full scale is 3.3
