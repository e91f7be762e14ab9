"""Consent on the command line: the statement as a recording or typed, or an option that says that the person agrees."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from timbre_app.client.timbre_client import TimbreClient
    from timbre_app.voices.cloning import TakeSet
    from timbre_app.voices.order import CloneOrder

PERMISSION = "The person who reads these takes has agreed, as was said with --i-have-permission."
"""The text that is kept with the voice in place of a statement."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments with which the person agrees."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--consent",
        type=Path,
        metavar="FILE",
        help="a recording of the statement of consent; without it a terminal asks you to type the statement",
    )
    group.add_argument(
        "--i-have-permission",
        action="store_true",
        help="for scripts: you say that the person whose voice it is has agreed; kept with the voice",
    )
    parser.add_argument("--person", default="", metavar="NAME", help="who reads, if it is not you")


def arguments_again(args: argparse.Namespace) -> list[str]:
    """The command's arguments that give the same consent again."""
    arguments = ["--consent", str(args.consent)] if args.consent else []
    arguments += ["--i-have-permission"] if args.i_have_permission else []
    return arguments + (["--person", args.person] if args.person else [])


def with_consent(args: argparse.Namespace, order: CloneOrder, takes: TakeSet) -> tuple[CloneOrder, TakeSet]:
    """Add the consent to the order or to the takes; returns both.

    Raises:
        ConsentError: if nobody has agreed, or the recording cannot be used.
    """
    from timbre_app.voices import consent

    statement = consent.statement(order.name, order.person)
    if args.consent:
        return order, consent.add_recording(takes, args.consent, statement)
    if args.i_have_permission:
        return replace(order, consent=PERMISSION), takes
    if order.consent or takes.consent is not None:
        return order, takes
    if sys.stdin.isatty() and consent.is_statement(_ask(statement), statement):
        return replace(order, consent=statement), takes
    raise consent.ConsentError(
        "A voice needs the consent of the person whose voice it is: give --consent FILE, a recording of “{statement}”, "
        "or --i-have-permission if that person has agreed.",
        statement=statement,
    )


def hear(client: TimbreClient, order: CloneOrder, takes: TakeSet) -> CloneOrder:
    """Let the server check the words of the recorded statement, if somebody agreed in a recording; keeps them.

    Raises:
        ConsentError: if the recording says something else.
        ServerError: if the server is gone.
    """
    if order.consent or takes.consent is None:
        return order  # typed, or heard when the voice was made before
    from timbre_app.voices import consent

    return consent.hear(client, takes.consent, order)


def _ask(statement: str) -> str:
    print("To agree, type this statement and press Return:", file=sys.stderr)
    print(f"  {statement}", file=sys.stderr, flush=True)
    return sys.stdin.readline()
