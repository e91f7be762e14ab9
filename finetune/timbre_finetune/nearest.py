"""Whom a person sounds like: computed speaker embeddings, and the base model's speaker nearest to one.

Source: resemblyzer; Wan et al. 2018, Generalized end-to-end loss for speaker verification.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor

from timbre import audio
from timbre.base import BaseModel, BaseSpeaker

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


def find_nearest(base: BaseModel, person: np.ndarray) -> BaseSpeaker:
    """The base model's speaker whose centroid is nearest to a person's embedding (256,)."""
    centroids = load_file(base.path("speakers.safetensors"))["centroids"].float().numpy()
    return base.speakers[int((centroids @ person).argmax())]
