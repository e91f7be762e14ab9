"""Measures loudness by ITU-R BS.1770-4 (EBU R 128), while sound passes.

samples ─▶ weighting, two filters ─▶ mean square of each 0.1 s ─▶ of each 0.4 s ─▶ gates ─▶ loudness
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

SILENT_LUFS = -70.0
_STEPS_A_SECOND = 10
_BLOCK_STEPS = 4
_OFFSET_LU, _GATE_LU = -0.691, -10.0
_FULL_SCALE = np.float32(1 / 32_768)
_REFERENCE_HZ = 48_000
"""The standard gives the filters' numbers for this rate; others are made from the same analogue filters."""
_SHELF_HZ, _SHELF_Q, _SHELF_DB = 1681.974450955533, 0.7071752369554196, 3.999843853973347
_PASS_HZ, _PASS_Q = 38.13547087602444, 0.5003270373238773


class LoudnessMeter:
    """Measures one sound; memory grows by 36,000 numbers an hour.

    Args:
        sample_rate: In Hz.
    """

    def __init__(self, sample_rate: int) -> None:
        self._filters = _weighting(sample_rate)
        self._state = np.zeros((len(self._filters), 2), np.float32)
        self._step = sample_rate // _STEPS_A_SECOND
        self._rest = np.zeros(0, np.float32)
        self._squares: list[np.ndarray] = []

    def add(self, pcm: np.ndarray) -> None:
        """Add samples, (n,) int16."""
        from scipy.signal import sosfilt  # takes half a second, and a program that makes no book needs none

        weighted, self._state = sosfilt(self._filters, pcm * _FULL_SCALE, zi=self._state)
        samples = np.concatenate([self._rest, weighted])
        whole = len(samples) // self._step * self._step
        self._squares.append(np.square(samples[:whole]).reshape(-1, self._step).mean(1))
        self._rest = samples[whole:]

    @property
    def integrated_lufs(self) -> float:
        """The loudness of all; SILENT_LUFS for silence, and for what is shorter than 0.4 s."""
        steps = np.concatenate(self._squares or [np.zeros(0, np.float32)]).astype(np.float64)
        if len(steps) < _BLOCK_STEPS:
            return SILENT_LUFS
        blocks = np.convolve(steps, np.full(_BLOCK_STEPS, 1 / _BLOCK_STEPS), "valid")
        heard = blocks[blocks > _power(SILENT_LUFS)]
        if not len(heard):
            return SILENT_LUFS
        return _lufs(heard[heard > _power(_lufs(heard) + _GATE_LU)])


def loudness_of(sound: Iterable[np.ndarray], sample_rate: int) -> float:
    """Integrated loudness of a sound, arrays (n,) int16, in LUFS."""
    meter = LoudnessMeter(sample_rate)
    for pcm in sound:
        if len(pcm):
            meter.add(pcm)
    return meter.integrated_lufs


def _lufs(blocks: np.ndarray) -> float:
    return _OFFSET_LU + 10 * math.log10(float(blocks.mean()))


def _power(lufs: float) -> float:
    return 10 ** ((lufs - _OFFSET_LU) / 10)


def _weighting(sample_rate: int) -> np.ndarray:
    """The filters as second-order sections, (2, 6) float32."""
    k = math.tan(math.pi * _SHELF_HZ / sample_rate)
    high = 10 ** (_SHELF_DB / 20)
    middle = high**0.4996667741545416
    norm = 1 + k / _SHELF_Q + k * k
    shelf = [high + middle * k / _SHELF_Q + k * k, 2 * (k * k - high), high - middle * k / _SHELF_Q + k * k]
    shelf += [norm, 2 * (k * k - 1), 1 - k / _SHELF_Q + k * k]
    k = math.tan(math.pi * _PASS_HZ / sample_rate)
    norm_pass = _pass_norm(sample_rate)
    gain = (
        _pass_norm(_REFERENCE_HZ) / norm_pass
    )  # the standard leaves the gain of its filter as it is at 48 kHz
    high_pass = [gain, -2 * gain, gain, norm_pass, 2 * (k * k - 1), 1 - k / _PASS_Q + k * k]
    sections = [np.array(shelf) / norm, np.array([*high_pass[:3], *np.array(high_pass[3:]) / norm_pass])]
    return np.stack(sections).astype(np.float32)


def _pass_norm(sample_rate: int) -> float:
    k = math.tan(math.pi * _PASS_HZ / sample_rate)
    return 1 + k / _PASS_Q + k * k
