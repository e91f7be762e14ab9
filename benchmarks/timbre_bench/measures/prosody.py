"""Distance from a recording of the same sentence: mel-cepstral distortion and log-F0 error after alignment.

recording  ──log-mel──▶ cepstrum ─┐
                                  ├─ dynamic time warping ─▶ path ─▶ MCD over all pairs of frames
speech     ──log-mel──▶ cepstrum ─┘                               └▶ log-F0 RMSE where both are voiced
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.fft import dct
from scipy.spatial.distance import cdist

from timbre.mel import MelSpec, log_mel
from timbre.pitch import pitch_hz

CEPSTRAL_ORDER = 13
DYNAMIC_RANGE_DB = 60.0
"""Sound this far below an utterance's loudest band counts as silent, whatever the noise floor is."""
_DB_PER_NEPER = 10.0 / np.log(10.0)


@dataclass(frozen=True)
class Distance:
    """How far speech is from a recording of the same sentence.

    Attributes:
        mcd_db: Mel-cepstral distortion, dB; coefficients 1 to 13, so loudness does not count.
        log_f0_rmse: Root mean square difference of ln(F0); 0.0578 is a semitone. NaN if never both voiced.
    """

    mcd_db: float
    log_f0_rmse: float


def mel_cepstrum(log_mel_frames: np.ndarray) -> np.ndarray:
    """Cepstral coefficients 1 to 13 of a log-mel spectrogram.

    Args:
        log_mel_frames: Natural log of magnitudes, (n_mels, T_mel).

    Returns:
        One-sided coefficients c with log_mel = sum_m c_m cos(...), (T_mel, 13).
    """
    n_mels = log_mel_frames.shape[0]
    orthonormal = dct(log_mel_frames, type=2, norm="ortho", axis=0)[1 : CEPSTRAL_ORDER + 1]
    return (orthonormal * np.sqrt(2.0 / n_mels)).T


def audible_mel(waveform: np.ndarray, spec: MelSpec) -> np.ndarray:
    """Log mel without sound that is too quiet to hear, (n_mels, T_mel), natural log of magnitudes."""
    frames = log_mel(waveform, spec)
    return np.maximum(frames, frames.max() - DYNAMIC_RANGE_DB / (2.0 * _DB_PER_NEPER))


def warping_path(cost: np.ndarray) -> np.ndarray:
    """The cheapest monotonic path through a cost matrix by dynamic time warping.

    Args:
        cost: Distance of each pair of frames, (T_first, T_second).

    Returns:
        Pairs of frame indices from first to last, (steps, 2).
    """
    from librosa.sequence import dtw

    _, path = dtw(C=cost)
    return path[::-1]


def distance(speech: np.ndarray, recording: np.ndarray, spec: MelSpec) -> Distance:
    """Compare speech with a recording of the same sentence.

    Args:
        speech: Mono samples at the spec's rate, trimmed, (n,) float32.
        recording: Likewise, (m,) float32.
        spec: The mel spectrogram to compare on.
    """
    first = mel_cepstrum(audible_mel(speech, spec))
    second = mel_cepstrum(audible_mel(recording, spec))
    path = warping_path(cdist(first, second))
    difference = first[path[:, 0]] - second[path[:, 1]]
    mcd_db = float(np.mean(_DB_PER_NEPER * np.sqrt(2.0 * np.sum(difference**2, axis=1))))
    first_hz, second_hz = pitch_hz(speech, spec)[path[:, 0]], pitch_hz(recording, spec)[path[:, 1]]
    voiced = (first_hz > 0) & (second_hz > 0)
    if not voiced.any():
        return Distance(mcd_db, float("nan"))
    log_ratio = np.log(first_hz[voiced] / second_hz[voiced])
    return Distance(mcd_db, float(np.sqrt(np.mean(log_ratio**2))))
