"""The prosody network as an ONNX graph: phonemes, a voice and noise go in, a reading comes out."""

from __future__ import annotations

import json
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn

from timbre.models.prosody import HABITS, VALUES, ProsodyConfig, ProsodyFlow
from timbre_finetune.export.onnx_export import export_graph
from timbre_finetune.train.prosody.trainer import CONFIG

INPUTS = ("phonemes", "lens", "reference", "habits", "noise")
OUTPUTS = ("log_durations", "pitch", "energy")


class ProsodyGraph(nn.Module):
    """The graph that draws readings; the `steps` of the midpoint rule are unrolled."""

    def __init__(self, network: ProsodyFlow, steps: int) -> None:
        super().__init__()
        self.network, self.steps = network, steps

    def forward(
        self, phonemes: Tensor, lens: Tensor, reference: Tensor, habits: Tensor, noise: Tensor
    ) -> tuple[Tensor, ...]:
        """Draw a reading: OUTPUTS, each (B, T_text); the inputs are those of ProsodyFlow.encode and draw."""
        return tuple(
            self.network.draw(self.network.encode(phonemes, lens, reference, habits), noise, self.steps)
        )


def export_prosody(network: ProsodyFlow, steps: int, path: Path) -> None:
    """Write the graph with its weights inside."""
    lens = torch.tensor([7, 5])
    example = {
        "phonemes": torch.ones(2, 7, dtype=torch.int64),
        "lens": lens,
        "reference": torch.zeros(2, network.config.reference_channels),
        "habits": torch.zeros(2, len(HABITS)),
        "noise": torch.zeros(2, 7, VALUES),
    }
    batch, text = {0: "batch"}, {0: "batch", 1: "text"}
    axes = {name: text if name in ("phonemes", "noise", *OUTPUTS) else batch for name in (*INPUTS, *OUTPUTS)}
    export_graph(ProsodyGraph(network, steps), example, OUTPUTS, axes, path)


def load_prosody(weights: Path, config: Path | None = None) -> ProsodyFlow:
    """The network that `timbre-train prosody` wrote, in float32, in evaluation mode.

    Args:
        weights: prosody.safetensors.
        config: Sizes; None for config.json beside the weights.
    """
    sizes = json.loads((config or weights.with_name(CONFIG)).read_text("utf-8"))
    network = ProsodyFlow(ProsodyConfig(**sizes))
    network.load_state_dict({name: weight.float() for name, weight in load_file(weights).items()})
    return network.eval()
