"""Whether a voice is heard to emphasise, to ask, and to step through a list; each on twenty sentences."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from timbre import paths
from timbre.contract import SAMPLE_RATE
from timbre.mel import MelSpec
from timbre.pitch import pitch_hz
from timbre.speech.synthesizer import Synthesizer
from timbre.timing import TimedWord
from timbre.voice import Voice
from timbre_app.output.speaking import find_voice
from timbre_bench.intonation_texts import EMPHASISED, LISTS, QUESTIONS
from timbre_bench.measures.intelligibility import error_rate
from timbre_bench.measures.statistics import bootstrap_mean

SPEC = MelSpec()
END_S = 0.15
"""Length of the voiced speech at a sentence's end that is looked at."""
TAIL_S = 0.06
"""Length of the voiced speech at an item's end that is looked at."""


@dataclass(frozen=True)
class Heard:
    """One reading.

    Attributes:
        waveform: (n,) float32.
        words: With their times.
        semitones: F0 of each frame, NaN where unvoiced, (T,).
    """

    waveform: np.ndarray
    words: Sequence[TimedWord]
    semitones: np.ndarray

    def peak(self, start_s: float, end_s: float) -> float:
        """The highest F0 of a part but for its highest twentieth, in which trackers err."""
        return float(np.nanpercentile(self._part(start_s, end_s), 95))

    def mean(self, start_s: float, end_s: float) -> float:
        """Mean F0 of a part."""
        return float(np.nanmean(self._part(start_s, end_s)))

    def tail(self, start_s: float, end_s: float) -> float:
        """Mean of the last TAIL_S of voiced F0 in a part."""
        part = self._part(start_s, end_s + 0.03)
        return float(np.mean(part[np.isfinite(part)][-round(TAIL_S * SPEC.frame_rate) :]))

    def spread(self, start_s: float, end_s: float) -> float:
        """Distance of the 10th and the 90th percentile of F0 in a part."""
        low, high = np.nanpercentile(self._part(start_s, end_s), [10, 90])
        return float(high - low)

    def level(self, start_s: float, end_s: float) -> float:
        """Level of a part in dB."""
        part = self.waveform[round(start_s * SAMPLE_RATE) : round(end_s * SAMPLE_RATE)]
        return float(10 * np.log10(np.mean(np.square(part))))

    def end(self) -> np.ndarray:
        """F0 of the last voiced END_S."""
        voiced = self.semitones[np.isfinite(self.semitones)]
        return voiced[-round(END_S * SPEC.frame_rate) :]

    def _part(self, start_s: float, end_s: float) -> np.ndarray:
        return self.semitones[round(start_s * SPEC.frame_rate) : round(end_s * SPEC.frame_rate)]


def hear(synthesizer: Synthesizer, voice: Voice, text: str) -> Heard:
    """Let a voice read a sentence."""
    chunks = list(synthesizer.speak(text, voice))
    waveform = np.concatenate([chunk.waveform for chunk in chunks])
    hz = pitch_hz(waveform, SPEC)
    semitones = 12 * np.log2(np.where(hz > 0, hz, np.nan))
    return Heard(waveform, [word for chunk in chunks for word in chunk.words], semitones)


Row = dict[str, float]


def emphasis_row(read: Callable[[str], Heard], text: str) -> Row:
    """What stars around a word change."""
    plain_text = text.replace("*", "")
    plain, marked = read(plain_text), read(text)
    place = next(i for i, word in enumerate(marked.words) if word.char_start == text.index("*") + 1)
    before, after = plain.words[place], marked.words[place]
    rest_before, rest_after = plain.words[place + 1 :], marked.words[place + 1 :]
    behind = [(words[0].start_s, words[-1].end_s) for words in (rest_before, rest_after)]
    return {
        "peak, semitones": marked.peak(after.start_s, after.end_s) - plain.peak(before.start_s, before.end_s),
        "length": (after.end_s - after.start_s) / (before.end_s - before.start_s),
        "level, dB": marked.level(after.start_s, after.end_s) - plain.level(before.start_s, before.end_s),
        "behind: mean, semitones": marked.mean(*behind[1]) - plain.mean(*behind[0]),
        "behind: range, semitones": marked.spread(*behind[1]) - plain.spread(*behind[0]),
        "behind: level, dB": marked.level(*behind[1]) - plain.level(*behind[0]),
        "behind: length": (behind[1][1] - behind[1][0]) / (behind[0][1] - behind[0][0]),
        "errors, unmarked": error_rate(plain.waveform, SAMPLE_RATE, plain_text),
        "errors, marked": error_rate(marked.waveform, SAMPLE_RATE, plain_text),
    }


def question_row(read: Callable[[str], Heard], texts: tuple[str, str]) -> Row:
    """How a question ends beside the statement."""
    question, statement = map(read, texts)
    ends = question.end(), statement.end()
    return {
        "end above the statement's, semitones": float(np.mean(ends[0]) - np.mean(ends[1])),
        "rise within the end, question": _slope(ends[0]),
        "rise within the end, statement": _slope(ends[1]),
        "end above the question's own mean": float(np.mean(ends[0]) - np.nanmean(question.semitones)),
    }


def _slope(semitones: np.ndarray) -> float:
    """The change of F0 over a part, by a straight line."""
    return float(np.polyfit(np.linspace(0, 1, len(semitones)), semitones, 1)[0])


def list_row(read: Callable[[str], Heard], text: str) -> Row:
    """How the items of a list follow each other."""
    heard = read(text)
    ends = [match.start() for match in re.finditer(r"[,.]", text)]
    items = [next(word for word in heard.words if word.char_end == end) for end in ends]
    peaks = [heard.peak(word.start_s, word.end_s) for word in items]
    tails = [heard.tail(word.start_s, word.end_s) for word in items]
    return {
        "step of peaks from item to item, semitones": float(np.nanmean(np.diff(peaks))),
        "end of the first three above that of the last": float(np.nanmean(tails[:3]) - tails[3]),
    }


def table(rows: Sequence[Row]) -> str:
    """Means with intervals, a line a figure."""
    lines: list[str] = []
    for name in rows[0]:
        figure = bootstrap_mean([row[name] for row in rows])
        lines.append(
            f"| {name} | {figure.mean:.3f} | {figure.low:.3f} to {figure.high:.3f} | {figure.count} |"
        )
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print three tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--voice", default="Demo", help="a voice, as in `timbre say` (default: that of `timbre demo`)"
    )
    parser.add_argument(
        "--out", type=Path, help="also write the speech of the marked sentences into this folder"
    )
    args = parser.parse_args(argv)
    voice, synthesizer = find_voice(args.voice), Synthesizer.load(paths.base_dir())

    def read(text: str) -> Heard:
        return hear(synthesizer, voice, text)

    for title, rows in (
        ("emphasis", [emphasis_row(read, text) for text in EMPHASISED]),
        ("questions", [question_row(read, texts) for texts in QUESTIONS]),
        ("lists", [list_row(read, text) for text in LISTS]),
    ):
        print(f"\n| {title} | mean | 95 % | sentences |\n|---|---|---|---|\n{table(rows)}")
    if args.out is not None:
        _write(args.out, read)
    return 0


def _write(folder: Path, read: Callable[[str], Heard]) -> None:
    import soundfile

    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(EMPHASISED, 1):
        for name, spoken in (("marked", text), ("unmarked", text.replace("*", ""))):
            soundfile.write(folder / f"{number:02}-{name}.wav", read(spoken).waveform, SAMPLE_RATE)


if __name__ == "__main__":
    sys.exit(main())
