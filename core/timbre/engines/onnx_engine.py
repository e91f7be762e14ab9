"""ONNX Runtime on the CPU."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnxruntime as ort

from timbre.base import BaseModel


class OnnxNetwork:
    """A graph in an ONNX Runtime session."""

    def __init__(self, session: ort.InferenceSession) -> None:
        self._session = session
        self._outputs = [output.name for output in session.get_outputs()]

    def run(self, inputs: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Run once."""
        results: Sequence[Any] = self._session.run(self._outputs, dict(inputs))
        return dict(zip(self._outputs, results, strict=True))


class OnnxEngine:
    """ONNX Runtime with a number of threads a network."""

    def __init__(self, threads: int = 2) -> None:
        self._threads = threads

    @property
    def name(self) -> str:
        """See Engine."""
        return "onnxruntime (CPU)"

    @property
    def max_batch(self) -> int:
        """On two cores a batch takes as long as its rows one by one, and its first listener waits for all."""
        return 1

    def load(self, base: BaseModel, network: str) -> OnnxNetwork:
        """See Engine."""
        options = ort.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # The threads sleep between two chunks, and while they wait within one: spinning ones take the cores from
        # the other network, and beside other programs they make speech a third slower (docs/performance.md).
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        path = base.path(f"{network}.onnx")
        return OnnxNetwork(ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"]))
