"""Finds the base model's speaker whom a person sounds like."""

from __future__ import annotations

import numpy as np

from timbre.base import BaseModel, BaseSpeaker
from timbre_finetune.corpus.embeddings import read_centroids


def find_nearest(base: BaseModel, person: np.ndarray) -> BaseSpeaker:
    """The base model's speaker whose centroid is nearest to a person's embedding (256,)."""
    return base.speakers[int((read_centroids(base) @ person).argmax())]
