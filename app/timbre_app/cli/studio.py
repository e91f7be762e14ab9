"""`timbre studio`: the window."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None of its own."""


def run(args: argparse.Namespace) -> int:
    """Open the window and stay until it is closed."""
    from timbre_app.studio.app import run_studio

    return run_studio(["-v"] if args.verbose else [])
