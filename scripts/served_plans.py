"""Models of the Python backend that take the place of TensorRT plans, which need a card; ONNX Runtime computes them."""

from __future__ import annotations

from pathlib import Path

from timbre.engines.served_engine import MODELS

_MODEL = """
import numpy as np, onnxruntime, triton_python_backend_utils as pb_utils

class TritonPythonModel:
    def initialize(self, args):
        self._session = onnxruntime.InferenceSession({graph!r})

    def execute(self, requests):
        return [self._answer(request) for request in requests]

    def _answer(self, request):
        inputs = {{}}
        for value in self._session.get_inputs():
            array = pb_utils.get_input_tensor_by_name(request, value.name).as_numpy()
            inputs[value.name] = array.reshape(-1) if len(value.shape) == 1 else array
        names = [value.name for value in self._session.get_outputs()]
        results = self._session.run(names, inputs)
        return pb_utils.InferenceResponse([pb_utils.Tensor(n, r) for n, r in zip(names, results)])
"""


def replace_plans(repository: Path, base: Path) -> None:
    """Put a stand-in in the place of each plan of an exported repository; only `platform` and the device differ.

    Args:
        repository: The folder `triton_repo` that `timbre-train export --target tensorrt` wrote; it is changed.
        base: The base model's folder, where the stand-ins find the graphs.
    """
    for network, name in MODELS.items():
        folder = repository / name
        (folder / "1" / "model.py").write_text(_MODEL.format(graph=str(base / f"{network}.onnx")))
        config = folder / "config.pbtxt"
        text = config.read_text().replace('platform: "tensorrt_plan"', 'backend: "python"')
        config.write_text(text.replace("KIND_GPU", "KIND_CPU"))
