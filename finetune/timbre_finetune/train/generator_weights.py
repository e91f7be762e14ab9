"""Files of the vocoder's weights: small, in fp16, without weight norm, with the sizes of its layers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load_file, save
from torch import Tensor

from timbre import files
from timbre.models.causal import add_weight_norm
from timbre.models.hifigan import HifiganConfig, HifiganGenerator


def sizes_of(config: HifiganConfig) -> dict[str, str]:
    """The sizes as metadata of a safetensors file."""
    return {"config": json.dumps(config.to_dict())}


def save_generator(path: Path, config: HifiganConfig, state: Mapping[str, Tensor]) -> None:
    """Write the weights of a generator with weight norm, whole or not at all."""
    plain = HifiganGenerator(config)
    plain.load_state_dict(state)
    plain.remove_weight_norm()
    save_plain(path, plain)


def save_plain(path: Path, generator: HifiganGenerator) -> None:
    """Write the weights of a generator without weight norm, whole or not at all."""
    weights = {k: v.detach().half().contiguous() for k, v in generator.state_dict().items()}
    files.write(path, save(weights, sizes_of(generator.config)))


def load_generator(weights: Path) -> HifiganGenerator:
    """Read a generator, without weight norm and in float32, from a file of `save_generator` or of a base model.

    Raises:
        ValueError: if the file does not have the generator's sizes.
    """
    with safe_open(weights, "pt") as file:
        sizes = (file.metadata() or {}).get("config")
    if sizes is None:
        raise ValueError(f"{weights} does not say the sizes of its generator")
    config = HifiganConfig.from_dict(json.loads(sizes))
    generator = HifiganGenerator(config)
    generator.remove_weight_norm()
    generator.load_state_dict({k: v.float() for k, v in load_file(weights).items()})
    return generator.eval()


def begin_with(earlier: HifiganGenerator, config: HifiganConfig) -> HifiganGenerator:
    """Make a generator to train, with the weights of an earlier one in all layers of the same size."""
    generator = HifiganGenerator(config)
    generator.remove_weight_norm()
    weights = generator.state_dict()
    for name, tensor in earlier.state_dict().items():
        if name in weights and weights[name].shape == tensor.shape:
            weights[name] = tensor
    generator.load_state_dict(weights)
    add_weight_norm(generator)
    return generator.train()


def average_of(weights: Sequence[Path]) -> HifiganGenerator:
    """Average the weights of generators in several files (see `load_generator`).

    This works for generators of which one was trained further from the other.

    Source: Wortsman et al. 2022, model soups, arXiv 2203.05482.

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
