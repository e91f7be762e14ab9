"""`timbre-train evaluate`: speak sentences with base speakers and ask a recogniser what it hears."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from timbre import audio, paths
from timbre.base import BaseModel, BaseSpeaker
from timbre.base_voices import BaseVoices
from timbre.synthesis import Synthesizer
from timbre.transcription import SAMPLE_RATE, Recognizer
from timbre.words import character_error_rate


class SpeakerScore(NamedTuple):
    """How a speaker of the base model fares: error rate of the recogniser, seconds spoken and needed."""

    name: str
    character_error_rate: float
    speech_s: float
    synthesis_s: float


def evaluate_speaker(
    synthesizer: Synthesizer,
    voices: BaseVoices,
    speaker: BaseSpeaker,
    sentences: list[str],
    recognizer: Recognizer,
) -> SpeakerScore:
    """Speak sentences with one speaker and compare what is heard with what was to be said."""
    voice, rate = voices.voice(speaker), synthesizer.vocoder.spec.sample_rate
    errors, samples, synthesis_s = [], 0, 0.0
    for sentence in sentences:
        began = time.perf_counter()
        waveform = np.concatenate([chunk.waveform for chunk in synthesizer.speak(sentence, voice)])
        synthesis_s += time.perf_counter() - began
        samples += len(waveform)
        heard = recognizer.transcribe(audio.resample(waveform, rate, SAMPLE_RATE)).text
        errors.append(character_error_rate(sentence, heard))
    return SpeakerScore(speaker.name, float(np.mean(errors)), samples / rate, synthesis_s)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train evaluate`."""
    parser.add_argument("--base", type=Path, default=paths.base_dir(), help="the base model's folder")
    parser.add_argument("--speakers", type=int, default=6, help="how many, spread over the table")
    parser.add_argument("--sentences", type=int, default=10, help="how many of the prompts each speaks")


def run(args: argparse.Namespace) -> int:
    """Print a JSON line for each speaker and one for their mean."""
    base = BaseModel.open(args.base)
    synthesizer, voices, recognizer = Synthesizer.load(args.base), BaseVoices(base), Recognizer()
    prompts = (paths.assets_dir() / "prompts" / "english.txt").read_text("utf-8").splitlines()
    sentences = [line.strip() for line in prompts if line.strip() and not line.startswith("#")][
        -args.sentences :
    ]
    chosen = np.linspace(0, len(base.speakers) - 1, args.speakers).round().astype(int)
    scores = []
    for index in chosen:
        scores.append(evaluate_speaker(synthesizer, voices, base.speakers[index], sentences, recognizer))
        sys.stdout.write(json.dumps(scores[-1]._asdict()) + "\n")
    mean = {
        "character_error_rate": float(np.mean([s.character_error_rate for s in scores])),
        "synthesis_ratio": sum(s.synthesis_s for s in scores) / sum(s.speech_s for s in scores),
    }
    sys.stdout.write(json.dumps(mean) + "\n")
    return 0
