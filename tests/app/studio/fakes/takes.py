"""What hears and checks takes."""

from __future__ import annotations

import threading
from pathlib import Path

from tests.app.studio.fakes.patience import PATIENCE_S
from timbre.messages import Message
from timbre_app.studio.items import (
    CheckLine,
    TakeRow,
    WordsRead,
)
from timbre_app.takes.importing import find_takes


class FakeImporting:
    """Finds real files; hears the same in each, unless there is no server."""

    def __init__(self) -> None:
        self.server_up = True
        self.gate = threading.Event()
        self.gate.set()

    def find(self, paths):
        return find_takes(paths)

    def recognise(self, take) -> str:
        self.gate.wait(PATIENCE_S)
        if not self.server_up:
            raise ConnectionError("Texts are recognised once the speech server is up; you can type them.")
        return f"What was heard in {take.name}."


class FakeChecks:
    """Finds each take a little quiet and its last word missing."""

    def __init__(self, severity: str = "warning", code: str = "missed_words") -> None:
        self.server_up = True
        self.severity, self.code = severity, code
        self.prepared = 0

    def prepare(self) -> None:
        self.prepared += 1

    def sound(self, path: Path, text: str) -> list[CheckLine]:
        return [CheckLine("warning", Message("This is quiet: come closer to the microphone or turn it up."))]

    def table(self, folder: Path) -> list[TakeRow]:
        return [
            TakeRow("She measured the garden.", -21.4, 38.2, 0.0, ()),
            TakeRow("Fresh bread.", -33.0, 18.0, 0.25, ("bread",), (Message("This is quiet."),), "warning"),
            TakeRow("Nobody compared it.", -20.0, 40.0, 0.0, None),
        ]

    def words(self, path: Path, text: str, names=()) -> WordsRead:
        if not self.server_up:
            raise ConnectionError("The words are compared once the speech server is up.")
        last = text.split()[-1]
        missed = Message.of("Not heard: {words}. Read the sentence once more.", words=f"“{last.strip('.')}”")
        line = CheckLine(self.severity, missed, self.code)
        return WordsRead(
            (line,), ((len(text) - len(last), len(text)),), ((text.index(" "), "really"),), f"{text} heard"
        )
