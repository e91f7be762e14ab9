"""Which of the base model's speakers is nearest to a person.

A shortlist by speaker embedding (resemblyzer, Wan et al. 2018, GE2E), then the lowest teacher-forced
mel loss of the base model on the person's takes.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor

from timbre import audio
from timbre.base import BaseModel
from timbre.models.fastpitch import FastPitch
from timbre_finetune.acoustic_data import AcousticBatch
from timbre_finetune.acoustic_losses import acoustic_losses

EMBEDDING_RATE = 16_000
CENTROID_TAKES = 6


class SpeakerEncoder:
    """Resemblyzer's GE2E encoder, with the weights of its wheel, on the CPU."""

    def __init__(self) -> None:
        from resemblyzer import VoiceEncoder

        self._encoder = VoiceEncoder("cpu", verbose=False)

    def embed(self, waveform: np.ndarray, sample_rate: int) -> np.ndarray:
        """Embedding (256,) of unit length of a waveform (n,) float32."""
        return self._encoder.embed_utterance(audio.resample(waveform, sample_rate, EMBEDDING_RATE))

    def centroid(self, embeddings: Sequence[np.ndarray]) -> np.ndarray:
        """Mean direction (256,) of embeddings."""
        mean = np.mean(embeddings, axis=0)
        return mean / np.linalg.norm(mean)


def manifest_centroids(manifest: Path, root: Path, speakers: Sequence[str]) -> Tensor:
    """Centroids of speakers from their first utterances in a manifest.

    Args:
        manifest: manifest.jsonl of `timbre-train prepare`.
        root: Folder that its paths are relative to.
        speakers: Names, in the base model's order.
    Returns:
        (n_speakers, 256), zero for a speaker without utterances.
    """
    of_speaker: dict[str, list[str]] = defaultdict(list)
    for line in manifest.read_text().splitlines():
        row = json.loads(line)
        if len(of_speaker[row["speaker"]]) < CENTROID_TAKES:
            of_speaker[row["speaker"]].append(row["path"])
    encoder = SpeakerEncoder()
    out = torch.zeros(len(speakers), 256)
    for i, name in enumerate(speakers):
        waves = [audio.load(root / path, EMBEDDING_RATE) for path in of_speaker.get(name, [])]
        if waves:
            centroid = encoder.centroid([encoder.embed(wave, EMBEDDING_RATE) for wave in waves])
            out[i] = torch.from_numpy(centroid)
    return out


@dataclass(frozen=True)
class Neighbour:
    """A base speaker near to a person: its row, its cosine to the person, the mel loss on the takes."""

    speaker_id: int
    name: str
    cosine: float
    mel_loss: float


def shortlist(base: BaseModel, person: np.ndarray, count: int) -> list[tuple[int, float]]:
    """The speakers nearest to an embedding (256,), as (speaker_id, cosine), nearest first."""
    centroids = load_file(base.path("speakers.safetensors"))["centroids"].float().numpy()
    cosines = centroids @ person
    return [(int(i), float(cosines[i])) for i in np.argsort(-cosines)[:count]]


@torch.no_grad()
def find_nearest(
    base: BaseModel,
    network: FastPitch,
    person: np.ndarray,
    batch: AcousticBatch,
    pitch_stats: Tensor,
    count: int = 5,
) -> list[Neighbour]:
    """The nearest speakers, best first.

    Args:
        base: The base model.
        network: Its acoustic model.
        person: Embedding of the person, (256,).
        batch: Some of the person's takes, with durations.
        pitch_stats: The person's own pitch, (1, 2).
        count: Length of the shortlist.
    """
    neighbours = []
    size = len(batch.lens)
    for speaker_id, cosine in shortlist(base, person, count):
        embedding = network.speakers.weight[speaker_id].expand(size, -1)
        voice = network.voice_tensors(embedding, pitch_stats.expand(size, -1))
        loss = acoustic_losses(network, batch, voice).mel
        neighbours.append(Neighbour(speaker_id, base.speakers[speaker_id].name, cosine, float(loss)))
    return sorted(neighbours, key=lambda neighbour: neighbour.mel_loss)
