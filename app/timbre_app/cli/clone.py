"""`timbre clone DIR --name NAME`."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from timbre_app.cli.progress import ProgressLine

if TYPE_CHECKING:
    from timbre_app.cloning import TakeSet


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The folder, the name, and how long to try."""
    parser.add_argument(
        "folder",
        type=Path,
        metavar="DIR",
        help="takes: metadata.csv (id|text) and wavs/, or *.wav with *.txt beside",
    )
    parser.add_argument("--name", required=True, help="what to call the voice")
    parser.add_argument(
        "--language", default="en-us", help="of the takes, as espeak-ng names it (default: %(default)s)"
    )
    parser.add_argument("--max-steps", type=positive, metavar="N", help="stop after N steps at the latest")
    parser.add_argument("--seed", type=int, help="of all random choices")
    parser.add_argument("--replace", action="store_true", help="a voice of the same name gives way")
    parser.add_argument(
        "--resume", action="store_true", help="go on with an unfinished clone of the same takes"
    )
    parser.add_argument("--json", action="store_true", help="progress and result as lines of JSON")


def positive(text: str) -> int:
    """A number of at least 1, for argparse."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def run(args: argparse.Namespace) -> int:
    """Make the voice."""
    from timbre_app import cloning
    from timbre_app.cli.session import open_session
    from timbre_app.library import VoiceLibrary
    from timbre_app.streams import RequestCancelled

    library = VoiceLibrary()
    if not args.replace:
        library.check_new_name(args.name)
    found = cloning.read_takes(args.folder)
    if not args.json:
        _tell_takes(found)
    chosen = {"max_steps": args.max_steps, "seed": args.seed}
    options = tuple((key, value) for key, value in chosen.items() if value is not None)
    settings = cloning.CloneSettings(args.name, args.language, args.resume, args.replace, options=options)
    progress = ProgressLine(as_json=args.json)
    try:
        with open_session() as session:
            voice = cloning.clone(found, settings, session.client, library, cloning.Watch(progress))
    except (KeyboardInterrupt, RequestCancelled):
        progress.end()
        again = shlex.join(["timbre", "clone", str(args.folder), "--name", args.name, "--resume"])
        print(f"timbre: cancelled; to go on: {again}", file=sys.stderr)
        return 130
    finally:
        progress.end()
    if args.json:
        result = {
            "name": voice.name,
            "id": voice.id,
            "file": str(library.path(voice.name)),
            "report": dict(voice.report),
        }
        print(json.dumps({"stage": "voice", **result}))
        return 0
    print(f"The voice {voice.name!r} is ready: {len(voice.to_bytes()) / 1000:.0f} kB.")
    for line in cloning.summarize_report(voice):
        print(f"  {line}")
    print(
        f"Try: {shlex.join(['timbre', 'say', '--voice', voice.name, 'Hello, this is my voice.', '-o', 'hello.wav'])}"
    )
    return 0


def _tell_takes(found: TakeSet) -> None:
    print(f"{len(found.usable)} takes, {found.speech_s:.0f} s of speech.", file=sys.stderr)
    for line in found.warnings():
        print(f"  {line}", file=sys.stderr)
