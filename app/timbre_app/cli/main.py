"""The command's entry: finds the subcommand, runs it, and turns every error into one line."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
import traceback
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from timbre.privacy import secure_home
from timbre_app.cli.arguments import as_sentence
from timbre_app.cli.interrupts import interrupts_that_count
from timbre_app.system_errors import system_message

INTERRUPTED = 130
SUFFIX = ".timbre"  # the same as in timbre.voice, which would be slow to import here

COMMANDS = {
    "studio": "open the window (also without any command)",
    "talk": "open the page for conversation, for somebody who talks with their voice all day",
    "demo": "clone the bundled example takes and speak a sentence to out/demo.wav",
    "clone": "make a voice of a folder of takes",
    "say": "speak a text in a voice",
    "jobs": "list, show, cancel, resume and remove work that goes on by itself",
    "dialogue": "speak a script with several speakers",
    "book": "make an audiobook of a text, Markdown, HTML, DOCX or EPUB file",
    "words": "print the words that will be said for a text, or their phonemes",
    "voices": "list, show, rename, delete, restore, export and import voices",
    "check": "say whether a take is good enough",
    "verify": "say whether a recording carries the watermark of speech made with Timbre",
    "serve": "run the speech server in the foreground, or ask about it",
    "desktop": "make the voices those of the system, for screen readers and browsers",
    "doctor": "say what is missing and how to mend it",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Returns:
        0 when it worked, 1 when it failed, 2 for wrong arguments, 130 when it was interrupted.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    verbose = False
    _open_closed_streams()
    _print_any_letter()
    try:
        args = _parse(arguments)
        verbose = args.verbose
        secure_home()
        with interrupts_that_count():
            return int(args.run(args))
    except KeyboardInterrupt:
        print("timbre: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return 1
    except Exception as error:  # noqa: BLE001  the last resort: the person gets one line for any error
        if verbose:
            traceback.print_exc()
        print(f"timbre: {describe(error)}", file=sys.stderr)
        return 1


def describe(error: Exception) -> str:
    """Describe an error in one sentence; the errors that Timbre raises itself are sentences already."""
    if isinstance(error, OSError) and error.strerror:
        return str(system_message(error))
    text = " ".join(str(error).split())
    if type(error).__module__.startswith("timbre") and text:
        return text
    if isinstance(error, ModuleNotFoundError) and error.name:
        return f"{error.name.partition('.')[0]} is not installed here; run `pip install 'timbre[studio]'`"
    if isinstance(error, MemoryError):
        return "there is not enough memory"
    return f"unexpected {type(error).__name__}{': ' if text else ''}{text} (-v shows where)"


def _parse(arguments: list[str]) -> argparse.Namespace:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        default=argparse.SUPPRESS,
        help="show where an error comes from",
    )
    parser = argparse.ArgumentParser(prog="timbre", description="A voice-cloning studio.", parents=[common])
    parser.add_argument("--version", action="version", version=f"timbre {_version()}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    command_name = next((word for word in arguments if not word.startswith("-")), None)
    if command_name is None:
        arguments, command_name = [*arguments, "studio"], "studio"
    if command_name not in COMMANDS and command_name.endswith(SUFFIX):
        # The person has double-clicked a voice file.
        arguments, command_name = ["studio", *arguments], "studio"
    for name, summary in COMMANDS.items():
        command = subparsers.add_parser(
            name, help=summary, description=as_sentence(summary), parents=[common]
        )
        if name == command_name:
            module = importlib.import_module(f"timbre_app.cli.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    args = parser.parse_args(arguments)
    args.verbose = getattr(args, "verbose", False)
    return args


def _version() -> str:
    try:
        return version("timbre")
    except PackageNotFoundError:
        return "(not installed)"


def _open_closed_streams() -> None:
    """Give the null device to streams that whoever started the command has closed; Python has None for them."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115  it stays open as long as the command runs
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115


def _print_any_letter() -> None:
    """Let nothing that is printed end the command: odd bytes of file names go out as they are, odd letters as codes."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        knows_all = sys.stdout.encoding.lower().replace("-", "") == "utf8"
        sys.stdout.reconfigure(errors="surrogateescape" if knows_all else "backslashreplace")


def _forget_output() -> None:
    """Send further output nowhere: its reader has gone, and Python would complain about that again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
