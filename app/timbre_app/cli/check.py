"""`timbre check TAKE.wav --prompt "text"`: checks a take as the recording wizard does."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from pathlib import Path

import numpy as np


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the take, and the text that was to be read."""
    parser.add_argument("take", type=Path, metavar="TAKE", help="a sound file")
    parser.add_argument("--prompt", metavar="TEXT", help="what was to be read: says which words were not")
    parser.add_argument("--language", default="en", help="of the prompt (default: %(default)s)")
    parser.add_argument("--no-words", action="store_true", help="do not listen for words; needs no server")
    parser.add_argument("--json", action="store_true", help="as one line of JSON")


def run(args: argparse.Namespace) -> int:
    """Check the take; returns 0 if it can be used, 1 if not."""
    from timbre.takes import check_take
    from timbre_app.voices.cloning import load_native

    waveform, sample_rate = load_native(args.take)
    report = check_take(waveform, sample_rate, args.prompt)
    if args.prompt and not args.no_words and report.is_usable:
        words = _listen(waveform, sample_rate, args.language)
        report = check_take(waveform, sample_rate, args.prompt, words)
    if args.json:
        print(json.dumps({"usable": report.is_usable, **dataclasses.asdict(report)}))
        return 0 if report.is_usable else 1
    print(
        f"{report.duration_s:.1f} s, speech at {report.level_db:.0f} dBFS, peak {report.peak_db:.0f} dBFS, "
        f"{report.snr_db:.0f} dB above the noise, {100 * report.clipped_fraction:.2g} % clipped"
    )
    for issue in report.issues:
        print(f"{issue.severity}: {issue.message}")
    if not report.is_usable:
        reason = next(issue.message for issue in report.issues if issue.severity == "error")
        print(f"timbre: {args.take.name} cannot be used: {reason}", file=sys.stderr)
        return 1
    print("This take is good." if not report.issues else "This take can be used.")
    return 0


def _listen(waveform: np.ndarray, sample_rate: int, language: str) -> list[str]:
    from timbre import audio
    from timbre_app.cli.session import open_session

    recording = audio.for_recognition(waveform, sample_rate)
    with open_session() as session:
        return [word.text for word in session.client.transcribe(recording, language).words]
