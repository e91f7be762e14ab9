"""Choose the engine for this machine."""

from __future__ import annotations

import os
import shutil

from timbre.engines.base import Engine

CHOICES = ("auto", "onnx", "torch")


def select_engine(choice: str = "auto", threads: int = 2) -> Engine:
    """Return the engine to use.

    Args:
        choice: "onnx" (CPU), "torch" (CUDA where there is a GPU), or "auto", which takes the setting
            TIMBRE_ENGINE, else torch on a machine with an NVIDIA GPU, else onnx.
        threads: CPU threads a network.
    Raises:
        ValueError: if the choice is unknown.
    """
    if choice == "auto":
        choice = os.environ.get("TIMBRE_ENGINE", "torch" if shutil.which("nvidia-smi") else "onnx")
    if choice not in CHOICES:
        raise ValueError(f"unknown engine {choice!r}: choose one of {', '.join(CHOICES)}")
    if choice == "torch":
        from timbre.engines.torch_engine import TorchEngine

        return TorchEngine(threads)
    from timbre.engines.onnx_engine import OnnxEngine

    return OnnxEngine(threads)
