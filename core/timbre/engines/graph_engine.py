"""PyTorch with CUDA graphs: one launch a tick, static buffers, states that stay on the GPU.

```
rows of a batch      static buffers (bucket of batch x bucket of steps)     one graph    rows of results
 a  b  c        ──▶   a  b  c  .                                        ──▶  replay  ──▶  a  b  c
```

The graphs of all buckets are captured by `prepare`, any other when it is first needed. Without a GPU the same
buffers feed a plain call, which is what the tests compare with ONNX Runtime.
"""

from __future__ import annotations

import bisect
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from timbre.base import BaseModel
from timbre.engines.base import ENCODER, pad_end
from timbre.engines.torch_engine import graph_of

BATCHES = (1, 2, 4, 8, 16, 32)
STEPS = (8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)
PHONEMES = (32, 64, 96, 128, 192, 256, 384, 512)
STATE, NEXT_STATE = "state", "next_state"

_TEXT_INPUTS = ("phonemes", "pitch_shift", "energy_shift")
_TEXT_OUTPUTS = ("states", "log_durations")


class _Bucket(NamedTuple):
    inputs: Mapping[str, _Buffer]
    outputs: Mapping[str, Tensor]
    replay: Callable[[], None]


class _Buffer:
    """A static input (B, ...) on the device, and pinned memory on the way to it for what comes from numpy."""

    def __init__(self, shape: tuple[int, ...], dtype: torch.dtype, device: torch.device) -> None:
        self.tensor = torch.zeros(shape, dtype=dtype, device=device)
        self._staged: Tensor | None = None

    def fill(self, rows: Sequence[Any]) -> None:
        """Copy rows (1, ...) into the first ones, at once; what lies beyond them does not matter."""
        count = len(rows)
        if isinstance(rows[0], Tensor):
            torch.cat(list(rows), out=self.tensor[:count])
            return
        if self._staged is None:
            self._staged = torch.zeros(
                self.tensor.shape, dtype=self.tensor.dtype, pin_memory=self.tensor.is_cuda
            )
        np.concatenate(rows, out=self._staged.numpy()[:count], casting="same_kind")
        self.tensor[:count].copy_(self._staged[:count], non_blocking=True)


def bucket_of(size: int, buckets: Sequence[int]) -> int:
    """The smallest bucket that holds `size`; `size` itself beyond the largest."""
    at = bisect.bisect_left(buckets, size)
    return buckets[at] if at < len(buckets) else size


class GraphNetwork:
    """A network in static buffers. `next_state` is a tensor on the device, to be handed back as it is."""

    _steps: Sequence[int] = STEPS

    def __init__(self, graph: nn.Module, device: torch.device, half: bool) -> None:
        self._dtype = torch.float16 if half else torch.float32
        self._graph: Any = graph.to(device=device, dtype=self._dtype).eval()
        self._device = device
        self._buckets: dict[tuple[tuple[str, tuple[int, ...]], ...], _Bucket] = {}
        self._pool: Any = torch.cuda.graph_pool_handle() if device.type == "cuda" else None
        self._lock = threading.Lock()

    def round_frames(self, frames: int) -> int:
        """How long a chunk should be made that may be made longer."""
        return bucket_of(frames, self._steps)

    def keep(self, value: np.ndarray) -> Tensor:
        """An input on the device, for calls that share it."""
        return torch.from_numpy(value).to(self._device, self._dtype)

    def prepare(self, example: Callable[[int], Mapping[str, Any]]) -> None:
        """Capture the graphs of all buckets; without a GPU there is nothing to capture.

        Args:
            example: A row of that many steps.
        """
        if self._device.type != "cuda":
            return
        for steps in self._steps:
            row = example(steps)
            for batch in BATCHES:
                self.run_rows([row] * batch)

    def run(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        """Run one row, (1, ...)."""
        return self.run_rows([inputs])[0]

    @torch.inference_mode()
    def run_rows(self, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Run rows of equal shapes, (1, ...) each."""
        with self._lock:
            bucket = self._bucket(rows)
            for name, buffer in bucket.inputs.items():
                buffer.fill([row[name] for row in rows])
            bucket.replay()
            return _split(bucket.outputs, len(rows))

    def _bucket(self, rows: Sequence[Mapping[str, Any]]) -> _Bucket:
        batch = bucket_of(len(rows), BATCHES)
        shapes = tuple((name, (batch, *rows[0][name].shape[1:])) for name in self._graph.INPUTS)
        if shapes not in self._buckets:
            self._buckets[shapes] = self._make(dict(shapes), rows[0])
        return self._buckets[shapes]

    def _make(self, shapes: Mapping[str, tuple[int, ...]], example: Mapping[str, Any]) -> _Bucket:
        inputs = {
            name: _Buffer(
                shape, torch.int64 if example[name].dtype == np.int64 else self._dtype, self._device
            )
            for name, shape in shapes.items()
        }
        for name, buffer in inputs.items():
            buffer.fill([example[name]] * shapes[name][0])
        tensors = [buffer.tensor for buffer in inputs.values()]
        if self._device.type == "cuda":
            return _Bucket(inputs, *self._capture(tensors))
        outputs: dict[str, Tensor] = {}

        def replay() -> None:
            outputs.update(zip(self._graph.OUTPUTS, self._graph(*tensors), strict=True))

        return _Bucket(inputs, outputs, replay)

    def _capture(self, tensors: Sequence[Tensor]) -> tuple[Mapping[str, Tensor], Callable[[], None]]:
        """Warm the kernels up beside the current stream, as capturing asks for, then capture.

        The graphs share memory: one runs after the other, and what comes out is copied in between.
        """
        beside = torch.cuda.Stream()
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            for _ in range(3):
                self._graph(*tensors)
        torch.cuda.current_stream().wait_stream(beside)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self._pool):
            results = self._graph(*tensors)
        return dict(zip(self._graph.OUTPUTS, results, strict=True)), graph.replay


class GraphEncoder(GraphNetwork):
    """The encoder: phonemes are filled up to a bucket, and what is beyond a sentence's length is cut."""

    ragged = True
    _steps = PHONEMES

    def run_rows(self, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """As GraphNetwork.run_rows, of sentences of any lengths."""
        lens = [row["phonemes"].shape[1] for row in rows]
        steps = bucket_of(max(lens), self._steps)
        filled = [
            {
                name: pad_end(value, 1, steps - length) if name in _TEXT_INPUTS else value
                for name, value in row.items()
            }
            for row, length in zip(rows, lens, strict=True)
        ]
        results = super().run_rows(filled)
        return [
            {name: result[name][:, :length] for name in _TEXT_OUTPUTS}
            for result, length in zip(results, lens, strict=True)
        ]


class GraphEngine:
    """CUDA graphs on a GPU.

    Args:
        threads: CPU threads, where there is no GPU.
        half: Decoder and vocoder in fp16. The encoder stays in fp32: its durations are rounded.
    """

    def __init__(self, threads: int = 2, half: bool | None = None) -> None:
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._half = self._device.type == "cuda" if half is None else half
        torch.set_num_threads(threads)

    @property
    def name(self) -> str:
        """See Engine."""
        precision = "fp16" if self._half else "fp32"
        if self._device.type == "cpu":
            return f"static buffers (CPU, {precision})"
        return f"CUDA graphs ({torch.cuda.get_device_name()}, {precision})"

    @property
    def max_batch(self) -> int:
        """See Engine."""
        return BATCHES[-1]

    def load(self, base: BaseModel, network: str) -> GraphNetwork:
        """See Engine."""
        kind = GraphEncoder if network == ENCODER else GraphNetwork
        return kind(graph_of(base, network), self._device, self._half and network != ENCODER)


def _split(outputs: Mapping[str, Tensor], count: int) -> list[dict[str, Any]]:
    """The first rows of the outputs: states copied on the device, the rest in numpy."""
    whole = {
        name: value[:count].clone() if name == NEXT_STATE else value[:count].float().cpu().numpy()
        for name, value in outputs.items()
    }
    return [{name: value[at : at + 1] for name, value in whole.items()} for at in range(count)]
