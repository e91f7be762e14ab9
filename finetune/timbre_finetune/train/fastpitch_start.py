"""Begins the training of an acoustic model from the weights of an earlier one."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from timbre.base import BaseModel
from timbre.models.fastpitch import FastPitch
from timbre.models.loading import load_fastpitch
from timbre_finetune.corpus.embeddings import read_centroids


@torch.no_grad()
def begin_from(network: FastPitch, base: BaseModel, speakers: Sequence[str]) -> None:
    """Give a network the weights of a base model, which it goes on from.

    An exported row of the table holds what was learned of a speaker and what is computed from the speaker's embedding
    (`timbre-train export`); the first part alone is taken. Speakers whom the base model does not know begin with none.

    Args:
        network: The network to be trained, of the base model's sizes.
        base: The base model.
        speakers: Names of the network's rows.
    """
    trained = load_fastpitch(base)
    weights = {k: v for k, v in trained.state_dict().items() if not k.startswith("prosody.")}
    table = torch.zeros_like(network.speakers.weight)
    computed = (
        0
        if trained.reference_in is None
        else trained.embed_reference(torch.from_numpy(read_centroids(base)).float())
    )
    learned = weights.pop("speakers.weight") - computed
    rows = {speaker.name: row for speaker, row in zip(base.speakers, learned, strict=True)}
    for i, name in enumerate(speakers):
        if name in rows:
            table[i] = rows[name]
    network.load_state_dict({**weights, "speakers.weight": table})
