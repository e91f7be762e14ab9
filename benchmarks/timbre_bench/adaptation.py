"""Clones people in several ways, in this process and without a server, and measures what each way buys."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from timbre.archive import read_takes_folder
from timbre.audio import prepare_take
from timbre.mel import MelSpec
from timbre.paths import base_dir
from timbre.voice import Voice
from timbre_bench import systems
from timbre_bench.evaluation import score_sentence
from timbre_bench.experiments import format_table, read_experiments, renew_section
from timbre_bench.measures.intelligibility import error_rate
from timbre_bench.measures.similarity import LikenessScale
from timbre_bench.quality import likeness_scale
from timbre_bench.rooms import spoil
from timbre_bench.scores import MEASURES, Scores
from timbre_bench.speech import USER_SPEAKERS, Person, SpeechError, choose_person, read_manifest
from timbre_finetune.clone.adapt import clone
from timbre_finetune.clone.request import CloneOptions
from timbre_finetune.clone.voice_training import Recipe
from timbre_finetune.clone.workshop import Workshop

SPEC = MelSpec()
QUALITY_PAGE = Path(__file__).resolve().parents[2] / "docs" / "quality.md"


@dataclass(frozen=True)
class Variant:
    """A way to clone.

    Attributes:
        name: Name in the table.
        takes: The number of the person's takes to use.
        options: Fields of timbre_finetune.clone.request.CloneOptions.
        recipe: Fields of timbre_finetune.clone.voice_training.Recipe.
        noise_db: Distance from the speech down to the noise that is added to the takes; None for no noise.
        reverb_s: Time in which the echo that is added to the takes dies; None for no echo.
    """

    name: str
    takes: int = 20
    options: dict[str, Any] = field(default_factory=dict)
    recipe: dict[str, Any] = field(default_factory=dict)
    noise_db: float | None = None
    reverb_s: float | None = None


def parse_variant(text: str) -> Variant:
    """Read `NAME[:FIELD=VALUE,...]`; fields of Recipe and of CloneOptions, takes, noise_db, reverb_s.

    Raises:
        ValueError: if there is no such field.
    """
    name, _, rest = text.partition(":")
    groups: dict[str, dict[str, Any]] = {"options": {}, "recipe": {}, "takes": {}}
    for pair in filter(None, rest.split(",")):
        key, _, value = pair.partition("=")
        parsed: Any = value if key == "start" else json.loads(value)
        if key in ("takes", "noise_db", "reverb_s"):
            groups["takes"][key] = parsed
        elif key in {f.name for f in fields(Recipe)}:
            groups["recipe"][key] = parsed
        elif key in {f.name for f in fields(CloneOptions)}:
            groups["options"][key] = parsed
        else:
            raise ValueError(f"{key} is no field of a variant")
    return Variant(name, options=groups["options"], recipe=groups["recipe"], **groups["takes"])


@dataclass(frozen=True)
class Subject:
    """A person, and the measurements of the person's recordings, which all variants share.

    Attributes:
        recordings: The held-out sentences, (n,) float32 each.
        error_rate: Mean character error rate of the recordings.
    """

    person: Person
    scale: LikenessScale
    recordings: list[np.ndarray]
    error_rate: float

    @staticmethod
    def of(person: Person) -> Subject:
        """Measure a person's recordings."""
        recordings = systems.recordings(person.held_out, SPEC)
        errors = [
            error_rate(waveform, SPEC.sample_rate, utterance.text)
            for waveform, utterance in zip(recordings, person.held_out, strict=True)
        ]
        return Subject(person, likeness_scale(person), recordings, float(np.mean(errors)))

    @property
    def texts(self) -> list[str]:
        """The held-out sentences."""
        return [utterance.text for utterance in self.person.held_out]

    def score(self, voice: Voice, workshop: Workshop) -> list[Scores]:
        """Let a voice read the held-out sentences, and measure the speech."""
        synthesizer = workshop.synthesizer(voice.language)
        spoken = [np.concatenate([c.waveform for c in synthesizer.speak(t, voice)]) for t in self.texts]
        return [
            score_sentence(prepare_take(waveform, SPEC.sample_rate), recording, text, self.scale, SPEC)
            for waveform, recording, text in zip(spoken, self.recordings, self.texts, strict=True)
        ]


def measure(subject: Subject, variant: Variant, workshop: Workshop, work: Path) -> dict[str, Any]:
    """Clone a person and measure the clone; returns a row of the log.

    Raises:
        SpeechError: if the person has too few recordings for the variant.
    """
    person = subject.person
    takes = (person.takes + person.more_takes)[: variant.takes]
    if len(takes) < variant.takes:
        raise SpeechError(f"speaker {person.speaker} has {len(takes)} takes; {variant.takes} are needed.")
    folder = systems.write_takes(takes, work / "takes")
    for number, path in enumerate(sorted((folder / "wavs").iterdir())):
        spoil(path, variant.noise_db, variant.reverb_s, seed=number)
    options = CloneOptions(f"Reader {person.speaker}", **variant.options)
    began = time.monotonic()
    voice = clone(
        read_takes_folder(folder),
        workshop,
        options,
        lambda _: None,
        lambda: False,
        work / "clone",
        Recipe(**variant.recipe),
    )
    seconds = time.monotonic() - began
    scores = subject.score(voice, workshop)
    return {
        "variant": variant.name,
        "base": voice.base_id,
        "speaker": person.speaker,
        "seconds": round(seconds, 1),
        "start": voice.provenance["start"],
        "best_step": voice.provenance["best_step"],
        "held_out_mel": voice.report["held_out_loss"],
        "own_error_rate": round(subject.error_rate, 4),
        "scores": {m: [round(getattr(s, m), 4) for s in scores] for m in MEASURES},
    }


def measure_all(subjects: Sequence[Subject], variants: Sequence[Variant], base: Path, log_path: Path) -> None:
    """Measure every variant with every person, and append each row to the log as it comes."""
    workshop = Workshop(base)
    for variant in variants:
        for subject in subjects:
            with tempfile.TemporaryDirectory(prefix="timbre-adaptation-") as work:
                row = measure(subject, variant, workshop, Path(work))
            with log_path.open("a", encoding="utf-8") as log:
                log.write(json.dumps(row) + "\n")
            print(f"{variant.name} {row['speaker']}: done in {row['seconds']:.0f} s", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speech", type=Path, help="folder with manifest.csv (default: TIMBRE_SPEECH)")
    parser.add_argument("--speakers", nargs="+", default=list(USER_SPEAKERS), metavar="NAME")
    parser.add_argument(
        "--base", type=Path, default=base_dir(), help="the base model (default: the bundled one)"
    )
    parser.add_argument(
        "--log", type=Path, required=True, help="JSON lines to append to; what is there is kept"
    )
    parser.add_argument("--write", action="store_true", help="then renew the last section of docs/quality.md")
    parser.add_argument(
        "variants",
        nargs="*",
        metavar="NAME[:FIELD=VALUE,...]",
        help="fields of Recipe and CloneOptions, takes, noise_db, reverb_s; none prints the log's table",
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    folder = options.speech or Path(os.environ.get("TIMBRE_SPEECH", "."))
    try:
        utterances = read_manifest(folder) if options.variants else []
        variants = [parse_variant(text) for text in options.variants]
        people = [choose_person(utterances, speaker) for speaker in options.speakers if variants]
        if variants:
            measure_all([Subject.of(person) for person in people], variants, options.base, options.log)
    except (SpeechError, ValueError) as error:
        parser.error(str(error))
    experiments = read_experiments(options.log.parent)
    print(format_table(experiments))
    if options.write:
        renew_section(QUALITY_PAGE, experiments)
    return 0
