"""`timbre clone DIR --name NAME` and `timbre clone --again NAME`: makes a voice of takes, or with --sketch a sketch."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timbre_app.cli import consent
from timbre_app.cli.arguments import positive
from timbre_app.cli.progress import ProgressLine
from timbre_app.voices.order import DEFAULT_LANGUAGE, STARTS, CloneOrder

if TYPE_CHECKING:
    from timbre.voice import Voice
    from timbre_app.voices.cloning import TakeSet
    from timbre_app.voices.library import VoiceLibrary


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the folder of the takes, the voice's name, consent, and how to train."""
    parser.add_argument(
        "folder",
        type=Path,
        metavar="DIR",
        nargs="?",
        help="takes: metadata.csv (id|text) and wavs/, or *.wav with *.txt beside",
    )
    names = parser.add_mutually_exclusive_group(required=True)
    names.add_argument("--name", help="what to call the voice")
    names.add_argument(
        "--again", metavar="NAME", help="make a voice again from the takes it was made from, instead of DIR"
    )
    parser.add_argument(
        "--language",
        default=DEFAULT_LANGUAGE,
        help="of the takes, as espeak-ng names it (default: %(default)s)",
    )
    consent.add_arguments(parser)
    parser.set_defaults(refuse=parser.error)
    parser.add_argument(
        "--start",
        choices=STARTS,
        help="what the voice starts from: the embedding computed from the takes (usual), the nearest speaker, "
        "or hybrid, which is both together",
    )
    parser.add_argument(
        "--sketch",
        action="store_true",
        help="a first idea of the voice, made at once of a few seconds of speech, without learning; the voice that is "
        "made of the same DIR later replaces it",
    )
    parser.add_argument("--max-steps", type=positive, metavar="N", help="stop after N steps at the latest")
    parser.add_argument("--seed", type=int, help="of all random choices")
    parser.add_argument("--replace", action="store_true", help="a voice of the same name gives way")
    parser.add_argument(
        "--resume", action="store_true", help="go on with an unfinished clone of the same takes"
    )
    parser.add_argument("--json", action="store_true", help="progress and result as lines of JSON")


def run(args: argparse.Namespace) -> int:
    """Make the voice; returns 0, or 130 if the person stopped the clone."""
    from timbre_app.cli.session import open_session
    from timbre_app.client.streams import RequestCancelled
    from timbre_app.trash import KEEP_DAYS
    from timbre_app.voices import cloning
    from timbre_app.voices.library import VoiceLibrary

    library = VoiceLibrary()
    order = _order_again(args, library) if args.again else _order(args)
    takes = cloning.prepare(order, library)
    if not args.json:
        _tell_takes(takes)
    order, takes = consent.with_consent(args, order, takes)
    progress = ProgressLine(as_json=args.json)
    try:
        with open_session() as session:
            order = consent.hear(session.client, order, takes)
            voice, replaced_key = cloning.clone(
                order, takes, session.client, library, cloning.Watch(progress)
            )
    except (KeyboardInterrupt, RequestCancelled):
        progress.end()
        if order.sketch:
            print("timbre: cancelled", file=sys.stderr)
            return 130
        print(f"timbre: cancelled; to go on: {shlex.join(_resume_command(args))}", file=sys.stderr)
        return 130
    finally:
        progress.end()
    if replaced_key:
        restore = shlex.join(["timbre", "voices", "restore", voice.name])
        print(f"The older voice is kept for {KEEP_DAYS} days; to have it back: {restore}", file=sys.stderr)
    if args.json:
        _print_json(voice, library, order)
    else:
        _tell_voice(voice, order)
    return 0


def _order(args: argparse.Namespace) -> CloneOrder:
    folder: Path = args.folder or args.refuse("the folder of the takes is missing")
    if args.sketch and (args.resume or args.max_steps):
        args.refuse("a sketch learns nothing: leave out --resume and --max-steps")
    return CloneOrder(
        folder,
        args.name,
        args.language,
        args.person,
        replace=args.replace,
        resume=args.resume,
        sketch=args.sketch,
        options=_options(args),
    )


def _order_again(args: argparse.Namespace, library: VoiceLibrary) -> CloneOrder:
    """Order a voice again, with the same name, language, consent and takes."""
    if args.folder is not None:
        args.refuse("--again takes the folder that the voice was made from: leave out DIR")
    if args.sketch:
        args.refuse("--again makes a voice that learns: leave out --sketch, or give DIR and --name")
    from timbre.archive import TakesError
    from timbre_app.voices.outdated import order_again

    voice = library.find(args.again)
    order = order_again(voice, library.notes.read(voice.id))
    if order is None:
        raise TakesError(
            "The takes that {name!r} was made from cannot be found: name their folder, with --name "
            "{option} --replace.",
            name=voice.name,
            option=shlex.quote(voice.name),
        )
    person = args.person or order.person
    return replace(order, person=person, resume=args.resume, options=_options(args))


def _resume_command(args: argparse.Namespace) -> list[str]:
    """The command that goes on with this clone."""
    voice = ["--again", args.again] if args.again else [str(args.folder), "--name", args.name]
    language = ["--language", args.language] if args.language != DEFAULT_LANGUAGE else []
    options = [part for key, value in _options(args) for part in (f"--{key.replace('_', '-')}", str(value))]
    replacement = ["--replace"] if args.replace else []
    permission = consent.arguments_again(args)
    return ["timbre", "clone", *voice, *language, *options, *permission, *replacement, "--resume"]


def _options(args: argparse.Namespace) -> tuple[tuple[str, Any], ...]:
    values = {"start": args.start, "max_steps": args.max_steps, "seed": args.seed}
    return tuple((key, value) for key, value in values.items() if value is not None)


def _print_json(voice: Voice, library: VoiceLibrary, order: CloneOrder) -> None:
    result = {
        "name": voice.name,
        "id": voice.id,
        "file": str(library.path(voice.name)),
        "sketch": order.sketch,
        "report": dict(voice.report),
    }
    print(json.dumps({"stage": "voice", **result}))


def _tell_voice(voice: Voice, order: CloneOrder) -> None:
    from timbre_app.voices import cloning

    kind = "sketch" if order.sketch else "voice"
    print(f"The {kind} {voice.name!r} is ready: {len(voice.to_bytes()) / 1000:.0f} kB.")
    for line in cloning.summarize_report(voice):
        print(f"  {line}")
    trial = ["timbre", "say", "--voice", voice.name, "Hello, this is my voice.", "-o", "hello.wav"]
    print(f"Try: {shlex.join(trial)}")


def _tell_takes(takes: TakeSet) -> None:
    print(f"{len(takes.usable)} takes, {takes.speech_s:.0f} s of speech.", file=sys.stderr)
    for line in takes.warnings():
        print(f"  {line}", file=sys.stderr)
