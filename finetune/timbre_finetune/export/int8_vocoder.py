"""The vocoder's graph with convolutions in int8, for processors that multiply bytes (VNNI).

```
mel ─ front │ trunk, upsamplings, residual blocks │ head ─ inverse STFT
       fp32 │                int8                 │       fp32
   └─ harmonic source, fp32 ─▶ after each upsampling
```

Nine tenths of the operations are in the middle. The front is cheap. The head makes phases, which must be exact, and so
does the harmonic source: its convolutions become products of rows, and its counting of phases is that of the graph in
fp32. Up to the head, frames are rows here. A convolution rounds them to bytes, puts the rows of its taps side by side
and is then one product; an upsampling's samples are rows already. The bytes are summed as whole numbers and each
convolution has one scale, so speech may be cut anywhere (see `int8_graph`). The state is as long as that of the graph
in fp32, but its parts have another order.
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

from timbre import files
from timbre.base import BaseModel
from timbre.engines.base import VOCODER
from timbre.engines.onnx_engine import INT8_SUFFIX
from timbre.models.harmonic_source import KERNEL as TRACKER_KERNEL
from timbre.models.harmonic_source import LAYERS as TRACKER_LAYERS
from timbre.models.harmonic_source import MIX_KERNEL, HarmonicSource
from timbre.models.hifigan import FRONT_KERNEL, MEL_FLOOR, MEL_SCALE, SLOPE, TRUNK_KERNEL, HifiganConfig
from timbre_finetune.export.exported_vocoder import PREFIX, ExportedVocoder
from timbre_finetune.export.onnx_export import STORED
from timbre_finetune.export.onnx_nodes import MICROSOFT, Nodes, telling_session

CLIPPED = 2e-5
"""Share of the values that is cut off at either end, because the few largest would make all steps coarse."""
MARGIN = 1.1
"""Factor on the range of values that was measured, for voices that were not measured."""
_STRIDE = 7
"""Only every 7th value is measured, so that the values fit into memory."""
_TO_THE_END = 1 << 40

Inputs = Mapping[str, np.ndarray]


class Rounding(NamedTuple):
    """How frames become bytes: the size of a step, and the byte that stands for 0."""

    scale: np.float32
    zero: np.uint8

    @classmethod
    def of(cls, low: float, high: float) -> Rounding:
        """The rounding for values from `low` to `high`."""
        low, high = MARGIN * min(low, 0.0), MARGIN * max(high, 1e-6)
        scale = np.float32((high - low) / 255)
        return cls(scale, np.uint8(np.clip(round(-low / float(scale)), 0, 255)))


class Convolution(NamedTuple):
    """A causal convolution of rows (1, T, C_in): its name, its sizes, and the rounding of its input, if any."""

    name: str
    channels: int
    taps: int
    dilation: int = 1
    rounding: Rounding | None = None

    @property
    def context(self) -> int:
        """The number of earlier rows that a row depends on."""
        return (self.taps - 1) * self.dilation


def write_int8_vocoder(base: BaseModel, calls: Sequence[Inputs]) -> None:
    """Write the vocoder's int8 graph into a base model's folder.

    Args:
        base: The base model.
        calls: Inputs of the vocoder, to find out how large its values are.
    Raises:
        ValueError: if the vocoder's graph is not as this export expects it.
    """
    config = HifiganConfig.from_dict(base.hifigan)
    path = base.path(f"{VOCODER}.onnx")
    weights = load_file(base.path("hifigan.safetensors"))
    model: Any = onnx.load(str(path), load_external_data=False)
    places = ExportedVocoder.of(model.graph, config)
    _Rewriting(model.graph, places, config, weights, measure_roundings(path, places.inputs, calls)).run()
    model.opset_import.append(helper.make_opsetid(MICROSOFT, 1))
    files.write(base.folder / f"{VOCODER}{INT8_SUFFIX}", model.SerializeToString())


def measure_roundings(
    path: Path, inputs: Mapping[str, str], calls: Sequence[Inputs]
) -> Mapping[str, Rounding]:
    """Measure how to round the input of each convolution, by its layer.

    Args:
        path: The vocoder's graph.
        inputs: Names of the inputs, by layer.
        calls: Inputs of the vocoder.
    """
    model: Any = onnx.load(str(path), load_external_data=False)
    names = sorted(set(inputs.values()))
    session = telling_session(path, model, names)
    samples: dict[str, list[np.ndarray]] = {name: [] for name in names}
    for call in calls:
        results: Sequence[Any] = session.run(names, dict(call))
        for name, value in zip(names, results, strict=True):
            samples[name].append(value.reshape(-1)[::_STRIDE])
    ends = {
        name: np.quantile(np.concatenate(values), (CLIPPED, 1 - CLIPPED)) for name, values in samples.items()
    }
    return {name: Rounding.of(*map(float, ends[value])) for name, value in inputs.items()}


class _Rewriting:
    """Rewrites the graph to int8: all nodes before the head are replaced."""

    def __init__(
        self,
        graph: Any,
        places: ExportedVocoder,
        config: HifiganConfig,
        weights: Mapping[str, np.ndarray],
        roundings: Mapping[str, Rounding],
    ) -> None:
        self._graph, self._places, self._config = graph, places, config
        self._weights, self._roundings = weights, roundings
        self._nodes = Nodes(graph)
        self._states: list[str] = []
        self._at = 0

    def run(self) -> None:
        """Rewrite the graph in place."""
        head_input, next_state = self._places.head_input, self._places.next_state
        frames = self._nodes.add("Transpose", [self._rows_before_the_head()], perm=[0, 2, 1])
        head_input.input[1] = frames
        # The last two parts of the state are of the head and of the spectrum.
        next_state.input[:] = [*self._states, *next_state.input[-2:]]
        weights = [node for node in self._graph.node if node.input and node.input[0].endswith(STORED)]
        rest = [node for node in self._graph.node if node not in weights]
        nodes = _in_order([*weights, *self._nodes.made, *rest])
        nodes = _needed(nodes, [output.name for output in self._graph.output])
        del self._graph.node[:]
        self._graph.node.extend(nodes)

    def _rows_before_the_head(self) -> str:
        """Add the nodes before the head; returns the name of the head's input, (1, T, C)."""
        config, nodes = self._config, self._nodes
        rows = nodes.add("Sub", ["mel", nodes.value("mel:floor", np.float32(MEL_FLOOR))])
        rows = nodes.add("Div", [rows, nodes.value("mel:scale", np.float32(MEL_SCALE))])
        rows = nodes.add("Transpose", [rows], perm=[0, 2, 1])
        harmonics = self._harmonics(rows)
        rows = self._convolve(rows, Convolution("front", config.n_mels, FRONT_KERNEL))
        channels = config.channels
        rows = self._residual(rows, "trunk", channels, TRUNK_KERNEL, config.trunk)
        for step, stride in enumerate(config.upsampling):
            rows = self._upsample(rows, f"ups.{step}", channels, stride)
            channels //= 2
            rows = nodes.add("Add", [rows, harmonics[step]])
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
        return nodes.add("LeakyRelu", [rows], alpha=self._places.slope)

    def _harmonics(self, rows: str) -> list[str]:
        """Add the convolutions of timbre.models.harmonic_source; returns the sums for each upsampling, (1, T, C)."""
        nodes, config = self._nodes, self._config
        features = ""
        for i in range(TRACKER_LAYERS):
            channels = config.pitch_channels if i else config.n_mels
            convolution = Convolution(f"source.tracker.convs.{i}", channels, TRACKER_KERNEL)
            layer = nodes.add("LeakyRelu", [self._convolve(features or rows, convolution)], alpha=SLOPE)
            features = nodes.add("Add", [features, layer]) if features else layer
        scores = self._convolve(features, Convolution("source.tracker.out", config.pitch_channels, 1))
        columns = nodes.add("Transpose", [scores], perm=[0, 2, 1])
        for node in self._graph.node:
            node.input[:] = [columns if name == self._places.scores else name for name in node.input]
        self._states.append(self._places.pitch_state)
        self._at += HarmonicSource.state_size
        return [
            self._convolve(
                nodes.add("Transpose", [sine], perm=[0, 2, 1]),
                Convolution(f"source.mixes.{i}", 2 * config.harmonics, MIX_KERNEL),
            )
            for i, sine in enumerate(self._places.sines)
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
            layer = f"{name}.convs.{i}"
            convolution = Convolution(layer, channels, taps, dilation, self._roundings[layer])
            leaked = self._nodes.add("LeakyRelu", [rows], alpha=SLOPE)
            rows = self._nodes.add("Add", [rows, self._convolve(leaked, convolution)])
        return rows

    def _upsample(self, rows: str, name: str, channels: int, stride: int) -> str:
        """Add an upsampling: each row and the one before make `stride` rows, see CausalConvTranspose1d.stream."""
        nodes = self._nodes
        leaked = nodes.add("LeakyRelu", [rows], alpha=SLOPE)
        weights, parts = f"{PREFIX}{name}.weight", []  # (C_in, C_out, 2 * stride)
        for begin, end in ((stride, 2 * stride), (0, stride)):
            part = nodes.add("Slice", [weights, nodes.ints(begin), nodes.ints(end), nodes.ints(2)])
            part = nodes.add("Transpose", [part], perm=[0, 2, 1])
            parts.append(nodes.add("Reshape", [part, nodes.ints(channels, -1)]))
        columns = nodes.add("Concat", parts, axis=0)  # (2 * C_in, stride * C_out)
        bias = nodes.add("Tile", [f"{PREFIX}{name}.bias", nodes.ints(stride)])
        kernel = self._weights[f"{name}.weight"].astype(np.float32)
        greatest = np.abs(kernel).max(0).reshape(-1, 2, stride).max(1).T.reshape(-1)
        convolution = Convolution(name, channels, 2, 1, self._roundings[name])
        wide_rows = self._product(leaked, convolution, columns, greatest, bias)
        return nodes.add("Reshape", [wide_rows, nodes.ints(0, -1, channels // 2)])

    def _convolve(self, rows: str, convolution: Convolution) -> str:
        nodes, weights = self._nodes, f"{PREFIX}{convolution.name}.weight"  # (C_out, C_in, taps)
        columns = nodes.add("Transpose", [weights], perm=[2, 1, 0])
        columns = nodes.add("Reshape", [columns, nodes.ints(convolution.taps * convolution.channels, -1)])
        greatest = np.abs(self._weights[f"{convolution.name}.weight"].astype(np.float32)).max((1, 2))
        return self._product(rows, convolution, columns, greatest, f"{PREFIX}{convolution.name}.bias")

    def _product(
        self, rows: str, convolution: Convolution, columns: str, greatest: np.ndarray, bias: str
    ) -> str:
        """Add the product of windows of rows with columns of weights, and the bias; `greatest` is of each column."""
        nodes, name = self._nodes, convolution.name
        if not convolution.context:
            return nodes.add("Add", [nodes.add("MatMul", [rows, columns]), bias])
        context = self._take(convolution)
        rounding = convolution.rounding
        if rounding is None:
            all_rows = nodes.add("Concat", [context, rows], axis=1)
            self._keep(self._last(all_rows, convolution.context))
            product = nodes.add("MatMul", [self._windows(all_rows, convolution), columns])
            return nodes.add("Add", [product, bias])
        step = [nodes.value(f"{name}:scale", rounding.scale), nodes.value(f"{name}:zero", rounding.zero)]
        parts = [nodes.add("QuantizeLinear", [part, *step]) for part in (context, rows)]
        all_rows = nodes.add("Concat", parts, axis=1)
        self._keep(nodes.add("DequantizeLinear", [self._last(all_rows, convolution.context), *step]))
        scales = nodes.value(f"{name}:columns", (np.maximum(greatest, 1e-8) / 127).astype(np.float32))
        steps = nodes.add("Round", [nodes.add("Div", [columns, scales])])
        weights = nodes.add("Cast", [steps], to=TensorProto.INT8)
        inputs = [self._windows(all_rows, convolution), weights, step[0], scales, step[1], "", bias]
        return nodes.add("MatMulIntegerToFloat", inputs, domain=MICROSOFT)

    def _windows(self, rows: str, convolution: Convolution) -> str:
        """Put each row beside the rows that its taps reach, (1, T, taps * C)."""
        nodes, taps, dilation = self._nodes, convolution.taps, convolution.dilation
        ends = [(k - taps + 1) * dilation if k < taps - 1 else _TO_THE_END for k in range(taps)]
        parts = [
            nodes.add("Slice", [rows, nodes.ints(k * dilation), nodes.ints(end), nodes.ints(1)])
            for k, end in enumerate(ends)
        ]
        return nodes.add("Concat", parts, axis=2)

    def _last(self, rows: str, count: int) -> str:
        nodes = self._nodes
        return nodes.add("Slice", [rows, nodes.ints(-count), nodes.ints(_TO_THE_END), nodes.ints(1)])

    def _take(self, convolution: Convolution) -> str:
        """Take the rows before the chunk out of the state."""
        nodes, size = self._nodes, convolution.context * convolution.channels
        part = nodes.add("Slice", ["state", nodes.ints(self._at), nodes.ints(self._at + size), nodes.ints(1)])
        self._at += size
        return nodes.add("Reshape", [part, nodes.ints(-1, convolution.context, convolution.channels)])

    def _keep(self, rows: str) -> None:
        self._states.append(self._nodes.add("Flatten", [rows], axis=1))


def _in_order(nodes: Sequence[Any]) -> list[Any]:
    """Sort the nodes, so that each comes after those whose outputs it takes."""
    makers = {name: i for i, node in enumerate(nodes) for name in node.output}
    before = {i: {makers[name] for name in node.input if name in makers} for i, node in enumerate(nodes)}
    return [nodes[i] for i in TopologicalSorter(before).static_order()]


def _needed(nodes: Sequence[Any], outputs: Sequence[str]) -> list[Any]:
    """Choose the nodes that the outputs depend on, in their order."""
    names, needed = set(outputs), []
    for node in reversed(nodes):
        if names.intersection(node.output):
            names.update(node.input)
            needed.append(node)
    return needed[::-1]
