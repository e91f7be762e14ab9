"""`timbre clone DIR --name NAME`, and `timbre clone --again NAME`."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timbre_app.cli.progress import ProgressLine

if TYPE_CHECKING:
    from timbre_app.cloning import CloneSettings, TakeSet
    from timbre_app.library import VoiceLibrary


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The folder, the name, and how long to try."""
    parser.add_argument(
        "folder",
        type=Path,
        metavar="DIR",
        nargs="?",
        help="takes: metadata.csv (id|text) and wavs/, or *.wav with *.txt beside",
    )
    named = parser.add_mutually_exclusive_group(required=True)
    named.add_argument("--name", help="what to call the voice")
    named.add_argument(
        "--again", metavar="NAME", help="make a voice again from the takes it was made of, instead of DIR"
    )
    parser.add_argument(
        "--language", default="en-us", help="of the takes, as espeak-ng names it (default: %(default)s)"
    )
    parser.set_defaults(refuse=parser.error)
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
    from timbre_app.trash import KEEP_DAYS

    library = VoiceLibrary()
    order = _order_again(args, library) if args.again else _order(args, library)
    if not args.json:
        _tell_takes(order.found)
    progress = ProgressLine(as_json=args.json)
    gives_way = library.has(order.settings.name)
    try:
        with open_session() as session:
            voice = cloning.clone(
                order.found, order.settings, session.client, library, cloning.Watch(progress)
            )
    except (KeyboardInterrupt, RequestCancelled):
        progress.end()
        again = shlex.join(["timbre", "clone", *order.arguments, "--resume"])
        print(f"timbre: cancelled; to go on: {again}", file=sys.stderr)
        return 130
    finally:
        progress.end()
    library.note_takes(voice.id, order.folder)
    if gives_way:
        again = shlex.join(["timbre", "voices", "restore", voice.name])
        print(f"The older voice is kept for {KEEP_DAYS} days; to have it back: {again}", file=sys.stderr)
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


@dataclass(frozen=True)
class _Order:
    """What to make of which takes, and the arguments that say so."""

    folder: Path
    found: TakeSet
    settings: CloneSettings
    arguments: tuple[str, ...]


def _order(args: argparse.Namespace, library: VoiceLibrary) -> _Order:
    from timbre_app import cloning

    if args.folder is None:
        args.refuse("the folder of the takes is missing")
    if not args.replace:
        library.check_new_name(args.name)
    settings = cloning.CloneSettings(
        args.name, args.language, args.resume, args.replace, options=_options(args)
    )
    return _Order(
        args.folder, cloning.read_takes(args.folder), settings, (str(args.folder), "--name", args.name)
    )


def _order_again(args: argparse.Namespace, library: VoiceLibrary) -> _Order:
    """The same name, language, consent and takes."""
    from timbre.archive import TakesError
    from timbre_app import cloning
    from timbre_app.outdated import kept_takes

    if args.folder is not None:
        args.refuse("--again takes the folder that the voice was made of: leave out DIR")
    voice = library.find(args.again)
    takes = kept_takes(library.notes.read(voice.id))
    if takes is None:
        raise TakesError(
            f"The takes that {voice.name!r} was made of cannot be found: "
            f"name their folder, with --name {shlex.quote(voice.name)} --replace."
        )
    settings = cloning.CloneSettings(
        voice.name,
        voice.language,
        args.resume,
        replace=True,
        consent=voice.provenance_text("consent"),
        person=voice.provenance_text("person"),
        options=_options(args),
    )
    found = cloning.read_takes(takes.folder, lambda take: take.id not in takes.left_out, takes.kept)
    return _Order(takes.folder, found, settings, ("--again", voice.name))


def _options(args: argparse.Namespace) -> tuple[tuple[str, Any], ...]:
    chosen = {"max_steps": args.max_steps, "seed": args.seed}
    return tuple((key, value) for key, value in chosen.items() if value is not None)


def _tell_takes(found: TakeSet) -> None:
    print(f"{len(found.usable)} takes, {found.speech_s:.0f} s of speech.", file=sys.stderr)
    for line in found.warnings():
        print(f"  {line}", file=sys.stderr)
