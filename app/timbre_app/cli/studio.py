"""`timbre studio`: opens the window."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: voice files to import, and whether to register Timbre with the desktop."""
    parser.add_argument("files", metavar="FILE", nargs="*", help="a voice file to import")
    parser.add_argument(
        "--register", action="store_true", help="have the desktop open voice files with Timbre, then end"
    )


def run(args: argparse.Namespace) -> int:
    """Open the window and stay until it is closed."""
    if args.register:
        from timbre_app.desktop import entry as desktop_entry

        for path in desktop_entry.register():
            print(path)
        return 0
    from timbre_app.studio.app import run_studio

    return run_studio([*(["-v"] if args.verbose else []), *args.files])
