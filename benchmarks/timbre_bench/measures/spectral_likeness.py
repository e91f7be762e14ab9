"""Likeness to a person by another hand than resemblyzer's: Gaussian mixtures over spectra, with no network.

```
other people ─ MFCC ─ mixture of all ─┬─ log likelihood ratio of a reading, on a scale that the takes set
takes ──────── MFCC ─ moved to them ──┘
```

Source: Reynolds et al. 2000, Speaker Verification Using Adapted Gaussian Mixture Models.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import librosa
import numpy as np
from scipy.special import logsumexp

if TYPE_CHECKING:
    from sklearn.mixture import GaussianMixture

SAMPLE_RATE = 22_050
HOP_LENGTH = 256
N_MFCC = 20
"""Coefficients 1 to 19 are used: the 0th is the level."""
HIGHEST_HZ = 7600
SPEECH_DB = 30.0
"""Frames within this of the loudest one are speech."""
COMPONENTS = 64
RELEVANCE = 16.0
"""Number of a person's frames that move a component's mean half-way to theirs."""
FOLDS = 5
LEAST_TAKES = 10
LEAST_OTHERS = 2


def features(waveform: np.ndarray) -> np.ndarray:
    """Coefficients 1 to 19 of the frames of speech, (frames, 19), of mono samples (n,) at 22,050 Hz."""
    mfcc = librosa.feature.mfcc(
        y=waveform.astype(np.float32),
        sr=SAMPLE_RATE,
        n_mfcc=N_MFCC,
        hop_length=HOP_LENGTH,
        n_mels=40,
        fmax=HIGHEST_HZ,
    )
    level = librosa.amplitude_to_db(librosa.feature.rms(y=waveform, hop_length=HOP_LENGTH)[0], ref=np.max)
    return mfcc[1:, level > -SPEECH_DB].T


@dataclass(frozen=True)
class SpectralScale:
    """Log likelihood ratios of one person, scaled so that other people score 0 and the person scores 1.

    Attributes:
        mixture: Gaussian mixture of other people's speech.
        means: The mixture's means, moved to the person's takes, (COMPONENTS, 19).
        zero: Mean ratio of people from whom the mixture has not learned.
        one: Mean ratio of takes that the means were not moved to.
    """

    mixture: GaussianMixture
    means: np.ndarray
    zero: float
    one: float

    @classmethod
    def between(cls, takes: Sequence[np.ndarray], others: Sequence[np.ndarray]) -> Self:
        """The scale of a person.

        Args:
            takes: The person's, mono at 22,050 Hz, (n,) each.
            others: Utterances of other people; the mixture learns from every second one.
        Raises:
            ValueError: if there is too little to set the scale.
        """
        if len(takes) < LEAST_TAKES or len(others) < LEAST_OTHERS:
            raise ValueError(f"a spectral scale needs {LEAST_TAKES} takes and {LEAST_OTHERS} other people")
        own, strange = [features(take) for take in takes], [features(other) for other in others]
        mixture = _mixture(np.concatenate(strange[::2]))
        one = np.mean([_ratio(mixture, means, take) for means, take in _left_out(mixture, own)])
        means = _moved(mixture, np.concatenate(own))
        zero = np.mean([_ratio(mixture, means, other) for other in strange[1::2]])
        return cls(mixture, means, float(zero), float(one))

    def score(self, waveform: np.ndarray) -> float:
        """Normalised likeness of mono samples (n,) at 22,050 Hz: 0 another person, 1 the person's own takes."""
        return (_ratio(self.mixture, self.means, features(waveform)) - self.zero) / (self.one - self.zero)


def _mixture(frames: np.ndarray) -> GaussianMixture:
    from sklearn.mixture import GaussianMixture

    return GaussianMixture(COMPONENTS, covariance_type="diag", reg_covar=1e-2, random_state=0).fit(frames)


def _left_out(mixture: GaussianMixture, takes: Sequence[np.ndarray]) -> list[tuple[np.ndarray, np.ndarray]]:
    """Each take's features, and the means moved to the takes of the other folds."""
    pairs: list[tuple[np.ndarray, np.ndarray]] = []
    for fold in range(FOLDS):
        others = [take for number, take in enumerate(takes) if number % FOLDS != fold]
        means = _moved(mixture, np.concatenate(others))
        pairs += [(means, take) for take in takes[fold::FOLDS]]
    return pairs


def _moved(mixture: GaussianMixture, frames: np.ndarray) -> np.ndarray:
    """The mixture's means, moved to frames (n, 19): equation 11 to 14 of the source, means alone."""
    shares = mixture.predict_proba(frames)
    counts = shares.sum(0)
    own = shares.T @ frames / np.maximum(counts, 1e-9)[:, None]
    pull = (counts / (counts + RELEVANCE))[:, None]
    return pull * own + (1 - pull) * mixture.means_


def _ratio(mixture: GaussianMixture, means: np.ndarray, frames: np.ndarray) -> float:
    """Mean over frames (n, 19) of the log likelihood ratio of the moved means against the mixture's own."""
    return float(
        np.mean(_log_likelihood(mixture, means, frames) - _log_likelihood(mixture, mixture.means_, frames))
    )


def _log_likelihood(mixture: GaussianMixture, means: np.ndarray, frames: np.ndarray) -> np.ndarray:
    """Log likelihood of frames (n, 19) up to a constant, (n,), with the mixture's weights and variances."""
    precision = mixture.precisions_cholesky_
    distance = (((frames[:, None] - means) * precision) ** 2).sum(2)
    log_weights = np.log(mixture.weights_) + np.log(precision).sum(1)
    return logsumexp(log_weights - 0.5 * distance, axis=1)
