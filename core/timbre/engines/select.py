"""Choose the engine for this machine."""

from __future__ import annotations

import logging

from timbre.engines.base import Engine, EngineBuildError
from timbre.engines.card import has_nvidia_driver, torch_is_for_cpus
from timbre.engines.decision import GRAPHS, ONNX, chosen_engine, decide, that_speaks_at_once
from timbre.engines.obstacle import is_out_of_reach
from timbre.engines.verdict import COMPILED, RTX, TRIED

CHOICES = ("auto", "onnx", "torch", "cudagraph", "rtx")
COMPILED_CHOICE = COMPILED
"""For servers: compiling takes minutes, and each start with compiled networks one."""
GPU_CHOICES = ("torch", "cudagraph", COMPILED_CHOICE, "rtx")
FP32_CHOICE = "onnx-fp32"
"""ONNX Runtime with nothing in int8, to compare with."""
COMPILING_S = 900.0
"""Time that compiling the networks may take at the first start."""
_log = logging.getLogger(__name__)


def select_engine(choice: str = "auto", threads: int = 2) -> Engine:
    """Return the engine to use.

    Args:
        choice: "onnx" (CPU) or "onnx-fp32" (the same with nothing in int8); on an NVIDIA GPU "rtx" (TensorRT for
            RTX, of the extra `rtx`), "cudagraph", "compiled" (the same with networks that torch.compile has made, for
            servers: minutes at the first start) or "torch"; or "auto", which takes the setting TIMBRE_ENGINE, else
            what timbre.engines.decision says. A setting "rtx" or "compiled" gives way to another engine where it cannot
            run or has not been tried.
        threads: CPU threads a network.
    Raises:
        ValueError: if the choice is unknown.
        EngineBuildError: if "rtx" or "compiled" was chosen and cannot run here.
    """
    is_setting = choice == "auto"
    choice = chosen_engine(choice)
    if choice not in (*CHOICES, COMPILED_CHOICE, FP32_CHOICE):
        known = ", ".join((*CHOICES, COMPILED_CHOICE))
        raise ValueError(f"unknown engine {choice!r}: choose one of {known}")
    if choice == "auto" or (is_setting and choice in TRIED):
        choice = choices_of(that_speaks_at_once(decide(choice)).choice, choice)[0]
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


def may_use_gpu(choice: str = "auto") -> bool:
    """Whether select_engine is to choose a GPU, as far as that can be told without torch, which takes seconds."""
    choice = chosen_engine(choice)
    if choice != "auto":
        return choice in GPU_CHOICES
    return has_nvidia_driver() and not torch_is_for_cpus() and not is_out_of_reach()


def patience_s(choice: str = "auto") -> float:
    """Seconds that a server's start may take longer than usual, for the engine that is chosen."""
    wish = chosen_engine(choice)
    return COMPILING_S if COMPILED_CHOICE in (wish, decide(wish).choice) else 0.0


def choices_of(choice: str, wish: str) -> tuple[str, ...]:
    """The engines to load, each if the one before it fails.

    Args:
        choice: Of timbre.engines.decision.
        wish: The setting; unless it leaves the choice to the machine or to a trial, there is no other engine.
    """
    if wish == COMPILED:
        if not _is_usable():
            return (COMPILED,)  # whose error says what to do
        return (COMPILED, GRAPHS) if choice == COMPILED else (choice,)
    if wish not in ("auto", RTX):
        return (choice,)
    if choice == ONNX or not _is_usable():
        return (ONNX,)
    return (choice, GRAPHS, ONNX) if choice in TRIED else (choice, ONNX)


def _is_usable() -> bool:
    """Whether torch can use the GPU that the driver speaks of."""
    try:
        from timbre.engines.torch_engine import cuda_capability

        return cuda_capability() is not None
    except (ImportError, OSError, RuntimeError) as error:
        _log.warning("torch cannot use the GPU (%s); speech runs on the processor.", error)
        return False
