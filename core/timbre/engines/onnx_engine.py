# pyright: reportImplicitOverride=true
"""ONNX Runtime on the CPU."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime as ort

from timbre.base import BaseModel
from timbre.engines.base import VOCODER, Engine, Network, override

INT8_SUFFIX = ".int8.onnx"
"""Ends the names of the graphs in int8, which `timbre-train export` writes beside those in fp32."""
_CPU_INFO = Path("/proc/cpuinfo")


@functools.cache
def multiplies_bytes() -> bool:
    """Whether this processor has instructions for products in int8 (VNNI).

    On x86 without them such products are slower, and ONNX Runtime's sums of two of them may overflow.
    """
    try:
        return re.search(r"\bavx(512)?_vnni\b", _CPU_INFO.read_text()) is not None
    except OSError:
        return False


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class OnnxNetwork(Network):
    """A graph in an ONNX Runtime session."""

    def __init__(self, session: ort.InferenceSession) -> None:
        self._session = session
        self._outputs = [output.name for output in session.get_outputs()]

    @override
    def run(self, inputs: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Run once."""
        results: Sequence[Any] = self._session.run(self._outputs, dict(inputs))
        return dict(zip(self._outputs, results, strict=True))


class OnnxEngine(Engine):
    """ONNX Runtime with a number of threads a network.

    Args:
        threads: CPU threads a network. The acoustic model in int8 has one: a second would take the vocoder's time.
        int8: Whether to take networks in int8 where the base model has them; None for what suits the processor.
    """

    def __init__(self, threads: int = 2, int8: bool | None = None) -> None:
        self._threads = threads
        self._int8 = multiplies_bytes() if int8 is None else int8

    @property
    @override
    def name(self) -> str:
        """See Engine."""
        return "onnxruntime (CPU)"

    @property
    @override
    def max_batch(self) -> int:
        """On two cores a batch takes as long as its rows one by one, and its first listener waits for all."""
        return 1

    @override
    def unhurried(self) -> Engine:
        """See Engine: two threads that wait for each other take a quarter more processor time than one."""
        return OnnxEngine(1, self._int8) if processors() <= self._threads else self

    @override
    def load(self, base: BaseModel, network: str) -> OnnxNetwork:
        """See Engine."""
        path = base.folder / f"{network}{INT8_SUFFIX}"
        in_int8 = self._int8 and path.is_file()
        if not in_int8:
            path = base.path(f"{network}.onnx")
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1 if in_int8 and network != VOCODER else self._threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # The threads sleep between two chunks, and while they wait within one: spinning ones take the cores from
        # the other network, and beside other programs they make speech a third slower (docs/experiments/speed.md).
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return OnnxNetwork(ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"]))
