"""Computed speaker embeddings.

Source: resemblyzer; Wan et al. 2018, Generalized end-to-end loss for speaker verification.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import torch

from timbre import audio
from timbre.mel import MelSpec

EMBEDDING_RATE = 16_000
WINDOW_LENGTH = EMBEDDING_RATE * 25 // 1000
HOP_LENGTH = EMBEDDING_RATE * 10 // 1000
N_MELS = 40
PARTIALS_A_SECOND = 1.3
LEAST_COVERAGE = 0.75
"""The last partial utterance is left out if the waveform covers less than this share of it."""


class SpeakerEncoder:
    """Resemblyzer's GE2E encoder, with the weights of its wheel, on the CPU.

    Resemblyzer's own `embed_utterance` computes mels with librosa. A clone's process needs librosa for nothing else,
    and loading its 800 modules takes 3 s, or 30 s without cached bytecode and cached numba code.
    """

    def __init__(self) -> None:
        from resemblyzer import VoiceEncoder

        self._encoder = VoiceEncoder("cpu", verbose=False)

    def embed(self, waveform: np.ndarray, sample_rate: int) -> np.ndarray:
        """Compute the embedding (256,), of unit length, of a waveform (n,) float32."""
        wave = audio.resample(waveform, sample_rate, EMBEDDING_RATE)
        wave_slices, mel_slices = self._encoder.compute_partial_slices(
            len(wave), PARTIALS_A_SECOND, LEAST_COVERAGE
        )
        mel = power_mel(np.pad(wave, (0, max(0, wave_slices[-1].stop - len(wave)))))
        partials = torch.from_numpy(np.stack([mel[part] for part in mel_slices]))
        with torch.no_grad(), _one_thread():
            mean = self._encoder(partials).numpy().mean(0)
        return mean / np.linalg.norm(mean)

    def centroid(self, embeddings: Sequence[np.ndarray]) -> np.ndarray:
        """The mean of embeddings, scaled to unit length, (256,)."""
        mean = np.mean(embeddings, axis=0)
        return mean / np.linalg.norm(mean)


def power_mel(wave: np.ndarray) -> np.ndarray:
    """Mel power (n // HOP_LENGTH + 1, N_MELS) of a waveform (n,) at EMBEDDING_RATE, as librosa computes it."""
    padded = np.pad(wave.astype(np.float32), WINDOW_LENGTH // 2)
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW_LENGTH)[::HOP_LENGTH]
    hann = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW_LENGTH) / WINDOW_LENGTH)).astype(np.float32)
    power = np.abs(np.fft.rfft(frames * hann, axis=1)) ** 2
    # The filters do not depend on the hop. HOP_LENGTH does not divide the transform, which MelSpec asks for.
    spec = MelSpec(
        EMBEDDING_RATE, WINDOW_LENGTH, WINDOW_LENGTH, WINDOW_LENGTH, N_MELS, f_max=EMBEDDING_RATE / 2
    )
    return (power @ spec.filterbank().T).astype(np.float32)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Run torch on one thread: an LSTM's steps are so small that 32 threads take ten times as long as one."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
