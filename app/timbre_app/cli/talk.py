"""`timbre talk`: opens the page for conversation in a window of its own."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: phrases to import or export in place of opening the window."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--import", dest="take_in", metavar="FILE", help="add the phrases of a text file or CSV"
    )
    group.add_argument("--export", metavar="FILE", help="write all phrases into a CSV file")


def run(args: argparse.Namespace) -> int:
    """Open the window and stay until it is closed, or carry phrases in or out."""
    if args.take_in or args.export:
        from pathlib import Path

        from timbre_app.talk.phrases import PhraseBook

        book = PhraseBook()
        if args.take_in:
            print(f"phrases added: {book.take_in(Path(args.take_in))}")
        else:
            book.export(Path(args.export))
            print(args.export)
        return 0
    from timbre_app.studio.talk_app import run_talk

    return run_talk()
