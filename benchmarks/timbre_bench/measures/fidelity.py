"""How near copy-synthesis is to the recording, sample by sample and frame by frame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import soxr

from timbre.mel import MelSpec, log_mel

PESQ_RATE = 16_000
RESOLUTIONS = ((512, 128), (1024, 256), (2048, 512))
FLOOR = 1e-4


@dataclass(frozen=True)
class Fidelity:
    """The fidelity of one utterance.

    Attributes:
        mel_l1: Mean absolute difference of log mels.
        stft: Mean over three resolutions of spectral convergence and log-magnitude L1 (Yamamoto et al. 2020).
        stoi: Short-time objective intelligibility, 0 to 1 (Taal et al. 2011).
        pesq: Wide-band PESQ, ITU-T P.862.2, 1 to 4.6; None where the package pesq is not installed.
    """

    mel_l1: float
    stft: float
    stoi: float
    pesq: float | None


def fidelity(made: np.ndarray, recording: np.ndarray, spec: MelSpec) -> Fidelity:
    """Compare a waveform (n,) with the recording (m,) that it copies, both float32 at the spec's rate."""
    from pystoi import stoi

    size = min(len(made), len(recording))
    made, recording = made[:size], recording[:size]
    a, b = (soxr.resample(x, spec.sample_rate, PESQ_RATE) for x in (made, recording))
    return Fidelity(
        mel_l1=float(np.abs(log_mel(made, spec) - log_mel(recording, spec)).mean()),
        stft=float(np.mean([_stft_distance(made, recording, *r) for r in RESOLUTIONS])),
        stoi=float(stoi(b, a, PESQ_RATE)),
        pesq=_pesq(b, a),
    )


def _magnitude(waveform: np.ndarray, n_fft: int, hop: int) -> np.ndarray:
    frames = np.lib.stride_tricks.sliding_window_view(waveform, n_fft)[::hop]
    return np.maximum(np.abs(np.fft.rfft(frames * np.hanning(n_fft))), FLOOR)


def _stft_distance(made: np.ndarray, recording: np.ndarray, n_fft: int, hop: int) -> float:
    m, r = _magnitude(made, n_fft, hop), _magnitude(recording, n_fft, hop)
    return float(np.linalg.norm(r - m) / np.linalg.norm(r) + np.abs(np.log(r) - np.log(m)).mean())


def _pesq(recording: np.ndarray, made: np.ndarray) -> float | None:
    try:
        from pesq import pesq
    except ImportError:
        return None
    return float(pesq(PESQ_RATE, recording, made, "wb"))
