"""How bright a voice sounds and how fast it reads, measured on one sentence that every voice says alike.

The same measure places a voice beside the speakers of the base model, so only differences between voices count.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from timbre.mel import MelSpec
from timbre.speech.acoustic import AcousticModel
from timbre.speech.batching import drive
from timbre.speech.steps import MelChunk, Script, mel_steps
from timbre.speech.streaming import ChunkSchedule
from timbre.text import Frontend
from timbre.voice import Voice

TEXT = "The north wind and the sun were disputing which was the stronger, when a traveller came along."
WORDS = len(TEXT.split())
CHUNK_FRAMES = 96
LOUD_SHARE = 0.1
"""Frames above this share of the loudest frame's amplitude count; silence has no brightness."""


class Traits(NamedTuple):
    """What a listener notices besides the pitch.

    Attributes:
        brightness_hz: Geometric mean of the spectral centroids of loud frames.
        words_a_minute: Pace with the pauses inside the sentence.
    """

    brightness_hz: float
    words_a_minute: float


def measure(acoustic: AcousticModel, voice: Voice) -> Traits:
    """Let a voice say TEXT, as log mel alone.

    Raises:
        VoiceError: if the voice was made for another base model.
    """
    script = Script(Frontend().sentences(TEXT), acoustic.voice_inputs(voice))
    schedule = ChunkSchedule(CHUNK_FRAMES, 1, CHUNK_FRAMES)
    chunks: list[MelChunk] = list(drive(mel_steps(acoustic, script, schedule)))
    return traits_of(np.concatenate([chunk.mel for chunk in chunks], axis=1), acoustic.spec)


def traits_of(log_mel: np.ndarray, spec: MelSpec) -> Traits:
    """The traits of TEXT as log mel, (n_mels, T_mel)."""
    amplitude = np.exp(log_mel.astype(np.float64))
    loudness = amplitude.sum(0)
    loud = amplitude[:, loudness >= LOUD_SHARE * loudness.max()]
    filters = spec.filterbank()
    bins_hz = np.linspace(0, spec.sample_rate / 2, filters.shape[1])
    bands_hz = filters @ bins_hz / filters.sum(1)
    centroids_hz = bands_hz @ loud / loud.sum(0)
    minutes = log_mel.shape[1] * spec.hop_length / spec.sample_rate / 60
    return Traits(round(float(np.exp(np.log(centroids_hz).mean())), 1), round(WORDS / minutes, 1))
