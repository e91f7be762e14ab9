"""The acoustic model's graphs with products in int8, for processors that multiply bytes (VNNI).

A product of frames and weights becomes two nodes: frames are rounded to bytes, and bytes are multiplied and
summed as whole numbers. Each column of the weights has a scale. The weights stay in the safetensors file: the graph
rounds them, and ONNX Runtime does so once, when it loads the graph. The frames of a product have one scale, which is
fixed here by speaking some sentences: a scale taken from the current chunk would depend on how speech was cut.

The decoder's mel must not depend on the cut even in its last bit, because the next rounding could turn that bit into
a whole step. Whole numbers have the same sum in any order. The products in fp32 are safe too: they sum the values of
one frame, in a fixed order. Only softmax sums a row of frames, in another order if the row begins elsewhere, so its
sum is made a product with ones as well. Chunks of one frame are the exception: ONNX Runtime computes them in another
way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper

from timbre import files
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.engines.base import DECODER, ENCODER, VOCODER, Engine, Network, override
from timbre.engines.onnx_engine import INT8_SUFFIX, OnnxEngine
from timbre.speech.acoustic import AcousticModel
from timbre.speech.batching import drive
from timbre.speech.steps import Script, mel_steps
from timbre.speech.streaming import ChunkSchedule
from timbre.speech.vocoder import Vocoder
from timbre.text import Frontend
from timbre.voice import Delivery
from timbre_finetune.export.int8_vocoder import write_int8_vocoder
from timbre_finetune.export.onnx_nodes import MICROSOFT, Nodes, telling_session

SENTENCES = (
    "The north wind and the sun were disputing which was the stronger, when a traveller came along.",
    "Is it true? Yes! Absolutely, one hundred percent.",
    "She sells sea shells by the sea shore; he buys five of them every July.",
    "Jumbled vexing frocks, quite hazy: the thieves chewed ginger while measuring oil.",
)
SPEAKERS = 12
DELIVERIES = (Delivery(), Delivery(melody=2.5, dynamics=1.35))
"""How each speaker says a sentence: plainly, and as lively as a voice can be."""
MARGIN = 1.25
"""Factor on the range of values that was measured, for voices that were not measured."""
EXACT = ("decoder.out.weight", "prosody.values_in.weight", "prosody.velocity_out.weight")
"""Weights of products that stay in fp32: they are small, and nothing after them evens out their rounding."""
ONES = 16
"""Number of columns of ones; ONNX Runtime would multiply by a single column in another order."""

Inputs = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Product:
    """A product of frames and weights.

    The frames' channels differ in size but share one scale. So each channel is multiplied by its own factor and its
    weights are divided by it, such that both become equally large (Xiao et al. 2023, SmoothQuant, arXiv 2211.10438).

    Attributes:
        weights: (K, N).
        low: Least values of the frames' channels, (K,).
        high: Greatest values, (K,).
    """

    weights: np.ndarray
    low: np.ndarray
    high: np.ndarray

    @cached_property
    def evening(self) -> np.ndarray:
        """The factors of the frames' channels, (K,)."""
        frames = np.maximum(np.maximum(-self.low, self.high), 1e-3)
        weights = np.maximum(np.abs(self.weights).max(1), 1e-5)
        return np.sqrt(weights / frames).astype(np.float32)

    @property
    def column_scales(self) -> np.ndarray:
        """The scale of each column of the evened weights, (N,)."""
        return (np.maximum(np.abs(self.weights / self.evening[:, None]).max(0), 1e-8) / 127).astype(
            np.float32
        )

    @property
    def frame_scale(self) -> np.float32:
        """The scale of the evened frames."""
        low, high = self._range
        return np.float32(max(high - low, 1e-6) * MARGIN / 255)

    @property
    def frame_zero(self) -> np.uint8:
        """The byte that stands for 0."""
        return np.uint8(np.clip(round(-self._range[0] * MARGIN / float(self.frame_scale)), 0, 255))

    @property
    def _range(self) -> tuple[float, float]:
        return min(float((self.low * self.evening).min()), 0.0), max(
            float((self.high * self.evening).max()), 0.0
        )


def write_int8(folder: Path) -> None:
    """Write the int8 graphs of encoder, decoder and vocoder into a base model's folder."""
    base = BaseModel.open(folder)
    calls = record_calls(base)
    write_int8_vocoder(base, calls[VOCODER])
    for network in (ENCODER, DECODER):
        path = base.path(f"{network}.onnx")
        products = measure_products(path, calls[network])
        model = _Rewriting(path, products, any_cut=network == DECODER).run()
        files.write(folder / f"{network}{INT8_SUFFIX}", model.SerializeToString())


class _Recording(Engine):
    """An engine that remembers the inputs of its networks."""

    def __init__(self) -> None:
        self.calls: dict[str, list[Inputs]] = {}

    @property
    @override
    def name(self) -> str:
        return "recording"

    @property
    @override
    def max_batch(self) -> int:
        return 1

    @override
    def load(self, base: BaseModel, network: str) -> Network:
        return _Recorder(OnnxEngine(int8=False).load(base, network), self.calls.setdefault(network, []))


class _Recorder(Network):
    def __init__(self, network: Network, calls: list[Inputs]) -> None:
        self._network, self._calls = network, calls

    @override
    def run(self, inputs: Inputs) -> Mapping[str, np.ndarray]:
        self._calls.append(inputs)
        return self._network.run(inputs)


def record_calls(base: BaseModel) -> Mapping[str, Sequence[Inputs]]:
    """Record the networks' inputs while speakers of the base model say the sentences, plainly and lively."""
    engine, frontend, voices = _Recording(), Frontend(), BaseVoices(base)
    acoustic, vocoder = AcousticModel(base, engine), Vocoder(base, engine)
    for i, speaker in enumerate(base.speakers[:: -(-len(base.speakers) // SPEAKERS)]):
        sentences = frontend.sentences(SENTENCES[i % len(SENTENCES)])
        schedule = ChunkSchedule(48, 1, 48)
        for delivery in DELIVERIES:
            waveform = vocoder.open()
            voice = replace(voices.voice(speaker), delivery=delivery)
            script = Script(sentences, acoustic.voice_inputs(voice))
            for chunk in drive(mel_steps(acoustic, script, schedule)):
                waveform.push(chunk.mel, chunk.last)
    return engine.calls


def measure_products(path: Path, calls: Sequence[Inputs]) -> Mapping[str, Product]:
    """Measure the products with weights that may be in int8; they are returned by the name of their output."""
    model = onnx.load(str(path), load_external_data=False)
    graph: Any = model.graph
    nodes = list(_products(graph))
    values = sorted({name for node in nodes for name in node.input})
    session = telling_session(path, model, values)
    low: dict[str, np.ndarray] = {}
    high: dict[str, np.ndarray] = {}
    weights: dict[str, np.ndarray] = {}
    for call in calls:
        results: Sequence[Any] = session.run(values, dict(call))
        weights = dict(zip(values, results, strict=True))
        for name, value in weights.items():
            channels = value.reshape(-1, value.shape[-1])
            low[name] = np.minimum(low.get(name, 0.0), channels.min(0))
            high[name] = np.maximum(high.get(name, 0.0), channels.max(0))
    return {
        node.output[0]: Product(weights[node.input[1]], low[node.input[0]], high[node.input[0]])
        for node in nodes
    }


def _constants(graph: Any) -> set[str]:
    """Names of the values that depend on no input."""
    known = {initializer.name for initializer in graph.initializer}
    for node in graph.node:
        if all(name in known or not name for name in node.input):
            known.update(node.output)
    return known


def _products(graph: Any) -> Iterator[Any]:
    """Find the products of frames with weights, except those that stay exact."""
    constants = _constants(graph)
    makers = {name: node for node in graph.node for name in node.output}
    for node in graph.node:
        if node.op_type != "MatMul" or node.input[1] not in constants:
            continue
        origin = node.input[1]
        while origin in makers and makers[origin].op_type != "Cast":  # the cast has the parameter's name
            origin = makers[origin].input[0]
        if not origin.endswith(EXACT):
            yield node


@dataclass
class _Rewriting:
    """Rewrites one graph to int8.

    Attributes:
        path: The graph.
        products: From measure_products.
        any_cut: Whether its results must not depend on how speech is cut.
    """

    path: Path
    products: Mapping[str, Product]
    any_cut: bool
    _done: set[str] = field(init=False, default_factory=set)
    """Outputs of old nodes that new nodes make already."""

    def run(self) -> Any:
        """The new graph."""
        model: Any = onnx.load(str(self.path), load_external_data=False)
        self._graph = model.graph
        self._nodes = Nodes(self._graph)
        self._constant = _constants(self._graph)
        self._users: dict[str, list[Any]] = {}
        for node in self._graph.node:
            for name in node.input:
                self._users.setdefault(name, []).append(node)
        for node in self._graph.node:
            if node.output[0] in self._done:
                continue
            if node.output[0] in self.products:
                self._multiply_bytes(node)
            elif node.op_type == "Softmax" and self.any_cut:
                self._attend(node)
            else:
                self._nodes.made.append(node)
        del self._graph.node[:]
        self._graph.node.extend(self._nodes.made)
        model.opset_import.append(helper.make_opsetid(MICROSOFT, 1))
        return model

    def _multiply_bytes(self, node: Any) -> None:
        """Add a product in int8, with the bias that follows it."""
        product, name = self.products[node.output[0]], node.output[0]
        frames, evening = node.input[0], self._nodes.value(f"{name}:evening", product.evening)
        evened = self._nodes.add("Mul", [frames, evening], f"{name}:evened")
        scale = self._nodes.value(f"{name}:scale", product.frame_scale)
        zero = self._nodes.value(f"{name}:zero", product.frame_zero)
        data = self._nodes.add("QuantizeLinear", [evened, scale, zero], f"{name}:data")
        columns = self._nodes.value(f"{name}:columns", product.column_scales)
        rows = self._nodes.value(f"{name}:rows", product.evening[:, None])
        scaled = self._nodes.add("Div", [node.input[1], rows], f"{name}:scaled")
        scaled = self._nodes.add("Div", [scaled, columns], f"{name}:steps")
        rounded = self._nodes.add("Round", [scaled], f"{name}:rounded")
        weights = self._nodes.add("Cast", [rounded], f"{name}:bytes", to=TensorProto.INT8)
        result, bias = self._with_bias(name)
        inputs = [data, weights, scale, columns, zero, "", bias]
        self._nodes.add("MatMulIntegerToFloat", inputs, result, MICROSOFT)

    def _with_bias(self, name: str) -> tuple[str, str]:
        """The output of a product with its bias, and the bias; the product's own output and "" if it has none."""
        users = self._users.get(name, [])
        if len(users) == 1 and users[0].op_type == "Add":
            (other,) = (value for value in users[0].input if value != name)
            if other in self._constant:
                self._done.add(users[0].output[0])
                return users[0].output[0], other
        return name, ""

    def _attend(self, softmax: Any) -> None:
        """Add softmax and the product with the values after it, with sums in an order that no cut changes."""
        scores, name = softmax.input[0], softmax.output[0]
        (product,) = self._users[name]
        values = product.input[1]
        self._done.add(product.output[0])
        greatest = self._nodes.add("ReduceMax", [scores], f"{name}:greatest", axes=[-1], keepdims=1)
        lowered = self._nodes.add("Sub", [scores, greatest], f"{name}:lowered")
        weights = self._nodes.add("Exp", [lowered], f"{name}:weights")
        mixed = self._nodes.add("MatMul", [weights, values], f"{name}:mixed")
        ones = self._nodes.add(
            "Mul", [self._first(values, f"{name}:column"), self._nodes.value("zero", np.float32(0))]
        )
        ones = self._nodes.add("Add", [ones, self._nodes.value("ones", np.ones((1, ONES), np.float32))])
        sums = self._nodes.add("MatMul", [weights, ones], f"{name}:sums")
        self._nodes.add("Div", [mixed, self._first(sums, f"{name}:sum")], product.output[0])

    def _first(self, value: str, name: str) -> str:
        """Add a node that takes the first column of a value."""
        ends = [self._nodes.value(f"index:{i}", np.array([i], np.int64)) for i in (0, 1, 3)]
        return self._nodes.add("Slice", [value, *ends], name)
