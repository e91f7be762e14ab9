"""`timbre words TEXT`: prints the words that will be said, or their phonemes; needs no server."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator

STANDARD_INPUT = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the text, its language, and whether phonemes are wanted."""
    parser.add_argument("text", metavar="TEXT", help="the text, or - for one text a line from standard input")
    parser.add_argument("--ipa", action="store_true", help="phonemes instead, with your own pronunciations")
    parser.add_argument(
        "--language",
        default="en-us",
        help="an espeak-ng code (default: %(default)s); only English has figures in words",
    )


def run(args: argparse.Namespace) -> int:
    """Print a line for each text, an empty one where there is nothing to say; returns 0."""
    spoken = _phonemes(args.language) if args.ipa else _words(args.language)
    from timbre_app.cli.say_options import checked_text

    for line in _standard_input() if args.text == STANDARD_INPUT else (checked_text(args.text),):
        print(spoken(line), flush=True)
    return 0


def _standard_input() -> Iterator[str]:
    from timbre_app.cli.say_options import SayError

    try:
        for line in sys.stdin.buffer:
            yield line.decode()
    except UnicodeDecodeError as error:
        raise SayError("Standard input is not UTF-8 text: save it as UTF-8.") from error


def _words(language: str) -> Callable[[str], str]:
    from timbre.text.espeak import library
    from timbre.text.normalize import Normalizer

    library().check(language)
    normalizer = Normalizer(language)
    return lambda text: " ".join(normalizer.words(text))


def _phonemes(language: str) -> Callable[[str], str]:
    from timbre.text import Frontend
    from timbre_app.reading.dictionary import Dictionary

    frontend = Frontend(language, Dictionary().usable())
    return lambda text: frontend.phonemize_many([text])[0]
