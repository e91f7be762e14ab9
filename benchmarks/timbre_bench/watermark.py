"""How surely the watermark is found after what happens to files, how seldom in unmarked speech, and what it costs."""

from __future__ import annotations

import argparse
import csv
import random
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from timbre import audio, paths
from timbre.watermark.detecting import DETECTOR_RATE, THRESHOLD, Detector, Finding, Verdict
from timbre.watermark.marking import Marker
from timbre_app.output.watermarking import PcmMarker
from timbre_bench import page
from timbre_bench.damage import FURTHER, PROMISED, SAMPLE_RATE
from timbre_bench.measures.pleasantness import overall_mos
from timbre_bench.page import Report
from timbre_bench.speech import read_speech_options

PAGE = Path(__file__).resolve().parents[2] / "docs" / "security.md"
CLIP_S = 5.0
CLIPS, FILES = 120, 1_000
SYNTHETIC = "kokoro-82m"
TEXT = (
    "The morning train was late again, so we stood on the platform and talked about the summer that we had missed. "
    "Nobody had opened that door for years, and what lay behind it was neither treasure nor dust but a garden."
)


@dataclass(frozen=True)
class Rate:
    """How often the mark was found, and the lowest score."""

    found: int
    clips: int
    lowest: float
    median: float


@dataclass(frozen=True)
class Unmarked:
    """Scores of files without a mark."""

    scores: Sequence[float]
    hours: float

    @property
    def alarms(self) -> int:
        """Files in which a mark was seen."""
        return sum(score >= THRESHOLD for score in self.scores)


def choose_files(
    folder: Path, count: int, synthetic: bool, least_s: float = 0.0, seed: int = 0
) -> list[Path]:
    """Draw files of the speech folder, as many of each corpus as it has, up to an equal share.

    Args:
        folder: A folder with manifest.csv.
        count: How many.
        synthetic: Whether to take synthetic speech, or people's.
        least_s: Shortest file.
        seed: Seed of the random choices.
    """
    by_corpus: dict[str, list[Path]] = {}
    with (folder / "manifest.csv").open(encoding="utf-8", newline="") as manifest:
        for row in csv.DictReader(manifest):
            if (row["corpus"] == SYNTHETIC) == synthetic and float(row["seconds"]) >= least_s:
                by_corpus.setdefault(row["corpus"], []).append(folder / row["path"])
    rng = random.Random(seed)
    for files in by_corpus.values():
        rng.shuffle(files)
    return list(_in_turn(list(by_corpus.values())))[:count]


def _in_turn(groups: list[list[Path]]) -> Iterator[Path]:
    for turn in range(max(map(len, groups), default=0)):
        yield from (group[turn] for group in groups if turn < len(group))


def find(samples: np.ndarray, rate: int) -> Finding:
    """Search samples (n,) float32 at `rate` Hz."""
    detector = Detector()
    detector.feed(audio.resample(samples, rate, DETECTOR_RATE))
    return detector.finish()


def measure_unmarked(files: Sequence[Path]) -> Unmarked:
    """Search files that have no mark, as they are."""
    findings = [find(audio.load(path, DETECTOR_RATE), DETECTOR_RATE) for path in files]
    return Unmarked([finding.score for finding in findings], sum(f.duration_s for f in findings) / 3600)


def marked(samples: np.ndarray) -> np.ndarray:
    """Speech (n,) float32 as an export has it: marked, in samples of 16 bit."""
    marker = PcmMarker(SAMPLE_RATE)
    pcm = np.clip(np.rint(samples * 32_767), -32_768, 32_767).astype(np.int16)
    return np.concatenate([marker.mark(pcm), marker.finish()]).astype(np.float32) / 32_768


def measure_found(speech: Sequence[np.ndarray]) -> dict[str, Rate]:
    """Mark each recording, cut CLIP_S out of it at a random place, damage that, and search it."""
    rng = np.random.default_rng(1)
    size = int(CLIP_S * SAMPLE_RATE)
    clips: list[np.ndarray] = []
    for samples in speech:
        start = rng.integers(0, len(samples) - size + 1)
        clips.append(marked(samples)[start : start + size])
    return {name: _rate([find(damage(clip), SAMPLE_RATE) for clip in clips]) for name, damage in _CONDITIONS}


_CONDITIONS = (*PROMISED.items(), *FURTHER.items())


def _rate(findings: Sequence[Finding]) -> Rate:
    scores = [finding.score for finding in findings]
    hits = sum(finding.verdict is Verdict.MARKED for finding in findings)
    return Rate(hits, len(findings), min(scores), statistics.median(scores))


def own_speech(count: int) -> Iterator[np.ndarray]:
    """Speech of the base model's speakers, (n,) float32 each."""
    from timbre.base import BaseModel
    from timbre.base_voices import BaseVoices
    from timbre.speech.synthesizer import Synthesizer

    synthesizer = Synthesizer.load(paths.base_dir(), "onnx")
    voices = BaseVoices(BaseModel.open(paths.base_dir()))
    speakers = voices.base.speakers
    for number in range(count):
        speaker = speakers[number * len(speakers) // count]
        chunks = synthesizer.speak(TEXT, voices.voice(speaker))
        yield np.concatenate([chunk.waveform for chunk in chunks])


def measure_hour(speech: Sequence[np.ndarray]) -> tuple[float, float]:
    """Mark an hour; returns milliseconds a second of speech, and the score of its last ten seconds."""
    marker = Marker(SAMPLE_RATE)
    joined = np.concatenate(list(speech))
    minute = np.resize(joined, 60 * SAMPLE_RATE).astype(np.float32)
    began = time.process_time()
    for _ in range(59):
        marker.mark(minute)
    end = np.concatenate([marker.mark(minute), marker.finish()])[-int(10 * SAMPLE_RATE) :]
    spent_s = time.process_time() - began
    return 1000 * spent_s / 3600, find(end, SAMPLE_RATE).score


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speech", type=Path, metavar="DIR", help="a folder with manifest.csv")
    parser.add_argument(
        "--files", type=int, default=FILES, help="unmarked files of people (default %(default)s)"
    )
    parser.add_argument(
        "--clips", type=int, default=CLIPS, help="marked clips a condition (default %(default)s)"
    )
    page.add_options(parser)
    options, folder = read_speech_options(parser, arguments)
    where = page.machine()
    people = measure_unmarked(choose_files(folder, options.files, synthetic=False))
    others = measure_unmarked(choose_files(folder, options.files // 5, synthetic=True))
    speech = _speech_to_mark(folder, options.clips)
    hour = measure_hour(speech[:20])

    changes = [overall_mos(marked(s), SAMPLE_RATE) - overall_mos(s, SAMPLE_RATE) for s in speech]
    rates = measure_found(speech)
    page.deliver(_report(people, others, rates, changes, hour), options, where, PAGE)
    return 0


def _speech_to_mark(folder: Path, count: int) -> list[np.ndarray]:
    """A third each of people's speech, another program's, and our own."""
    files = [
        *choose_files(folder, count // 3, synthetic=False, least_s=CLIP_S + 1, seed=1),
        *choose_files(folder, count // 3, synthetic=True, least_s=CLIP_S + 0.5, seed=1),
    ]
    return [*(audio.load(path, SAMPLE_RATE) for path in files), *own_speech(count - len(files))]


def _report(
    people: Unmarked,
    others: Unmarked,
    rates: Mapping[str, Rate],
    changes: Sequence[float],
    hour: tuple[float, float],
) -> Report:
    change, error = statistics.mean(changes), statistics.stdev(changes) / len(changes) ** 0.5
    about = (
        f"Marked speech (a third people's, a third another program's, a third our own) is cut to {CLIP_S:.0f} s at a "
        f"random place, damaged, and searched; a score from {THRESHOLD} on is a mark. Unmarked speech is searched as "
        f"it is. DNSMOS changes by {change:+.4f} (standard error {error:.4f}, {len(changes)} recordings). Marking "
        f"takes {hour[0]:.1f} ms of one core for a second of speech; the last ten seconds of a marked hour score "
        f"{hour[1]:.1f}."
    )
    values = {
        "unmarked": {name: _unmarked_values(u) for name, u in (("people", people), ("synthetic", others))},
        "marked": {name: vars(rate) for name, rate in rates.items()},
        "dnsmos_change": change,
        "dnsmos_change_error": error,
        "marking_ms_per_s": hour[0],
        "last_score_of_an_hour": hour[1],
    }
    return Report("watermark", values, about, _tables(people, others, rates))


def _unmarked_values(unmarked: Unmarked) -> dict[str, float]:
    return {
        "files": len(unmarked.scores),
        "hours": unmarked.hours,
        "alarms": unmarked.alarms,
        "highest": max(unmarked.scores),
    }


def _tables(people: Unmarked, others: Unmarked, rates: Mapping[str, Rate]) -> str:
    rows = ["| marked, and then | found | lowest score | median |", "|---|---|---|---|"]
    for name, rate in rates.items():
        label = name if name in PROMISED else f"{name} (not promised)"
        rows.append(f"| {label} | {rate.found} of {rate.clips} | {rate.lowest:.1f} | {rate.median:.1f} |")
    rows += ["", "| unmarked | files | hours | false alarms | median score | 99 % below | highest |"]
    rows.append("|---|---|---|---|---|---|---|")
    for name, unmarked in ("people", people), ("synthetic speech of another program", others):
        scores = np.array(unmarked.scores)
        rows.append(
            f"| {name} | {len(scores)} | {unmarked.hours:.1f} | {unmarked.alarms} | {np.median(scores):.1f} | "
            f"{np.percentile(scores, 99):.1f} | {scores.max():.1f} |"
        )
    return "\n".join(rows)
