"""Learns how a person reads: fits a voice's vector of the prosody network (timbre.models.prosody) to the takes.

The network itself is not trained. The vector starts from the person's speaker embedding and habits. It is trained until
the mean of all readings of a sentence, which the network predicts, is near the person's own reading. A take is cut into
its sentences, because the voice will speak one sentence at a time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import Tensor

from timbre.models.prosody import VALUES, ProsodyFlow
from timbre_finetune.clone.read_sentences import sentences_of
from timbre_finetune.clone.takes_data import TakeExample, collate
from timbre_finetune.train.acoustic_losses import measure_prosody
from timbre_finetune.train.prosody.data import count_habits, habits_of

STEPS = 60
WARMUP_STEPS = 5
SENTENCES_A_STEP = 7
PEAK_RATE = 8e-3
FARTHEST = 3.0
"""Values are limited to this many deviations from their symbol's mean: beyond, the pitch tracker may be wrong."""
UNVOICED_WEIGHT = 0.1
"""Weight of the pitch of a phoneme without voice: it was interpolated, and is hardly heard."""


def start_prosody(
    flow: ProsodyFlow, person: np.ndarray, pitch_stats: Tensor, takes: Sequence[TakeExample]
) -> Tensor:
    """The vector of a voice as the network guesses it, before training on its takes, (1, P).

    Args:
        flow: The network.
        person: The person's speaker embedding, (256,).
        pitch_stats: Mean and standard deviation of the person's log F0, (1, 2).
        takes: The aligned takes; the habits are counted in them.
    """
    batch = collate(takes, pitch_stats.device)
    assert batch.dur_tgt is not None
    prosody = measure_prosody(batch, pitch_stats)
    inside = torch.arange(batch.phonemes.shape[1], device=batch.lens.device) < batch.lens[:, None]
    take_ids = torch.arange(len(takes), device=batch.lens.device).repeat_interleave(batch.lens)
    counts = count_habits(
        batch.phonemes[inside], batch.dur_tgt[inside], prosody.pitch[inside], prosody.energy[inside], take_ids
    ).sum(0, keepdim=True)
    reference = torch.from_numpy(person).to(pitch_stats)[None]
    with torch.no_grad():
        return flow.voice(reference, habits_of(counts, pitch_stats))


def learn_prosody(
    flow: ProsodyFlow,
    start: Tensor,
    pitch_stats: Tensor,
    takes: Sequence[TakeExample],
    seed: int,
    on_step: Callable[[], object],
) -> Tensor:
    """Learn the vector of a voice.

    Args:
        flow: The network, in evaluation mode.
        start: From `start_prosody`.
        pitch_stats: Mean and standard deviation of the person's log F0, (1, 2).
        takes: The takes, aligned.
        seed: Seed of the order of the sentences.
        on_step: Called before each step; an exception that it raises ends the training.
    Returns:
        The vector, (1, P).
    """
    sentences = [sentence for take in takes for sentence in sentences_of(take)]
    vector = start.clone().requires_grad_()
    optimizer = torch.optim.AdamW([vector], lr=0.0, betas=(0.9, 0.98), weight_decay=0.0)
    rng, waiting = np.random.default_rng(seed), list[int]()
    for step in range(STEPS):
        on_step()
        if len(waiting) < min(SENTENCES_A_STEP, len(sentences)):
            waiting = rng.permutation(len(sentences)).tolist()
        chosen, waiting = waiting[:SENTENCES_A_STEP], waiting[SENTENCES_A_STEP:]
        rise = min(1.0, (step + 1) / WARMUP_STEPS)
        fall = 0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * step / STEPS))
        optimizer.param_groups[0]["lr"] = PEAK_RATE * rise * fall
        loss = _miss(flow, vector, pitch_stats, [sentences[at] for at in chosen])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return vector.detach()


def _miss(flow: ProsodyFlow, vector: Tensor, pitch_stats: Tensor, sentences: Sequence[TakeExample]) -> Tensor:
    """Mean squared distance of the mean reading from the person's own, in deviations of each symbol."""
    batch = collate(sentences, pitch_stats.device)
    assert batch.dur_tgt is not None
    own = flow.normalised(measure_prosody(batch, pitch_stats), batch.phonemes).clamp(-FARTHEST, FARTHEST)
    ends = batch.dur_tgt.cumsum(1)
    voiced_until = torch.nn.functional.pad((batch.log_f0 > 0).cumsum(1), (1, 0))
    is_voiced = voiced_until.gather(1, ends) > voiced_until.gather(1, ends - batch.dur_tgt)
    is_read = batch.dur_tgt > 0
    weight = is_read[..., None].expand(*is_read.shape, VALUES).clone().to(own)
    weight[..., 1] *= torch.where(is_voiced, 1.0, UNVOICED_WEIGHT)
    context = flow.encode(batch.phonemes, batch.lens, vector.expand(len(sentences), -1))
    miss = (flow.mean(context) - own).square() * weight
    return miss.sum() / is_read.sum()
