"""`timbre voices list|show|rename|delete|restore|export|import`: manages the voices of the library."""

from __future__ import annotations

import argparse
import json
import math
import shlex
import sys
from pathlib import Path
from typing import Any

from timbre.voice import Voice, VoiceError
from timbre_app.cli.arguments import as_sentence
from timbre_app.takes.exporting import export_takes
from timbre_app.voices.library import VoiceLibrary
from timbre_app.voices.outdated import is_outdated, kept_takes, own_base_id
from timbre_app.voices.sketches import is_sketch


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add a subcommand for each action."""
    parser.set_defaults(action=list_voices)
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--base", action="store_true", help="list the speakers of the base model instead")
    actions = parser.add_subparsers(
        metavar="ACTION", help="list (without any), show, rename, delete, restore, export, import"
    )

    def add(name: str, action: Any, summary: str, *names: str) -> argparse.ArgumentParser:
        command = actions.add_parser(name, help=summary, description=as_sentence(summary))
        for argument in names:
            command.add_argument(argument.lower(), metavar=argument)
        command.set_defaults(action=action)
        return command

    for name, action, summary, names in (
        ("list", list_voices, "list all voices", ()),
        ("show", show_voice, "show how a voice was made and how good it is", ("NAME",)),
    ):
        command = add(name, action, summary, *names)
        command.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="as JSON")
        if name == "list":
            summary = "the speakers of the base model instead"
            command.add_argument("--base", action="store_true", default=argparse.SUPPRESS, help=summary)
    add("rename", rename_voice, "give a voice another name", "NAME", "NEW_NAME")
    delete = add("delete", delete_voice, "delete a voice for good", "NAME")
    delete.add_argument("--yes", action="store_true", help="do not ask")
    summary = "bring back a voice that gave way to another, or that was deleted in the window"
    add("restore", restore_voice, summary, "NAME")
    export = add("export", export_voice, "copy a voice to a file or folder", "NAME", "FILE")
    export.add_argument("--replace", action="store_true", help="an existing file gives way")
    export.add_argument(
        "--takes",
        action="store_true",
        help="the takes that it was made from, into a new folder FILE: metadata.csv (id|text) and wavs/",
    )
    import_command = add("import", import_voice, "take in a voice file", "FILE")
    import_command.add_argument("--name", help="another name for the voice")
    import_command.add_argument("--replace", action="store_true", help="a voice of the same name gives way")


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    return args.action(args, VoiceLibrary())


def list_voices(args: argparse.Namespace, library: VoiceLibrary) -> int:
    """Print one line for each voice."""
    if args.base:
        return _list_base(args.json)
    voices = library.voices()
    for broken in library.broken():
        print(f"timbre: {broken.reason}", file=sys.stderr)
    if args.json:
        print(json.dumps([_about(voice, library) for voice in voices]))
        return 0
    if not voices:
        print("There are no voices yet; make one with `timbre clone` or `timbre demo`.", file=sys.stderr)
    names = [f"{voice.name} (sketch)" if is_sketch(voice) else voice.name for voice in voices]
    width = max(map(len, names), default=0)
    base_id = own_base_id()
    for name, voice in zip(names, voices, strict=True):
        advice = f"made with another version: timbre clone --again {shlex.quote(voice.name)}"
        note = advice if is_outdated(voice, base_id) else ""
        print(f"{name.ljust(width)}  {voice.language}  {voice.created[:10]}  {note}".rstrip())
    return 0


def _list_base(as_json: bool) -> int:
    """Print the names under which `--voice` takes the speakers of the base model, and how high they speak."""
    from timbre.base import BaseModel
    from timbre.paths import base_dir
    from timbre_app.output.speaking import BASE_PREFIX

    pitches = {
        BASE_PREFIX + who.name: math.exp(who.log_hz_mean) for who in BaseModel.open(base_dir()).speakers
    }
    if as_json:
        print(json.dumps([{"name": name, "pitch_hz": round(hz, 1)} for name, hz in pitches.items()]))
        return 0
    width = max(map(len, pitches))
    for name, hz in pitches.items():
        print(f"{name.ljust(width)}  {hz:3.0f} Hz")
    return 0


def show_voice(args: argparse.Namespace, library: VoiceLibrary) -> int:
    """Print all that is known of a voice."""
    voice = library.find(args.name)
    about = _about(voice, library)
    if args.json:
        print(json.dumps(about))
        return 0
    for key, value in about.items():
        if isinstance(value, dict):
            print(f"{key}:")
            for inner, item in value.items():
                print(_printable(f"  {inner}: {item if isinstance(item, str) else json.dumps(item)}"))
        else:
            print(f"{key}: {value}")
    return 0


def _printable(text: str) -> str:
    """The text without what a terminal takes for a command: a voice's file may come from anybody."""
    return "".join(
        mark if mark.isprintable() or mark == "\n" else mark.encode("unicode_escape").decode()
        for mark in text
    )


def rename_voice(args: argparse.Namespace, library: VoiceLibrary) -> int:
    """Give a voice another name."""
    renamed = library.rename(args.name, args.new_name)
    print(f"The voice is now named {renamed.name!r}.")
    return 0


def delete_voice(args: argparse.Namespace, library: VoiceLibrary) -> int:
    """Delete a voice, after asking; returns 1 if nothing was deleted."""
    name = library.find(args.name).name
    if not args.yes:
        if not sys.stdin.isatty():
            print("timbre: nobody is there to ask; add --yes to delete the voice", file=sys.stderr)
            return 1
        if input(f"Delete the voice {name!r} for good? [y/N] ").strip().lower() not in {"y", "yes"}:
            print("Nothing was deleted.")
            return 1
    library.delete(name)
    print(f"The voice {name!r} is deleted.")
    return 0


def restore_voice(args: argparse.Namespace, library: VoiceLibrary) -> int:
    """Bring back the voice of that name that was put away last; it gets a number if its name is taken."""
    voices = [entry for entry in library.deleted.list() if entry.name.casefold() == args.name.casefold()]
    if not voices:
        raise VoiceError("There is no deleted voice named {name!r}.", name=args.name)
    voice = library.bring_back(voices[0].key)
    print(f"The voice {voice.name if voice else args.name!r} is back.")
    return 0


def export_voice(args: argparse.Namespace, library: VoiceLibrary) -> int:
    """Copy the voice, or its takes."""
    if args.takes:
        return _export_takes(args, library)
    print(library.export(args.name, Path(args.file), args.replace))
    return 0


def _export_takes(args: argparse.Namespace, library: VoiceLibrary) -> int:
    voice = library.find(args.name)
    takes = kept_takes(library.notes.read(voice.id))
    if takes is None:
        raise VoiceError(
            "The takes that {name!r} was made from cannot be found on this machine.", name=voice.name
        )
    folder = Path(args.file)
    count = export_takes(takes.folder, folder)
    print(f"{folder}: {count} takes")
    return 0


def import_voice(args: argparse.Namespace, library: VoiceLibrary) -> int:
    """Add a voice from a file."""
    voice = library.import_file(Path(args.file), args.name, args.replace)
    print(f"The voice {voice.name!r} is here.")
    return 0


def _about(voice: Voice, library: VoiceLibrary) -> dict[str, Any]:
    return {
        "name": voice.name,
        "id": voice.id,
        "language": voice.language,
        "created": voice.created,
        "base_id": voice.base_id,
        "bytes": len(voice.to_bytes()),
        "file": str(library.path(voice.name)),
        "provenance": dict(voice.provenance),
        "report": dict(voice.report),
    }
