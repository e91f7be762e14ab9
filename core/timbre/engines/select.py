"""Choose the engine for this machine."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import shutil

from timbre.engines.base import Engine, EngineBuildError

CHOICES = ("auto", "onnx", "torch", "cudagraph", "rtx")
COMPILED_CHOICE = "compiled"
"""For servers: its first start takes minutes, too long for somebody who opens the window."""
GPU_CHOICES = ("torch", "cudagraph", COMPILED_CHOICE, "rtx")
FP32_CHOICE = "onnx-fp32"
"""ONNX Runtime with nothing in int8, to compare with."""
SETTING = "TIMBRE_ENGINE"
"""The setting, in the environment, that "auto" follows."""
COMPILING_S = 900.0
"""Time that compiling the networks may take at the first start."""


def select_engine(choice: str = "auto", threads: int = 2) -> Engine:
    """Return the engine to use.

    Args:
        choice: "onnx" (CPU) or "onnx-fp32" (the same with nothing in int8); on an NVIDIA GPU "rtx" (TensorRT for
            RTX, of the extra `rtx`), "cudagraph", "compiled" (the same with networks that torch.compile has made, for
            servers: minutes at the first start) or "torch"; or "auto", which takes the setting TIMBRE_ENGINE, else
            the first of rtx, cudagraph and onnx that this machine can run.
        threads: CPU threads a network.
    Raises:
        ValueError: if the choice is unknown.
        EngineBuildError: if "rtx" or "compiled" was chosen and cannot run here.
    """
    choice = chosen_engine(choice)
    if choice not in (*CHOICES, COMPILED_CHOICE, FP32_CHOICE):
        known = ", ".join((*CHOICES, COMPILED_CHOICE))
        raise ValueError(f"unknown engine {choice!r}: choose one of {known}")
    if choice == "auto":
        choice = _best()
    if choice in ("onnx", FP32_CHOICE):
        from timbre.engines.onnx_engine import OnnxEngine

        return OnnxEngine(threads, int8=False if choice == FP32_CHOICE else None)
    if choice == "torch":
        from timbre.engines.torch_engine import TorchEngine

        return TorchEngine(threads)
    if choice == "rtx":
        from timbre.engines.rtx_engine import RtxEngine

        return RtxEngine()
    from timbre.engines.graph_engine import GraphEngine

    engine = GraphEngine(threads, compile_all=choice == COMPILED_CHOICE)
    if choice == COMPILED_CHOICE and not engine.is_on_gpu:
        raise EngineBuildError(
            "TIMBRE_ENGINE=compiled wants a GPU that torch can use; set it to auto, or leave it out."
        )
    return engine


def chosen_engine(choice: str = "auto") -> str:
    """The choice, or for "auto" that of the setting TIMBRE_ENGINE, which may be "auto" too."""
    return (os.environ.get(SETTING) or "auto") if choice == "auto" else choice


def may_use_gpu(choice: str = "auto") -> bool:
    """Whether select_engine is to choose a GPU, as far as that can be told without torch, which takes seconds."""
    choice = chosen_engine(choice)
    return choice in GPU_CHOICES or (choice == "auto" and has_nvidia_driver() and not _torch_is_for_cpus())


def patience_s(choice: str = "auto") -> float:
    """Seconds that a server's start may take longer than usual, for the engine that is chosen."""
    return COMPILING_S if chosen_engine(choice) == COMPILED_CHOICE else 0.0


def _torch_is_for_cpus() -> bool:
    try:
        return "cpu" in importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        return True


def has_nvidia_driver() -> bool:
    """Whether there is an NVIDIA driver, and so perhaps a GPU."""
    return shutil.which("nvidia-smi") is not None


def _best() -> str:
    """The fastest engine of this machine. torch is asked only where there is an NVIDIA driver."""
    if not has_nvidia_driver():
        return "onnx"
    from timbre.engines.torch_engine import cuda_capability

    capability = cuda_capability()
    if capability is None:
        return "onnx"  # a driver, but torch for the CPU
    if importlib.util.find_spec("tensorrt_rtx") is not None:
        from timbre.engines.rtx_build import CAPABILITIES

        if capability in CAPABILITIES:
            return "rtx"
    return "cudagraph"
