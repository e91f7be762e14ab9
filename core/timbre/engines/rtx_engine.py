# pyright: reportImplicitOverride=true
"""TensorRT for RTX: engines built for the card (see rtx_build), run in torch's memory.

```
rows of a batch ──▶ static buffers ──▶ one launch a network ──▶ rows; states and mel stay on the card
```

Buffers, batches and what stays on the card are those of timbre.engines.graph_network. Nothing is captured: the library
compiles its kernels for a size while it runs, and a captured graph would keep the kernels of the first runs.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from timbre.base import BaseModel
from timbre.engines.base import (
    DECODER,
    ENCODER,
    OUTPUTS,
    VOCODER,
    Engine,
    EngineBuildError,
    EngineFailedError,
    Network,
    OpeningSizes,
    override,
)
from timbre.engines.graph_encoder import GraphEncoder
from timbre.engines.graph_network import BATCHES, LONGEST_TOGETHER, STEPS, GraphNetwork
from timbre.engines.graph_opening import GraphOpening
from timbre.engines.rtx_build import ensure_engine, tensorrt
from timbre.models.graphs import DecoderGraph, EncoderGraph, VocoderGraph

INPUTS: Mapping[str, tuple[str, ...]] = {
    ENCODER: EncoderGraph.INPUTS,
    DECODER: DecoderGraph.INPUTS,
    VOCODER: VocoderGraph.INPUTS,
}


class CardStream:
    """The stream that all engines run in: TensorRT waits for the card after each run in torch's usual one."""

    def __init__(self, device: torch.device) -> None:
        self._stream = torch.cuda.Stream(device) if device.type == "cuda" else None

    @contextlib.contextmanager
    def running(self) -> Generator[int, None, None]:
        """Run after what the current stream has begun, and let it wait for the result; yields the stream's handle."""
        if self._stream is None:
            yield 0
            return
        outer = torch.cuda.current_stream()
        self._stream.wait_stream(outer)
        with torch.cuda.stream(self._stream):
            yield self._stream.cuda_stream
        outer.wait_stream(self._stream)


class EngineGraph(nn.Module):
    """An engine as a module of tensors on the device, named and ordered as in the network's ONNX graph.

    Args:
        engine: What rtx_build has built.
        network: Which network it is.
        stream: The stream to run in.
    """

    def __init__(self, engine: bytes, network: str, stream: CardStream) -> None:
        super().__init__()
        trt = tensorrt()
        runtime = trt.Runtime(trt.Logger(trt.Logger.ERROR))
        self._engine: Any = runtime.deserialize_cuda_engine(engine)
        if self._engine is None:
            raise EngineBuildError("The card refuses the engine of {network}.", network=network)
        self._context: Any = self._engine.create_execution_context()
        if self._context is None:  # it takes the memory for the largest batch
            raise MemoryError(f"out of memory: the card has no room for the engine of {network}")
        self.INPUTS, self.OUTPUTS = INPUTS[network], OUTPUTS[network]
        self._network, self._stream, self._lock = network, stream, threading.Lock()

    @override
    def forward(self, *tensors: Tensor) -> list[Tensor]:
        """Run once.

        Raises:
            EngineFailedError: if the library cannot run it.
        """
        with self._lock, self._stream.running() as handle:
            for name, tensor in zip(self.INPUTS, tensors, strict=True):
                self._bind(name, tensor)
            results = [self._result(name, tensors[0].device) for name in self.OUTPUTS]
            if not self._context.execute_async_v3(handle):
                raise EngineFailedError(f"TensorRT for RTX could not run {self._network}")
            return results

    def _bind(self, name: str, tensor: Tensor) -> None:
        if not tensor.is_contiguous():
            raise ValueError(f"{name} is not contiguous")
        if not self._context.set_input_shape(name, tuple(tensor.shape)):
            raise ValueError(f"TensorRT for RTX has no {self._network} for {name} {(*tensor.shape,)}")
        self._context.set_tensor_address(name, tensor.data_ptr())

    def _result(self, name: str, device: torch.device) -> Tensor:
        tensor = torch.empty(tuple(self._context.get_tensor_shape(name)), device=device)
        self._context.set_tensor_address(name, tensor.data_ptr())
        return tensor


class _Launched(GraphNetwork):
    """A network whose buckets are launched, not captured."""

    @override
    def _capture(self, tensors: Sequence[Tensor]) -> tuple[Mapping[str, Tensor], Callable[[], None]]:
        outputs = self._outputs(tensors)
        return outputs, lambda: outputs.update(self._outputs(tensors))


class RtxNetwork(_Launched):
    """Decoder or vocoder; no longer than the engines are built for."""

    _steps = tuple(steps for steps in STEPS if steps <= LONGEST_TOGETHER)


class RtxEncoder(_Launched, GraphEncoder):
    """The encoder."""


class RtxOpening(_Launched, GraphOpening):
    """The first chunk: encoder, decoder and vocoder one after another, without the processor between them."""


def card_device() -> torch.device:
    """The card.

    Raises:
        EngineBuildError: if there is none that torch can use.
    """
    if not torch.cuda.is_available():
        raise EngineBuildError("TensorRT for RTX needs an NVIDIA card: set TIMBRE_ENGINE=onnx.")
    return torch.device("cuda")


def card_capability() -> str:
    """The card's compute capability, such as "8.9"."""
    return ".".join(str(part) for part in torch.cuda.get_device_capability())


class RtxEngine(Engine):
    """TensorRT for RTX in fp16.

    Args:
        half: Decoder and vocoder in fp16. The encoder stays in fp32: its durations are rounded.
    Raises:
        EngineBuildError: if the library or a card is missing.
    """

    def __init__(self, half: bool = True) -> None:
        tensorrt()
        self._device, self._half = card_device(), half
        self._capability, self._stream = card_capability(), CardStream(self._device)

    @property
    @override
    def name(self) -> str:
        """See Engine."""
        card = torch.cuda.get_device_name() if self._device.type == "cuda" else self._device.type
        return f"TensorRT for RTX ({card}, {'fp16' if self._half else 'fp32'})"

    @property
    @override
    def max_batch(self) -> int:
        """See Engine."""
        return BATCHES[-1]

    @override
    def load(self, base: BaseModel, network: str) -> GraphNetwork:
        """See Engine; builds the engine, which takes seconds, unless it is kept for this card."""
        half = self._half and network != ENCODER
        graph = EngineGraph(ensure_engine(base, network, self._capability, half), network, self._stream)
        kind = RtxEncoder if network == ENCODER else RtxNetwork
        return kind(graph, self._device, half=False)

    @override
    def opening(
        self, encoder: Network, decoder: Network, vocoder: Network, sizes: OpeningSizes
    ) -> GraphNetwork:
        """See Engine."""
        assert isinstance(encoder, GraphNetwork)
        assert isinstance(decoder, GraphNetwork)
        assert isinstance(vocoder, GraphNetwork)
        return RtxOpening(encoder, decoder, vocoder, sizes, compile_it=False)
