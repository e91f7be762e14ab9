"""Nodes and constants that are added to an ONNX graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from onnx import helper, numpy_helper

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
