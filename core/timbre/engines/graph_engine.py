# pyright: reportImplicitOverride=true
"""PyTorch with CUDA graphs (see timbre.engines.graph_network)."""

from __future__ import annotations

import torch

from timbre.base import BaseModel
from timbre.engines.base import ENCODER, Engine, Network, OpeningSizes, override
from timbre.engines.graph_encoder import GraphEncoder
from timbre.engines.graph_ending import LONGEST_REST, GraphEnding
from timbre.engines.graph_network import BATCHES, GraphNetwork
from timbre.engines.graph_opening import GraphOpening
from timbre.engines.torch_engine import graph_of

LONGEST_ALONE = 1000
"""Frames, 11.6 s of speech, so that most sentences end with their second chunk; the lookahead adds a few."""


class GraphEngine(Engine):
    """CUDA graphs on a GPU.

    Args:
        threads: CPU threads, where there is no GPU.
        half: Decoder and vocoder in fp16. The encoder stays in fp32: its durations are rounded.
        compile_all: Compile the networks first; see timbre.engines.compiled.
        is_plain: No ending, no branches in graphs, PCM made by the processor: what was proven on cards.
    """

    def __init__(
        self,
        threads: int = 2,
        half: bool | None = None,
        compile_all: bool = False,
        is_plain: bool = False,
    ) -> None:
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._half = self._device.type == "cuda" if half is None else half
        self._compile_all, self._is_plain, self._threads = compile_all, is_plain, threads
        torch.set_num_threads(threads)
        torch.backends.cudnn.allow_tf32 = (
            self._half
        )  # without half precision no product may be less exact than fp32

    @property
    @override
    def name(self) -> str:
        """See Engine."""
        precision = ("fp16" if self._half else "fp32") + (", compiled" if self._compile_all else "")
        precision += ", plain" if self._is_plain else ""
        if self._device.type == "cpu":
            return f"static buffers (CPU, {precision})"
        return f"CUDA graphs ({torch.cuda.get_device_name()}, {precision})"

    @property
    @override
    def max_batch(self) -> int:
        """See Engine."""
        return BATCHES[-1]

    @property
    def is_on_gpu(self) -> bool:
        """Whether there is a GPU, and so graphs; without one only their buffers are used."""
        return self._device.type == "cuda"

    @property
    @override
    def longest_chunk(self) -> int:
        """See Engine."""
        return LONGEST_ALONE

    @override
    def load(self, base: BaseModel, network: str) -> GraphNetwork:
        """See Engine."""
        kind = GraphEncoder if network == ENCODER else GraphNetwork
        half = self._half and network != ENCODER
        return kind(graph_of(base, network), self._device, half, self._compile_all, self._is_plain)

    @override
    def plain(self) -> GraphEngine:
        """See Engine."""
        if self._is_plain:
            return self
        return GraphEngine(self._threads, self._half, self._compile_all, is_plain=True)

    @override
    def opening(
        self, encoder: Network, decoder: Network, vocoder: Network, sizes: OpeningSizes
    ) -> GraphNetwork:
        """See Engine."""
        assert isinstance(encoder, GraphNetwork)
        assert isinstance(decoder, GraphNetwork)
        assert isinstance(vocoder, GraphNetwork)
        rest_frames = 0 if self._is_plain else LONGEST_REST
        return GraphOpening(encoder, decoder, vocoder, sizes, self._compile_all, rest_frames)

    @override
    def ending(self, decoder: Network, vocoder: Network) -> GraphEnding | None:
        """See Engine."""
        assert isinstance(decoder, GraphNetwork)
        assert isinstance(vocoder, GraphNetwork)
        return None if self._is_plain else GraphEnding(decoder, vocoder)
