"""`timbre dialogue … --job`: a script as a job, which goes on after the command has ended."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from timbre_app.cli.apart import check_folder
from timbre_app.cli.jobs import tell
from timbre_app.cli.say_job import lasting_name
from timbre_app.cli.say_options import SayError, make_lexicon

if TYPE_CHECKING:
    from timbre.voice import Voice
    from timbre_app.dialogue.saving import DialogueFiles
    from timbre_app.dialogue.script import Script


def submit_dialogue(
    source: tuple[bytes, str],
    script: Script,
    names: Mapping[str, str],
    wanted: DialogueFiles,
    voices: Mapping[str, Voice],
    args: argparse.Namespace,
) -> int:
    """Submit a script; returns 0.

    Args:
        source: What is in the script's file, and the file's name.
        script: The script.
        names: Names of voices by names of speakers, as the arguments have them.
        wanted: The files.
        voices: The voice of each speaker.
        args: The arguments.
    Raises:
        SayError: if the arguments do not fit together.
    """
    from timbre_app.jobs.office import JobOffice
    from timbre_app.jobs.parameters import saving_fields
    from timbre_app.reading.dictionary import entries_in

    if wanted.path is None or args.play or args.lines:
        raise SayError("--job writes a file: choose one with -o, and leave out --play and --lines.")
    data, name = source
    out, text = wanted.path.absolute(), data.decode("utf-8-sig")
    check_folder(out.parent)
    given = {speaker.casefold(): voice for speaker, voice in names.items()}
    parameters = {
        "script": text,
        "name": name,
        "cast": {
            speaker: lasting_name(given.get(speaker.casefold(), speaker), voice)
            for speaker, voice in voices.items()
        },
        "out": str(out),
        "marks": None if wanted.marks is None else str(wanted.marks.absolute()),
        "stems": None if wanted.stems is None else str(wanted.stems.absolute()),
        "pause": args.pause,
        "language": args.language or "",
        "lexicon": entries_in(" ".join(line.text for line in script.lines), make_lexicon(args)),
        "saving": saving_fields(wanted.saving),
    }
    return tell(JobOffice().submit("dialogue", out.name, parameters), args.json)
