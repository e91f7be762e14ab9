"""Fits how lively and fast a voice reads and how long it pauses, to how the person has read the takes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from timbre.models.fastpitch import average_by_duration
from timbre.models.graphs import pause_mask
from timbre.models.prosody import ProsodyFlow
from timbre.voice import Delivery
from timbre_finetune.clone.takes_data import TakeExample, collate

LEAST_MELODY, MOST_MELODY = 0.7, 2.5
LEAST_PACE, MOST_PACE = 0.6, 1.5
LEAST_PAUSES, MOST_PAUSES = 0.4, 2.5
"""The limits of the factors: beyond them a take's text, its alignment or its pitch must be wrong."""
LEAST_VOICED_FRAMES = 50
"""A take with fewer voiced frames, about half a second, does not count for the melody."""


@torch.no_grad()
def fit_delivery(
    flow: ProsodyFlow, prosody_voice: Tensor, pitch_stats: Tensor, takes: Sequence[TakeExample]
) -> Delivery:
    """The delivery that lets the voice read the takes' sentences with the person's range, length and pauses.

    A range is the distance of the 10th and the 90th percentile of a take's log F0: in the tails the
    pitch tracker may be wrong by an octave.

    Args:
        flow: The prosody network.
        prosody_voice: The voice's vector, (1, P).
        pitch_stats: Mean and standard deviation of the person's log F0, (1, 2).
        takes: The takes, aligned.
    """
    batch = collate(takes, pitch_stats.device)
    assert batch.dur_tgt is not None
    context = flow.encode(batch.phonemes, batch.lens, prosody_voice.expand(len(takes), -1))
    predicted = flow.reading(flow.mean(context), context)
    frames, person_frames = predicted.log_durations.expm1().clamp(min=1), batch.dur_tgt
    is_pause = pause_mask(batch.phonemes)
    is_sound = context.mask.squeeze(-1).bool() & ~is_pause
    pace = float(frames[is_sound].sum() / person_frames[is_sound].sum())
    # The pace changes pauses too, so the person's pauses are compared at the pace of the network.
    extra = (frames[is_pause] - 1).sum()
    person_extra = (person_frames[is_pause] * pace - 1).clamp(min=0).sum()
    pauses = float(person_extra / extra.clamp(min=1))
    voiced = average_by_duration((batch.log_f0 > 0).float(), batch.dur_tgt) > 0
    # A phoneme counts once for each of its frames, as a listener hears it.
    voiced_frames = (batch.dur_tgt * voiced).cpu().numpy()
    log_hz = (predicted.pitch * pitch_stats[:, 1:]).cpu().numpy()
    ranges = [
        (_range(take.log_f0[take.log_f0 > 0].numpy()), _range(np.repeat(pitch, count)))
        for take, pitch, count in zip(takes, log_hz, voiced_frames, strict=True)
        if count.sum() >= LEAST_VOICED_FRAMES
    ]
    person_range, network_range = np.sum(ranges, axis=0) if ranges else (1.0, 1.0)
    return Delivery(
        melody=round(float(np.clip(person_range / max(network_range, 1e-3), LEAST_MELODY, MOST_MELODY)), 3),
        pace=round(float(np.clip(pace, LEAST_PACE, MOST_PACE)), 3),
        pauses=round(float(np.clip(pauses, LEAST_PAUSES, MOST_PAUSES)), 3) if extra > 0 else 1.0,
    )


def _range(log_hz: np.ndarray) -> float:
    low, high = np.percentile(log_hz, [10, 90])
    return float(high - low)
