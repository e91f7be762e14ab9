"""`timbre say --voice NAME "text" -o out.wav`."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from timbre.synthesis import Controls
    from timbre_app.export import PcmWriter
    from timbre_app.speaking import Spoken

STANDARD = "-"


class SayError(ValueError):
    """The command's arguments do not fit together."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The voice, the text, where to, and how."""
    parser.add_argument("text", nargs="?", help="what to say; [[ipa]] says how to pronounce a word")
    parser.add_argument("--text-file", metavar="FILE", help="read the text from a file, - for standard input")
    parser.add_argument("--voice", required=True, metavar="NAME", help="a voice, or base:SPEAKER")
    parser.add_argument(
        "-o", "--out", metavar="FILE", help="WAV, FLAC, OGG or MP3 by suffix; - sends WAV to standard output"
    )
    parser.add_argument("--play", action="store_true", help="play it while it is made (default without -o)")
    parser.add_argument("--pace", type=float, default=1.0, help="2 is twice as fast (default: 1)")
    parser.add_argument("--pitch", type=float, default=0.0, help="in semitones (default: 0)")
    parser.add_argument("--energy", type=float, default=0.0, help="in dB (default: 0)")
    parser.add_argument("--language", help="of the text, as espeak-ng names it (default: the voice's)")
    parser.add_argument("--replace", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="the figures as one line of JSON")


def run(args: argparse.Namespace) -> int:
    """Speak."""
    from timbre_app.export import check_suffix
    from timbre_app.speaking import find_voice

    text = read_text(args)
    if args.out not in (None, STANDARD):
        check_suffix(Path(args.out))
    if args.out == STANDARD and args.json:
        raise SayError("Speech and JSON cannot both go to standard output: choose a file for the speech.")
    voice = find_voice(args.voice)
    controls = make_controls(args)
    from timbre_app.cli.session import open_session
    from timbre_app.speaking import speak_to, speak_to_file

    with ExitStack() as stack:
        session = stack.enter_context(open_session())
        writers: list[PcmWriter] = []
        if args.play or args.out is None:
            writers.append(stack.enter_context(_Loudspeaker()))
        if args.out == STANDARD:
            writers.append(_standard_output())
        if args.out in (None, STANDARD):
            spoken = speak_to(writers, session.client, text, voice, controls, args.language)
        else:
            spoken = speak_to_file(
                Path(args.out), session.client, text, voice, controls, args.language, also=writers
            )
    _tell(spoken, args)
    return 0


def read_text(args: argparse.Namespace) -> str:
    """The text from the arguments.

    Raises:
        SayError: if there is no text, or two, or it is not UTF-8.
    """
    if (args.text is None) == (args.text_file is None):
        raise SayError("Give a text or --text-file, one of the two.")
    if args.text_file is None:
        return args.text
    name = "standard input" if args.text_file == STANDARD else args.text_file
    data = sys.stdin.buffer.read() if args.text_file == STANDARD else Path(args.text_file).read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SayError(f"{name} is not UTF-8 text: save it as UTF-8.") from error


def make_controls(args: argparse.Namespace) -> Controls:
    """Pace, pitch and energy.

    Raises:
        SayError: if one is out of range.
    """
    from timbre.synthesis import Controls

    try:
        return Controls(args.pace, args.pitch, args.energy)
    except ValueError as error:
        raise SayError(str(error)) from error


class _Loudspeaker:
    """The loudspeaker as a context: leaving it waits until all was heard."""

    def __enter__(self) -> _Loudspeaker:
        from timbre import contract
        from timbre_app.devices import Player

        self._player = Player()
        self._player.start(contract.SAMPLE_RATE)
        self.write = self._player.write
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._player.finish()
            self._player.wait()
        self._player.stop()


def _standard_output() -> PcmWriter:
    from timbre import contract
    from timbre_app.export import WavStream

    if sys.stdout.isatty():
        raise SayError("Standard output is a terminal: send it to a program or a file, or choose -o FILE.")
    return WavStream(sys.stdout.buffer, contract.SAMPLE_RATE)


def _tell(spoken: Spoken, args: argparse.Namespace) -> None:
    figures = {
        "duration_s": round(spoken.duration_s, 3),
        "first_audio_ms": round(1000 * spoken.first_audio_s, 1),
        "synthesis_s": round(spoken.total_s, 3),
        "synthesis_ratio": round(spoken.ratio, 4),
    }
    if args.json:
        print(json.dumps({"file": args.out, **figures}))
    elif args.out not in (None, STANDARD):
        print(
            f"{args.out}: {spoken.duration_s:.1f} s of speech, first audio after {1000 * spoken.first_audio_s:.0f} ms."
        )
