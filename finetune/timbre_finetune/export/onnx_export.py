"""ONNX graphs that share their weights with the safetensors files.

A graph's initializers become external tensors that point at the bytes of the safetensors file beside
it (fp16), followed by a cast to fp32 that ONNX Runtime folds when it loads. So torch and ONNX Runtime
read the same file, and nothing is stored twice.
"""

from __future__ import annotations

import json
import struct
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path

import onnx
import torch
from onnx import TensorProto, helper
from torch import Tensor, nn
from torch.jit._trace import TracerWarning

from timbre import files

OPSET = 17
STORED = ":stored"
"""Suffix of the names of weights as the file stores them, before their cast."""


def tensor_places(path: Path) -> dict[str, tuple[int, int]]:
    """Offset and length in bytes of each tensor of a safetensors file.

    Source: the safetensors format: 8 bytes of header length, a JSON header, the tensors.
    """
    with path.open("rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
    header.pop("__metadata__", None)
    begin = 8 + length
    return {
        k: (begin + v["data_offsets"][0], v["data_offsets"][1] - v["data_offsets"][0])
        for k, v in header.items()
    }


def export_graph(
    graph: nn.Module,
    inputs: Mapping[str, Tensor],
    outputs: Sequence[str],
    axes: Mapping[str, Mapping[int, str]],
    path: Path,
) -> None:
    """Trace a graph to ONNX with its weights inside.

    Args:
        graph: The module; called with the inputs in their order.
        inputs: Example inputs by name.
        outputs: Names of its outputs.
        axes: Dynamic axes by tensor name.
        path: File to write.
    """
    graph.eval()
    with warnings.catch_warnings():
        # The exporter that traces keeps the parameters' names, which share_weights needs; the newer one
        # does not. It warns of this choice, and of widths that are constants here anyway.
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", TracerWarning)
        # ONNX Runtime folds the widths of padding; the exporter need not.
        warnings.filterwarnings("ignore", "Constant folding", UserWarning)
        torch.onnx.export(
            graph,
            tuple(inputs.values()),
            str(path),
            input_names=list(inputs),
            output_names=list(outputs),
            dynamic_axes={name: dict(value) for name, value in axes.items()},
            opset_version=OPSET,
            do_constant_folding=False,
            dynamo=False,
        )


def share_weights(path: Path, weights: Path, prefix: str) -> None:
    """Replace a graph's weights by references into a safetensors file in the same folder.

    Args:
        path: The graph; rewritten in place.
        weights: The safetensors file, fp16.
        prefix: Prefix of the file's tensor names in the graph.
    """
    model = onnx.load(str(path))
    places = tensor_places(weights)
    casts, initializers = [], []
    for initializer in model.graph.initializer:
        key = initializer.name.removeprefix(prefix)
        if key not in places:
            initializers.append(initializer)
            continue
        stored = TensorProto(
            name=initializer.name + STORED, data_type=TensorProto.FLOAT16, dims=initializer.dims
        )
        stored.data_location = TensorProto.EXTERNAL
        offset, length = places[key]
        for k, v in (("location", weights.name), ("offset", offset), ("length", length)):
            stored.external_data.add(key=k, value=str(v))
        initializers.append(stored)
        casts.append(helper.make_node("Cast", [stored.name], [initializer.name], to=TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(initializers)
    model.graph.node.extend(nodes)
    files.write(path, model.SerializeToString())
