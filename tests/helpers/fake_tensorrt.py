"""A stand-in for the library TensorRT for RTX, which runs on cards alone: its engines compute in ONNX Runtime.

An engine is the ONNX graph itself. Tensors come and go by address, as in the library, so that wrong shapes, addresses
or types are seen. `faults` says what goes wrong.
"""

from __future__ import annotations

import ctypes
import importlib.machinery
import io
import math
import sys
import time
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import onnx
import onnxruntime

from timbre.engines.card import Cuda

NAME = "tensorrt_rtx"


class Faults:
    """What goes wrong.

    Attributes:
        builds: Whether engines can be built.
        takes: Whether the card takes engines.
        fits: Whether the card has room for them.
        runs: Whether they run.
        spoils: A number that is added to what floats the engines compute.
        slow_s: Seconds that each run takes longer.
        error: What a run raises.
        longest: The longest shape that engines are built for, in any axis.
    """

    def __init__(self) -> None:
        self.builds = self.takes = self.fits = self.runs = True
        self.spoils = self.slow_s = 0.0
        self.error: Exception | None = None
        self.longest = sys.maxsize


class Context:
    def __init__(self, faults, graph):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.log_severity_level = 1, 3
        self._faults, self._session = faults, onnxruntime.InferenceSession(graph, options)
        self._kinds = {value.name: value.type for value in self._session.get_inputs()}
        self._shapes, self._addresses, self._known = {}, {}, {}

    def set_input_shape(self, name, shape):
        self._shapes[name] = shape
        return max(shape) <= self._faults.longest

    def set_tensor_address(self, name, address):
        self._addresses[name] = address

    def get_tensor_shape(self, name):
        key = tuple(sorted(self._shapes.items()))
        if key not in self._known:
            self._known[key] = {output: value.shape for output, value in self._run().items()}
        return self._known[key][name]

    def execute_async_v3(self, stream):
        if self._faults.error is not None:
            raise self._faults.error
        if not self._faults.runs:
            return False
        time.sleep(self._faults.slow_s)
        for name, value in self._run().items():
            value = np.ascontiguousarray(value + np.float32(self._faults.spoils))
            ctypes.memmove(self._addresses[name], value.ctypes.data, value.nbytes)
        return True

    def _run(self):
        names = [value.name for value in self._session.get_outputs()]
        return dict(
            zip(names, self._session.run(names, {n: self._input(n) for n in self._kinds}), strict=True)
        )

    def _input(self, name):
        kind = np.dtype(np.int64 if "int64" in self._kinds[name] else np.float32)
        size = math.prod(self._shapes[name]) * kind.itemsize
        return np.frombuffer(ctypes.string_at(self._addresses[name], size), kind).reshape(self._shapes[name])


def _is_graph(engine):
    try:
        return bool(onnx.load_model_from_string(engine).graph.node)
    except Exception:  # noqa: BLE001  whatever the parser says of a damaged file
        return False


def fake_tensorrt(faults: Faults) -> ModuleType:
    """The module."""

    class Parser:
        def __init__(self, network, logger):
            self._network, self.num_errors = network, 0

        def parse(self, graph):
            self._network.graph = graph
            model = onnx.load_model_from_string(graph)
            self._network.num_inputs = len(model.graph.input)
            self._network.get_input = lambda at: SimpleNamespace(
                name=model.graph.input[at].name,
                shape=tuple(d.dim_value or -1 for d in model.graph.input[at].type.tensor_type.shape.dim),
            )
            return True

        def parse_from_file(self, path):
            model, whole = onnx.load(path), io.BytesIO()
            whole.write(model.SerializeToString())
            return self.parse(whole.getvalue())

    class Builder:
        def __init__(self, logger):
            pass

        def create_network(self, flags):
            return SimpleNamespace()

        def create_builder_config(self):
            return SimpleNamespace(
                set_compute_capability=lambda *_: None, add_optimization_profile=lambda _: 0
            )

        def create_optimization_profile(self):
            return SimpleNamespace(set_shape=lambda *_: None)

        def build_serialized_network(self, network, config):
            return network.graph if faults.builds else None

    class Runtime:
        def __init__(self, logger):
            pass

        def deserialize_cuda_engine(self, engine):
            if not faults.takes or not _is_graph(engine):
                return None
            return SimpleNamespace(
                create_execution_context=lambda: Context(faults, engine) if faults.fits else None
            )

    class Logger:
        ERROR = 1

        def __init__(self, level):
            pass

    module = ModuleType(NAME)
    module.__spec__ = importlib.machinery.ModuleSpec(NAME, None)
    module.__version__ = "1"
    module.Logger, module.Builder, module.OnnxParser, module.Runtime = Logger, Builder, Parser, Runtime
    module.ComputeCapability = SimpleNamespace(SM86=0, SM89=1, SM120=2, SM121=3)
    return module


NVIDIA_SMI = """#!/bin/sh
echo "{name}, {capability}, {driver}"
"""


def fake_card(
    monkeypatch, folder: Path, name="NVIDIA GeForce RTX 4070", capability="8.9", driver="580.65"
) -> None:
    """Put a driver's program onto PATH that names a card, and let torch be the build with CUDA 13."""
    folder.mkdir(exist_ok=True)
    program = folder / "nvidia-smi"
    program.write_text(NVIDIA_SMI.format(name=name, capability=capability, driver=driver))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    for module in ("timbre.engines.decision", "timbre.engines.select"):
        monkeypatch.setattr(f"{module}.torch_is_for_cpus", lambda: False)
    monkeypatch.setattr("timbre.engines.obstacle.torch_cuda", lambda: 13)
    fake_cuda(monkeypatch, Cuda(0, 13000, name, capability))
    for variable in ("TIMBRE_ENGINE", "CUDA_VISIBLE_DEVICES"):
        monkeypatch.delenv(variable, raising=False)


def no_driver(monkeypatch, folder: Path) -> None:
    """Let this machine have no NVIDIA driver; programs are looked for in the folder alone."""
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr("timbre.engines.card.WSL_FOLDER", str(folder))
    monkeypatch.setattr("timbre.engines.card.DRIVER_FILES", ())


def fake_cuda(monkeypatch, answer: Cuda | None) -> None:
    """Let the driver's library answer."""
    for module in ("timbre.engines.card", "timbre.engines.obstacle"):
        monkeypatch.setattr(f"{module}.ask_cuda", lambda: answer)


def install(monkeypatch, faults: Faults | None = None) -> Faults:
    """Install the stand-in, with the processor in the card's place."""
    import torch

    faults = faults or Faults()
    monkeypatch.setitem(sys.modules, NAME, fake_tensorrt(faults))
    monkeypatch.setattr("timbre.engines.rtx_engine.card_device", lambda: torch.device("cpu"))
    monkeypatch.setattr("timbre.engines.rtx_engine.card_capability", lambda: "8.9")
    monkeypatch.setattr("timbre.engines.torch_engine.cuda_capability", lambda: "8.9")
    return faults
