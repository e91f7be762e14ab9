"""Where the aligner says that words begin, beside where Whisper heard them begin.

Whisper's own times are good to about 50 ms, so agreement within 100 ms is as much as can be asked.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from timbre import audio
from timbre.archive import TakeFile
from timbre.base import BaseModel
from timbre.mel import MelSpec
from timbre.models.loading import load_aligner
from timbre.paths import base_dir
from timbre.speech.word_times import spoken_words
from timbre.text import Frontend
from timbre.timing import TimedWord
from timbre.transcription import Recognizer
from timbre.words import normalize_for_comparison
from timbre_bench.speech import SpeechError, Utterance, read_manifest
from timbre_finetune.clone.takes_data import align, read_take

SPEC = MelSpec()
LOOSE_S = 0.1


class Comparer:
    """Compares the aligner's times with the recogniser's."""

    def __init__(self, base: Path) -> None:
        self._aligner, self._frontend = load_aligner(BaseModel.open(base)), Frontend()
        self._recognizer = Recognizer()

    def differences(self, utterance: Utterance) -> list[float]:
        """The aligner's start minus Whisper's, in s, for each word that both have."""
        take = TakeFile(utterance.path.stem, utterance.text, utterance.path)
        example = read_take(take, self._frontend, SPEC)
        if example is None:
            return []
        durations = align([example], self._aligner, lambda _: None)[0].durations.numpy()
        aligned = aligned_words(utterance.text, durations, self._frontend)
        heard = self._recognizer.transcribe(audio.for_recognition(example.waveform, SPEC.sample_rate)).words
        ours = [normalize_for_comparison(word.text) for word in aligned]
        theirs = [normalize_for_comparison(word.text) for word in heard]
        blocks = difflib.SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks()
        return [
            aligned[block.a + i].start_s - heard[block.b + i].start_s
            for block in blocks
            for i in range(block.size)
        ]


def aligned_words(text: str, durations: np.ndarray, frontend: Frontend) -> list[TimedWord]:
    """The times of a text's words, from the frames of its phonemes, (T_text,), all sentences in one row."""
    words: list[TimedWord] = []
    at = 0
    for sentence in frontend.sentences(text):
        frames = np.concatenate([[durations[: at + 1].sum()], durations[at + 1 : at + len(sentence.ids)]])
        words += spoken_words(sentence, frames, 0, SPEC)
        at += len(sentence.phonemes) + 1  # a word boundary joins the sentence to the next one
    return words


def summarize(differences: Sequence[float]) -> dict[str, float]:
    """The median, the spread around it and the share of large differences; times in ms."""
    values = 1000 * np.asarray(differences)
    middle = np.median(values)
    apart = np.abs(values - middle)
    return {
        "words": len(values),
        "median_ms": round(float(middle), 1),
        "p50_ms": round(float(np.percentile(apart, 50)), 1),
        "p90_ms": round(float(np.percentile(apart, 90)), 1),
        "loose_share": round(float(np.mean(apart > 1000 * LOOSE_S)), 4),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speech", type=Path, help="folder with manifest.csv (default: TIMBRE_SPEECH)")
    parser.add_argument(
        "--base", type=Path, default=base_dir(), help="the base model (default: the bundled one)"
    )
    parser.add_argument("--utterances", type=int, default=40, help="of each person (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        utterances = read_manifest(options.speech or Path(os.environ.get("TIMBRE_SPEECH", ".")))
    except SpeechError as error:
        print(f"alignment: {error}", file=sys.stderr)
        return 1
    people: dict[str, list[Utterance]] = {}
    for utterance in utterances:
        if utterance.role == "user":
            people.setdefault(utterance.speaker, []).append(utterance)
    comparer, everyone = Comparer(options.base), []
    for speaker, recordings in people.items():
        differences = [
            d for utterance in recordings[: options.utterances] for d in comparer.differences(utterance)
        ]
        everyone += differences
        print(json.dumps({"speaker": speaker} | summarize(differences)))
    print(json.dumps({"speaker": "everyone"} | summarize(everyone)))
    return 0
