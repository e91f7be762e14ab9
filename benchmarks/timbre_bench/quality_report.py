"""Clone quality as a dictionary and as the page docs/quality.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from timbre_bench import liveliness_report
from timbre_bench.contours import report as contour_report
from timbre_bench.contours.report import ContourReport
from timbre_bench.experiments import Experiment, section
from timbre_bench.liveliness_report import Delivered
from timbre_bench.measures.fidelity import Fidelity
from timbre_bench.measures.liveliness import Liveliness
from timbre_bench.measures.statistics import Interval, bootstrap_mean
from timbre_bench.page import wrapped
from timbre_bench.scores import CLONE, COPY, MEASURES, NEAREST, RECORDINGS, Scores

_TITLES = {
    RECORDINGS: "the person's recordings",
    CLONE: "clone of 20 takes",
    NEAREST: "untuned nearest speaker",
    COPY: "copy-synthesis (vocoder only)",
}
_COLUMNS = {
    "similarity": ("similarity", 2),
    "spectral_similarity": ("by spectra", 2),
    "character_error_rate": ("character errors", 3),
    "dnsmos": ("DNSMOS", 2),
    "mcd_db": ("MCD, dB", 2),
    "log_f0_rmse": ("log-F0 RMSE", 3),
}
_BASE_COLUMNS = {
    "sentences": ("read", 0),
    "character_error_rate": ("character errors", 3),
    "repeats": ("repeated words", 2),
    "speech_s": ("duration, s", 1),
    "characters_per_s": ("characters/s", 1),
    "silence": ("silence", 2),
    "pitch_hz": ("pitch, Hz", 0),
    "pitch_range": ("range, semitones", 1),
}
EVERYONE = "everyone"


@dataclass(frozen=True)
class PersonResult:
    """One person's scores, and how the clone was made.

    Attributes:
        speaker: Label of the person.
        scores: Scores by system, an entry for each held-out sentence.
        clone_s: Time from the command to the voice.
        load: The machine's load average over the clone's last five minutes; more than its cores is a busy machine.
        steps: Adaptation steps of the voice that was kept.
        nearest_speaker: The base model's speaker nearest to the person's computed embedding.
        voice_bytes: Size of the voice file.
        fidelity: Fidelity of copy-synthesis, for each held-out recording.
        delivered: How alive the clone reads, where that was measured.
    """

    speaker: str
    scores: Mapping[str, Sequence[Scores]]
    clone_s: float
    load: float
    steps: int
    nearest_speaker: str
    voice_bytes: int
    fidelity: Sequence[Fidelity] = ()
    delivered: Delivered | None = None


@dataclass(frozen=True)
class QualityReport:
    """All results, and what they were measured on.

    Attributes:
        date: Day of the measurement.
        command: The command line.
        base_model: Hash of the base model.
        people: Each person's results.
        base_speakers: Figures of the base model's speakers by kind of sentence.
        experiments: Ways to adapt a voice that were tried.
        kokoro: Kokoro's reading of each held-out sentence of all people.
        contours: How often readings are told from people's by their contours, from a program of its own.
    """

    date: str
    command: str
    base_model: str
    people: Sequence[PersonResult] = field(default_factory=tuple)
    base_speakers: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    experiments: Sequence[Experiment] = field(default_factory=tuple)
    kokoro: Sequence[Liveliness] = ()
    contours: ContourReport | None = None

    def intervals(self) -> dict[str, dict[str, dict[str, Interval]]]:
        """By person (and `everyone`), system and measure: mean and 95 % interval over sentences."""
        tables = {person.speaker: _intervals(person.scores) for person in self.people}
        pooled: dict[str, list[Scores]] = {}
        for person in self.people:
            for system, scores in person.scores.items():
                pooled.setdefault(system, []).extend(scores)
        return {EVERYONE: _intervals(pooled), **tables}

    def to_dict(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return {
            "date": self.date,
            "command": self.command,
            "base_model": self.base_model,
            "clones": {
                person.speaker: {
                    "clone_s": round(person.clone_s, 1),
                    "load": round(person.load, 1),
                    "steps": person.steps,
                    "nearest_speaker": person.nearest_speaker,
                    "voice_bytes": person.voice_bytes,
                    "vocoder": _mean_fidelity(person.fidelity),
                    "liveliness": liveliness_report.means(person.delivered) if person.delivered else {},
                }
                for person in self.people
            },
            "base_speakers": self.base_speakers,
            "measures": {
                who: {
                    system: {measure: interval.to_dict() for measure, interval in row.items()}
                    for system, row in table.items()
                }
                for who, table in self.intervals().items()
            },
        }

    def to_markdown(self) -> str:
        """The page docs/quality.md."""
        parts = [_INTRODUCTION.format(date=self.date, command=self.command, base_model=self.base_model)]
        for who, table in self.intervals().items():
            title = f"All {len(self.people)} people" if who == EVERYONE else f"Speaker {who}"
            parts += [f"## {title}\n", format_table(table)]
            parts += [_targets(table) if who == EVERYONE else self._clone_line(who)]
        delivered = {person.speaker: person.delivered for person in self.people if person.delivered}
        if delivered:
            parts.append(liveliness_report.section(delivered, self.kokoro))
        parts += [contour_report.marked_section(self.contours), ""]
        if all(person.fidelity for person in self.people):
            parts += [_VOCODER, _vocoder_table(self.people), ""]
        if self.base_speakers:
            parts += [_BASE_SPEAKERS, _base_table(self.base_speakers), ""]
        if self.experiments:
            parts.append(section(self.experiments))
        return wrapped("\n".join(parts)) + "\n"

    def _clone_line(self, speaker: str) -> str:
        person = next(person for person in self.people if person.speaker == speaker)
        return (
            f"\nNearest speaker: {person.nearest_speaker}; {person.steps} steps kept; {person.clone_s:.0f} s from"
            f" command to voice at a load average of {person.load:.1f}; voice file {person.voice_bytes / 1e3:.0f} kB.\n"
        )


def _intervals(scores: Mapping[str, Sequence[Scores]]) -> dict[str, dict[str, Interval]]:
    return {
        system: {
            measure: bootstrap_mean([getattr(score, measure) for score in sentences])
            for measure in MEASURES
            if not (system == RECORDINGS and measure in ("mcd_db", "log_f0_rmse"))
        }
        for system, sentences in scores.items()
    }


def format_table(table: Mapping[str, Mapping[str, Interval]]) -> str:
    """One person's table in Markdown: a row for each system, mean and 95 % interval in a cell."""
    lines = [
        "| | " + " | ".join(title for title, _ in _COLUMNS.values()) + " |",
        "|---" * (len(_COLUMNS) + 1) + "|",
    ]
    for system, row in table.items():
        cells = [_cell(row.get(measure), digits) for measure, (_, digits) in _COLUMNS.items()]
        lines.append(f"| {_TITLES[system]} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(interval: Interval | None, digits: int) -> str:
    if interval is None:
        return "–"
    return f"{interval.mean:.{digits}f} ({interval.low:.{digits}f} to {interval.high:.{digits}f})"


def _targets(table: Mapping[str, Mapping[str, Interval]]) -> str:
    """The design's targets beside what was measured."""
    recordings, clone, nearest = table[RECORDINGS], table[CLONE], table[NEAREST]
    similarity = clone["similarity"].mean
    above_nearest = similarity - nearest["similarity"].mean
    more_errors = clone["character_error_rate"].mean - recordings["character_error_rate"].mean
    less_pleasant = recordings["dnsmos"].mean - clone["dnsmos"].mean
    rows = [
        ("similarity of the clone", "at least 0.80", f"{similarity:.2f}", similarity >= 0.80),
        ("above the untuned nearest speaker", "at least 0.30", f"{above_nearest:.2f}", above_nearest >= 0.30),
        ("character errors above the recordings'", "at most 0.02", f"{more_errors:.3f}", more_errors <= 0.02),
        ("DNSMOS below the recordings'", "at most 0.15", f"{less_pleasant:.2f}", less_pleasant <= 0.15),
    ]
    lines = ["", "| target | | measured | met |", "|---|---|---|---|"]
    lines += [
        f"| {what} | {target} | {measured} | {'yes' if met else 'no'} |"
        for what, target, measured, met in rows
    ]
    return "\n".join([*lines, ""])


def _mean_fidelity(rows: Sequence[Fidelity]) -> dict[str, float | None]:
    """Means of each measure; None for one that could not be taken."""
    means: dict[str, float | None] = {}
    for name in ("mel_l1", "stft", "stoi", "pesq"):
        values = [value for row in rows if (value := getattr(row, name)) is not None]
        means[name] = float(np.mean(values)) if values else None
    return means


def _vocoder_table(people: Sequence[PersonResult]) -> str:
    """The table of the vocoder's fidelity for each person, in Markdown."""
    lines = ["| speaker | mel L1 | STFT distance | STOI | PESQ |", "|---|---|---|---|---|"]
    rows = [(person.speaker, person.fidelity) for person in people]
    rows.append((EVERYONE, [fidelity for person in people for fidelity in person.fidelity]))
    for who, fidelity in rows:
        cells = ["–" if value is None else f"{value:.3f}" for value in _mean_fidelity(fidelity).values()]
        lines.append(f"| {who} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


_VOCODER = """## Vocoder

Copy-synthesis of the held-out recordings: mel L1 and multi-resolution STFT distance (lower is better), STOI (1 is
perfect) and wide-band PESQ (4.6 is perfect; the target is 2.6; `pip install .[quality]` and a C compiler). One of the
vocoder's losses is modelled on PESQ, so the others are the independent witnesses.
"""


def _base_table(kinds: Mapping[str, Mapping[str, float]]) -> str:
    """The table of the base speakers' figures for each kind of sentence, in Markdown."""
    titles = list(_BASE_COLUMNS.values())
    lines = [
        "| sentences | " + " | ".join(title for title, _ in titles) + " |",
        "|---" * (len(titles) + 1) + "|",
    ]
    for kind, means in kinds.items():
        cells = [f"{means[name]:.{digits}f}" for name, (_, digits) in _BASE_COLUMNS.items()]
        lines.append(f"| {kind} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


_BASE_SPEAKERS = """## Base speakers

Ten speakers of the base model share sixty sentences that are in no corpus (the last of assets/prompts), and two of
them each read the hard ones of `timbre_finetune.export.examination`. Means over sentences. The target for the first row
is 0.02.
"""
_INTRODUCTION = """# Quality of clones

Written by `{command}` on {date}; do not edit by hand. Base model: sha256 `{base_model}` (weights and
configuration of `assets/base`).

Three LibriSpeech readers whom no model was trained on. Of each, 20 recordings are the takes and 10 others are
held out; the clone, made and spoken through the server by `timbre clone` and `timbre say`, reads the held-out
sentences. Means over sentences, with 95 % bootstrap confidence intervals.

- similarity: resemblyzer's mean cosine to the person's takes, scaled so that other people's utterances are 0
  and the takes among themselves are 1; by spectra: the log likelihood ratio of Gaussian mixtures over MFCC
  (GMM-UBM, Reynolds 2000) on such a scale, which shares nothing with resemblyzer.
- character errors: Whisper tiny.en's character error rate against the sentence, numbers spelled.
- DNSMOS: overall, 1 to 5, all at the same level.
- MCD and log-F0 RMSE: from the person's recording of the same sentence after dynamic time warping;
  mel-cepstral coefficients 1 to 13, and ln(F0) where both are voiced (0.058 is a semitone).
"""
