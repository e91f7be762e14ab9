"""How drawn readings compare with people's own, phoneme by phoneme: no sound is made."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from timbre.models.prosody import VALUES, ProsodyFlow
from timbre.speech.encoded import round_durations
from timbre.text.symbols import END_ID, PUNCTUATION, START_ID, SYMBOL_TO_ID, WORD_BOUNDARY
from timbre_finetune.train.prosody.data import ProsodyData
from timbre_finetune.train.prosody.readings import Readings
from timbre_finetune.train.prosody.trainer import choose_held_out, load_prosody

SEMITONES = 12 / np.log(2)
VOICELESS = "ptkfθsʃhʔˈˌː"
PAUSE_FRAMES = 10
"""A space or a mark of at least this length, 0.12 s, is a pause."""
WIDTH = 32
_GAPS = [SYMBOL_TO_ID[mark] for mark in (*PUNCTUATION, WORD_BOUNDARY)]
_EDGES = [START_ID, END_ID]
_QUIET = [*_GAPS, *_EDGES, *(SYMBOL_TO_ID[symbol] for symbol in VOICELESS)]


@dataclass(frozen=True)
class Sentence:
    """One reading of a sentence: ids and whole frames, (T_text,) int64, log F0 in log Hz and energy, (T_text,)."""

    ids: np.ndarray
    frames: np.ndarray
    log_f0: np.ndarray
    energy: np.ndarray

    def melody(self) -> np.ndarray:
        """F0 of the frames of voiced phones, semitones."""
        voiced = ~np.isin(self.ids, _QUIET)
        return np.repeat(self.log_f0[voiced], self.frames[voiced]) * SEMITONES

    def pauses(self) -> float:
        """The share of frames in pauses."""
        long = np.isin(self.ids, _GAPS) & (self.frames >= PAUSE_FRAMES)
        return float(self.frames[long].sum() / self.frames.sum())

    def log_lengths(self) -> np.ndarray:
        """Log durations of phones."""
        return np.log(self.frames[~np.isin(self.ids, _GAPS + _EDGES)])


def beside(own: Sentence, other: Sentence) -> dict[str, float]:
    """The figures of a reading, compared with the person's own reading of the sentence."""
    melody = other.melody()
    voiced = ~np.isin(own.ids, _QUIET)
    weights = own.frames[voiced]
    return {
        "F0 std": float(melody.std()),
        "F0 range": float(np.subtract(*np.percentile(melody, [90, 10]))),
        "F0 corr": _correlation(
            np.repeat(own.log_f0[voiced], weights), np.repeat(other.log_f0[voiced], weights)
        ),
        "length std": float(other.log_lengths().std()),
        "length corr": _correlation(own.log_lengths(), other.log_lengths()),
        "pace": float(other.frames.sum() / own.frames.sum()),
        "pauses": other.pauses(),
        "energy std": float(other.energy[voiced].std()),
        "energy corr": _correlation(own.energy[voiced], other.energy[voiced]),
    }


def _correlation(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.corrcoef(a, b)[0, 1]) if a.std() > 1e-6 and b.std() > 1e-6 else 0.0


@dataclass(frozen=True)
class Way:
    """A way to draw: temperatures of duration, pitch and energy; steps; and a factor on the melody's spread."""

    name: str
    temperature: tuple[float, float, float]
    steps: int
    stretch: float = 1.0


class Reader:
    """Draws readings of sentences, in the voices of the people who have read them."""

    def __init__(self, network: ProsodyFlow, readings: Readings) -> None:
        self.network, self.readings = network, readings
        self.data = ProsodyData(readings, torch.device("cpu"))

    def own(self, row: int) -> Sentence:
        """The person's own reading."""
        r = self.readings
        part = slice(r.offsets[row], r.offsets[row + 1])
        return Sentence(
            r.phonemes[part].astype(np.int64),
            r.durations[part].astype(np.int64),
            self._log_f0(row, self.data.pitch[part].numpy()),
            r.energy[part].astype(float),
        )

    def _log_f0(self, row: int, pitch: np.ndarray) -> np.ndarray:
        mean, std = self.readings.pitch_stats[self.readings.speaker_ids[row]]
        return mean + std * pitch

    @torch.no_grad()
    def draw(self, row: int, way: Way, seeds: int) -> list[Sentence]:
        """Draw other readings of the same sentence."""
        width = int(self.readings.lens[row])
        generator = torch.Generator().manual_seed(row)
        batch = self.data.gather(torch.full((seeds,), row), width, generator)
        noise = torch.randn(seeds, width, VALUES, generator=generator) * torch.tensor(way.temperature)
        voice = self.network.voice(batch.reference, batch.habits)
        context = self.network.encode(batch.phonemes, batch.lens, voice)
        drawn = self.network.draw(context, noise, way.steps)
        mean = drawn.pitch.mean(1, keepdim=True)
        pitches = (mean + way.stretch * (drawn.pitch - mean)).numpy()
        lengths = np.expm1(drawn.log_durations.numpy())
        ids, energies = batch.phonemes[0].numpy(), drawn.energy.numpy()
        return [
            Sentence(ids, round_durations(length, 1.0), self._log_f0(row, pitch), energy)
            for length, pitch, energy in zip(lengths, pitches, energies, strict=True)
        ]


WAYS = (
    Way("mean, one step", (0, 0, 0), 0),
    Way("mean, stretched by 2", (0, 0, 0), 0, 2.0),
    Way("drawn, 0.5", (0.5, 0.5, 0.5), 2),
    Way("drawn, 0.7", (0.7, 0.7, 0.7), 2),
    Way("drawn, 0.85", (0.85, 0.85, 0.85), 2),
    Way("drawn, 1", (1, 1, 1), 2),
    Way("lengths 0.85, pitch 0.5 stretched by 1.5", (0.85, 0.5, 0.5), 2, 1.5),
    Way("drawn, 1, one step of the rule", (1, 1, 1), 1),
    Way("drawn, 1, eight steps", (1, 1, 1), 8),
)


def crps(own: np.ndarray, drawn: np.ndarray) -> float:
    """How far drawn values, (seeds, n), are from a person's, (n,), less half of how far they are from each other.

    A proper score: on average no other distribution scores less than the person's own. Of a single reading it is the
    mean absolute error. Source: Gneiting and Raftery 2007, Strictly proper scoring rules, section 4.2.
    """
    count = len(drawn)
    apart = np.abs(drawn[:, None] - drawn[None]).sum() / max(1, count * (count - 1)) / len(own)
    return float(np.abs(drawn - own).mean() - apart / 2)


def scores(own: Sentence, drawn: Sequence[Sentence]) -> dict[str, float]:
    """Scores of readings of one sentence: F0 in semitones and log durations of phones."""
    voiced = ~np.isin(own.ids, _QUIET)
    pitches = np.stack([other.log_f0[voiced] for other in drawn]) * SEMITONES
    lengths = np.stack([other.log_lengths() for other in drawn])
    return {
        "F0 CRPS": crps(own.log_f0[voiced] * SEMITONES, pitches),
        "length CRPS": crps(own.log_lengths(), lengths),
    }


def table(
    reader: Reader, rows: np.ndarray, ways: Sequence[Way], seeds: int
) -> list[tuple[str, dict[str, float]]]:
    """Compute the means over sentences, then over speakers, for the people and for each way."""
    own = {int(row): reader.own(int(row)) for row in rows}
    lines = [("the people", _means(reader, {row: beside(s, s) | scores(s, [s]) for row, s in own.items()}))]
    for way in ways:
        count = seeds if any(way.temperature) else 1
        figures = {}
        for row, person in own.items():
            readings = reader.draw(row, way, count)
            each = [beside(person, reading) for reading in readings]
            mean = {name: float(np.mean([entry[name] for entry in each])) for name in each[0]}
            figures[row] = mean | scores(person, readings)
        lines.append((way.name, _means(reader, figures)))
    return lines


def _means(reader: Reader, figures: dict[int, dict[str, float]]) -> dict[str, float]:
    speakers = reader.readings.speaker_ids[list(figures)]
    values = np.array([list(row.values()) for row in figures.values()])
    each = np.stack([values[speakers == speaker].mean(0) for speaker in np.unique(speakers)])
    return dict(zip(next(iter(figures.values())), each.mean(0).tolist(), strict=True))


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readings", type=Path, required=True, help="of `timbre-train readings`")
    parser.add_argument("--weights", type=Path, required=True, help="prosody.safetensors")
    parser.add_argument("--config", type=Path, help="config.json beside the weights, if it lies elsewhere")
    parser.add_argument(
        "--all", action="store_true", help="all speakers, not those alone whom training leaves out"
    )
    parser.add_argument(
        "--sentences", type=int, default=30, help="of each speaker at most (default: %(default)s)"
    )
    parser.add_argument(
        "--seeds", type=int, default=4, help="readings of each sentence (default: %(default)s)"
    )
    args = parser.parse_args()
    readings = Readings.load(args.readings)
    network = load_prosody(args.weights, args.config)
    names = readings.speakers.tolist() if args.all else sorted(choose_held_out(readings))
    speakers = [readings.speakers.tolist().index(name) for name in names]
    rows = np.concatenate([np.flatnonzero(readings.speaker_ids == s)[: args.sentences] for s in speakers])
    lines = table(Reader(network, readings), rows, WAYS, args.seeds)
    sys.stdout.write("| | " + " | ".join(lines[0][1]) + " |\n")
    for name, figures in lines:
        sys.stdout.write(f"| {name} | " + " | ".join(f"{value:.2f}" for value in figures.values()) + " |\n")
    return 0
