"""`timbre-train evaluate`: speak sentences with base speakers and measure them."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from timbre import audio, files, paths
from timbre.base import BaseModel, BaseSpeaker
from timbre.base_voices import BaseVoices
from timbre.pitch import pitch_hz
from timbre.speech.synthesizer import Synthesizer
from timbre.transcription import Recognizer
from timbre.words import character_error_rate, normalize_for_comparison
from timbre_finetune.export.examination import PROMPTS, STRESS, unseen_sentences

SILENT_DB = -50.0


@dataclass(frozen=True)
class SentenceScore:
    """One sentence of one base speaker.

    Attributes:
        speaker: Name of the speaker.
        kind: "prompts", or a kind of examination.STRESS.
        character_error_rate: Character errors of Whisper tiny.en against the text.
        repeats: Words that were heard more often than they are written.
        speech_s: Duration of the speech.
        characters_per_s: Characters of the text, written as it is spoken, in a second.
        silence: Share of the duration below -50 dBFS.
        pitch_hz: Median F0; 0 when nothing is voiced.
        pitch_range: From the 5th to the 95th percentile of F0, in semitones.
        synthesis_s: Time that the synthesis took.
    """

    speaker: str
    kind: str
    character_error_rate: float
    repeats: int
    speech_s: float
    characters_per_s: float
    silence: float
    pitch_hz: float
    pitch_range: float
    synthesis_s: float


MEASURES = (
    "character_error_rate",
    "repeats",
    "speech_s",
    "characters_per_s",
    "silence",
    "pitch_hz",
    "pitch_range",
)


class Examiner:
    """Lets base speakers speak and measures their speech."""

    def __init__(self, base_dir: Path) -> None:
        self.base = BaseModel.open(base_dir)
        self._synthesizer, self._voices = Synthesizer.load(base_dir), BaseVoices(self.base)
        self._recognizer = Recognizer()

    def speakers(self, count: int) -> list[BaseSpeaker]:
        """Choose some speakers, spread evenly over the table."""
        indices = np.linspace(0, len(self.base.speakers) - 1, count).round().astype(int)
        return [self.base.speakers[index] for index in indices]

    def examine(self, speaker: BaseSpeaker, kind: str, sentence: str) -> SentenceScore:
        """Speak and measure one sentence."""
        spec = self._synthesizer.vocoder.spec
        began = time.perf_counter()
        chunks = self._synthesizer.speak(sentence, self._voices.voice(speaker))
        waveform = np.concatenate([chunk.waveform for chunk in chunks])
        synthesis_s = time.perf_counter() - began
        transcript = self._recognizer.transcribe(audio.for_recognition(waveform, spec.sample_rate)).text
        reference = normalize_for_comparison(sentence)
        speech_s = len(waveform) / spec.sample_rate
        f0 = pitch_hz(waveform, spec)
        low, middle, high = np.percentile(f0[f0 > 0], (5, 50, 95)) if f0.any() else (1.0, 0.0, 1.0)
        return SentenceScore(
            speaker=speaker.name,
            kind=kind,
            character_error_rate=character_error_rate(sentence, transcript),
            repeats=_repeats(reference, normalize_for_comparison(transcript)),
            speech_s=speech_s,
            characters_per_s=len(reference) / speech_s,
            silence=float(np.mean(audio.frame_levels_db(waveform, spec.sample_rate) < SILENT_DB)),
            pitch_hz=float(middle),
            pitch_range=float(12 * np.log2(high / low)),
            synthesis_s=synthesis_s,
        )

    def scores(self, speakers: int, sentences: int, stress: bool = True) -> Iterator[SentenceScore]:
        """Let every speaker read a share of the sentences, and two speakers each hard sentence; yields the scores."""
        readers = self.speakers(speakers)
        for number, sentence in enumerate(unseen_sentences(sentences)):
            yield self.examine(readers[number % speakers], PROMPTS, sentence)
        hard = [(kind, text) for kind, texts in STRESS.items() for text in texts] if stress else []
        for number, (kind, sentence) in enumerate(hard):
            for offset in (0, speakers // 2):
                yield self.examine(readers[(number + offset) % speakers], kind, sentence)


def _repeats(reference: str, transcript: str) -> int:
    """Count the words that follow themselves more often in the transcript than in the text."""

    def doubled(text: str) -> Counter[str]:
        words = text.split()
        return Counter(a for a, b in pairwise(words) if a == b)

    return (doubled(transcript) - doubled(reference)).total()


def summarize(scores: Sequence[SentenceScore]) -> dict[str, dict[str, float]]:
    """Means of each kind of sentence, and how many there are."""
    table: dict[str, dict[str, float]] = {}
    for kind in dict.fromkeys(score.kind for score in scores):
        group = [score for score in scores if score.kind == kind]
        table[kind] = {name: float(np.mean([getattr(s, name) for s in group])) for name in MEASURES}
        table[kind]["sentences"] = len(group)
    return table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train evaluate`."""
    parser.add_argument("--base", type=Path, default=paths.base_dir(), help="the base model's folder")
    parser.add_argument(
        "--speakers", type=int, default=10, help="how many, spread over the table (default: %(default)s)"
    )
    parser.add_argument(
        "--sentences",
        type=int,
        default=60,
        help="unseen sentences, shared out among them (default: %(default)s)",
    )
    parser.add_argument("--no-stress", action="store_true", help="leave the hard sentences out")
    parser.add_argument("--json", type=Path, help="write every sentence's figures to this file")


def run(args: argparse.Namespace) -> int:
    """Print a JSON line for each kind of sentence, and the synthesis time over the audio's length."""
    scores = list(Examiner(args.base).scores(args.speakers, args.sentences, not args.no_stress))
    for kind, means in summarize(scores).items():
        sys.stdout.write(json.dumps({"kind": kind} | {k: round(v, 4) for k, v in means.items()}) + "\n")
    ratio = sum(s.synthesis_s for s in scores) / sum(s.speech_s for s in scores)
    sys.stdout.write(json.dumps({"synthesis_ratio": round(ratio, 4)}) + "\n")
    if args.json:
        files.write(args.json, json.dumps([asdict(score) for score in scores], indent=0) + "\n")
    return 0
