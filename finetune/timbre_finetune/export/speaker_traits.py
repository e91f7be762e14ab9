"""`timbre-train traits`: measures how bright and how fast the base model's speakers are, for the Voices page."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from timbre import files, paths
from timbre.base_voices import BaseVoices
from timbre.speech.acoustic import AcousticModel
from timbre.speech.traits import measure


def write_traits(folder: Path, threads: int = 2) -> None:
    """Add brightness_hz and words_a_minute to each speaker of a base model's speakers.json.

    The base model's id does not change, because it is that of the acoustic model's weights alone.
    """
    acoustic = AcousticModel.load(folder, "onnx", threads)
    voices = BaseVoices(acoustic.base)
    path = acoustic.base.path("speakers.json")
    rows = json.loads(path.read_text())
    for row, speaker in zip(rows, acoustic.base.speakers, strict=True):
        row.update(measure(acoustic, voices.voice(speaker))._asdict())
    files.write(path, json.dumps(rows, indent=0) + "\n")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train traits`."""
    parser.add_argument("--base", type=Path, default=paths.base_dir(), help="folder of the base model")
    parser.add_argument("--threads", type=int, default=2, help="threads of the networks")


def run(args: argparse.Namespace) -> int:
    """Run `timbre-train traits`."""
    write_traits(args.base, args.threads)
    return 0
