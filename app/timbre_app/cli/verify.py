"""`timbre verify FILE`: says whether a recording carries Timbre's watermark; needs no server.

Ends with 0 if it does, with 1 if no mark is found, and with 2 if that cannot be told.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from timbre_app.output.verifying import Verification

MARKED, UNMARKED, UNKNOWN = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the recording."""
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a recording: WAV, FLAC, MP3, Ogg, Opus, M4A …"
    )
    parser.add_argument("--json", action="store_true", help="as one line of JSON")
    parser.epilog = (
        "Ends with 0 if it is marked, with 1 if no mark is found, and with 2 if that cannot be told "
        "because the recording is shorter than five seconds or cannot be read."
    )


def run(args: argparse.Namespace) -> int:
    """Search the recording; returns MARKED, UNMARKED or UNKNOWN."""
    from timbre.audio import AudioError
    from timbre.watermark.detecting import Verdict
    from timbre_app.cli.main import describe
    from timbre_app.output.verifying import verify

    try:
        verification = verify(args.file)
    except (AudioError, OSError) as error:
        print(f"timbre: {describe(error)}", file=sys.stderr)
        return UNKNOWN
    print(json.dumps(_figures(args.file, verification)) if args.json else _sentence(args.file, verification))
    verdict = verification.finding.verdict
    return {Verdict.MARKED: MARKED, Verdict.UNMARKED: UNMARKED}.get(verdict, UNKNOWN)


def _sentence(file: Path, verification: Verification) -> str:
    from timbre.watermark.detecting import Verdict

    finding = verification.finding
    said = f"; its metadata say: {verification.tag}" if verification.tag else ""
    if finding.verdict is Verdict.MARKED:
        return f"{file} is marked: it is speech made with Timbre."
    if finding.verdict is Verdict.UNMARKED:
        return f"{file}: no mark found{said}."
    return f"{file} is too short to tell: {finding.duration_s:.1f} s, and 5 s are needed{said}."


def _figures(file: Path, verification: Verification) -> dict[str, object]:
    from timbre.watermark.detecting import THRESHOLD

    finding = verification.finding
    return {
        "file": str(file),
        "verdict": finding.verdict.value,
        "score": round(finding.score, 2),
        "threshold": THRESHOLD,
        "false_alarm_probability": float(f"{finding.false_alarm_probability:.1e}"),
        "at_s": round(finding.at_s, 1),
        "duration_s": round(finding.duration_s, 3),
        "tag": verification.tag,
    }
