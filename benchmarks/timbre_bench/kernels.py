"""How long the networks take, by batch and frames, against the floor from operations and bytes."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from timbre.base import BaseModel
from timbre.engines.base import DECODER, ENCODER, VOCODER, Engine
from timbre.engines.select import CHOICES, FP32_CHOICE, select_engine
from timbre.paths import base_dir
from timbre_bench import page

NETWORKS = (ENCODER, DECODER, VOCODER)
REPEATS = 15


@dataclass(frozen=True)
class Rates:
    """The highest rates of this machine: operations and bytes a second."""

    operations: float
    bytes: float


@dataclass(frozen=True)
class Row:
    """One network at one size.

    Attributes:
        median_ms: Median of the measured times.
        best_ms: Shortest measured time.
        operations: Multiplications and additions.
        bytes: Weights, inputs and outputs, each moved once.
        floor_ms: Time that the operations or the bytes need at least, whichever is more.
    """

    network: str
    batch: int
    steps: int
    median_ms: float
    best_ms: float
    operations: float
    bytes: float
    floor_ms: float


def measure_rates(on_gpu: bool) -> Rates:
    """Measure the rates of a large matrix product and of a large copy, in float32 or, on a GPU, in fp16."""
    import torch

    device = "cuda" if on_gpu else "cpu"
    dtype = torch.float16 if on_gpu else torch.float32
    size, length = (8192, 1 << 28) if on_gpu else (1536, 1 << 25)
    a = torch.randn(size, size, device=device, dtype=dtype)
    x = torch.zeros(length, device=device, dtype=dtype)
    y = torch.empty_like(x)
    product_s = _best(lambda: torch.mm(a, a), on_gpu)
    copy_s = _best(lambda: y.copy_(x), on_gpu)
    return Rates(2 * size**3 / product_s, 2 * x.numel() * x.element_size() / copy_s)


def _best(work: Callable[[], object], on_gpu: bool, repeats: int = 7) -> float:
    return min(_times(work, on_gpu, repeats))


def _times(work: Callable[[], object], on_gpu: bool, repeats: int) -> list[float]:
    """The seconds of each run, after two runs that warm up."""
    import torch

    times: list[float] = []
    for _ in range(repeats + 2):
        began = time.perf_counter()
        work()
        if on_gpu:
            torch.cuda.synchronize()
        times.append(time.perf_counter() - began)
    return times[2:]


def example_row(base: BaseModel, network: str, steps: int) -> dict[str, np.ndarray]:
    """Make example inputs (1, ...) of a network, with the shapes of its graph."""
    import onnxruntime

    random = np.random.default_rng(steps)
    inputs: dict[str, np.ndarray] = {}
    for value in onnxruntime.InferenceSession(str(base.path(f"{network}.onnx"))).get_inputs():
        shape = [1, *(size if isinstance(size, int) else steps for size in value.shape[1:])]
        if "int64" in value.type:
            inputs[value.name] = np.full(shape, steps) if len(shape) == 1 else random.integers(1, 40, shape)
        else:
            inputs[value.name] = (random.standard_normal(shape) * 0.3).astype(np.float32)
    if "pitch_stats" in inputs:
        inputs["pitch_stats"] = np.array([[5.0, 0.2]], np.float32)
    if "lens" in inputs:
        inputs["lens"] = np.array([steps])
    return inputs


def weights_of(base: BaseModel, network: str) -> int:
    """The number of values in a network's weights."""
    import onnx

    graph = onnx.load(str(base.path(f"{network}.onnx")), load_external_data=False).graph
    return sum(int(np.prod(initializer.dims)) for initializer in graph.initializer)


def operations_of(base: BaseModel, network: str, row: Mapping[str, np.ndarray]) -> float:
    """The multiplications and additions for one row, counted by torch."""
    import torch
    from torch.utils.flop_counter import FlopCounterMode

    from timbre.engines.torch_engine import graph_of

    graph = graph_of(base, network)
    with torch.inference_mode(), FlopCounterMode(display=False) as counter:
        graph(*(torch.as_tensor(row[name]) for name in graph.INPUTS))
    return float(counter.get_total_flops())


def measure(
    engine: Engine, batches: Sequence[int], steps: Sequence[int], rates: Rates, on_gpu: bool
) -> list[Row]:
    """Measure every network at every size."""
    base = BaseModel.open(base_dir())
    item = 2 if on_gpu else 4
    rows: list[Row] = []
    for name in NETWORKS:
        network = engine.load(base, name)
        weights = weights_of(base, name)
        for size in steps:
            row = example_row(base, name, size)
            operations = operations_of(base, name, row)
            results = network.run(row)
            moved = sum(value.size for value in row.values()) + sum(
                np.asarray(v).size for v in _numpy(results)
            )
            for batch in batches:
                times = _times(lambda n=network, r=row, b=batch: n.run_rows([r] * b), on_gpu, REPEATS)
                work, data = operations * batch, (weights + moved * batch) * item
                floor_s = max(work / rates.operations, data / rates.bytes)
                median = float(np.median(times))
                rows.append(Row(name, batch, size, median * 1e3, min(times) * 1e3, work, data, floor_s * 1e3))
    return rows


def _numpy(results: Mapping[str, object]) -> list[np.ndarray]:
    return [value if isinstance(value, np.ndarray) else value.cpu().numpy() for value in results.values()]  # type: ignore[attr-defined]


def format_rows(rows: Sequence[Row]) -> str:
    """A Markdown table."""
    head = "| network | batch | steps | median | best | a stream | Mflop | MB | floor | best over floor |"
    lines = [head, "|" + "---|" * 10]
    for row in rows:
        lines.append(
            f"| {row.network} | {row.batch} | {row.steps} | {row.median_ms:.2f} ms | {row.best_ms:.2f} ms | "
            f"{row.best_ms / row.batch:.2f} ms | {row.operations / 1e6:.0f} | {row.bytes / 1e6:.1f} | "
            f"{row.floor_ms:.3f} ms | {row.best_ms / row.floor_ms:.1f} |"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", choices=(*CHOICES, FP32_CHOICE), default="auto")
    parser.add_argument("--batches", type=int, nargs="+", default=[1, 4])
    parser.add_argument("--steps", type=int, nargs="+", default=[12, 24, 96], help="frames, or phonemes")
    page.add_options(parser)
    options = parser.parse_args(arguments)
    where = page.machine()
    engine = select_engine(options.engine)
    on_gpu = engine.max_batch > 1 and "CPU" not in engine.name
    rates = measure_rates(on_gpu)
    rows = measure(engine, options.batches, options.steps, rates, on_gpu)
    about = (
        f"Engine: {engine.name}. This machine, measured: {rates.operations / 1e9:,.0f} Gflop/s, "
        f"{rates.bytes / 1e9:,.0f} GB/s."
    )
    values = {"engine": engine.name, "rates": vars(rates), "rows": [vars(row) for row in rows]}
    name = "kernels-gpu" if on_gpu else "kernels"
    page.deliver(page.Report(name, values, about, format_rows(rows)), options, where)
    return 0
