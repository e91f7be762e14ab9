"""Where a voice starts, and the takes that it is trained and measured on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from torch import Tensor

from timbre.base import BaseSpeaker
from timbre.messages import Message
from timbre_finetune.clone.takes_data import TakeExample


class Split(NamedTuple):
    """Takes to train on and takes to measure on."""

    train: list[TakeExample]
    held_out: list[TakeExample]


class Start(NamedTuple):
    """Where a voice starts.

    Attributes:
        kind: One of timbre_finetune.clone.adapt.STARTS.
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
        if self.kind == "mean":
            return Message.of("It starts from the mean of all speakers that Timbre knows.")
        return Message.of("It starts from the speaker embedding computed from the takes.")
