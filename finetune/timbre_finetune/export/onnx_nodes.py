"""Adds nodes, constants and outputs to an ONNX graph."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from timbre import files

MICROSOFT = "com.microsoft"
"""Domain of ONNX Runtime's own operators."""


class Nodes:
    """New nodes in the order in which they run; their constants are added to the graph at once.

    Args:
        graph: The graph that gets the constants.
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
    """Open a session of a graph that outputs some inner values too, to find out how large they are.

    Args:
        path: The graph's file, beside the weights that it refers to.
        model: The graph that the file holds; the outputs are added to it.
        values: Names of float values.
    """
    model.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in values)
    probe = path.with_name(f"{path.stem}.probe.onnx")
    files.write(probe, model.SerializeToString())
    try:
        return onnxruntime.InferenceSession(str(probe), providers=["CPUExecutionProvider"])
    finally:
        probe.unlink()
