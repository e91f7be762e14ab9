"""The sound of the room while the person is silent, measured in the takes; the voice has it between two sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch
from torch import Tensor

from timbre.models.graphs import pause_mask
from timbre_finetune.clone.takes_data import TakeExample

LEAST_GAP_FRAMES = 12
EDGE_FRAMES = 4
"""Frames at both ends of a gap in which speech still fades or begins."""
LEAST_FRAMES = 25
"""A third of a second; with less, the voice is silent between its sentences."""


def room_of(takes: Sequence[TakeExample]) -> tuple[float, ...]:
    """The median log mel of the pauses in some takes, a number for each band; empty where there are hardly any."""
    gaps = [mel for take in takes for mel in _gaps(take)]
    frames = torch.cat(gaps, 1) if gaps else torch.zeros(0, 0)
    if frames.shape[-1] < LEAST_FRAMES:
        return ()
    return tuple(round(level, 2) for level in frames.median(1).values.tolist())


def _gaps(take: TakeExample) -> Iterator[Tensor]:
    """The mels (n_mels, n) of the long pauses in a take, without their edges."""
    ends = take.durations.cumsum(0)
    for end, frames, is_pause in zip(ends, take.durations, pause_mask(take.phonemes), strict=True):
        if is_pause and frames >= LEAST_GAP_FRAMES:
            yield take.mel[:, int(end - frames) + EDGE_FRAMES : int(end) - EDGE_FRAMES]
