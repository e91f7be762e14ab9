"""Whom a person sounds like: computed speaker embeddings, and the base model's speaker nearest to one.

Source: resemblyzer; Wan et al. 2018, Generalized end-to-end loss for speaker verification.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor

from timbre import audio
from timbre.base import BaseModel, BaseSpeaker
from timbre.mel import MelSpec

EMBEDDING_RATE = 16_000
WINDOW_LENGTH = EMBEDDING_RATE * 25 // 1000
HOP_LENGTH = EMBEDDING_RATE * 10 // 1000
N_MELS = 40
PARTIALS_A_SECOND = 1.3
LEAST_COVERAGE = 0.75
"""Of the last partial utterance: with less it is left out."""
CENTROID_TAKES = 6


class SpeakerEncoder:
    """Resemblyzer's GE2E encoder, with the weights of its wheel, on the CPU.

    Its own `embed_utterance` makes mels with librosa, whose 800 modules a clone's process would load for this
    alone: 3 s, and 30 s where neither their bytecode nor numba's code is kept from the last time.
    """

    def __init__(self) -> None:
        from resemblyzer import VoiceEncoder

        self._encoder = VoiceEncoder("cpu", verbose=False)

    def embed(self, waveform: np.ndarray, sample_rate: int) -> np.ndarray:
        """Embedding (256,) of unit length of a waveform (n,) float32."""
        wave = audio.resample(waveform, sample_rate, EMBEDDING_RATE)
        of_wave, of_mel = self._encoder.compute_partial_slices(len(wave), PARTIALS_A_SECOND, LEAST_COVERAGE)
        mel = power_mel(np.pad(wave, (0, max(0, of_wave[-1].stop - len(wave)))))
        partials = torch.from_numpy(np.stack([mel[part] for part in of_mel]))
        with torch.no_grad(), _one_thread():
            mean = self._encoder(partials).numpy().mean(0)
        return mean / np.linalg.norm(mean)

    def centroid(self, embeddings: Sequence[np.ndarray]) -> np.ndarray:
        """Mean direction (256,) of embeddings."""
        mean = np.mean(embeddings, axis=0)
        return mean / np.linalg.norm(mean)


def power_mel(wave: np.ndarray) -> np.ndarray:
    """Mel power (n // HOP_LENGTH + 1, N_MELS) of a waveform (n,) at EMBEDDING_RATE, as librosa computes it."""
    padded = np.pad(wave.astype(np.float32), WINDOW_LENGTH // 2)
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW_LENGTH)[::HOP_LENGTH]
    hann = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW_LENGTH) / WINDOW_LENGTH)).astype(np.float32)
    power = np.abs(np.fft.rfft(frames * hann, axis=1)) ** 2
    # Filters do not depend on the hop, for which MelSpec wants a divisor of the transform.
    spec = MelSpec(
        EMBEDDING_RATE, WINDOW_LENGTH, WINDOW_LENGTH, WINDOW_LENGTH, N_MELS, f_max=EMBEDDING_RATE / 2
    )
    return (power @ spec.filterbank().T).astype(np.float32)


@contextmanager
def _one_thread() -> Iterator[None]:
    """An LSTM's steps are too small to be shared: 32 threads take ten times as long as one."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


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
