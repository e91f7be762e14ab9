"""All readings on the training device, in batches of similar length, with the habits of their voices."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from timbre.models.prosody import HABITS, Prosody
from timbre.text.symbols import END_ID, PUNCTUATION, START_ID, SYMBOL_TO_ID, SYMBOLS, WORD_BOUNDARY
from timbre_finetune.train.prosody.readings import REFERENCES, Readings

MOST_PITCH = 4.0
HABIT_READINGS = 12
"""Habits of a voice are measured in at most this many readings; a person records about as many takes."""
WIDTH_STEP = 32
PHONE, SPACE, MARK, EDGE = range(4)
_COUNTED = 5
"""Values of a reading that habits come from: log durations of phones, spaces and marks, pitch and energy of phones."""


class Planned(NamedTuple):
    """A batch to gather: its rows, (B,), and its width in phonemes."""

    rows: np.ndarray
    width: int


class ReadingBatch(NamedTuple):
    """Padded readings.

    Attributes:
        phonemes: Ids, (B, T_text).
        lens: (B,).
        durations: Frames, (B, T_text) int64.
        pitch: In the voice's standard deviations, (B, T_text).
        energy: (B, T_text).
        reference: Speaker embeddings, (B, 256).
        habits: (B, len(HABITS)).
    """

    phonemes: Tensor
    lens: Tensor
    durations: Tensor
    pitch: Tensor
    energy: Tensor
    reference: Tensor
    habits: Tensor

    def prosody(self, generator: torch.Generator | None = None) -> Prosody:
        """Prosody of the readings; each duration is drawn among the lengths that round to its whole frames."""
        frames = self.durations.float()
        spread = torch.rand(frames.shape, device=frames.device, generator=generator) - 0.5
        return Prosody((1 + frames + spread).log(), self.pitch, self.energy)


def symbol_kinds() -> Tensor:
    """Kind of each symbol, PHONE, SPACE, MARK or EDGE: (n_symbols,) int64."""
    kinds = torch.full((len(SYMBOLS),), PHONE)
    kinds[[SYMBOL_TO_ID[mark] for mark in PUNCTUATION]] = MARK
    kinds[SYMBOL_TO_ID[WORD_BOUNDARY]] = SPACE
    kinds[[0, START_ID, END_ID]] = EDGE
    return kinds


def count_habits(
    phonemes: Tensor, durations: Tensor, pitch: Tensor, energy: Tensor, reading_ids: Tensor
) -> Tensor:
    """Number, sum and sum of squares of the values that habits come from (see _COUNTED), for each reading.

    Args:
        phonemes: Ids of all readings, one after the other, (m,).
        durations: Frames, (m,).
        pitch: In the voice's standard deviations, (m,).
        energy: Energy of each phoneme, in the unit of timbre.models.prosody.Prosody, (m,).
        reading_ids: The reading of each phoneme, in rising order, (m,).
    Returns:
        (n, _COUNTED, 3) float32.
    """
    kinds = symbol_kinds().to(phonemes.device)[phonemes]
    lengths = (durations.double() + 1).log()
    measures = [(lengths, PHONE), (lengths, SPACE), (lengths, MARK), (pitch, PHONE), (energy, PHONE)]
    out = torch.zeros(int(reading_ids[-1]) + 1, _COUNTED, 3, dtype=torch.float64, device=phonemes.device)
    for i, (values, kind) in enumerate(measures):
        inside = kinds == kind
        v = values[inside].double()
        out[:, i].index_add_(0, reading_ids[inside], torch.stack([torch.ones_like(v), v, v * v], 1))
    return out.float()


def habits_of(counts: Tensor, pitch_stats: Tensor) -> Tensor:
    """Compute habits (B, len(HABITS)) of voices.

    Args:
        counts: What `count_habits` returns, summed over readings of a voice, (B, _COUNTED, 3).
        pitch_stats: Mean and standard deviation of log F0, (B, 2).
    """
    number = counts[..., 0].clamp(min=1)
    mean = counts[..., 1] / number
    std = (counts[..., 2] / number - mean.square()).clamp(min=0).sqrt()
    habits = torch.cat([pitch_stats, torch.stack([mean, std], 2).flatten(1)], 1)
    assert habits.shape[1] == len(HABITS)
    return habits


class ProsodyData:
    """Readings on one device.

    Args:
        readings: The readings.
        device: The training device.
        held_out: Names of speakers whose readings are not trained on.
    """

    def __init__(
        self, readings: Readings, device: torch.device, held_out: frozenset[str] = frozenset()
    ) -> None:
        self.device = device

        def on(values: np.ndarray, kind: type = np.int64) -> Tensor:
            return torch.as_tensor(values.astype(kind)).to(device)

        self.lens, self.starts = on(readings.lens), on(readings.offsets[:-1])
        self.phonemes, self.durations = on(readings.phonemes), on(readings.durations)
        self.energy = on(readings.energy, np.float32)
        self.speaker_ids = on(readings.speaker_ids)
        self.references = on(readings.references, np.float32)
        self.pitch_stats = on(readings.pitch_stats, np.float32)
        stats = self.pitch_stats[self.speaker_ids.repeat_interleave(self.lens)]
        log_f0 = on(readings.log_f0, np.float32)
        pitch = ((log_f0 - stats[:, 0]) / stats[:, 1]).clamp(-MOST_PITCH, MOST_PITCH)
        self.pitch = torch.where(log_f0 > 0, pitch, 0.0)
        self.weights, self._lens = readings.weights, readings.lens
        names = readings.speakers[readings.speaker_ids]
        is_held_out = np.isin(names, sorted(held_out))
        self.train, self.held_out = np.flatnonzero(~is_held_out), np.flatnonzero(is_held_out)
        reading_ids = torch.arange(len(readings), device=device).repeat_interleave(self.lens)
        self.counts = count_habits(self.phonemes, self.durations, self.pitch, self.energy, reading_ids)
        self._by_speaker = self.speaker_ids.argsort(stable=True)
        self._place = self._by_speaker.argsort()
        ids = torch.arange(len(readings.speakers), device=device)
        sorted_ids = self.speaker_ids[self._by_speaker]
        self._first = torch.searchsorted(sorted_ids, ids)
        self._number = torch.searchsorted(sorted_ids, ids, right=True) - self._first

    def symbol_statistics(self, rows: np.ndarray, least: float = 50.0) -> tuple[Tensor, Tensor]:
        """Mean and deviation of log duration, pitch and energy of each symbol, both (n_symbols, 3).

        The statistics of all symbols are mixed into each with the weight of `least` occurrences, so that those of a
        rare symbol are not left to chance.
        """
        inside = torch.zeros(len(self.lens), dtype=torch.bool, device=self.device)
        inside[torch.as_tensor(rows).to(self.device)] = True
        inside = inside.repeat_interleave(self.lens)
        lengths = (self.durations + 1.0).log()
        values = torch.stack([lengths, self.pitch, self.energy], 1)[inside].double()
        symbols = self.phonemes[inside]
        sums = values.new_zeros(len(SYMBOLS), 7).index_add_(
            0, symbols, torch.cat([torch.ones_like(values[:, :1]), values, values.square()], 1)
        )
        sums = sums + least * sums.sum(0) / sums[:, 0].sum()
        mean = sums[:, 1:4] / sums[:, :1]
        deviation = (sums[:, 4:] / sums[:, :1] - mean.square()).sqrt().clamp(min=0.05)
        return mean.float(), deviation.float()

    def habit_statistics(self, rows: np.ndarray) -> tuple[Tensor, Tensor]:
        """Mean and deviation of the habits of the voices of some readings, both (len(HABITS),)."""
        at = torch.as_tensor(rows).to(self.device)
        total = torch.zeros(len(self.pitch_stats), _COUNTED, 3, device=self.device)
        total = total.index_add(0, self.speaker_ids[at], self.counts[at])
        habits = habits_of(total, self.pitch_stats)[total[:, 0, 0] > 0]
        return habits.mean(0), habits.std(0, correction=0).clamp(min=0.02)

    def draw_habits(self, rows: Tensor, generator: torch.Generator | None = None) -> Tensor:
        """Habits of each row's voice, from up to HABIT_READINGS of its other readings: (B,) to (B, len(HABITS))."""
        speakers = self.speaker_ids[rows]
        first, number = self._first[speakers, None], self._number[speakers, None]
        shape = (len(rows), HABIT_READINGS)
        chance = torch.rand(shape, device=self.device, generator=generator)
        step = 1 + (chance * (number - 1).clamp(min=1)).long()
        place = first + (self._place[rows, None] - first + step) % number
        last = torch.randint(3, HABIT_READINGS, (len(rows), 1), device=self.device, generator=generator)
        is_drawn = torch.arange(HABIT_READINGS, device=self.device) <= last
        counts = (self.counts[self._by_speaker[place]] * is_drawn[..., None, None]).sum(1)
        return habits_of(counts, self.pitch_stats[speakers])

    def draw_references(self, speakers: Tensor, generator: torch.Generator | None = None) -> Tensor:
        """Average some of each speaker's embeddings, drawn at random: (B,) to (B, 256) of unit length."""
        is_drawn = torch.rand((len(speakers), REFERENCES), device=self.device, generator=generator) < 0.5
        is_drawn[:, 0] |= ~is_drawn.any(1)
        return F.normalize((self.references[speakers] * is_drawn[..., None]).sum(1), dim=1)

    def gather(self, at: Tensor, width: int, generator: torch.Generator | None = None) -> ReadingBatch:
        """Collect readings (B,) into one batch, padded to a width in phonemes."""
        lens = self.lens[at]
        steps = torch.arange(width, device=self.device)
        mask = steps < lens[:, None]
        index = (self.starts[at][:, None] + steps) * mask
        return ReadingBatch(
            self.phonemes[index] * mask,
            lens,
            self.durations[index] * mask,
            self.pitch[index] * mask,
            self.energy[index] * mask,
            self.draw_references(self.speaker_ids[at], generator),
            self.draw_habits(at, generator),
        )

    def plan(self, rows: np.ndarray, max_phonemes: int, rng: np.random.Generator) -> list[Planned]:
        """Plan the batches of one pass. Readings of similar width share a batch; batches of one width have one size.

        Each row appears about as often as its weight says; some appear once more, to fill the last batch of a width.
        """
        rows = np.repeat(rows, np.floor(self.weights[rows] + rng.random(len(rows))).astype(int))
        rows = rng.permutation(rows)
        widths = -(-self._lens[rows] // WIDTH_STEP) * WIDTH_STEP
        batches: list[Planned] = []
        for width in np.unique(widths).tolist():
            members, size = rows[widths == width], max(1, max_phonemes // width)
            count = -(-len(members) // size)
            members = np.append(members, rng.choice(members, count * size - len(members)))
            batches += [Planned(part, width) for part in members.reshape(count, size)]
        return [batches[i] for i in rng.permutation(len(batches))]
