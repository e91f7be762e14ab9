"""Finds the base model's speaker whom a person sounds like."""

from __future__ import annotations

import numpy as np
from safetensors.torch import load_file

from timbre.base import BaseModel, BaseSpeaker


def find_nearest(base: BaseModel, person: np.ndarray) -> BaseSpeaker:
    """The base model's speaker whose centroid is nearest to a person's embedding (256,)."""
    centroids = load_file(base.path("speakers.safetensors"))["centroids"].float().numpy()
    return base.speakers[int((centroids @ person).argmax())]
