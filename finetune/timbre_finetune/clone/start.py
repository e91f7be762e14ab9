"""Where a voice starts, and the takes that it is trained and measured on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from timbre.base import BaseModel, BaseSpeaker
from timbre.messages import Message
from timbre.models.fastpitch import FastPitch
from timbre_finetune.clone.nearest import find_nearest
from timbre_finetune.clone.takes_data import TakeExample
from timbre_finetune.corpus.embeddings import read_centroids

STARTS = ("computed", "hybrid", "nearest", "mean")
"""Where a voice may start; see timbre_finetune.clone.request.CloneOptions."""


class Split(NamedTuple):
    """Takes to train on and takes to measure on."""

    train: list[TakeExample]
    held_out: list[TakeExample]


class Start(NamedTuple):
    """Where a voice starts.

    Attributes:
        kind: One of STARTS.
        embedding: The base model's own speaker embedding, (1, D).
        person: Computed speaker embedding of the person, (256,).
        nearest: The base model's speaker whom the person sounds like most.
    """

    kind: str
    embedding: Tensor
    person: np.ndarray
    nearest: BaseSpeaker

    @property
    def message(self) -> Message:
        """A sentence about the start, for the person who waits."""
        if self.kind == "nearest":
            return Message.of(
                "It starts from {speaker}, the nearest speaker that Timbre knows.", speaker=self.nearest.name
            )
        if self.kind == "hybrid":
            return Message.of(
                "It starts from {speaker}, the nearest speaker that Timbre knows, and from where the voice lies among "
                "all of them.",
                speaker=self.nearest.name,
            )
        if self.kind == "mean":
            return Message.of("It starts from the mean of all speakers that Timbre knows.")
        return Message.of("It starts from where the voice lies among the speakers that Timbre knows.")


def find_start(network: FastPitch, base: BaseModel, kind: str, person: np.ndarray) -> Start:
    """Find where a voice starts.

    Args:
        network: The acoustic model; one that takes no computed embeddings starts from the nearest speaker instead.
        base: The base model that the network belongs to.
        kind: One of STARTS.
        person: Computed speaker embedding of the person, (256,).
    """
    nearest, table = find_nearest(base, person), network.speakers.weight

    def computed(reference: np.ndarray) -> Tensor:
        return network.embed_reference(torch.from_numpy(reference).float().to(table.device)[None])

    if network.reference_in is None and kind in ("computed", "hybrid"):
        kind = "nearest"
    row = table[nearest.speaker_id][None]
    if kind == "computed":
        embedding = computed(person)
    elif kind == "hybrid":
        # A row holds what training learned of its speaker plus what it computed from the speaker's own centroid.
        embedding = row - computed(read_centroids(base)[nearest.speaker_id]) + computed(person)
    elif kind == "nearest":
        embedding = row
    else:
        embedding = table.mean(0, keepdim=True)
    return Start(kind, embedding, person, nearest)
