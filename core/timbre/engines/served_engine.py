# pyright: reportImplicitOverride=true
"""Networks that the same Triton server runs as models of its own: the plans in NVIDIA's container.

`timbre-train export --target tensorrt` writes such a repository. The streaming around the networks stays
in the Python models, which call them inside the server.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from timbre.base import BaseModel
from timbre.engines.base import DECODER, ENCODER, OUTPUTS, VOCODER, Engine, Network, override

CHOICE = "triton"
MODELS: Mapping[str, str] = {
    ENCODER: "fastpitch_encoder",
    DECODER: "fastpitch_decoder",
    VOCODER: "hifigan_generator",
}
"""Name of each network's model in the server; the name `hifigan` is taken by the Python model that streams."""
MAX_BATCH = 32


def served_engine(pb_utils: Any) -> ServedEngine | None:
    """The engine, if the setting TIMBRE_ENGINE asks for it; for a model's `initialize`."""
    return ServedEngine(pb_utils) if os.environ.get("TIMBRE_ENGINE") == CHOICE else None


class ServedNetwork(Network):
    """A model of the server, called from a model of the server."""

    def __init__(self, pb_utils: Any, network: str) -> None:
        self._pb_utils, self._model, self._outputs = pb_utils, MODELS[network], OUTPUTS[network]

    @override
    def run(self, inputs: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Run once."""
        pb_utils = self._pb_utils
        request = pb_utils.InferenceRequest(
            model_name=self._model,
            requested_output_names=list(self._outputs),
            inputs=[pb_utils.Tensor(name, _batched(value)) for name, value in inputs.items()],
            preferred_memory=pb_utils.PreferredMemory(pb_utils.TRITONSERVER_MEMORY_CPU),
        )
        response = request.exec()
        if response.has_error():
            raise RuntimeError(f"{self._model}: {response.error().message()}")
        return {name: pb_utils.get_output_tensor_by_name(response, name).as_numpy() for name in self._outputs}


def _batched(value: np.ndarray) -> np.ndarray:
    """An input as Triton wants it: a tensor must have another axis beside that of the batch."""
    return np.ascontiguousarray(value[:, None] if value.ndim == 1 else value)


class ServedEngine(Engine):
    """The networks of the server.

    Args:
        pb_utils: The module of that name, which only a model can import.
    """

    def __init__(self, pb_utils: Any) -> None:
        self._pb_utils = pb_utils

    @property
    @override
    def name(self) -> str:
        """See Engine."""
        return "Triton (TensorRT plans)"

    @property
    @override
    def max_batch(self) -> int:
        """See Engine."""
        return MAX_BATCH

    @override
    def load(self, base: BaseModel, network: str) -> ServedNetwork:  # noqa: ARG002  the server has loaded it
        """See Engine."""
        return ServedNetwork(self._pb_utils, network)
