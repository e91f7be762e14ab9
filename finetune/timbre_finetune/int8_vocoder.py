"""The vocoder's graph with convolutions in int8, for processors that multiply bytes (VNNI).

```
mel ─ front │ trunk, upsamplings, residual blocks │ head ─ inverse STFT
       fp32 │                int8                 │       fp32
   └─ harmonic source, fp32 ─▶ after each upsampling
```

Nine tenths of the operations are in the middle. What comes before it is cheap; what comes after it makes phases, and so
does the harmonic source, whose convolutions are products of rows and whose counting stays as the graph in fp32 has it.
Up to the head frames are rows here: a convolution rounds them to bytes, lays those of its taps side by side and is one
product, and an upsampling's samples are rows already. The bytes are summed as whole numbers and have one scale a
convolution, so speech may be cut anywhere (see timbre_finetune.int8_graph). The state is packed in another order than
that of the graph in fp32, and as long.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnx
from onnx import TensorProto, helper
from safetensors.numpy import load_file

from timbre.base import BaseModel
from timbre.engines.base import VOCODER
from timbre.engines.onnx_engine import INT8_SUFFIX
from timbre.models.harmonic_source import KERNEL as TRACKER_KERNEL
from timbre.models.harmonic_source import LAYERS as TRACKER_LAYERS
from timbre.models.harmonic_source import MIX_KERNEL, HarmonicSource
from timbre.models.hifigan import FRONT_KERNEL, MEL_FLOOR, MEL_SCALE, SLOPE, TRUNK_KERNEL, HifiganConfig
from timbre_finetune.onnx_export import STORED
from timbre_finetune.onnx_nodes import MICROSOFT, Nodes, telling_session

CLIPPED = 2e-5
"""Share of the values seen that is cut off at either end: the few largest would make the steps of all others coarse."""
MARGIN = 1.1
"""Room beyond the others, for the voices that were not asked."""
_SEEN = 7
"""Of so many values one is looked at."""
PREFIX = "generator."
"""What the graph puts before the weights' names."""
_TO_THE_END = 1 << 40

Inputs = Mapping[str, np.ndarray]


class Rounding(NamedTuple):
    """How frames become bytes: the size of a step, and the byte that stands for 0."""

    scale: np.float32
    zero: np.uint8

    @classmethod
    def of(cls, low: float, high: float) -> Rounding:
        """For values from `low` to `high`."""
        low, high = MARGIN * min(low, 0.0), MARGIN * max(high, 1e-6)
        scale = np.float32((high - low) / 255)
        return cls(scale, np.uint8(np.clip(round(-low / float(scale)), 0, 255)))


class Convolution(NamedTuple):
    """A causal convolution of rows (1, T, C_in): its name, sizes, and how its input is rounded, if it is."""

    name: str
    channels: int
    taps: int
    dilation: int = 1
    rounding: Rounding | None = None

    @property
    def context(self) -> int:
        """Earlier rows that a row depends on."""
        return (self.taps - 1) * self.dilation


def write_int8_vocoder(base: BaseModel, calls: Sequence[Inputs]) -> None:
    """Write the vocoder's int8 graph into a base model's folder, unless the vocoder has ConvNeXt blocks.

    Args:
        base: The base model.
        calls: What the vocoder is fed with, to find out how large its values are.
    """
    config = HifiganConfig.from_dict(base.hifigan)
    if config.next_blocks:
        return
    path = base.path(f"{VOCODER}.onnx")
    weights = load_file(base.path("hifigan.safetensors"))
    model: Any = onnx.load(str(path), load_external_data=False)
    _Rewriting(model.graph, config, weights, measure_roundings(path, calls)).run()
    model.opset_import.append(helper.make_opsetid(MICROSOFT, 1))
    (base.folder / f"{VOCODER}{INT8_SUFFIX}").write_bytes(model.SerializeToString())


def measure_roundings(path: Path, calls: Sequence[Inputs]) -> Mapping[str, Rounding]:
    """How to round the input of each convolution, by its name."""
    model: Any = onnx.load(str(path), load_external_data=False)
    inputs = {_weights_of(model.graph, node): node.input[0] for node in _convolutions(model.graph)}
    fed = sorted(set(inputs.values()))
    session = telling_session(path, model, fed)
    seen: dict[str, list[np.ndarray]] = {name: [] for name in fed}
    for call in calls:
        results: Sequence[Any] = session.run(fed, dict(call))
        for name, value in zip(fed, results, strict=True):
            seen[name].append(value.reshape(-1)[::_SEEN])
    ends = {
        name: np.quantile(np.concatenate(values), (CLIPPED, 1 - CLIPPED)) for name, values in seen.items()
    }
    return {name: Rounding.of(*map(float, ends[value])) for name, value in inputs.items()}


def _convolutions(graph: Any) -> list[Any]:
    return [node for node in graph.node if node.op_type == "Conv"]


def _weights_of(graph: Any, convolution: Any) -> str:
    """Name of the layer whose weights a convolution has, perhaps after they were laid out anew."""
    makers = {name: node for node in graph.node for name in node.output}
    origin = convolution.input[1]
    while makers[origin].op_type != "Cast":  # the cast has the parameter's name
        origin = makers[origin].input[0]
    return origin.removeprefix(PREFIX).removesuffix(".weight")


class _Rewriting:
    """The graph on its way to int8: all before the head is made anew."""

    def __init__(
        self,
        graph: Any,
        config: HifiganConfig,
        weights: Mapping[str, np.ndarray],
        roundings: Mapping[str, Rounding],
    ) -> None:
        self._graph, self._config, self._weights, self._roundings = graph, config, weights, roundings
        self._nodes = Nodes(graph)
        self._states: list[str] = []
        self._at = 0

    def run(self) -> None:
        """Rewrite the graph in place."""
        head = next(n for n in _convolutions(self._graph) if _weights_of(self._graph, n) == "head")
        makers = {name: node for node in self._graph.node for name in node.output}
        fed = makers[head.input[0]].input[1]  # after the head's context
        pack = makers["next_state"]
        rows = self._rows_before_the_head(leak=makers[fed])
        self._nodes.add("Transpose", [rows], f"{fed}:rows", perm=[0, 2, 1])
        makers[head.input[0]].input[1] = f"{fed}:rows"
        pack.input[:] = [*self._states, *pack.input[len(self._states) :]]
        weights = [node for node in self._graph.node if node.input and node.input[0].endswith(STORED)]
        rest = [node for node in self._graph.node if node not in weights]
        nodes = _in_order([*weights, *self._nodes.made, *rest])
        nodes = _needed(nodes, [one.name for one in self._graph.output])
        del self._graph.node[:]
        self._graph.node.extend(nodes)

    def _rows_before_the_head(self, leak: Any) -> str:
        """What the head is fed with, (1, T, C)."""
        config, nodes = self._config, self._nodes
        rows = nodes.add("Sub", ["mel", nodes.value("mel:floor", np.float32(MEL_FLOOR))])
        rows = nodes.add("Div", [rows, nodes.value("mel:scale", np.float32(MEL_SCALE))])
        rows = nodes.add("Transpose", [rows], perm=[0, 2, 1])
        sung = self._sung(rows) if config.harmonics else None
        rows = self._convolve(rows, Convolution("front", config.n_mels, FRONT_KERNEL))
        channels = config.channels
        rows = self._residual(rows, "trunk", channels, TRUNK_KERNEL, config.trunk)
        for step, stride in enumerate(config.upsampling):
            rows = self._upsample(rows, f"ups.{step}", channels, stride)
            channels //= 2
            rows = nodes.add("Add", [rows, sung[step]]) if sung else rows
            blocks = [
                self._residual(rows, f"blocks.{step}.{i}", channels, kernel, dilations)
                for i, (kernel, dilations) in enumerate(zip(config.kernels, config.dilations, strict=True))
            ]
            rows = blocks[0]
            for other in blocks[1:]:
                rows = nodes.add("Add", [rows, other])
            if len(blocks) > 1:
                count = nodes.value(f"blocks:{len(blocks)}", np.float32(len(blocks)))
                rows = nodes.add("Div", [rows, count])
        slope = next(attribute.f for attribute in leak.attribute if attribute.name == "alpha")
        return nodes.add("LeakyRelu", [rows], alpha=slope)

    def _sung(self, rows: str) -> list[str]:
        """What the harmonic source adds after each upsampling, (1, T, C); see timbre.models.harmonic_source."""
        nodes, config = self._nodes, self._config
        convolutions = {_weights_of(self._graph, node): node for node in _convolutions(self._graph)}
        makers = {name: node for node in self._graph.node for name in node.output}
        read = ""
        for i in range(TRACKER_LAYERS):
            channels = config.pitch_channels if i else config.n_mels
            own = Convolution(f"source.tracker.convs.{i}", channels, TRACKER_KERNEL)
            made = nodes.add("LeakyRelu", [self._convolve(read or rows, own)], alpha=SLOPE)
            read = nodes.add("Add", [read, made]) if read else made
        scores = self._convolve(read, Convolution("source.tracker.out", config.pitch_channels, 1))
        before = convolutions["source.tracker.out"].output[0]
        columns = nodes.add("Transpose", [scores], perm=[0, 2, 1])
        for node in self._graph.node:
            node.input[:] = [columns if name == before else name for name in node.input]
        self._states.append(makers["next_state"].input[TRACKER_LAYERS])  # F0, voicing and phase
        self._at += HarmonicSource.state_size
        sines = [
            makers[convolutions[f"source.mixes.{i}"].input[0]].input[1] for i in range(len(config.upsampling))
        ]
        return [
            self._convolve(
                nodes.add("Transpose", [sine], perm=[0, 2, 1]),
                Convolution(f"source.mixes.{i}", 2 * config.harmonics, MIX_KERNEL),
            )
            for i, sine in enumerate(sines)
        ]

    def _residual(
        self,
        rows: str,
        name: str,
        channels: int,
        taps: int,
        dilations: Sequence[int],
    ) -> str:
        for i, dilation in enumerate(dilations):
            own = f"{name}.convs.{i}"
            rounding = self._roundings[own]
            leaked = self._nodes.add("LeakyRelu", [rows], alpha=SLOPE)
            made = self._convolve(leaked, Convolution(own, channels, taps, dilation, rounding))
            rows = self._nodes.add("Add", [rows, made])
        return rows

    def _upsample(self, rows: str, name: str, channels: int, stride: int) -> str:
        """Each row and the one before it make `stride` rows; see CausalConvTranspose1d.stream."""
        nodes = self._nodes
        leaked = nodes.add("LeakyRelu", [rows], alpha=SLOPE)
        weights, parts = f"{PREFIX}{name}.weight", []  # (C_in, C_out, 2 * stride)
        for begin, end in ((stride, 2 * stride), (0, stride)):
            part = nodes.add("Slice", [weights, nodes.ints(begin), nodes.ints(end), nodes.ints(2)])
            part = nodes.add("Transpose", [part], perm=[0, 2, 1])
            parts.append(nodes.add("Reshape", [part, nodes.ints(channels, -1)]))
        columns = nodes.add("Concat", parts, axis=0)  # (2 * C_in, stride * C_out)
        bias = nodes.add("Tile", [f"{PREFIX}{name}.bias", nodes.ints(stride)])
        tall = self._weights[f"{name}.weight"].astype(np.float32)
        greatest = np.abs(tall).max(0).reshape(-1, 2, stride).max(1).T.reshape(-1)
        convolution = Convolution(name, channels, 2, 1, self._roundings[name])
        made = self._product(leaked, convolution, columns, greatest, bias)
        return nodes.add("Reshape", [made, nodes.ints(0, -1, channels // 2)])

    def _convolve(self, rows: str, convolution: Convolution) -> str:
        nodes, weights = self._nodes, f"{PREFIX}{convolution.name}.weight"  # (C_out, C_in, taps)
        columns = nodes.add("Transpose", [weights], perm=[2, 1, 0])
        columns = nodes.add("Reshape", [columns, nodes.ints(convolution.taps * convolution.channels, -1)])
        greatest = np.abs(self._weights[f"{convolution.name}.weight"].astype(np.float32)).max((1, 2))
        return self._product(rows, convolution, columns, greatest, f"{PREFIX}{convolution.name}.bias")

    def _product(
        self, rows: str, convolution: Convolution, columns: str, greatest: np.ndarray, bias: str
    ) -> str:
        """The product of windows of rows with columns of weights, whose greatest values are given, and the bias."""
        nodes, name = self._nodes, convolution.name
        if not convolution.context:
            return nodes.add("Add", [nodes.add("MatMul", [rows, columns]), bias])
        context = self._take(convolution)
        rounding = convolution.rounding
        if rounding is None:
            fed = nodes.add("Concat", [context, rows], axis=1)
            self._keep(self._last(fed, convolution.context))
            made = nodes.add("MatMul", [self._windows(fed, convolution), columns])
            return nodes.add("Add", [made, bias])
        step = [nodes.value(f"{name}:scale", rounding.scale), nodes.value(f"{name}:zero", rounding.zero)]
        parts = [nodes.add("QuantizeLinear", [part, *step]) for part in (context, rows)]
        fed = nodes.add("Concat", parts, axis=1)
        self._keep(nodes.add("DequantizeLinear", [self._last(fed, convolution.context), *step]))
        scales = nodes.value(f"{name}:columns", (np.maximum(greatest, 1e-8) / 127).astype(np.float32))
        steps = nodes.add("Round", [nodes.add("Div", [columns, scales])])
        weights = nodes.add("Cast", [steps], to=TensorProto.INT8)
        inputs = [self._windows(fed, convolution), weights, step[0], scales, step[1], "", bias]
        return nodes.add("MatMulIntegerToFloat", inputs, domain=MICROSOFT)

    def _windows(self, fed: str, convolution: Convolution) -> str:
        """Each row beside those that its taps reach, (1, T, taps * C)."""
        nodes, taps, dilation = self._nodes, convolution.taps, convolution.dilation
        ends = [(k - taps + 1) * dilation if k < taps - 1 else _TO_THE_END for k in range(taps)]
        parts = [
            nodes.add("Slice", [fed, nodes.ints(k * dilation), nodes.ints(end), nodes.ints(1)])
            for k, end in enumerate(ends)
        ]
        return nodes.add("Concat", parts, axis=2)

    def _last(self, fed: str, count: int) -> str:
        nodes = self._nodes
        return nodes.add("Slice", [fed, nodes.ints(-count), nodes.ints(_TO_THE_END), nodes.ints(1)])

    def _take(self, convolution: Convolution) -> str:
        """The rows before the chunk, out of the state."""
        nodes, size = self._nodes, convolution.context * convolution.channels
        part = nodes.add("Slice", ["state", nodes.ints(self._at), nodes.ints(self._at + size), nodes.ints(1)])
        self._at += size
        return nodes.add("Reshape", [part, nodes.ints(-1, convolution.context, convolution.channels)])

    def _keep(self, rows: str) -> None:
        self._states.append(self._nodes.add("Flatten", [rows], axis=1))


def _in_order(nodes: Sequence[Any]) -> list[Any]:
    """The nodes, each after those whose outputs it takes."""
    makers = {name: i for i, node in enumerate(nodes) for name in node.output}
    before = {i: {makers[name] for name in node.input if name in makers} for i, node in enumerate(nodes)}
    return [nodes[i] for i in TopologicalSorter(before).static_order()]


def _needed(nodes: Sequence[Any], outputs: Sequence[str]) -> list[Any]:
    """The nodes that outputs depend on, in their order."""
    wanted, kept = set(outputs), []
    for node in reversed(nodes):
        if wanted.intersection(node.output):
            wanted.update(node.input)
            kept.append(node)
    return kept[::-1]
