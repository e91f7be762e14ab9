# pyright: reportImplicitOverride=true
"""Networks as CUDA graphs: one launch a tick, static buffers, states that stay on the GPU.

```
rows of a batch      static buffers (bucket of batch x bucket of steps)     one graph    rows of results
 a  b  c        ──▶   a  b  c  .                                        ──▶  replay  ──▶  a  b  c
```

The graphs of all buckets are captured by `prepare`, any other when it is first needed. Without a GPU the same
buffers feed a plain call, which is what the tests compare with ONNX Runtime.
"""

from __future__ import annotations

import bisect
import contextlib
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from timbre.contract import PCM_SCALE
from timbre.engines.base import Launched, Network, override, pad_end
from timbre.engines.capture import capturing
from timbre.engines.compiled import Compute, compiled
from timbre.engines.static_buffers import KeptInputs, StagedInputs
from timbre.models.graphs import VocoderGraph

BATCHES = (1, 2, 4, 8, 16, 32)
STEPS = (8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
LONGEST_TOGETHER = 256
"""Steps of a call that may share a batch; only a listener who is alone gets longer chunks."""
NEXT_STATE, WAVEFORM = "next_state", "waveform"


class _Input(NamedTuple):
    """An input (B, ...) of a bucket, and whether its rows are on the device already; buckets differ in these."""

    name: str
    shape: tuple[int, ...]
    kept: bool


class _Bucket(NamedTuple):
    staged: StagedInputs
    kept: KeptInputs
    outputs: Mapping[str, Tensor]
    replay: Callable[[], None]


def bucket_of(size: int, buckets: Sequence[int]) -> int:
    """The smallest bucket that holds `size`; `size` itself beyond the largest."""
    at = bisect.bisect_left(buckets, size)
    return buckets[at] if at < len(buckets) else size


def _lay_out_taps(graph: nn.Module) -> None:
    """Lay the weights of each tap side by side, as the matrix product in models.fastpitch_layers takes them."""
    for module in graph.modules():
        if isinstance(module, nn.Conv1d):
            module.weight.data = module.weight.data.transpose(1, 2).contiguous().transpose(1, 2)


def pcm_of(waveform: Tensor) -> Tensor:
    """A waveform of -1..1 as int16; does on the device what timbre.serving.waveform.to_pcm does in numpy."""
    return (waveform.float() * PCM_SCALE).clamp_(-PCM_SCALE, PCM_SCALE).round_().to(torch.int16)


class GraphNetwork(Network):
    """A network in static buffers. `next_state` and the outputs that `leave` names are tensors on the device."""

    _steps: Sequence[int] = STEPS
    _longest_together = LONGEST_TOGETHER
    _is_joined = False
    """Whether its steps are whole networks, which cast their own inputs and outputs."""

    def __init__(
        self,
        graph: nn.Module,
        device: torch.device,
        half: bool,
        compile_it: bool = False,
        is_plain: bool = False,
    ) -> None:
        """Take a network.

        Args:
            graph: Its steps.
            device: Where they run.
            half: Whether they run in fp16.
            compile_it: See timbre.engines.compiled.
            is_plain: Whether its graphs have no branches and its waveform stays in float32.
        """
        self._dtype = torch.float16 if half else torch.float32
        self._graph: Any = graph.to(device=device, dtype=self._dtype).eval()
        if compile_it or not isinstance(graph, VocoderGraph):
            _lay_out_taps(self._graph)
        self.compute: Compute = compiled(self._compute) if compile_it else self._compute
        """The network as a function of its inputs on the device."""
        self.device, self.is_half, self.is_plain = device, half, is_plain
        self._is_captured = self.runs_ahead = device.type == "cuda"
        self._buckets: dict[tuple[_Input, ...], _Bucket] = {}
        self._answers: dict[str, Tensor] = {}
        self._left, self._is_pcm = {NEXT_STATE}, False
        self._pool: Any = torch.cuda.graph_pool_handle() if device.type == "cuda" else None
        self._lock = threading.Lock()

    @override
    def round_frames(self, frames: int) -> int:
        """See Network: the next larger bucket."""
        return bucket_of(frames, self._steps)

    @override
    def keep(self, value: np.ndarray) -> Tensor:
        """An input on the device, for calls that share it."""
        return torch.from_numpy(value).to(self.device, self._dtype)

    @override
    def leave(self, output: str) -> None:
        """Let an output stay on the device, for another network there; before anything has run."""
        self._left.add(output)

    @override
    def as_pcm(self) -> None:
        """Let the waveform be int16: half as much to bring from the device, and nothing left to do with it."""
        self._is_pcm = not self.is_plain

    @override
    @contextlib.contextmanager
    def uncaptured(self) -> Generator[None, None, None]:
        """See Network."""
        kept = self._buckets, self._is_captured
        self._buckets, self._is_captured = {}, False
        try:
            yield
        finally:
            self._buckets, self._is_captured = kept

    @override
    def whole_frames(self, frames: int) -> int:
        """See Network: of the largest bucket that they fill, because any other size would be captured for itself."""
        at = bisect.bisect_right(self._steps, frames)
        return self._steps[at - 1] if at else frames

    @override
    def join(self, first: Any, second: Any, axis: int) -> Any:
        """As Network.join, of tensors too."""
        parts = [first, second]
        return torch.cat(parts, axis) if isinstance(first, Tensor) else np.concatenate(parts, axis)

    @override
    def pad(self, array: Any, axis: int, count: int, value: float) -> Any:
        """As pad_end, of tensors too."""
        if not isinstance(array, Tensor):
            return pad_end(array, axis, count, value)
        shape = list(array.shape)
        shape[axis] = count
        return torch.cat([array, array.new_full(shape, value)], axis)

    @override
    def prepare(self, example: Callable[[int], Mapping[str, Any]]) -> None:
        """Capture the graphs of all buckets, the largest first; without a GPU there is nothing to capture.

        Args:
            example: Makes a row of a number of steps.
        """
        if self.device.type != "cuda":
            return
        for steps in reversed(self._steps):
            row = example(steps)
            for batch in reversed(BATCHES if steps <= self._longest_together else BATCHES[:1]):
                self.run_rows([row] * batch)

    @override
    def run(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        """Run one row, (1, ...)."""
        return self.run_rows([inputs])[0]

    @override
    @torch.inference_mode()
    def run_rows(self, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Run rows of equal shapes, (1, ...) each."""
        with self._lock:
            bucket = self._bucket(rows)
            bucket.staged.fill(rows)
            bucket.kept.fill(rows)
            bucket.replay()
            return self._split(bucket.outputs, len(rows))

    @override
    @torch.inference_mode()
    def launch(self, inputs: Mapping[str, Any]) -> Launched:
        """Begin to run one row, (1, ...); its outputs get pinned memory of their own.

        Another run may begin before the results are there: the device does one after the other. Without a GPU this
        would keep the processor from sending what is there, so it runs when the results are wanted.
        """
        if not self.runs_ahead:
            return Launched(partial(self.run, inputs))
        with self._lock:
            bucket = self._bucket([inputs])
            bucket.staged.fill([inputs])
            bucket.kept.fill([inputs])
            bucket.replay()
            brought = {name: self._copied(value) for name, value in bucket.outputs.items()}
            done = torch.cuda.Event() if self.device.type == "cuda" else None
            if done is not None:
                done.record()

        def results() -> Mapping[str, np.ndarray]:
            if done is not None:
                done.synchronize()
            # Copied, so that a slow listener holds no pinned memory.
            return {name: value.numpy().copy() for name, value in brought.items()}

        return Launched(results)

    def _copied(self, value: Tensor) -> Tensor:
        """An output on its way to memory that nothing else uses until the tensor is gone."""
        pinned = self.device.type == "cuda"
        held = torch.empty(value.shape, dtype=value.dtype, pin_memory=pinned)
        return held.copy_(value, non_blocking=pinned)

    def _bucket(self, rows: Sequence[Mapping[str, Any]]) -> _Bucket:
        batch = bucket_of(len(rows), BATCHES)
        example = ((name, rows[0][name]) for name in self._graph.INPUTS)
        inputs = tuple(
            _Input(name, (batch, *value.shape[1:]), isinstance(value, Tensor)) for name, value in example
        )
        if inputs not in self._buckets:
            self._buckets[inputs] = self._make(inputs, rows[0])
        return self._buckets[inputs]

    def _make(self, inputs: Sequence[_Input], example: Mapping[str, Any]) -> _Bucket:
        whole = {item.name for item in inputs if example[item.name].dtype == np.int64}
        staged = StagedInputs({item.name: item.shape for item in inputs if not item.kept}, whole, self.device)
        kept = KeptInputs({item.name: item.shape for item in inputs if item.kept}, example)
        for part in staged, kept:
            part.fill([example] * inputs[0].shape[0])
        by_name = staged.tensors | kept.tensors
        tensors = [by_name[item.name] for item in inputs]
        if self._is_captured:
            return _Bucket(staged, kept, *self._capture(tensors))
        outputs: dict[str, Tensor] = {}
        return _Bucket(staged, kept, outputs, lambda: outputs.update(self._outputs(tensors)))

    def _compute(self, *tensors: Tensor) -> list[Tensor]:
        """The outputs, those that stay on the device in the network's precision and the rest in float32."""
        if self._is_joined:
            return self._graph(*tensors)
        cast = [tensor.to(self._dtype) if tensor.is_floating_point() else tensor for tensor in tensors]
        results = zip(self._graph.OUTPUTS, self._graph(*cast), strict=True)
        return [self._output(name, value) for name, value in results]

    def _output(self, name: str, value: Tensor) -> Tensor:
        if name in self._left:
            return value
        return pcm_of(value) if self._is_pcm and name == WAVEFORM else value.float()

    def _outputs(self, tensors: Sequence[Tensor]) -> dict[str, Tensor]:
        return dict(zip(self._graph.OUTPUTS, self.compute(*tensors), strict=True))

    def _capture(self, tensors: Sequence[Tensor]) -> tuple[Mapping[str, Tensor], Callable[[], None]]:
        """Warm the kernels up beside the current stream, as capturing asks for, then capture.

        The graphs share memory: only one runs at a time, and its outputs are copied before the next one runs.
        """
        beside = torch.cuda.Stream()
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            for _ in range(3):
                self._outputs(tensors)
        torch.cuda.current_stream().wait_stream(beside)
        graph = torch.cuda.CUDAGraph()
        with capturing(graph, self._pool, has_branches=not self.is_plain):
            outputs = self._outputs(tensors)
        return outputs, graph.replay

    def _split(self, outputs: Mapping[str, Tensor], count: int) -> list[dict[str, Any]]:
        """The first rows of the outputs, on the device or in numpy. This waits for the GPU once, if at all."""
        whole: dict[str, Any] = {}
        for name, value in outputs.items():
            first = value[:count]
            whole[name] = first.clone() if name in self._left else self._brought(name, first)
        brought = [name for name in outputs if name not in self._left]
        if brought and self.device.type == "cuda":
            torch.cuda.current_stream().synchronize()
        for name in brought:
            whole[name] = whole[name].numpy().copy()
        return [{name: value[at : at + 1] for name, value in whole.items()} for at in range(count)]

    def _brought(self, name: str, value: Tensor) -> Tensor:
        """An output in pinned memory, whose copy may still run; the next call uses that memory again."""
        if self.device.type != "cuda":
            return value
        answer = self._answers.get(name)
        if answer is None or answer.numel() < value.numel():
            answer = self._answers[name] = torch.empty(value.numel(), dtype=value.dtype, pin_memory=True)
        return answer[: value.numel()].view(value.shape).copy_(value, non_blocking=True)
