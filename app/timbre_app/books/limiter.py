"""Holds down the peaks of speech, those between its samples too.

    sound      | hop | hop | hop |        hops of 32 samples
    peaks        -5    -1    -4           the largest sample, or value between two samples (at 4 times the rate)
    wanted        0   -2.6    0           gain that brings a peak to the limit
    gain       ‾‾‾‾╲_________╱‾‾‾‾       the smallest within 9 ms, smoothed, and straight between two hops

The gain is nowhere larger than wanted: each value of it is a mean of minima, and all of these have the hop in their
range. Where no peak is near the limit, sound passes as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

HOP = 32
OVERSAMPLING = 4
REACH_HOPS = 6
"""A peak lowers the gain for so many hops before it and after it."""
BLOCK = 1 << 16
_SMOOTHING = np.convolve(np.ones(5), np.ones(5)).astype(np.float32) / 25
_MARGIN = 16 * HOP
"""Samples on both sides of a block that its gain depends on."""
_TAPS = 24
_NEAR = 0.7
"""Values between samples are looked at where a sample is above this share of the limit."""


def _between() -> np.ndarray:
    """Weights of the samples for the values between two samples, (_TAPS, OVERSAMPLING - 1)."""
    taps = np.arange(1 - _TAPS // 2, 1 + _TAPS // 2)
    at = np.arange(1, OVERSAMPLING)[None] / OVERSAMPLING - taps[:, None]
    weights = np.sinc(at) * np.i0(7 * np.sqrt(np.maximum(0, 1 - np.square(2 * at / _TAPS))))
    return (weights / weights.sum(0)).astype(np.float32)


_BETWEEN = _between()


def limited(sound: Iterable[np.ndarray], limit: float) -> Iterator[np.ndarray]:
    """The sound without peaks above a limit, as long as before and at its place.

    Args:
        sound: Arrays (n,) float32.
        limit: The largest value that a sample, or the sound between two samples, may have.
    Yields:
        Arrays (m,) float32, the same whatever the pieces of the sound are.
    """
    for block in _blocks(sound):
        middle = slice(_MARGIN, len(block) - _MARGIN)
        gain = _gain(block, limit)
        yield block[middle] if gain is None else block[middle] * gain[middle]


def exceeds(sound: Iterable[np.ndarray], limit: float) -> bool:
    """Whether a sound has peaks above a limit; the arguments are those of `limited`."""
    return any(_gain(block, limit) is not None for block in _blocks(sound))


def _blocks(sound: Iterable[np.ndarray]) -> Iterator[np.ndarray]:
    """Blocks of BLOCK samples, the last one shorter, with margins of their neighbours or of silence."""
    margin = np.zeros(_MARGIN, np.float32)
    waiting, count = [margin], _MARGIN
    for pcm in sound:
        waiting.append(pcm)
        count += len(pcm)
        if count < BLOCK + 2 * _MARGIN:
            continue
        joined = np.concatenate(waiting)
        while len(joined) >= BLOCK + 2 * _MARGIN:
            yield joined[: BLOCK + 2 * _MARGIN]
            joined = joined[BLOCK:]
        waiting, count = [joined], len(joined)
    joined = np.concatenate([*waiting, margin])
    while len(joined) > 2 * _MARGIN:
        yield joined[: BLOCK + 2 * _MARGIN]
        joined = joined[BLOCK:]


def _gain(block: np.ndarray, limit: float) -> np.ndarray | None:
    """Factor for each sample, (n,) float32; None where nothing is above the limit."""
    samples = np.pad(block, (0, -len(block) % HOP))
    peaks = _peaks(samples, limit)
    if peaks.max(initial=0.0) <= limit:
        return None
    wanted = np.minimum(1.0, limit / np.maximum(peaks, 1e-9)).astype(np.float32)
    padded = np.pad(wanted, REACH_HOPS, constant_values=1.0)
    least = np.lib.stride_tricks.sliding_window_view(padded, 2 * REACH_HOPS + 1).min(1)
    reach = len(_SMOOTHING) // 2
    knots = np.convolve(np.pad(least, (reach, reach + 1), mode="edge"), _SMOOTHING, "valid")
    share = np.arange(HOP, dtype=np.float32) / HOP
    straight = knots[:-1, None] + (knots[1:] - knots[:-1])[:, None] * share
    return straight.reshape(-1)[: len(block)]


def _peaks(samples: np.ndarray, limit: float) -> np.ndarray:
    """The largest value of each hop, between its samples too, (n / HOP,)."""
    peaks = np.abs(samples).reshape(-1, HOP).max(1)
    near = np.flatnonzero(peaks > _NEAR * limit)
    if len(near):
        around = np.pad(samples, (_TAPS // 2 - 1, _TAPS // 2))
        windows = np.lib.stride_tricks.sliding_window_view(around, _TAPS)
        hops = windows[near[:, None] * HOP + np.arange(HOP)]
        between = np.abs(hops.reshape(-1, _TAPS) @ _BETWEEN).reshape(len(near), -1).max(1)
        peaks[near] = np.maximum(peaks[near], between)
    return peaks
