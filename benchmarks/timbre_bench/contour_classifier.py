"""Measures how often a network tells our readings from people's by their contours alone, on people left out."""

from __future__ import annotations

import argparse
import datetime
import json
import logging
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch

from timbre.mel import MelSpec
from timbre.paths import base_dir
from timbre_bench import systems
from timbre_bench.contours import readings
from timbre_bench.contours.contour import contours
from timbre_bench.contours.network import Training
from timbre_bench.contours.report import NAME, ContourReport, Row, keep_report
from timbre_bench.contours.trial import Readings, judge
from timbre_bench.page import wrapped, write_section
from timbre_bench.peers.readings import FOLDER as KOKORO
from timbre_bench.peers.readings import kokoro_readings
from timbre_bench.scores import CLONE, COPY, RECORDINGS
from timbre_bench.speaker import SpeakerError
from timbre_bench.speech import (
    USER_SPEAKERS,
    Person,
    SpeechError,
    choose_person,
    choose_readers,
    read_manifest,
    read_speech_options,
)
from timbre_bench.studio import StudioError

_LOG = logging.getLogger(__name__)
REPOSITORY = Path(__file__).resolve().parents[2]
PAGE = REPOSITORY / "docs" / "quality.md"
EXPERIMENTS = REPOSITORY / "docs" / "experiments"
COMMAND = "python benchmarks/contour_classifier.py --speech DIR --work DIR --kokoro --write"
PAIRS = {
    "our clones, from recordings": (RECORDINGS, CLONE),
    "our clones, from copies": (COPY, CLONE),
    "copies, from recordings": (RECORDINGS, COPY),
    "Kokoro, which clones nobody, from recordings": (RECORDINGS, KOKORO),
}

Sounds = Mapping[str, Sequence[Path]]
"""Sound files by person, in the order of the sentences."""


def sounds(users: Sequence[Person], readers: Sequence[Person], work: Path, kokoro: bool) -> dict[str, Sounds]:
    """Collect the sound files of all kinds of readings, by kind and person; makes what is missing."""
    people = [*users, *readers]
    collected = {
        RECORDINGS: {person.speaker: [u.path for u in person.held_out] for person in people},
        CLONE: readings.clones_of_users(users, work) | readings.clones_of_readers(readers, work),
        COPY: readings.copies(people, work, MelSpec()),
    }
    return collected | ({KOKORO: kokoro_readings(people, work)} if kokoro else {})


def measure(sounds: Mapping[str, Sounds], work: Path, training: Training) -> list[Row]:
    """Tell each pair of kinds apart whose sounds are there.

    Args:
        sounds: Sound files by kind and person.
        work: Contours are kept in its folders `SPEAKER/contours`.
        training: How the networks are trained.
    """
    _LOG.info("contours")
    kinds: dict[str, Readings] = {
        kind: {
            speaker: contours(paths, work / speaker / "contours" / kind) for speaker, paths in people.items()
        }
        for kind, people in sounds.items()
    }
    rows: list[Row] = []
    for title, (people, others) in PAIRS.items():
        if others in kinds:
            _LOG.info("telling %s", title)
            rows.append(Row(title, judge(kinds[people], kinds[others], training)))
    return rows


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speech", type=Path, help="folder with manifest.csv (default: TIMBRE_SPEECH)")
    parser.add_argument(
        "--work",
        type=Path,
        required=True,
        help="the work folder of clone_quality.py, which has the users' clones; what is made here is kept there too",
    )
    parser.add_argument(
        "--speakers", nargs="+", default=list(USER_SPEAKERS), metavar="NAME", help="the users"
    )
    parser.add_argument("--readers", type=int, default=13, help="readers beside them (default: %(default)s)")
    parser.add_argument(
        "--kokoro", action="store_true", help="Kokoro beside the clones; takes long the first time"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the networks (default: %(default)s)")
    parser.add_argument(
        "--write", action="store_true", help=f"renew its section of {PAGE.relative_to(REPOSITORY)}"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="say on standard error how far it is")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = _parser()
    options, folder = read_speech_options(parser, arguments)
    logging.basicConfig(level=logging.INFO if options.verbose else logging.WARNING, format="%(message)s")
    torch.set_num_threads(1)  # the networks are too small for more, and sums stay the same on every machine
    work = options.work.resolve()
    try:
        utterances = read_manifest(folder)
        users = [choose_person(utterances, speaker) for speaker in options.speakers]
        readers = choose_readers(utterances, options.readers)
        rows = measure(sounds(users, readers, work, options.kokoro), work, Training(seed=options.seed))
    except (SpeechError, StudioError, SpeakerError) as error:
        print(f"contour_classifier: {error}", file=sys.stderr)
        return 1
    today, base_model = datetime.date.today().isoformat(), systems.base_model_hash(base_dir())
    report = ContourReport(today, COMMAND, base_model, options.speakers, len(users[0].held_out), rows)
    print(report.section())
    print(json.dumps(report.to_dict()))
    if options.write:
        keep_report(report, EXPERIMENTS)
        write_section(NAME, wrapped(report.section()), PAGE)
    return 0
