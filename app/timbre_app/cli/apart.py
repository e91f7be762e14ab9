"""Refuses files that would take each other's place, or that of the text, before anything is spoken."""

from __future__ import annotations

import argparse
import errno
import os
from pathlib import Path

from timbre_app.cli.say_options import STANDARD, SayError


def check_files(args: argparse.Namespace, source: str | None) -> None:
    """Check the files that a command will write.

    Args:
        args: The arguments, with the options of the sound and --marks.
        source: The file with the text, `-` for standard input; None if the text is no file.
    Raises:
        SayError: if two of the files are the same, or one has no folder.
        OSError: if one of them is a folder.
    """
    owners = {os.path.realpath(name): name for name in (source, args.lexicon) if name not in (None, STANDARD)}
    for path in _written(args):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        check_folder(path.parent)
        place = os.path.realpath(path)
        if place in owners:
            raise SayError(f"{path} would take the place of {owners[place]}: choose another name.")
        owners[place] = str(path)


def check_folder(folder: Path) -> None:
    """Raise SayError unless there is a folder for files."""
    if not folder.is_dir():
        raise SayError(f"There is no folder {folder}: make it, or choose another place.")


def _written(args: argparse.Namespace) -> list[Path]:
    """The files that the options name; those of --by-sentence have numbers."""
    files = [] if args.marks is None else [Path(args.marks)]
    if args.out in (None, STANDARD) or args.by_sentence:
        return files
    out = Path(args.out)
    return [out, *(out.with_suffix(f".{kind}") for kind in dict.fromkeys(args.subtitles)), *files]
