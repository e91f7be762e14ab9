"""Mel numbers of the whole program, and log mels of recordings.

`MelSpec` is the only home of rate, hop, window and mel numbers. They are HiFi-GAN's own (Kong et al.
2020, arXiv 2010.05646), so published HiFi-GAN weights fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from timbre.messages import InputError


@dataclass(frozen=True)
class MelSpec:
    """How a waveform becomes a log mel. Frequencies in Hz, lengths in samples."""

    sample_rate: int = 22_050
    n_fft: int = 1024
    hop_length: int = 256
    win_length: int = 1024
    n_mels: int = 80
    f_min: float = 0.0
    f_max: float = 8000.0
    log_floor: float = 1e-5

    def __post_init__(self) -> None:
        if self.win_length > self.n_fft or self.n_fft % self.hop_length:
            raise ValueError("the window must fit the transform, and the hop must divide it")
        if not 0 <= self.f_min < self.f_max <= self.sample_rate / 2:
            raise ValueError("mel bands must lie between 0 and half the sample rate")

    @property
    def frame_rate(self) -> float:
        """Frames a second."""
        return self.sample_rate / self.hop_length

    @property
    def padding(self) -> int:
        """Samples reflected at each end, so that n samples give n // hop_length frames."""
        return (self.n_fft - self.hop_length) // 2

    def filterbank(self) -> np.ndarray:
        """Slaney mel filters, (n_mels, n_fft // 2 + 1) float32."""
        return _filterbank(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as plain values."""
        return asdict(self)

    @staticmethod
    def from_dict(values: Mapping[str, Any]) -> MelSpec:
        """Inverse of to_dict."""
        return MelSpec(**values)


@lru_cache(maxsize=4)
def _filterbank(spec: MelSpec) -> np.ndarray:
    """Triangles of equal area, evenly spaced on Slaney's scale (Auditory Toolbox, 1998)."""
    bins = np.fft.rfftfreq(spec.n_fft, 1 / spec.sample_rate)
    lowest, highest = _hz_to_slaney(np.array([spec.f_min, spec.f_max]))
    edges = _slaney_to_hz(np.linspace(lowest, highest, spec.n_mels + 2))
    rising = (bins - edges[:-2, None]) / np.diff(edges)[:-1, None]
    falling = (edges[2:, None] - bins) / np.diff(edges)[1:, None]
    triangles = np.maximum(0, np.minimum(rising, falling))
    bank = (triangles * (2 / (edges[2:] - edges[:-2]))[:, None]).astype(np.float32)
    bank.flags.writeable = False
    return bank


_LINEAR_HZ_PER_MEL = 200 / 3
_LOG_FROM_HZ = 1000.0
_LOG_FROM_MEL = _LOG_FROM_HZ / _LINEAR_HZ_PER_MEL
_LOG_STEP = np.log(6.4) / 27


def _hz_to_slaney(hz: np.ndarray) -> np.ndarray:
    logarithmic = _LOG_FROM_MEL + np.log(np.maximum(hz, 1e-9) / _LOG_FROM_HZ) / _LOG_STEP
    return np.where(hz < _LOG_FROM_HZ, hz / _LINEAR_HZ_PER_MEL, logarithmic)


def _slaney_to_hz(mel: np.ndarray) -> np.ndarray:
    logarithmic = _LOG_FROM_HZ * np.exp(_LOG_STEP * (mel - _LOG_FROM_MEL))
    return np.where(mel < _LOG_FROM_MEL, mel * _LINEAR_HZ_PER_MEL, logarithmic)


def log_mel(waveform: np.ndarray, spec: MelSpec | None = None) -> np.ndarray:
    """Log mel of a waveform, as HiFi-GAN computes it.

    Args:
        waveform: (n,) float32, at spec.sample_rate, longer than spec.padding.
        spec: Mel numbers.
    Returns:
        (n_mels, n // hop_length) float32, natural log.
    Raises:
        ValueError: if the waveform is too short to be padded.
    """
    spec = spec or MelSpec()
    if len(waveform) <= spec.padding:
        raise InputError("{count} samples are too few for a mel", count=len(waveform))
    padded = np.pad(waveform.astype(np.float32), spec.padding, mode="reflect")
    frames = np.lib.stride_tricks.sliding_window_view(padded, spec.n_fft)[:: spec.hop_length]
    frames = frames[: len(waveform) // spec.hop_length]
    hann = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(spec.win_length) / spec.win_length)).astype(np.float32)
    margin = (spec.n_fft - spec.win_length) // 2
    window = np.pad(hann, (margin, spec.n_fft - spec.win_length - margin))
    magnitude = np.sqrt(np.abs(np.fft.rfft(frames * window, axis=1)) ** 2 + 1e-9)
    return np.log(np.maximum(spec.filterbank() @ magnitude.T, spec.log_floor)).astype(np.float32)
