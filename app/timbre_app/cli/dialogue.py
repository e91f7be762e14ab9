"""`timbre dialogue SCRIPT --cast "Ann=Ada,Ben=base:NAME" -o out.wav`: speaks a script with several speakers."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from timbre_app.cli.apart import check_files
from timbre_app.cli.say_options import STANDARD, SayError, make_lexicon, make_saving
from timbre_app.cli.sound_options import add_sound_options

if TYPE_CHECKING:
    from timbre_app.dialogue.saving import DialogueFiles, SavedDialogue
    from timbre_app.dialogue.script import Script

STANDARD_NAME = "standard input"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the script, its cast, the files, and how to speak."""
    parser.add_argument(
        "script",
        metavar="SCRIPT",
        help="plain text (Ann: Hello. or [ANN pause=0.5] Hello.), .csv with the columns speaker and text, "
        "or .fountain; - for standard input",
    )
    parser.add_argument(
        "--cast",
        action="append",
        default=[],
        metavar="NAME=VOICE,…",
        help="each speaker's voice, or base:SPEAKER; who is not named has the voice of the same name",
    )
    parser.add_argument("-o", "--out", metavar="FILE", help="the mix; - sends WAV to standard output")
    parser.add_argument(
        "--stems", metavar="FOLDER", help="also a sound file for each speaker, as long as the mix"
    )
    parser.add_argument("--marks", metavar="FILE", help="also the times of the marks in its SSML, as JSON")
    parser.add_argument("--play", action="store_true", help="play it while it is made (default without -o)")
    parser.add_argument(
        "--pause", type=float, metavar="S", help="silence before a line that names no pause (default: 0.35)"
    )
    parser.add_argument(
        "--lines",
        metavar="FOLDER",
        help="keep each line's speech there, and go on from what is there already",
    )
    parser.add_argument("--language", help="of the script, as espeak-ng names it (default: each voice's)")
    add_sound_options(parser)
    parser.add_argument(
        "--job", action="store_true", help="only order it: it is made in the background; see `timbre jobs`"
    )
    parser.add_argument("--json", action="store_true", help="the figures as one line of JSON")
    parser.set_defaults(by_sentence=False, batch=None)


def run(args: argparse.Namespace) -> int:
    """Speak the script; returns 0."""
    from timbre_app.cli.dialogue_job import submit_dialogue
    from timbre_app.cli.say_output import live_writers
    from timbre_app.dialogue.cast import find_cast, parse_cast
    from timbre_app.dialogue.opening import parse_script
    from timbre_app.dialogue.performance import How
    from timbre_app.dialogue.saving import save_dialogue
    from timbre_app.dialogue.script import USUAL_PAUSE_S
    from timbre_app.dialogue.speech import ServerSpeech
    from timbre_app.output.speaking import find_voice
    from timbre_app.reading.clip import ClipStore

    source = _read(args.script)
    script = parse_script(*source)
    wanted, names = _files(args), parse_cast(args.cast)
    voices = find_cast(script, names, find_voice)
    if args.job:
        return submit_dialogue(source, script, names, wanted, voices, args)
    lexicon = make_lexicon(args)
    store = ClipStore(Path(args.lines)) if args.lines else None
    how = How(pause_s=USUAL_PAUSE_S if args.pause is None else args.pause)
    from timbre_app.cli.session import open_session

    with ExitStack() as stack:
        session = stack.enter_context(open_session())
        speech = ServerSpeech(session.client, voices, lexicon, args.language, store)
        saved = save_dialogue(script, speech, wanted, how, live_writers(args, stack), _show)
    _tell(script, saved, args)
    return 0


def _read(name: str) -> tuple[bytes, str]:
    """The content of a file, or of standard input, and its name."""
    from timbre_app.dialogue.opening import read_data

    if name == STANDARD:
        return sys.stdin.buffer.read(), STANDARD_NAME
    return read_data(Path(name)), Path(name).name


def _files(args: argparse.Namespace) -> DialogueFiles:
    from timbre_app.dialogue.saving import DialogueFiles
    from timbre_app.dialogue.settings import LONGEST_PAUSE_S

    if args.pause is not None and not abs(args.pause) <= LONGEST_PAUSE_S:
        raise SayError(f"--pause {args.pause:g} is out of range: choose at most {LONGEST_PAUSE_S:g} s.")
    saving = make_saving(args)
    check_files(args, args.script)
    path = Path(args.out) if args.out not in (None, STANDARD) else None
    if args.stems and path is None:
        raise SayError("--stems needs a file for the mix: choose one with -o.")
    stems, marks = (Path(name) if name else None for name in (args.stems, args.marks))
    return DialogueFiles(path, stems, saving, marks)


def _show(done: int, count: int) -> None:
    if sys.stderr.isatty():
        print(f"\rline {done} of {count}", end="\n" if done == count else "", file=sys.stderr, flush=True)


def _tell(script: Script, saved: SavedDialogue, args: argparse.Namespace) -> None:
    if args.json:
        figures = {
            "files": [str(path) for path in saved.paths],
            "lines": len(script.lines),
            "speakers": list(script.speakers),
            "duration_s": round(saved.duration_s, 3),
            "first_audio_ms": round(1000 * saved.first_audio_s, 1),
            "total_s": round(saved.total_s, 3),
        }
        print(json.dumps(figures))
    elif args.out not in (None, STANDARD):
        lines, speakers = len(script.lines), len(script.speakers)
        print(f"{args.out}: {saved.duration_s:.1f} s, {lines} lines by {speakers} speakers.")
