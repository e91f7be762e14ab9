"""The vocoder's weights as a file: small, in fp16, without weight norm, with its sizes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from torch import Tensor

from timbre.models.causal import add_weight_norm
from timbre.models.hifigan import HifiganConfig, HifiganGenerator


def sizes_of(config: HifiganConfig) -> dict[str, str]:
    """What a file of weights says of them, as the metadata of safetensors."""
    return {"config": json.dumps(config.to_dict())}


def save_generator(path: Path, config: HifiganConfig, state: Mapping[str, Tensor]) -> None:
    """Write the weights of a generator with weight norm, whole or not at all."""
    plain = HifiganGenerator(config)
    plain.load_state_dict(state)
    plain.remove_weight_norm()
    temporary = path.with_name(f"{path.name}.tmp")
    weights = {k: v.detach().half().contiguous() for k, v in plain.state_dict().items()}
    save_file(weights, temporary, sizes_of(config))
    temporary.replace(path)


def load_generator(weights: Path) -> HifiganGenerator:
    """The generator of a file of save_generator or of a base model, without weight norm, in float32.

    Raises:
        ValueError: if the file does not say the generator's sizes.
    """
    with safe_open(weights, "pt") as file:
        stored = (file.metadata() or {}).get("config")
    if stored is None:
        raise ValueError(f"{weights} does not say the sizes of its generator")
    config = HifiganConfig.from_dict(json.loads(stored))
    generator = HifiganGenerator(config)
    generator.remove_weight_norm()
    generator.load_state_dict({k: v.float() for k, v in load_file(weights).items()})
    return generator.eval()


def begin_with(earlier: HifiganGenerator, config: HifiganConfig) -> HifiganGenerator:
    """A generator to train whose layers are those of an earlier one, wherever their sizes and the head are the same."""
    generator = HifiganGenerator(config)
    generator.remove_weight_norm()
    weights = generator.state_dict()
    same_head = earlier.config.head == config.head
    for name, tensor in earlier.state_dict().items():
        if name in weights and weights[name].shape == tensor.shape and (same_head or "head." not in name):
            weights[name] = tensor
    generator.load_state_dict(weights)
    add_weight_norm(generator)
    return generator.train()


def average_of(weights: Sequence[Path]) -> HifiganGenerator:
    """The generator whose weights are the mean of those of some files; see load_generator.

    Source: Wortsman et al. 2022, model soups, arXiv 2203.05482: works where one was trained on from the other.

    Raises:
        ValueError: if their sizes differ.
    """
    generators = [load_generator(path) for path in weights]
    mean = generators[0]
    if any(generator.config != mean.config for generator in generators):
        raise ValueError("vocoders of different sizes have no mean")
    states = [generator.state_dict() for generator in generators]
    mean.load_state_dict({k: torch.stack([s[k] for s in states]).mean(0) for k in states[0]})
    return mean
