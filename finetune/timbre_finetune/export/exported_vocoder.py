"""Finds and checks the places in the vocoder's graph, as torch exports it, that the int8 export relies on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from timbre.models.harmonic_source import LAYERS as TRACKER_LAYERS
from timbre.models.hifigan import HifiganConfig

PREFIX = "generator."
"""Prefix of the weights' names in the graph."""


class ExportedVocoder(NamedTuple):
    """The places in the graph.

    Attributes:
        inputs: Name of each convolution's input, by the convolution's layer.
        scores: Name of the output of the pitch tracker's last convolution.
        sines: Names of the sines that enter after each upsampling, (1, C, T).
        slope: Slope of the leaky ReLU before the head.
        head_input: The Concat of the head's context and its new frames.
        next_state: The Concat of the state's parts, one for each convolution that has a context, in their order.
            F0, voicing and phase come after the tracker; the head's and the spectrum's come last.
    """

    inputs: Mapping[str, str]
    scores: str
    sines: tuple[str, ...]
    slope: float
    head_input: Any
    next_state: Any

    @property
    def pitch_state(self) -> str:
        """Name of the part of the next state that has F0, voicing and phase."""
        return self.next_state.input[TRACKER_LAYERS]

    @classmethod
    def of(cls, graph: Any, config: HifiganConfig) -> Self:
        """Find the places in a graph.

        Raises:
            ValueError: if the exporter built the graph in another way; the message says what is expected.
        """
        makers = {name: node for node in graph.node for name in node.output}
        convolutions = {_layer_of(node, makers): node for node in graph.node if node.op_type == "Conv"}
        layers = _layers(config)
        _expect(list(convolutions) == layers, f"the convolutions {', '.join(layers)}, in this order")
        head_input = _joined_input(convolutions["head"], makers)
        leak: Any = makers.get(head_input.input[1])
        _expect(leak and leak.op_type == "LeakyRelu", "a LeakyRelu before the head")
        mixes = [convolutions[f"source.mixes.{i}"] for i in range(len(config.upsampling))]
        parts = len(layers) + 1  # of all layers but the tracker's last one, of the pitch and of the spectrum
        pack = makers["next_state"]
        _expect(pack.op_type == "Concat" and len(pack.input) == parts, f"a next_state of {parts} parts")
        return cls(
            {layer: node.input[0] for layer, node in convolutions.items()},
            convolutions["source.tracker.out"].output[0],
            tuple(_joined_input(mix, makers).input[1] for mix in mixes),
            next(attribute.f for attribute in leak.attribute if attribute.name == "alpha"),
            head_input,
            pack,
        )


def _layers(config: HifiganConfig) -> list[str]:
    """The layers that are convolutions in the graph, in the order in which they run."""
    layers = [f"source.tracker.convs.{i}" for i in range(TRACKER_LAYERS)]
    layers += ["source.tracker.out", *(f"source.mixes.{i}" for i in range(len(config.upsampling)))]
    layers += ["front", *(f"trunk.convs.{i}" for i in range(len(config.trunk)))]
    for step in range(len(config.upsampling)):
        layers.append(f"ups.{step}")
        for block, dilations in enumerate(config.dilations):
            layers += [f"blocks.{step}.{block}.convs.{i}" for i in range(len(dilations))]
    return [*layers, "head"]


def _layer_of(convolution: Any, makers: Mapping[str, Any]) -> str:
    """Name of the layer whose weights a convolution takes, even if other nodes rearrange them first."""
    origin = convolution.input[1]
    while origin in makers and makers[origin].op_type != "Cast":  # the cast has the parameter's name
        origin = next(iter(makers[origin].input), "")
    return origin.removeprefix(PREFIX).removesuffix(".weight")


def _joined_input(convolution: Any, makers: Mapping[str, Any]) -> Any:
    """The Concat of a convolution's context and its new frames."""
    node = makers.get(convolution.input[0])
    is_join = node is not None and node.op_type == "Concat" and len(node.input) == 2
    _expect(is_join, f"a Concat of context and frames before {_layer_of(convolution, makers)}")
    return node


def _expect(is_so: object, expected: str) -> None:
    if not is_so:
        raise ValueError(
            f"The int8 export expects {expected} in the vocoder's exported graph, which has not."
        )
