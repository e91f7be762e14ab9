"""`timbre say --voice NAME "text" -o out.wav`."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from timbre.synthesis import Controls
    from timbre.voice import Voice
    from timbre_app.cli.session import Session
    from timbre_app.export import PcmWriter
    from timbre_app.speaking import Saving, Spoken

STANDARD = "-"
FORMATS = ("wav", "flac", "ogg", "opus", "mp3")


class SayError(ValueError):
    """The command's arguments do not fit together."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The voice, the text, where to, and how."""
    parser.add_argument("text", nargs="?", help="what to say; [[ipa]] says how to pronounce a word")
    parser.add_argument("--text-file", metavar="FILE", help="read the text from a file, - for standard input")
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
    parser.add_argument("--language", help="of the text, as espeak-ng names it (default: the voice's)")
    _add_file_arguments(parser)
    parser.add_argument("--replace", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="the figures as one line of JSON")


def _add_file_arguments(parser: argparse.ArgumentParser) -> None:
    files = parser.add_argument_group("the files")
    files.add_argument("--rate", type=int, default=0, metavar="HZ", help="sample rate (default: 22050)")
    files.add_argument(
        "--subtype", default="", help="encoding: 16, 24, float, vorbis, opus or mp3 (default: by suffix)"
    )
    files.add_argument(
        "--subtitles",
        action="append",
        choices=("srt", "vtt"),
        default=[],
        help="also write subtitles beside the sound; may be given twice",
    )
    files.add_argument(
        "--by-sentence", action="store_true", help="a file for each sentence: out-001.wav, out-002.wav …"
    )
    files.add_argument(
        "--format", choices=FORMATS, default="wav", help="of the files of --batch (default: wav)"
    )
    files.add_argument(
        "--lexicon", metavar="FILE", help="pronunciations (a word, a tab, its IPA) beside your dictionary"
    )


def run(args: argparse.Namespace) -> int:
    """Speak."""
    from timbre_app.speaking import find_voice

    if args.batch is not None:
        from timbre_app.cli.say_batch import run_batch_command

        return run_batch_command(args)
    text = read_text(args)
    saving = make_saving(args)
    voice = find_voice(args.voice)
    controls = make_controls(args)
    from timbre_app.cli.session import open_session

    with open_session() as session:
        if args.by_sentence:
            _say_by_sentence(session, text, voice, controls, saving, args)
        else:
            _tell(_say(session, text, voice, controls, saving, args), args)
    return 0


def _say(
    session: Session, text: str, voice: Voice, controls: Controls, saving: Saving, args: argparse.Namespace
) -> Spoken:
    from timbre_app.speaking import speak_to, speak_to_file

    lexicon = make_lexicon(args)
    with ExitStack() as stack:
        writers: list[PcmWriter] = []
        if args.play or args.out is None:
            writers.append(stack.enter_context(_Loudspeaker()))
        if args.out == STANDARD:
            writers.append(_standard_output())
        if args.out in (None, STANDARD):
            return speak_to(writers, session.client, text, voice, controls, args.language, lexicon=lexicon)
        return speak_to_file(
            Path(args.out),
            session.client,
            text,
            voice,
            controls,
            args.language,
            also=writers,
            saving=saving,
            lexicon=lexicon,
        )


def _say_by_sentence(
    session: Session, text: str, voice: Voice, controls: Controls, saving: Saving, args: argparse.Namespace
) -> None:
    from timbre_app.reading.clip import ClipStore
    from timbre_app.reading.jobs import HowToSpeak, cut_sentences
    from timbre_app.reading.narrator import VoiceNarrator
    from timbre_app.reading.reading import Reading
    from timbre_app.reading.saving import save_reading

    narrator = VoiceNarrator(session.client, voice, make_lexicon(args), args.language)
    with tempfile.TemporaryDirectory(prefix="timbre-say-") as folder:
        reading = Reading(ClipStore(Path(folder)), narrator.sample_rate)
        reading.set_text(text, cut_sentences(text))
        reading.voice_id = voice.id
        reading.how = HowToSpeak(controls.pace, controls.pitch, controls.energy)
        if not reading.sentences:
            raise SayError("There is nothing to speak: the text is empty.")
        saved = save_reading(reading, narrator, Path(args.out), saving)
    if args.json:
        files = [str(path) for path in saved.paths]
        print(json.dumps({"files": files, "duration_s": round(saved.duration_s, 3)}))
    else:
        print(f"{len(saved.paths)} files beside {args.out}: {saved.duration_s:.1f} s of speech.")


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


def make_saving(args: argparse.Namespace) -> Saving:
    """How to write the file.

    Raises:
        SayError: if the arguments do not fit together.
        AudioError: if there is no such file.
    """
    from timbre_app.export import FileKind
    from timbre_app.speaking import Saving

    is_file = args.out not in (None, STANDARD)
    if args.out == STANDARD and args.json:
        raise SayError("Speech and JSON cannot both go to standard output: choose a file for the speech.")
    if not is_file and (args.rate or args.subtype or args.subtitles or args.by_sentence):
        raise SayError("--rate, --subtype, --subtitles and --by-sentence need a file: choose one with -o.")
    if args.by_sentence and args.play:
        raise SayError("--by-sentence and --play do not go together: choose one of the two.")
    saving = Saving(
        FileKind(args.subtype, args.rate),
        tuple(f".{one}" for one in dict.fromkeys(args.subtitles)),
        args.by_sentence,
    )
    if is_file and args.batch is None:
        saving.kind.check(Path(args.out))
    return saving


def make_lexicon(args: argparse.Namespace) -> dict[str, str]:
    """The person's dictionary, and what --lexicon names on top.

    Raises:
        LexiconError: if that file is not one.
    """
    from timbre.text.lexicon import Lexicon, read_lexicon
    from timbre_app.reading.dictionary import Dictionary

    entries = Dictionary().usable()
    if args.lexicon is not None:
        given = read_lexicon(Path(args.lexicon))
        Lexicon(given)
        entries |= given
    return entries


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
