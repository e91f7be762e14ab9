"""Voices for tests that need one and no base model."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from timbre import paths
from timbre.base import BaseModel
from timbre.voice import PitchStats, Voice


def make_voice(name: str = "Ada", seed: int = 0, **changes: Any) -> Voice:
    """A small voice with random tensors, as if made for the bundled base model; the same for the same seed."""
    generator = np.random.default_rng(seed)
    shapes = {
        "speaker_embedding": (16,),
        "encoder_style": (5, 2, 8),
        "decoder_style": (5, 2, 8),
        "adapter_down": (2, 8, 3),
        "adapter_up": (2, 3, 8),
    }
    voice = Voice(
        name=name,
        id=f"{seed:04x}",
        language="en-us",
        created="2025-01-02T03:04:05+00:00",
        base_id=BaseModel.open(paths.base_dir()).id,
        tensors={key: generator.standard_normal(shape).astype(np.float16) for key, shape in shapes.items()},
        pitch=PitchStats(5.2, 0.2),
        provenance={"takes": 20, "consent": "I, Ada, agree."},
        report={"similarity": 0.9},
    )
    return dataclasses.replace(voice, **changes)
