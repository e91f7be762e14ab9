"""A sentence in detail: its mel as a picture and the pitch of each phoneme."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from timbre.mel import MelSpec, log_mel
from timbre.timing import TimedPhoneme
from timbre_app.sound.pcm import to_float

_DARKEST, _BRIGHTEST = -9.5, 1.0
_LONGEST_S = 60.0
_VOICED_SHARE = 0.3
"""A phoneme has a pitch if at least this share of it is voiced."""
# Colours from dark over violet and orange to pale, which stay distinct in print and for people who are colour-blind.
_ANCHORS = np.array(
    [
        [8, 9, 20],
        [45, 17, 95],
        [114, 31, 129],
        [182, 55, 122],
        [241, 96, 93],
        [254, 175, 119],
        [252, 253, 191],
    ]
)


@dataclass(frozen=True)
class CloseUp:
    """A picture (n_mels, n, 3) uint8, low bands at the bottom, and Hz per phoneme, 0 where it has no pitch."""

    picture: np.ndarray
    hz: tuple[float, ...]


def close_up(pcm: np.ndarray, phonemes: Sequence[TimedPhoneme]) -> CloseUp:
    """Compute the picture and the pitch of a sentence, (n,) int16. This is slow, so it belongs on a worker thread."""
    from timbre.pitch import pitch_hz

    spec = MelSpec()
    waveform = to_float(pcm[: round(_LONGEST_S * spec.sample_rate)])
    if len(waveform) <= spec.padding:
        return CloseUp(np.zeros((spec.n_mels, 1, 3), np.uint8), (0.0,) * len(phonemes))
    return CloseUp(mel_picture(log_mel(waveform, spec)), phoneme_hz(pitch_hz(waveform, spec), phonemes, spec))


def mel_picture(mel: np.ndarray) -> np.ndarray:
    """Colours of a log mel (n_mels, n): (n_mels, n, 3) uint8, low bands at the bottom."""
    share = np.clip((mel[::-1] - _DARKEST) / (_BRIGHTEST - _DARKEST), 0, 1) * (len(_ANCHORS) - 1)
    steps = np.arange(len(_ANCHORS))
    return np.stack([np.interp(share, steps, _ANCHORS[:, i]) for i in range(3)], -1).astype(np.uint8)


def phoneme_hz(hz: np.ndarray, phonemes: Sequence[TimedPhoneme], spec: MelSpec) -> tuple[float, ...]:
    """Median pitch of each phoneme, from a track (n,) in frames; 0 if too little of a phoneme is voiced."""
    medians = []
    for phoneme in phonemes:
        start, end = (round(seconds * spec.frame_rate) for seconds in (phoneme.start_s, phoneme.end_s))
        part = hz[start : max(end, start + 1)]
        voiced = part[part > 0]
        is_voiced = len(part) > 0 and len(voiced) >= _VOICED_SHARE * len(part) and len(voiced) > 0
        medians.append(float(np.median(voiced)) if is_voiced else 0.0)
    return tuple(medians)
