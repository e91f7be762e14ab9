"""A program that is killed at the same place of its work each time. A test that kills it from outside may be late."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.helpers.speech_server import is_alive, wait_until

PROGRAM = """
import fnmatch, os, signal, sys

names = []


def look(event, arguments):
    if event == "os.rename" and fnmatch.fnmatch(os.fspath(arguments[1]), {pattern!r}):
        names.append(arguments[1])
        if len(names) > {count} and not os.path.exists({note!r}):
            with open({note!r}, "w") as note:
                note.write(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)


sys.addaudithook(look)
"""


@dataclass(frozen=True)
class DyingProgram:
    """A program that will die.

    Attributes:
        note: Where it leaves its process id.
    """

    note: Path

    def wait(self, timeout_s: float) -> None:
        """Wait until it is dead."""
        assert wait_until(lambda: bool(self.note.exists() and self.note.read_text()), timeout_s)
        assert wait_until(lambda: not is_alive(int(self.note.read_text())))


def dying_program(patch: pytest.MonkeyPatch, folder: Path, pattern: str, count: int) -> DyingProgram:
    """Have the first process that is started from now on and writes so many files die before the next one.

    Args:
        patch: Sets the environment.
        folder: For what the process imports; it does not exist yet.
        pattern: Of the files' paths, as in fnmatch. They get their names when they are whole.
        count: The number of files. If several are written at once, some of them may be missing.
    """
    folder.mkdir()
    note = folder / "killed"
    program = PROGRAM.format(pattern=pattern, count=count, note=str(note))
    (folder / "sitecustomize.py").write_text(program)  # Python imports it when it starts
    patch.setenv("PYTHONPATH", str(folder), prepend=":")
    return DyingProgram(note)
