"""`timbre desktop install|remove|status`: makes the voices those of the system, for Orca, Firefox and `spd-say`."""

from __future__ import annotations

import argparse
import dataclasses
import json

from timbre_app.cli.arguments import as_sentence


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add a subcommand for each action."""
    parser.set_defaults(action=show, json=False)
    actions = parser.add_subparsers(metavar="ACTION", help="status (without any), install, remove")
    status = actions.add_parser("status", help="say whether speech-dispatcher knows the voices")
    status.add_argument("--json", action="store_true", help="as one line of JSON")
    status.set_defaults(action=show)
    summary = "make each voice a voice of speech-dispatcher, with which Orca, Firefox and spd-say speak"
    install = actions.add_parser("install", help=summary, description=as_sentence(summary))
    install.add_argument(
        "--default", action="store_true", help="also speak for programs that ask for no other synthesizer"
    )
    install.set_defaults(action=add)
    summary = "take the voices away from speech-dispatcher"
    remove = actions.add_parser("remove", help=summary, description=as_sentence(summary))
    remove.set_defaults(action=take_away)


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    return args.action(args)


def add(args: argparse.Namespace) -> int:
    """Install; prints the files that were written."""
    from timbre_app.desktop.speechd import installation

    for path in installation.install(args.default):
        print(path)
    print(
        "Log in again, or end speech-dispatcher, so that programs see the voices; then try: spd-say -o timbre Hello"
    )
    return 0


def take_away(_: argparse.Namespace) -> int:
    """Remove; prints the files that were changed or deleted."""
    from timbre_app.desktop.speechd import installation

    changed = installation.remove()
    for path in changed:
        print(path)
    if not changed:
        print("speech-dispatcher did not know the voices.")
    return 0


def show(args: argparse.Namespace) -> int:
    """Say what speech-dispatcher knows; returns 1 if it does not know the voices."""
    from timbre_app.desktop.speechd import installation

    installed = installation.installed()
    if args.json:
        print(json.dumps(dataclasses.asdict(installed)))
    elif not installed.is_known:
        print("speech-dispatcher does not know the voices: `timbre desktop install` tells it of them.")
    elif not installed.is_current:
        print("speech-dispatcher knows another Timbre: `timbre desktop install` tells it of this one.")
    else:
        print(
            f"speech-dispatcher knows the voices{', and they are its default' if installed.is_default else ''}."
        )
    return 0 if installed.is_current else 1
