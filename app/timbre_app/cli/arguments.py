"""What the arguments of several subcommands share."""

from __future__ import annotations

import argparse


def as_sentence(summary: str) -> str:
    """Turn a command's summary into its description: a capital letter first, names as they are, a full stop."""
    return f"{summary[:1].upper()}{summary[1:]}."


def positive(text: str) -> int:
    """Read a number of at least 1, for argparse."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value
