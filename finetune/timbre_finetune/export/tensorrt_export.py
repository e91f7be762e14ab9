"""`timbre-train export --target tensorrt`: writes the model repository for NVIDIA's own Triton container.

```
OUT/triton_repo/    our models, and three more with platform "tensorrt_plan"
OUT/onnx/           the graphs of those three in half precision, each in one file
OUT/build_plans.sh  run in the container on the card to serve: graphs to plans
```
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import onnx

from timbre import files
from timbre.base import BaseModel
from timbre.contract import FUSED_MODEL
from timbre.engines.half_graph import half_graph
from timbre.engines.rtx_build import PROFILES, profile_shapes
from timbre.engines.served_engine import MAX_BATCH, MODELS

_TYPES = {onnx.TensorProto.FLOAT: "TYPE_FP32", onnx.TensorProto.INT64: "TYPE_INT64"}
_HEAD = """\
# Written by `timbre-train export --target tensorrt`; its plan by build_plans.sh.
name: "{name}"
platform: "tensorrt_plan"
max_batch_size: {batch}
"""
_TAIL = """\
dynamic_batching { }
instance_group [ { kind: KIND_GPU count: 1 } ]
"""
_SCRIPT = """\
#!/usr/bin/env bash
# Builds the plans for the card of this machine; run it inside NVIDIA's Triton container.
set -euo pipefail
cd "$(dirname "$0")"
TRTEXEC="${{TRTEXEC:-$(command -v trtexec || echo /usr/src/tensorrt/bin/trtexec)}}"
{builds}"""
_BUILD = """\
"$TRTEXEC" --onnx=onnx/{name}.onnx --stronglyTyped --skipInference \\
  --minShapes={least} \\
  --optShapes={usual} \\
  --maxShapes={most} \\
  --saveEngine=triton_repo/{name}/1/model.plan
"""


def export_tensorrt(base_dir: Path, repository: Path, out: Path) -> None:
    """Write the repository, the graphs and the script.

    Args:
        base_dir: A base model's folder.
        repository: The repository `triton_repo` of the sources.
        out: Where to write.
    """
    base = BaseModel.open(base_dir)
    # The container loads every model that it finds; the ensemble does the work of the fused model.
    ignore = shutil.ignore_patterns("__pycache__", FUSED_MODEL.name)
    shutil.copytree(repository, out / "triton_repo", dirs_exist_ok=True, ignore=ignore)
    files.make_folder(out / "onnx")
    builds: list[str] = []
    for network, name in MODELS.items():
        path = base.path(f"{network}.onnx")
        graph = onnx.load(str(path), load_external_data=False).graph
        files.write(out / "onnx" / f"{name}.onnx", half_graph(path))
        folder = out / "triton_repo" / name
        files.make_folder(folder / "1")
        files.write(folder / "config.pbtxt", plan_config(name, graph))
        builds.append(_build_command(network, name, graph))
    script = out / "build_plans.sh"
    files.write(script, _SCRIPT.format(builds="".join(builds)))
    script.chmod(0o755)


def plan_config(name: str, graph: Any) -> str:
    """The `config.pbtxt` of a plan; the batch axis is not among its dims."""
    inputs = ",\n".join(_tensor(value) for value in graph.input)
    outputs = ",\n".join(_tensor(value) for value in graph.output)
    head = _HEAD.format(name=name, batch=MAX_BATCH)
    return f"{head}input [\n{inputs}\n]\noutput [\n{outputs}\n]\n{_TAIL}"


def _tensor(value: Any) -> str:
    dims = _dims(value)[1:]
    kind = _TYPES[value.type.tensor_type.elem_type]
    if not dims:  # one number for each row
        return f'  {{ name: "{value.name}" data_type: {kind} dims: [ 1 ] reshape: {{ shape: [ ] }} }}'
    return f'  {{ name: "{value.name}" data_type: {kind} dims: [ {", ".join(map(str, dims))} ] }}'


def _dims(value: Any) -> tuple[int, ...]:
    """Sizes of a graph's tensor, -1 for dynamic ones."""
    return tuple(
        dim.dim_value if dim.HasField("dim_value") else -1 for dim in value.type.tensor_type.shape.dim
    )


def _build_command(network: str, name: str, graph: Any) -> str:
    shapes = {value.name: profile_shapes(_dims(value), PROFILES[network]) for value in graph.input}
    least, usual, most = (
        ",".join(f"{tensor}:{'x'.join(map(str, sizes[at]))}" for tensor, sizes in shapes.items())
        for at in range(3)
    )
    return _BUILD.format(name=name, least=least, usual=usual, most=most)
