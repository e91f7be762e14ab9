"""Fits a voice's delivery (range of melody and energy, pace, pauses) to how the person has read the takes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from timbre.contract import PAUSE_FRAMES
from timbre.models.fastpitch import average_by_duration
from timbre.models.graphs import lengthen_pauses, pause_mask
from timbre.models.prosody import Prosody, ProsodyFlow
from timbre.voice import Delivery
from timbre_finetune.clone.read_sentences import frames_between, sentences_of
from timbre_finetune.clone.takes_data import TakeExample, collate
from timbre_finetune.corpus.acoustic_data import AcousticBatch
from timbre_finetune.train.acoustic_losses import measure_prosody

LEAST_MELODY, MOST_MELODY = 0.7, 2.5
LEAST_PACE, MOST_PACE = 0.6, 1.5
LEAST_PAUSES, MOST_PAUSES = 0.4, 2.5
LEAST_DYNAMICS, MOST_DYNAMICS = 0.8, 1.35
LEAST_BREAK, MOST_BREAK = 0.3, 2.5
"""The limits of the factors: beyond them a take's text, its alignment or its pitch must be wrong."""
LEAST_VOICED_FRAMES = 50
"""A sentence with fewer voiced frames, about half a second, does not count for the melody."""


@torch.no_grad()
def fit_delivery(
    flow: ProsodyFlow, prosody_voice: Tensor, pitch_stats: Tensor, takes: Sequence[TakeExample]
) -> Delivery:
    """The delivery that lets the voice read the takes' sentences with the person's range, length, pauses and loudness.

    Args:
        flow: The prosody network.
        prosody_voice: The voice's vector, (1, P).
        pitch_stats: Mean and standard deviation of the person's log F0, (1, 2).
        takes: The takes, aligned.
    """
    sentences = [sentence for take in takes for sentence in sentences_of(take)]
    batch = collate(sentences, pitch_stats.device)
    assert batch.dur_tgt is not None
    person = measure_prosody(batch, pitch_stats.expand(len(sentences), -1))
    context = flow.encode(batch.phonemes, batch.lens, prosody_voice.expand(len(sentences), -1))
    predicted = flow.reading(flow.mean(context), context)
    pace, pauses = _pace_and_pauses(predicted, batch)

    def lengths(ids: Tensor) -> np.ndarray:
        ids = ids[None].to(pitch_stats.device)
        alone = flow.encode(ids, torch.tensor([ids.shape[1]], device=ids.device), prosody_voice)
        log_durations = flow.reading(flow.mean(alone), alone).log_durations
        frames = lengthen_pauses(log_durations, ids, log_durations.new_full((1, 1), pauses)).expm1()
        return frames[0].clamp(min=1).cpu().numpy() / pace

    return Delivery(
        melody=_factor(_melody(predicted, pitch_stats, sentences, batch), LEAST_MELODY, MOST_MELODY),
        pace=pace,
        pauses=pauses,
        dynamics=_factor(
            _dynamics(predicted.energy, person.energy, batch.dur_tgt > 0), LEAST_DYNAMICS, MOST_DYNAMICS
        ),
        breaks=_factor(frames_between(takes, lengths) / (PAUSE_FRAMES * pauses), LEAST_BREAK, MOST_BREAK),
    )


def _factor(value: float, least: float, most: float) -> float:
    return round(float(np.clip(value, least, most)), 3)


def _pace_and_pauses(predicted: Prosody, batch: AcousticBatch) -> tuple[float, float]:
    """Factors of a voice's speed and of its pauses inside of sentences; the pace changes pauses too."""
    assert batch.dur_tgt is not None
    frames, person_frames = predicted.log_durations.expm1().clamp(min=1), batch.dur_tgt
    place = torch.arange(frames.shape[1], device=frames.device)
    # The start symbol is before the first sound; a mark and the end symbol are behind the last one.
    inside = (place > 0) & (place < batch.lens[:, None] - 2)
    is_pause = inside & pause_mask(batch.phonemes)
    is_sound = inside & ~is_pause
    pace = float(frames[is_sound].sum() / person_frames[is_sound].sum())
    extra = (frames[is_pause] - 1).sum()
    person_extra = (person_frames[is_pause] * pace - 1).clamp(min=0).sum()
    pauses = float(person_extra / extra.clamp(min=1)) if extra > 0 else 1.0
    return _factor(pace, LEAST_PACE, MOST_PACE), _factor(pauses, LEAST_PAUSES, MOST_PAUSES)


def _melody(
    predicted: Prosody, pitch_stats: Tensor, sentences: Sequence[TakeExample], batch: AcousticBatch
) -> float:
    """The person's range of pitch, divided by the network's.

    A range is the distance of the 10th and the 90th percentile of a sentence's log F0: in the tails the pitch tracker
    may be wrong by an octave. A phoneme counts once for each of its frames, as a listener hears it.
    """
    assert batch.dur_tgt is not None
    voiced = average_by_duration((batch.log_f0 > 0).float(), batch.dur_tgt) > 0
    voiced_frames = (batch.dur_tgt * voiced).cpu().numpy()
    log_hz = (predicted.pitch * pitch_stats[:, 1:]).cpu().numpy()
    ranges = [
        (_range(sentence.log_f0[sentence.log_f0 > 0].numpy()), _range(np.repeat(pitch, count)))
        for sentence, pitch, count in zip(sentences, log_hz, voiced_frames, strict=True)
        if count.sum() >= LEAST_VOICED_FRAMES
    ]
    person_range, network_range = np.sum(ranges, axis=0) if ranges else (1.0, 1.0)
    return person_range / max(network_range, 1e-3)


def _dynamics(predicted: Tensor, person: Tensor, mask: Tensor) -> float:
    """The person's spread of energy about a sentence's mean, divided by the network's.

    Args:
        predicted: The network's energies, (B, T_text).
        person: The person's energies, (B, T_text).
        mask: True for phonemes that the person has read, (B, T_text).
    """
    spreads = [(_spread(e[m]), _spread(p[m])) for e, p, m in zip(person, predicted, mask, strict=True)]
    person_power, network_power = np.sum(np.square(spreads), axis=0)
    return float(np.sqrt(person_power / max(network_power, 1e-6)))


def _spread(energy: Tensor) -> float:
    return float(energy.std(correction=0))


def _range(log_hz: np.ndarray) -> float:
    low, high = np.percentile(log_hz, [10, 90])
    return float(high - low)
