# pyright: reportImplicitOverride=true
"""PyTorch, on a CUDA GPU where there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import torch
from torch import Tensor, nn

from timbre.base import BaseModel
from timbre.engines.base import DECODER, ENCODER, Engine, Network, override
from timbre.models.graphs import DecoderGraph, EncoderGraph, VocoderGraph
from timbre.models.loading import load_fastpitch, load_hifigan


class TorchNetwork(Network):
    """A network whose inputs and outputs are named as in its ONNX graph."""

    def __init__(
        self, graph: nn.Module, inputs: tuple[str, ...], outputs: tuple[str, ...], device: torch.device
    ) -> None:
        self._graph: Callable[..., tuple[Tensor, ...]] = graph.to(device).eval()
        self._inputs, self._outputs, self._device = inputs, outputs, device

    @override
    @torch.inference_mode()
    def run(self, inputs: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Run once."""
        results = self._graph(*(torch.as_tensor(inputs[name]).to(self._device) for name in self._inputs))
        return {name: value.float().cpu().numpy() for name, value in zip(self._outputs, results, strict=True)}


class TorchEngine(Engine):
    """PyTorch in float32."""

    def __init__(self, threads: int = 2) -> None:
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.set_num_threads(threads)

    @property
    @override
    def name(self) -> str:
        """See Engine."""
        return f"torch ({self._device.type.upper() if self._device.type == 'cpu' else torch.cuda.get_device_name()})"

    @property
    @override
    def max_batch(self) -> int:
        """See Engine: a GPU is far from busy with one stream."""
        return 32 if self._device.type == "cuda" else 1

    @override
    def load(self, base: BaseModel, network: str) -> TorchNetwork:
        """See Engine."""
        graph = graph_of(base, network)
        return TorchNetwork(graph, graph.INPUTS, graph.OUTPUTS, self._device)


def graph_of(base: BaseModel, network: str) -> EncoderGraph | DecoderGraph | VocoderGraph:
    """A network's module, in float32 on the CPU."""
    if network == ENCODER:
        return EncoderGraph(load_fastpitch(base))
    if network == DECODER:
        return DecoderGraph(load_fastpitch(base))
    return VocoderGraph(load_hifigan(base))


def cuda_capability() -> str | None:
    """The GPU's compute capability, such as "8.9"; None without a GPU that torch can use."""
    if not torch.cuda.is_available():
        return None
    return ".".join(str(part) for part in torch.cuda.get_device_capability())
