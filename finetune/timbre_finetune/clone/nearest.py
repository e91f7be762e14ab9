"""Finds the base model's speaker whom a person sounds like."""

from __future__ import annotations

import numpy as np
from safetensors.torch import load_file

from timbre.base import BaseModel, BaseSpeaker


def read_centroids(base: BaseModel) -> np.ndarray:
    """The mean computed embedding of each of the base model's speakers, (n_speakers, 256)."""
    return load_file(base.path("speakers.safetensors"))["centroids"].float().numpy()


def find_nearest(base: BaseModel, person: np.ndarray) -> BaseSpeaker:
    """The base model's speaker whose centroid is nearest to a person's embedding (256,)."""
    return base.speakers[int((read_centroids(base) @ person).argmax())]
