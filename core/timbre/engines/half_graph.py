"""A network's ONNX graph in half precision: weights as they are stored, inputs and outputs in float32.

TensorRT for RTX takes types as the graph states them. The base model's graphs store fp16 weights and cast
them to fp32; here those casts go, constants become fp16, and the graph's own inputs and outputs are cast. The nodes
that count phases stay in fp32 (timbre.models.harmonic_source.HarmonicSines): the graph casts their inputs and outputs.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

SUFFIX = ":half"
EXACT = "/sines/"
"""Part of the names of the nodes that stay in fp32."""
CONSTANT = "Constant"


def half_graph(path: Path) -> bytes:
    """The graph as a serialized model without external data.

    Args:
        path: A graph of a base model's folder.
    """
    import onnx
    from onnx import TensorProto, helper

    model: Any = onnx.load(str(path))
    graph = model.graph
    for initializer in graph.initializer:
        _to_half(initializer)
    before: list[Any] = []
    renamed: dict[str, str] = {}
    for value in graph.input:
        if value.type.tensor_type.elem_type == TensorProto.FLOAT:
            renamed[value.name] = value.name + SUFFIX
            before.append(
                helper.make_node("Cast", [value.name], [renamed[value.name]], to=TensorProto.FLOAT16)
            )
    after: list[Any] = []
    for value in graph.output:
        if value.type.tensor_type.elem_type == TensorProto.FLOAT:
            renamed[value.name] = value.name + SUFFIX
            after.append(helper.make_node("Cast", [renamed[value.name]], [value.name], to=TensorProto.FLOAT))
    constants = _own_constants(filter(_is_exact, graph.node), graph.node)
    for node in graph.node:
        if not _is_exact(node):
            _use_half(node, renamed)
    nodes = [*before, *constants, *graph.node, *after]
    inputs = {name for node in nodes for name in node.input}
    nodes = [node for node in nodes if node.op_type != CONSTANT or node.output[0] in inputs]
    del graph.node[:], graph.value_info[:]
    graph.node.extend(nodes)
    return model.SerializeToString()


def _is_exact(node: Any) -> bool:
    return EXACT in node.name and node.op_type != CONSTANT


def _own_constants(exact: Iterable[Any], nodes: Iterable[Any]) -> list[Any]:
    """Copies of the constants that the exact nodes take; these nodes take the copies from now on."""
    constants = {node.output[0]: node for node in nodes if node.op_type == CONSTANT}
    copies: dict[str, Any] = {}
    for node in exact:
        for at, name in enumerate(node.input):
            if name in constants:
                copy = copies.setdefault(name, type(node)())
                copy.CopyFrom(constants[name])
                copy.output[0] = node.input[at] = name + EXACT
    return list(copies.values())


def _to_half(tensor: Any) -> None:
    """A float32 tensor as float16, in place."""
    from onnx import TensorProto, numpy_helper

    if tensor.data_type != TensorProto.FLOAT:
        return
    values = numpy_helper.to_array(tensor)
    limit = np.finfo(np.float16).max
    tensor.CopyFrom(numpy_helper.from_array(values.clip(-limit, limit).astype(np.float16), tensor.name))


def _use_half(node: Any, renamed: dict[str, str]) -> None:
    """Let a node read, make and state half precision, in place."""
    from onnx import TensorProto

    for names in (node.input, node.output):
        for at, name in enumerate(names):
            names[at] = renamed.get(name, name)
    for attribute in node.attribute:
        if attribute.HasField("t"):
            _to_half(attribute.t)
        if node.op_type == "Cast" and attribute.name == "to" and attribute.i == TensorProto.FLOAT:
            attribute.i = TensorProto.FLOAT16
