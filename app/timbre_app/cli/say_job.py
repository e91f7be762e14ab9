"""`timbre say … --job`: a text or a batch as a job, which goes on after the command has ended."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timbre_app.cli.apart import check_folder
from timbre_app.cli.jobs import tell
from timbre_app.cli.say_options import (
    STANDARD,
    SayError,
    make_controls,
    make_lexicon,
    make_saving,
    read_text,
)

if TYPE_CHECKING:
    from timbre.text.ssml import Document
    from timbre.voice import Voice


def submit_text(args: argparse.Namespace) -> int:
    """Submit the text; returns 0.

    Raises:
        SayError: if the arguments do not fit together.
    """
    from timbre_app.output.speaking import find_voice

    out, text = _out(args), read_text(args)
    return _submit(args, "text", out.name, find_voice(args.voice), {"text": text, "out": str(out)}, text)


def submit_batch(args: argparse.Namespace) -> int:
    """Submit the batch, whose arguments were checked; returns 0."""
    from timbre_app.jobs.batch import row_fields
    from timbre_app.output.batch import read_batch
    from timbre_app.output.speaking import find_voice

    path, folder = Path(args.batch), Path(args.out).absolute()
    rows = read_batch(path)
    fields = {
        "rows": [row_fields(row) for row in rows],
        "folder": str(folder),
        "suffix": f".{args.format}",
    }
    texts = "\n".join(row.text for row in rows)
    return _submit(args, "batch", f"{path.name} → {folder.name}", find_voice(args.voice), fields, texts)


def submit_ssml(args: argparse.Namespace, source: str, document: Document) -> int:
    """Submit a document of SSML, which was read from its source; returns 0."""
    from timbre_app.output.speaking import find_voice

    out = _out(args)
    marks = None if args.marks is None else Path(args.marks).absolute()
    if marks is not None:
        check_folder(marks.parent)
    fields = {"document": source, "out": str(out), "marks": None if marks is None else str(marks)}
    return _submit(args, "ssml", out.name, find_voice(args.voice), fields, document.written)


def _out(args: argparse.Namespace) -> Path:
    """The file of a job."""
    if args.play or args.out in (None, STANDARD):
        raise SayError("--job writes a file: choose one with -o, and leave out --play.")
    out = Path(args.out).absolute()
    check_folder(out.parent)
    return out


def lasting_name(name: str, voice: Voice) -> str:
    """How a job names a voice, so that it finds it when the voice has another name."""
    from timbre_app.output.speaking import BASE_PREFIX

    return name if name.startswith(BASE_PREFIX) else voice.id


def _submit(
    args: argparse.Namespace, kind: str, title: str, voice: Voice, fields: Mapping[str, Any], text: str
) -> int:
    from timbre_app.jobs.office import JobOffice
    from timbre_app.jobs.parameters import saving_fields
    from timbre_app.reading.dictionary import entries_in
    from timbre_app.reading.sentence import HowToSpeak

    parameters = {
        **fields,
        "voice": lasting_name(args.voice, voice),
        "how": HowToSpeak(**dataclasses.asdict(make_controls(args))).numbers,
        "language": args.language or "",
        "lexicon": entries_in(text, make_lexicon(args)),
        "saving": saving_fields(make_saving(args)),
    }
    job = JobOffice().submit(kind, title, parameters)
    return tell(job, args.json)
