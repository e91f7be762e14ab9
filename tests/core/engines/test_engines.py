"""Engines against ONNX Runtime, as far as a CPU can tell; engines of TensorRT for RTX are built, not run."""

from __future__ import annotations

import importlib.metadata
import platform
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch

from tests.helpers.fake_tensorrt import no_driver
from tests.helpers.tiny_base import make_tiny_base
from timbre import paths
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.engines import onnx_engine, rtx_build
from timbre.engines.base import (
    DECODER,
    ENCODER,
    LONGEST_CHUNK,
    VOCODER,
    Engine,
    EngineBuildError,
    Network,
    OpeningSizes,
)
from timbre.engines.compiled import RECOMPILE_LIMIT, compiled
from timbre.engines.graph_engine import GraphEngine
from timbre.engines.graph_network import bucket_of
from timbre.engines.half_graph import half_graph
from timbre.engines.onnx_engine import OnnxEngine
from timbre.engines.select import may_use_gpu, select_engine
from timbre.engines.torch_engine import TorchEngine
from timbre.mel import log_mel
from timbre.speech.acoustic import AcousticModel, Controls
from timbre.speech.batching import Call, run_together
from timbre.speech.opening import Opening
from timbre.speech.streaming import ChunkSchedule
from timbre.speech.synthesizer import Synthesizer
from timbre.speech.vocoder import Vocoder
from timbre.text import Frontend
from timbre.voice import Delivery

NETWORKS = (ENCODER, DECODER, VOCODER)
TEXT = "One more thing: we stream, chunk by chunk. Does it match?"


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return BaseModel.open(make_tiny_base(tmp_path_factory.mktemp("base")))


def example(base, network, batch=1, steps=20, seed=0):
    """Inputs of a network, from its graph."""
    random = np.random.default_rng(seed)
    session = onnxruntime.InferenceSession(str(base.path(f"{network}.onnx")))
    inputs = {}
    for value in session.get_inputs():
        shape = [batch, *(size if isinstance(size, int) else steps for size in value.shape[1:])]
        inputs[value.name] = random.standard_normal(shape).astype(np.float32) * 0.3
    if network == ENCODER:
        inputs |= {
            "phonemes": random.integers(1, 40, (batch, steps)),
            "lens": np.full(batch, steps),
            "pitch_stats": np.tile(np.array([[5.0, 0.2]], np.float32), (batch, 1)),
            **{name: np.full((batch, 1), 1.2, np.float32) for name in ("melody", "dynamics", "pauses")},
        }
    return inputs


def speak(base, engine, batch=1):
    parts = AcousticModel(base, engine), Vocoder(base, engine), Frontend()
    voice = BaseVoices(base).voice(base.speakers[1])
    chunks = Synthesizer(*parts).speak(TEXT, voice, Controls(), ChunkSchedule())
    return np.concatenate([chunk.waveform for chunk in chunks])


def test_static_buffers_speak_as_onnx_does(base):
    one, other = speak(base, OnnxEngine()), speak(base, GraphEngine(half=False))
    assert len(one) == len(other) > 10_000
    assert np.abs(one - other).max() < 1e-4


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("batch", [1, 3])
def test_rows_in_buckets_equal_rows_alone(base, network, batch):
    onnx, graph = OnnxEngine().load(base, network), GraphEngine(half=False).load(base, network)
    rows = [example(base, network, seed=seed) for seed in range(batch)]
    for row, together in zip(rows, graph.run_rows(rows), strict=True):
        for name, value in onnx.run(row).items():
            np.testing.assert_allclose(np.asarray(together[name]), value, atol=1e-4)


def test_states_stay_on_the_device_and_are_not_overwritten(base):
    network = GraphEngine(half=False).load(base, VOCODER)
    first = network.run(example(base, VOCODER, seed=1))["next_state"]
    kept = first.clone()
    network.run(example(base, VOCODER, seed=2))
    assert (first == kept).all()
    again = network.run({**example(base, VOCODER, seed=3), "state": first})
    other = OnnxEngine().load(base, VOCODER)
    expected = other.run({**example(base, VOCODER, seed=3), "state": kept.numpy()})
    np.testing.assert_allclose(again["waveform"], expected["waveform"], atol=1e-4)


def test_last_chunk_is_filled_up_to_a_bucket(base):
    network = GraphEngine(half=False).load(base, VOCODER)
    inputs = example(base, VOCODER, steps=21)
    (result,) = run_together([Call(network, inputs, "mel", 2, pad=-11.5)])
    assert result["waveform"].shape == (1, 24 * 256)
    alone = OnnxEngine().load(base, VOCODER).run(inputs)["waveform"]
    np.testing.assert_allclose(result["waveform"][:, : 21 * 256], alone, atol=1e-4)
    (kept,) = run_together([Call(network, inputs, "mel", 2)])
    assert kept["waveform"].shape == (1, 21 * 256)


def test_sentences_of_any_lengths_run_together(base):
    network, alone = GraphEngine(half=False).load(base, ENCODER), OnnxEngine().load(base, ENCODER)
    calls = [
        Call(network, example(base, ENCODER, steps=steps, seed=steps), "phonemes") for steps in (20, 9, 33)
    ]
    assert all(call.joins(calls[0]) for call in calls)
    for call, results in zip(calls, run_together(calls), strict=True):
        for name, value in alone.run(call.inputs).items():
            np.testing.assert_allclose(results[name], value, atol=1e-4)


def test_first_chunk_in_one_graph_equals_the_networks_in_turn(base):
    engine = GraphEngine(half=False)
    acoustic, vocoder = AcousticModel(base, engine, resident=True), Vocoder(base, engine, resident=True)
    opening = Opening.of(acoustic, vocoder, engine)
    voices = BaseVoices(base)
    speakers = [replace(voices.voice(speaker), delivery=Delivery(1.5, 0.9)) for speaker in base.speakers[:3]]
    inputs_of = [acoustic.voice_inputs(voice) for voice in speakers]
    controls = Controls(pace=1.3, pitch=2)
    calls = [
        opening.call(np.arange(1, length), inputs, controls)
        for length, inputs in zip((9, 40, 21), inputs_of, strict=True)
    ]
    for call, results, inputs in zip(calls, run_together(calls), inputs_of, strict=True):
        encoded = acoustic.encoded(acoustic.encoder.run(call.inputs), inputs, controls)
        np.testing.assert_array_equal(results["durations"][0], encoded.durations)
        stream = acoustic.open(encoded, inputs, ChunkSchedule().sizes())
        mel = stream.accept(run_together([stream.call()])[0])
        heard = vocoder.open()
        waveform = heard.accept(run_together([heard.call(mel, last=False)])[0])
        opened = opening.opened(results)
        np.testing.assert_allclose(vocoder.open().begin(12, opened.vocoder_results), waveform, atol=1e-5)
        np.testing.assert_allclose(opened.decoder_results["mel"][0][:, acoustic.delay :], mel, atol=1e-4)
    assert Opening.of(acoustic, vocoder, OnnxEngine()) is None


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # torch's compiler uses what torch deprecates
def test_compiled_network_equals_the_plain_one(base, monkeypatch, tmp_path):
    """On a CPU it is compiled for the CPU, with the same steps until the kernels are written."""
    monkeypatch.setenv("TIMBRE_CACHE", str(tmp_path))
    monkeypatch.delenv("TORCHINDUCTOR_CACHE_DIR", raising=False)
    network = GraphEngine(half=False, compile_all=True).load(base, DECODER)
    inputs = example(base, DECODER)
    results = network.run(inputs)
    for name, value in OnnxEngine().load(base, DECODER).run(inputs).items():
        np.testing.assert_allclose(np.asarray(results[name]), value, atol=1e-4)
    assert any((tmp_path / "inductor").iterdir())


def test_a_network_is_compiled_for_as_many_sizes_in_any_thread(monkeypatch):
    monkeypatch.setattr(torch, "compile", lambda compute, **options: compute)
    compute = compiled(lambda *tensors: [torch._dynamo.config.recompile_limit, *tensors])
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(compute).result() == [RECOMPILE_LIMIT]


def test_compiling_without_a_compiler_says_what_to_install(base, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(EngineBuildError, match=r"apt-get install gcc .* or set TIMBRE_ENGINE=cudagraph"):
        GraphEngine(compile_all=True).load(base, DECODER)


def test_compiling_without_a_gpu_is_refused(monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    with pytest.raises(EngineBuildError, match="wants a GPU that torch can use"):
        select_engine("compiled")


def test_what_is_kept_on_the_device_is_as_good_as_numpy(base):
    network, inputs = GraphEngine(half=False).load(base, DECODER), example(base, DECODER)
    expected = network.run(inputs)["mel"]
    held = {name: network.keep(value) for name, value in inputs.items() if name != "frames"}
    np.testing.assert_array_equal(network.run(inputs | held)["mel"], expected)
    plain = OnnxEngine().load(base, DECODER)
    assert plain.keep(inputs["state"]) is inputs["state"]


def test_a_network_that_can_only_run_has_what_suits_numpy():
    class Doubling(Network):
        def run(self, inputs):
            return {"y": 2 * inputs["x"]}

    class Plain(Engine):
        name, max_batch = "plain", 1

        def load(self, base, network):
            return Doubling()

    def never(steps):
        raise AssertionError(steps)

    engine, row = Plain(), np.ones((1, 3), np.float32)
    network = engine.load(None, DECODER)
    results = network.run_rows([{"x": row}, {"x": 3 * row}])
    np.testing.assert_array_equal(np.concatenate([result["y"] for result in results]), [[2] * 3, [6] * 3])
    assert network.keep(row) is row
    np.testing.assert_array_equal(network.pad(row, 1, 2, 7.0), [[1, 1, 1, 7, 7]])
    assert (network.round_frames(9), network.ragged) == (9, False)
    network.leave("y")
    network.prepare(never)
    assert engine.longest_chunk == LONGEST_CHUNK
    assert engine.opening(network, network, network, OpeningSizes(24, 8, 1, 1)) is None


@pytest.mark.parametrize("kind", [Network, Engine])
def test_what_cannot_run_or_load_is_not_made(kind):
    with pytest.raises(TypeError, match="abstract"):
        type("Misspelt", (kind,), {"runn": lambda *_: None})()


@pytest.mark.parametrize(("size", "bucket"), [(1, 8), (8, 8), (9, 16), (129, 129)])
def test_buckets(size, bucket):
    assert bucket_of(size, (8, 16, 128)) == bucket


@pytest.mark.parametrize("network", NETWORKS)
def test_shipped_graphs_read_the_shipped_weights(network):
    """A graph says where in the file each weight begins: a file of weights alone may not be exchanged."""
    base = BaseModel.open(paths.assets_dir() / "base")
    inputs = example(base, network)
    session = onnxruntime.InferenceSession(str(base.path(f"{network}.onnx")))
    expected = TorchEngine().load(base, network).run(inputs)
    for name, value in zip(expected, session.run(list(expected), inputs), strict=True):
        np.testing.assert_allclose(value, expected[name], atol=1e-3, err_msg=name)


@pytest.mark.parametrize("network", NETWORKS)
def test_half_precision_stays_near(base, network):
    """On a CPU the sums are in fp32; weights, constants and what is kept between layers are not."""
    half = onnxruntime.InferenceSession(half_graph(base.path(f"{network}.onnx")))
    inputs = example(base, network, batch=2)
    names = [value.name for value in half.get_outputs()]
    results = dict(zip(names, half.run(names, inputs), strict=True))
    for name, value in OnnxEngine().load(base, network).run(inputs).items():
        assert results[name].dtype == np.float32
        assert np.abs(results[name] - value).max() < 0.01 * max(np.abs(value).max(), 1)


def test_engine_is_chosen_by_setting_and_machine(monkeypatch, tmp_path):
    no_driver(monkeypatch, tmp_path)
    monkeypatch.delenv("TIMBRE_ENGINE", raising=False)
    assert select_engine().name == "onnxruntime (CPU)"
    monkeypatch.setenv("TIMBRE_ENGINE", "cudagraph")
    assert select_engine().max_batch == 32
    monkeypatch.setenv("TIMBRE_ENGINE", "steam")
    with pytest.raises(ValueError, match="unknown engine 'steam'"):
        select_engine()


def test_gpu_is_expected_by_setting_driver_and_build_of_torch(monkeypatch, tmp_path):
    no_driver(monkeypatch, tmp_path)
    driver, torch_version = None, "2.13.0"
    monkeypatch.setattr(shutil, "which", lambda name: driver)
    monkeypatch.setattr(importlib.metadata, "version", lambda name: torch_version)
    monkeypatch.delenv("TIMBRE_ENGINE", raising=False)
    assert not may_use_gpu()
    driver = "/usr/bin/nvidia-smi"
    assert may_use_gpu()
    torch_version = "2.13.0+cpu"
    assert not may_use_gpu()
    monkeypatch.setenv("TIMBRE_ENGINE", "cudagraph")
    assert may_use_gpu()
    monkeypatch.setenv("TIMBRE_ENGINE", "onnx")
    assert not may_use_gpu()


def test_missing_library_says_how_to_get_it(monkeypatch):
    def absent(name):
        raise ImportError(name)

    monkeypatch.setattr(rtx_build.importlib, "import_module", absent)
    with pytest.raises(EngineBuildError, match=r"pip install 'timbre\[rtx\]'"):
        select_engine("rtx")


def test_card_that_the_library_does_not_know_is_named(base):
    with pytest.raises(EngineBuildError, match=r"not 9\.0: set TIMBRE_ENGINE=cudagraph"):
        rtx_build.ensure_engine(base, VOCODER, "9.0")


@pytest.mark.skipif(
    platform.machine() not in ("x86_64", "AMD64") or sys.platform == "darwin",
    reason="NVIDIA has no wheel for it",
)
@pytest.mark.parametrize("half", [True, False])
@pytest.mark.parametrize("network", NETWORKS)
def test_rtx_engine_is_built_once_for_a_card(base, network, half, tmp_path: Path):
    engine = rtx_build.ensure_engine(base, network, "8.9", half, tmp_path)
    path = rtx_build.engine_path(base, network, "8.9", half, tmp_path)
    built = path.stat()
    assert len(engine) > 10_000
    assert rtx_build.ensure_engine(base, network, "8.9", half, tmp_path) == engine
    assert path.stat().st_mtime_ns == built.st_mtime_ns
    assert rtx_build.engine_path(base, network, "12.0", half, tmp_path) != path
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.gpu
@pytest.mark.parametrize("choice", ["cudagraph", "compiled", "rtx"])
def test_gpu_engine_speaks_as_onnx_does(choice):
    """With the voice that ships: in a tiny one, which has learned nothing, half precision changes silence as much."""
    import torch

    if not torch.cuda.is_available():
        pytest.skip("no GPU that torch can use")
    try:
        engine = select_engine(choice)
    except EngineBuildError as error:
        pytest.skip(str(error))
    base = BaseModel.open(paths.assets_dir() / "base")
    one, other = speak(base, OnnxEngine(int8=False)), speak(base, engine)
    assert len(one) == len(other)
    # In half precision F0 differs in its fourth digit, and phases with it; nobody hears that.
    assert np.abs(log_mel(one) - log_mel(other)).mean() < 0.1


def test_what_nobody_waits_for_has_one_thread_on_two_processors_and_sounds_the_same(base, monkeypatch):
    mel = np.random.default_rng(0).normal(-4, 1, (80, 60)).astype(np.float32)
    for processors, is_same in (2, False), (8, True):
        monkeypatch.setattr(onnx_engine, "processors", lambda count=processors: count)
        vocoder = Vocoder(base, OnnxEngine(2))
        before = vocoder.open(unhurried=True)
        vocoder.load_unhurried()
        streams = [before, vocoder.open(), vocoder.open(unhurried=True)]
        networks = [stream.call(mel, last=True).network for stream in streams]
        assert networks[0] is networks[1]
        assert (networks[1] is networks[2]) == is_same
        waveforms = [stream.push(mel, last=True) for stream in (vocoder.open(), vocoder.open(unhurried=True))]
        np.testing.assert_allclose(*waveforms, atol=1e-6)
