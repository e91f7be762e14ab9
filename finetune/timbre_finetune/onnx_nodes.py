"""Nodes, constants and outputs that are added to an ONNX graph."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

MICROSOFT = "com.microsoft"
"""Domain of ONNX Runtime's own operators."""


class Nodes:
    """Nodes in the order in which they run; their constants go into the graph at once.

    Args:
        graph: Whose constants are added to.
    """

    def __init__(self, graph: Any) -> None:
        self.made: list[Any] = []
        self._graph = graph
        self._known = {initializer.name for initializer in graph.initializer}

    def add(
        self, kind: str, inputs: Sequence[str], output: str = "", domain: str = "", **attributes: Any
    ) -> str:
        """Add a node of one output; returns the output's name, made up if none is given."""
        output = output or f"{inputs[0]}:{kind}:{len(self.made)}"
        self.made.append(helper.make_node(kind, list(inputs), [output], domain=domain, **attributes))
        return output

    def value(self, name: str, value: Any) -> str:
        """A constant, added when its name comes for the first time."""
        if name not in self._known:
            self._known.add(name)
            self._graph.initializer.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def ints(self, *values: int) -> str:
        """A constant of whole numbers, (n,) int64."""
        return self.value("ints:" + ",".join(map(str, values)), np.array(values, np.int64))


def telling_session(path: Path, model: Any, values: Sequence[str]) -> Any:
    """A session of a graph that gives some of its inner values too, to find out how large they are.

    Args:
        path: The graph's file, beside the weights that it refers to.
        model: What is in it; the outputs are added here.
        values: Names of float values.
    """
    model.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in values)
    probe = path.with_name(f"{path.stem}.probe.onnx")
    probe.write_bytes(model.SerializeToString())
    try:
        return onnxruntime.InferenceSession(str(probe), providers=["CPUExecutionProvider"])
    finally:
        probe.unlink()
