# pyright: reportImplicitOverride=true
"""TensorRT for RTX: engines built ahead of time for the card (see rtx_build), run through torch's memory."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from timbre.base import BaseModel
from timbre.engines.base import Engine, EngineBuildError, Network, override
from timbre.engines.rtx_build import ensure_engine, tensorrt


class RtxNetwork(Network):
    """An engine with its execution context; one run at a time."""

    def __init__(self, engine: bytes) -> None:
        trt = tensorrt()
        runtime = trt.Runtime(trt.Logger(trt.Logger.ERROR))
        self._engine: Any = runtime.deserialize_cuda_engine(engine)
        if self._engine is None:
            raise EngineBuildError("This card refuses its engine: set TIMBRE_ENGINE=cudagraph.")
        self._context: Any = self._engine.create_execution_context()
        names = [self._engine.get_tensor_name(at) for at in range(self._engine.num_io_tensors)]
        modes = {name: self._engine.get_tensor_mode(name) for name in names}
        self._inputs = [name for name in names if modes[name] == trt.TensorIOMode.INPUT]
        self._outputs = [name for name in names if modes[name] == trt.TensorIOMode.OUTPUT]
        self._stream = torch.cuda.Stream()
        self._lock = threading.Lock()

    @override
    def run(self, inputs: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Run once."""
        with self._lock, torch.cuda.stream(self._stream):
            held = {
                name: torch.from_numpy(np.ascontiguousarray(inputs[name])).cuda() for name in self._inputs
            }
            for name, tensor in held.items():
                self._context.set_input_shape(name, tuple(tensor.shape))
                self._context.set_tensor_address(name, tensor.data_ptr())
            results = {name: self._result(name) for name in self._outputs}
            if not self._context.execute_async_v3(self._stream.cuda_stream):
                raise RuntimeError("TensorRT for RTX could not run the network")
            return {name: tensor.cpu().numpy() for name, tensor in results.items()}

    def _result(self, name: str) -> torch.Tensor:
        tensor = torch.empty(tuple(self._context.get_tensor_shape(name)), device="cuda")
        self._context.set_tensor_address(name, tensor.data_ptr())
        return tensor


class RtxEngine(Engine):
    """TensorRT for RTX in fp16.

    Raises:
        EngineBuildError: if the library or a card is missing.
    """

    def __init__(self, half: bool = True) -> None:
        tensorrt()
        if not torch.cuda.is_available():
            raise EngineBuildError("TensorRT for RTX needs an NVIDIA card: set TIMBRE_ENGINE=onnx.")
        major, minor = torch.cuda.get_device_capability()
        self._capability, self._half = f"{major}.{minor}", half

    @property
    @override
    def name(self) -> str:
        """See Engine."""
        return f"TensorRT for RTX ({torch.cuda.get_device_name()}, {'fp16' if self._half else 'fp32'})"

    @property
    @override
    def max_batch(self) -> int:
        """See Engine."""
        return 32

    @override
    def load(self, base: BaseModel, network: str) -> RtxNetwork:
        """See Engine; the first load on a card builds the engine, which takes seconds."""
        return RtxNetwork(ensure_engine(base, network, self._capability, self._half).read_bytes())
