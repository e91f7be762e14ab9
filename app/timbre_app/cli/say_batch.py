"""`timbre say --batch FILE -o FOLDER`: speaks many texts into many files."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from timbre_app.cli.say_options import STANDARD, SayError, make_controls, make_lexicon, make_saving

if TYPE_CHECKING:
    from timbre.voice import Voice
    from timbre_app.output.batch import BatchResult, BatchRow


def run_batch_command(args: argparse.Namespace) -> int:
    """Speak each row of the batch file; returns 1 if a row failed, else 0.

    Raises:
        SayError: if the arguments do not fit together.
        BatchError: if the file cannot be used.
    """
    from timbre_app.cli.session import open_session
    from timbre_app.output.batch import read_batch, run_batch
    from timbre_app.output.speaking import find_voice, speak_to_file

    others = (args.text, args.text_file, args.ssml, args.marks)
    if any(option is not None for option in others) or args.play or args.by_sentence:
        raise SayError(
            "--batch brings its own texts: leave out the text, --text-file, --ssml, --play and --by-sentence."
        )
    if args.out in (None, STANDARD):
        raise SayError("--batch needs a folder for its files: choose one with -o.")
    if args.job:
        from timbre_app.cli.say_job import submit_batch

        return submit_batch(args)
    rows = read_batch(Path(args.batch))
    folder, suffix = Path(args.out), f".{args.format}"
    saving, default, lexicon = make_saving(args), make_controls(args), make_lexicon(args)
    saving.kind.check(folder / f"a{suffix}")
    voices: dict[str, Voice] = {args.voice: find_voice(args.voice)}

    def speak(row: BatchRow, path: Path) -> None:
        name = row.voice or args.voice
        if name not in voices:
            voices[name] = find_voice(name)
        speak_to_file(
            path,
            session.client,
            row.text,
            voices[name],
            row.controls(default),
            args.language,
            saving=saving,
            lexicon=lexicon,
        )

    with open_session() as session:
        result = run_batch(rows, folder, suffix, speak, on_progress=_show)
    _tell(result, args)
    return 1 if result.failed else 0


def _show(done: int, count: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {count}", end="\n" if done == count else "", file=sys.stderr, flush=True)


def _tell(result: BatchResult, args: argparse.Namespace) -> None:
    for line, message in result.failed:
        print(f"timbre: line {line} of {args.batch}: {message}", file=sys.stderr)
    if args.json:
        failures = [{"line": line, "message": str(message)} for line, message in result.failed]
        print(json.dumps({"files": [str(path) for path in result.written], "failed": failures}))
    else:
        print(f"{len(result.written)} files in {args.out}.")
