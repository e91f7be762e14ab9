"""The options of `timbre say`, with and without --batch."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from timbre_app.cli.sound_options import add_sound_options

if TYPE_CHECKING:
    from timbre.speech.acoustic import Controls
    from timbre_app.output.speaking import Saving

STANDARD = "-"
FORMATS = ("wav", "flac", "ogg", "opus", "mp3")


class SayError(ValueError):
    """The command's arguments do not fit together."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the voice, the text, the files, and how to speak."""
    parser.add_argument("text", nargs="?", help="what to say; [[ipa]] says how to pronounce a word")
    parser.add_argument("--text-file", metavar="FILE", help="read the text from a file, - for standard input")
    parser.add_argument(
        "--ssml",
        metavar="FILE",
        help="read SSML from a file, - for standard input; docs/ssml.md has its elements",
    )
    parser.add_argument(
        "--batch", metavar="FILE", help="many texts: each line of a text file, or a CSV with a column `text`"
    )
    parser.add_argument("--voice", required=True, metavar="NAME", help="a voice, or base:SPEAKER")
    parser.add_argument(
        "-o",
        "--out",
        metavar="FILE",
        help="WAV, FLAC, OGG, Opus or MP3 by suffix; - sends WAV to standard output; a folder with --batch",
    )
    parser.add_argument("--play", action="store_true", help="play it while it is made (default without -o)")
    parser.add_argument("--pace", type=float, default=1.0, help="2 is twice as fast (default: 1)")
    parser.add_argument("--pitch", type=float, default=0.0, help="in semitones (default: 0)")
    parser.add_argument("--energy", type=float, default=0.0, help="in dB (default: 0)")
    parser.add_argument(
        "--liveliness",
        type=float,
        default=1.0,
        help="of the melody; 0 is a monotone, 2 the most (default: 1)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        help="another reading of the text, the same for the same number (default: 0, the voice's usual one)",
    )
    parser.add_argument("--language", help="of the text, as espeak-ng names it (default: the voice's)")
    _add_file_arguments(parser)
    parser.add_argument(
        "--job", action="store_true", help="only order it: it is made in the background; see `timbre jobs`"
    )
    parser.add_argument("--replace", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="the figures as one line of JSON")


def _add_file_arguments(parser: argparse.ArgumentParser) -> None:
    files = parser.add_argument_group("the files")
    add_sound_options(files)
    files.add_argument(
        "--marks", metavar="FILE", help="also write when the marks of --ssml are reached, as JSON"
    )
    files.add_argument(
        "--by-sentence", action="store_true", help="a file for each sentence: out-001.wav, out-002.wav …"
    )
    files.add_argument(
        "--format", choices=FORMATS, default="wav", help="of the files of --batch (default: wav)"
    )


def read_text(args: argparse.Namespace) -> str:
    """Read the text that the arguments give or name.

    Raises:
        SayError: if there is no text, if there are two, or if the text is not UTF-8.
    """
    if (args.text is None) == (args.text_file is None):
        raise SayError("Give a text or --text-file, one of the two.")
    return checked_text(args.text) if args.text_file is None else read_file(args.text_file)


def checked_text(text: str) -> str:
    """A text of the command line, as it is.

    Raises:
        SayError: if the terminal sent bytes that are not UTF-8.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise SayError(
            "The text is not UTF-8: set the terminal to UTF-8, or put the text into a file."
        ) from error
    return text


def read_file(file: str) -> str:
    """Read a text file, or standard input for `-`.

    Raises:
        SayError: if it is not UTF-8.
    """
    name = "standard input" if file == STANDARD else file
    data = sys.stdin.buffer.read() if file == STANDARD else Path(file).read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SayError(f"{name} is not UTF-8 text: save it as UTF-8.") from error


def make_saving(args: argparse.Namespace) -> Saving:
    """Read from the arguments how to write the file.

    Raises:
        SayError: if the arguments do not fit together.
        AudioError: if such a file cannot be written.
    """
    from timbre_app.output.export import FileKind
    from timbre_app.output.speaking import Saving

    is_file = args.out not in (None, STANDARD)
    if args.out == STANDARD and args.json:
        raise SayError("Speech and JSON cannot both go to standard output: choose a file for the speech.")
    if not is_file and (args.rate or args.subtype or args.subtitles or args.by_sentence):
        raise SayError("--rate, --subtype, --subtitles and --by-sentence need a file: choose one with -o.")
    if args.no_watermark and not args.out:
        raise SayError("--no-watermark needs a file: choose one with -o.")
    if args.by_sentence and args.play:
        raise SayError("--by-sentence and --play do not go together: choose one of the two.")
    saving = Saving(
        FileKind(args.subtype, args.rate, not args.no_watermark),
        tuple(f".{suffix}" for suffix in dict.fromkeys(args.subtitles)),
        args.by_sentence,
    )
    if is_file and args.batch is None:
        saving.kind.check(Path(args.out))
    return saving


def make_lexicon(args: argparse.Namespace) -> dict[str, str]:
    """Join the person's dictionary and the file of --lexicon, whose entries win.

    Raises:
        LexiconError: if that file is not a lexicon.
    """
    from timbre.text.lexicon import Lexicon, read_lexicon
    from timbre_app.reading.dictionary import Dictionary

    entries = Dictionary().usable()
    if args.lexicon is not None:
        additions = read_lexicon(Path(args.lexicon))
        Lexicon(additions)
        entries |= additions
    return entries


def make_controls(args: argparse.Namespace) -> Controls:
    """Read from the arguments how to speak.

    Raises:
        SayError: if one of them is out of range.
    """
    from timbre.speech.acoustic import Controls

    try:
        return Controls(args.pace, args.pitch, args.energy, args.liveliness, args.seed)
    except ValueError as error:
        raise SayError(str(error)) from error
