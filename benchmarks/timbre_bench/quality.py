"""Clones three people through the server, lets the clones read held-out sentences and measures them."""

from __future__ import annotations

import argparse
import datetime
import json
import logging
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from timbre.mel import MelSpec
from timbre.paths import base_dir
from timbre_bench import systems
from timbre_bench.contours.report import read_report
from timbre_bench.evaluation import Scales, score_systems
from timbre_bench.experiments import FIGURE, draw, read_experiments
from timbre_bench.kept import keep_result, kept_result
from timbre_bench.kokoro_liveliness import keep_kokoro, kept_kokoro, measure_kokoro
from timbre_bench.liveliness_report import Delivered
from timbre_bench.measures.fidelity import fidelity
from timbre_bench.measures.liveliness import band_differences, liveliness
from timbre_bench.measures.similarity import LikenessScale, embed
from timbre_bench.measures.spectral_likeness import SpectralScale
from timbre_bench.quality_report import PersonResult, QualityReport
from timbre_bench.scores import CLONE, COPY, NEAREST, RECORDINGS
from timbre_bench.speaker import SpeakerError
from timbre_bench.speech import (
    USER_SPEAKERS,
    Person,
    SpeechError,
    Utterance,
    choose_person,
    read_manifest,
    read_speech_options,
)
from timbre_bench.studio import Studio, StudioError
from timbre_finetune.export.evaluate import Examiner, summarize

_LOG = logging.getLogger(__name__)
REPOSITORY = Path(__file__).resolve().parents[2]
COMMAND = "python benchmarks/clone_quality.py --speech DIR --write"
PAGE = REPOSITORY / "docs" / "quality.md"
EXPERIMENTS = REPOSITORY / "docs" / "experiments"
BASE_SPEAKERS = 10
BASE_SENTENCES = 60
SPEC = MelSpec()


def measure_person(person: Person, studio: Studio, work: Path) -> PersonResult:
    """Clone one person, let every system read the held-out sentences and score them.

    Args:
        person: Takes, held-out sentences and other people.
        studio: The studio, with its server running.
        work: Folder of the takes and the speech.
    """
    takes = systems.write_takes(person.takes, work / "takes")
    result = studio.clone(takes, f"Reader {person.speaker}")
    load = os.getloadavg()[1]
    clone, nearest = result.voice, str(result.voice.provenance["nearest_speaker"])
    _LOG.info("%s: cloned in %.0f s from %s, speaking", person.speaker, result.seconds, nearest)
    recordings = systems.recordings(person.held_out, SPEC)
    speech = {
        RECORDINGS: recordings,
        CLONE: systems.spoken(person, clone.name, studio, work / CLONE, SPEC),
        NEAREST: systems.spoken(person, f"base:{nearest}", studio, work / NEAREST, SPEC),
        COPY: systems.copy_synthesis(recordings, base_dir(), SPEC),
    }
    _LOG.info("%s: measuring", person.speaker)
    scores = score_systems(speech, [u.text for u in person.held_out], _scales(person), SPEC)
    return PersonResult(
        speaker=person.speaker,
        scores=scores,
        clone_s=result.seconds,
        load=load,
        steps=int(clone.provenance["best_step"]),
        nearest_speaker=nearest,
        voice_bytes=len(clone.to_bytes()),
        fidelity=tuple(fidelity(*pair, SPEC) for pair in zip(speech[COPY], recordings, strict=True)),
        delivered=Delivered(
            tuple(liveliness(*pair) for pair in zip(speech[CLONE], recordings, strict=True)),
            tuple(band_differences(speech[CLONE], recordings)),
            melody=clone.delivery.melody,
            pace=clone.delivery.pace,
            pauses=clone.delivery.pauses,
        ),
    )


def _scales(person: Person) -> Scales:
    takes, others = (systems.recordings(group, SPEC) for group in (person.takes, person.others))
    return Scales(likeness_scale(person), SpectralScale.between(takes, others))


def likeness_scale(person: Person) -> LikenessScale:
    """The person's scale of normalised similarity."""
    return LikenessScale.between(_embeddings(person.takes), _embeddings(person.others))


def _embeddings(utterances: Sequence[Utterance]) -> np.ndarray:
    waveforms = systems.recordings(utterances, SPEC)
    return np.stack([embed(waveform, SPEC.sample_rate) for waveform in waveforms])


def measure(speech: Path, speakers: Sequence[str], work: Path, kokoro: bool) -> QualityReport:
    """Measure every speaker with one server.

    Args:
        speech: Folder with manifest.csv.
        speakers: Labels of the people.
        work: Folder of results and speech.
        kokoro: Whether Kokoro's readings are measured too, and not taken from docs/experiments.
    """
    utterances = read_manifest(speech)
    people = [choose_person(utterances, speaker) for speaker in speakers]
    base_model = systems.base_model_hash(base_dir())
    with Studio(work / "home") as studio:
        results = [_kept_or_measured(person, studio, work / person.speaker, base_model) for person in people]
    _LOG.info("base speakers: speaking and measuring")
    base_speakers = summarize(list(Examiner(base_dir()).scores(BASE_SPEAKERS, BASE_SENTENCES)))
    return QualityReport(
        date=datetime.date.today().isoformat(),
        command=COMMAND,
        base_model=base_model,
        people=results,
        base_speakers=base_speakers,
        experiments=read_experiments(EXPERIMENTS),
        kokoro=measure_kokoro(people, work) if kokoro else kept_kokoro(EXPERIMENTS),
        contours=read_report(EXPERIMENTS),
    )


def _kept_or_measured(person: Person, studio: Studio, work: Path, base_model: str) -> PersonResult:
    result = kept_result(base_model, work)
    if result is None:
        result = measure_person(person, studio, work)
        keep_result(result, base_model, work)
    return result


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speech", type=Path, help="folder with manifest.csv (default: TIMBRE_SPEECH)")
    parser.add_argument("--speakers", nargs="+", default=list(USER_SPEAKERS), metavar="NAME")
    parser.add_argument("--work", type=Path, help="keep results and speech here; a second run goes on")
    parser.add_argument(
        "--kokoro", action="store_true", help="measure Kokoro's readings anew; sets it up first"
    )
    parser.add_argument("--write", action="store_true", help=f"renew {PAGE.relative_to(REPOSITORY)}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to this file as well")
    parser.add_argument("-v", "--verbose", action="store_true", help="say on standard error how far it is")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = _parser()
    options, folder = read_speech_options(parser, arguments)
    logging.basicConfig(level=logging.INFO if options.verbose else logging.WARNING, format="%(message)s")
    with tempfile.TemporaryDirectory(prefix="timbre-quality-") as scratch:
        try:
            work = options.work or Path(scratch)
            report = measure(folder, options.speakers, work.resolve(), options.kokoro)
        except (SpeechError, StudioError, SpeakerError) as error:
            print(f"clone_quality: {error}", file=sys.stderr)
            return 1
    print(report.to_markdown())
    figures = json.dumps(report.to_dict())
    print(figures)
    if options.json:
        options.json.write_text(figures + "\n", encoding="utf-8")
    if options.write:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(report.to_markdown(), encoding="utf-8")
        if options.kokoro:
            keep_kokoro(report.kokoro, EXPERIMENTS)
        if report.experiments:
            draw(report.experiments, EXPERIMENTS / FIGURE)
    return 0
