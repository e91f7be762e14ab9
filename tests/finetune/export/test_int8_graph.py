"""The networks in int8: exact in time, near in value."""

import itertools
import shutil

import numpy as np
import onnx
import pytest

from tests.helpers.tiny_base import make_tiny_base
from timbre import paths
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.engines import onnx_engine
from timbre.engines.base import DECODER, ENCODER, VOCODER
from timbre.engines.onnx_engine import INT8_SUFFIX, OnnxEngine, multiplies_bytes
from timbre.engines.select import FP32_CHOICE, select_engine
from timbre.mel import log_mel
from timbre.speech.acoustic import AcousticModel, Controls
from timbre.speech.batching import drive
from timbre.speech.steps import Script, mel_steps
from timbre.speech.streaming import ChunkSchedule
from timbre.speech.vocoder import Vocoder
from timbre.text import Frontend
from timbre_finetune.export.int8_graph import write_int8
from timbre_finetune.export.int8_vocoder import write_int8_vocoder

TEXT = "One more thing: we stream, chunk by chunk, and nobody can tell where a chunk ends. Does it match?"
WHOLE = ChunkSchedule(180, 1, 180)
needs_vnni = pytest.mark.skipif(not multiplies_bytes(), reason="products in int8 need VNNI")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    folder = make_tiny_base(tmp_path_factory.mktemp("base"))
    write_int8(folder)
    return folder


@pytest.fixture(scope="module", params=["tiny", "shipped"])
def base(request, tiny):
    return BaseModel.open(tiny if request.param == "tiny" else paths.assets_dir() / "base")


def acoustic(base, int8):
    return AcousticModel(base, OnnxEngine(int8=int8))


def speak(model, schedule=WHOLE, seed=0):
    """The mel of TEXT, (n_mels, T), in a voice with adapters, which speakers of the base model have not."""
    random = np.random.default_rng(seed)
    voice = BaseVoices(model.base).voice(model.base.speakers[seed])
    tensors = {
        name: value
        + random.standard_normal(value.shape).astype(np.float32) * 0.05 * name.startswith("adapter")
        for name, value in voice.tensors.items()
    }
    object.__setattr__(voice, "tensors", tensors)
    script = Script(Frontend().sentences(TEXT), model.voice_inputs(voice))
    return np.concatenate([chunk.mel for chunk in drive(mel_steps(model, script, schedule))], 1)


@needs_vnni
@pytest.mark.parametrize(
    "schedule",
    [ChunkSchedule(), ChunkSchedule.for_batches(32), ChunkSchedule(2, 1, 2), ChunkSchedule(7, 1.3, 40)],
)
def test_what_is_rounded_does_not_depend_on_how_speech_is_cut(base, schedule):
    model = acoustic(base, int8=True)
    for seed in range(3):
        np.testing.assert_allclose(speak(model, schedule, seed), speak(model, WHOLE, seed), atol=1e-4)


@needs_vnni
def test_rounded_mel_stays_near(base):
    sentence = Frontend().sentences(TEXT)[0]
    exact, rounded = acoustic(base, int8=False), acoustic(base, int8=True)
    voice = BaseVoices(base).voice(base.speakers[1])
    inputs = exact.voice_inputs(voice)
    one, other = (model.encode(sentence.ids, inputs, Controls()) for model in (exact, rounded))
    assert np.abs(one.durations - other.durations).max() <= 1
    difference = _decode(exact, one, inputs) - _decode(rounded, one, inputs)
    assert np.abs(difference).mean() < 0.03
    assert np.abs(difference).max() < 0.5


def _decode(model, encoded, inputs):
    stream = model.open(encoded, inputs, WHOLE.sizes())
    chunks = []
    while not stream.ended:
        call = stream.call()
        chunks.append(stream.accept(call.network.run(call.inputs)))
    return np.concatenate(chunks, 1)


def random_mel(base, frames, seed=0):
    """A log mel (n_mels, T) as loud as speech."""
    random = np.random.default_rng(seed)
    envelope = np.sin(np.linspace(0, 6, frames)) * 2 - 4
    return (random.standard_normal((base.config["mel"]["n_mels"], frames)) + envelope).astype(np.float32)


@needs_vnni
@pytest.mark.parametrize("sizes", [(1,), (2,), (7, 12, 3), (12, 24, 48, 96)])
def test_a_rounded_waveform_does_not_depend_on_how_speech_is_cut(base, sizes):
    vocoder, mel = Vocoder(base, OnnxEngine(int8=True)), random_mel(base, 200)
    stream, at, pieces = vocoder.open(), 0, []
    for size in itertools.cycle(sizes):
        pieces.append(stream.push(mel[:, at : at + size], last=at + size >= mel.shape[1]))
        at += size
        if at >= mel.shape[1]:
            break
    np.testing.assert_allclose(np.concatenate(pieces), vocoder.vocode(mel), atol=1e-4)


@needs_vnni
def test_a_rounded_waveform_stays_near():
    base = BaseModel.open(paths.assets_dir() / "base")
    mel = speak(acoustic(base, int8=False))
    exact, rounded = (Vocoder(base, OnnxEngine(int8=int8)).vocode(mel) for int8 in (False, True))
    assert (exact != rounded).any()
    assert np.square(exact - rounded).mean() < 0.01 * np.square(exact).mean()
    assert np.abs(log_mel(exact) - log_mel(rounded)).mean() < 0.1


def _split_a_state(graph):
    pack = next(node for node in graph.node if node.output[0] == "next_state")
    pack.input.append(pack.input[0])


def _smooth_before_the_head(graph):
    leak = [node for node in graph.node if node.op_type == "LeakyRelu"][-1]
    leak.op_type = "Relu"
    del leak.attribute[:]


def _turn_the_heads_input(graph):
    makers = {name: node for node in graph.node for name in node.output}
    head = [node for node in graph.node if node.op_type == "Conv"][-1]
    makers[head.input[0]].op_type = "Sum"


def _leave_out_a_layer(graph):
    node = next(node for node in graph.node if node.op_type == "Conv")
    node.op_type = "ConvInteger"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (_split_a_state, "a next_state of 18 parts"),
        (_smooth_before_the_head, "a LeakyRelu before the head"),
        (_turn_the_heads_input, "a Concat of context and frames before head"),
        (_leave_out_a_layer, "the convolutions source.tracker.convs.0, .* head, in this order"),
    ],
)
def test_a_graph_of_another_shape_ends_the_export_and_says_what_was_expected(
    tiny, tmp_path, change, expected
):
    base = BaseModel.open(shutil.copytree(tiny, tmp_path / "base", ignore=shutil.ignore_patterns("*.int8.*")))
    path = base.path(f"{VOCODER}.onnx")
    model = onnx.load(str(path), load_external_data=False)
    change(model.graph)
    path.write_bytes(model.SerializeToString())
    with pytest.raises(ValueError, match=expected):
        write_int8_vocoder(base, [])
    assert not (base.folder / f"{VOCODER}{INT8_SUFFIX}").exists()


@pytest.mark.parametrize(("network", "products"), [(ENCODER, 8), (DECODER, 8), (VOCODER, 5)])
def test_graphs_in_int8_hold_no_weights(tiny, network, products):
    model = onnx.load(str(tiny / f"{network}{INT8_SUFFIX}"), load_external_data=False)
    kinds = [node.op_type for node in model.graph.node]
    assert kinds.count("MatMulIntegerToFloat") >= products
    own = [one for one in model.graph.initializer if not one.external_data]
    assert max(int(np.prod(one.dims)) for one in own) < 1000


@pytest.mark.parametrize(
    ("flags", "able"),
    [("flags : avx2 avx_vnni", True), ("flags : avx512_vnni", True), ("flags : avx2", False)],
)
def test_a_processor_says_whether_it_multiplies_bytes(tmp_path, monkeypatch, flags, able):
    (tmp_path / "cpuinfo").write_text(f"{flags}\n")
    monkeypatch.setattr(onnx_engine, "_CPU_INFO", tmp_path / "cpuinfo")
    assert multiplies_bytes.__wrapped__() is able
    monkeypatch.setattr(onnx_engine, "_CPU_INFO", tmp_path / "none")
    assert multiplies_bytes.__wrapped__() is False


def test_int8_is_taken_where_it_is_there_and_wanted(tiny):
    base = BaseModel.open(tiny)
    example = {
        "frames": np.ones((1, 4, 34), np.float32),
        "state": np.zeros((1, base.config["fastpitch_state"]), np.float32),
    }
    fixed = acoustic(base, int8=False).voice_inputs(BaseVoices(base).voice(base.speakers[0]))
    example |= {name: fixed[name] for name in ("decoder_style", "adapter_down", "adapter_up")}
    exact = select_engine(FP32_CHOICE).load(base, DECODER).run(example)["mel"]
    rounded = OnnxEngine(int8=True).load(base, DECODER).run(example)["mel"]
    assert (exact != rounded).any()
    (tiny / f"{DECODER}{INT8_SUFFIX}").rename(tiny / "away")
    try:
        again = OnnxEngine(int8=True).load(base, DECODER).run(example)["mel"]
    finally:
        (tiny / "away").rename(tiny / f"{DECODER}{INT8_SUFFIX}")
    np.testing.assert_array_equal(again, exact)
