"""The texts that were spoken before, with their settings: a file for each reading.

history/20261121-100000-1a2b.json   {"format": 1, "text": ..., "voice_id": ..., "how": [...], "own": {...}}
draft.json                          the same, for the text that was in the window when it was closed
"""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from timbre import files
from timbre_app.reading.reading import Reading
from timbre_app.reading.sentence import NO_EDITS, Edits, HowToSpeak

_log = logging.getLogger(__name__)
FORMAT = 1
KEPT = 200


@dataclass(frozen=True)
class SentenceSettings:
    """Settings of a single sentence, and changes of its phonemes."""

    how: HowToSpeak | None = None
    edits: Edits = NO_EDITS


@dataclass(frozen=True)
class Entry:
    """A reading in the history.

    Attributes:
        key: Name of the entry's file; empty until the entry is kept.
        created: Seconds since 1970.
        own: Settings of single sentences, by number of the sentence.
        duration_s: Length of the speech.
    """

    text: str
    voice_id: str
    voice_name: str
    how: HowToSpeak
    own: dict[int, SentenceSettings] = field(default_factory=dict)
    duration_s: float = 0.0
    key: str = ""
    created: float = 0.0

    def is_like(self, other: Entry) -> bool:
        """Whether two readings differ only in the settings of single sentences."""
        return (self.text, self.voice_id, self.how) == (other.text, other.voice_id, other.how)

    def to_json(self) -> str:
        """The file's content."""
        own = {
            str(index): {
                "how": sentence.how.numbers if sentence.how else None,
                "pitch": list(sentence.edits.pitch),
                "duration": list(sentence.edits.duration),
            }
            for index, sentence in self.own.items()
        }
        values: dict[str, Any] = {
            **vars(self),
            "format": FORMAT,
            "how": self.how.numbers,
            "own": own,
        }
        return json.dumps(values, ensure_ascii=False)

    @staticmethod
    def from_json(content: str) -> Entry:
        """Read content that `to_json` wrote.

        Raises:
            ValueError: if it is something else, or of a newer version.
        """
        try:
            values = json.loads(content)
            if values.pop("format") != FORMAT:
                raise ValueError("a history entry of another version")
            own = {
                int(index): SentenceSettings(
                    HowToSpeak(*sentence["how"]) if sentence["how"] else None,
                    Edits(tuple(sentence["pitch"]), tuple(sentence["duration"])),
                )
                for index, sentence in values.pop("own").items()
            }
            return Entry(**{**values, "how": HowToSpeak(*values["how"]), "own": own})
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"no history entry: {error}") from error


class History:
    """The entries on disk. Each call reads or writes files, so it belongs on a worker thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "history"
        self._draft = folder / "draft.json"

    def entries(self) -> list[Entry]:
        """All entries, newest first; leaves out files that cannot be read."""
        entries = [self._read(path) for path in sorted(self._folder.glob("*.json"), reverse=True)]
        return [entry for entry in entries if entry is not None]

    def keep(self, entry: Entry) -> Entry:
        """Add an entry; replaces the newest one if that is like it, and removes the oldest beyond KEPT.

        Raises:
            OSError: if the entry cannot be written.
        """
        paths = sorted(self._folder.glob("*.json"), reverse=True)
        newest = self._read(paths[0]) if paths else None
        now = time.time()
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now))  # local time goes back once a year
        entry = replace(entry, key=f"{stamp}-{now % 1:.6f}-{secrets.token_hex(2)}", created=now)
        self._write(self._folder / f"{entry.key}.json", entry)
        outdated = paths[KEPT - 1 :]
        if newest is not None and newest.is_like(entry):
            outdated.append(paths[0])
        for path in outdated:
            path.unlink(missing_ok=True)
        return entry

    def remove(self, key: str) -> None:
        """Remove an entry."""
        for path in self._folder.glob("*.json"):
            if path.stem == key:
                path.unlink(missing_ok=True)

    def clear(self) -> None:
        """Remove all entries and the draft."""
        for path in (*self._folder.glob("*.json"), self._draft):
            path.unlink(missing_ok=True)

    def draft(self) -> Entry | None:
        """The text that was in the window when it was closed; None if there was none."""
        return self._read(self._draft)

    def keep_draft(self, entry: Entry) -> None:
        """Keep the text of the window; an empty text removes the draft.

        Raises:
            OSError: if the draft cannot be written.
        """
        if entry.text.strip():
            self._write(self._draft, entry)
        else:
            self._draft.unlink(missing_ok=True)

    def _read(self, path: Path) -> Entry | None:
        try:
            return Entry.from_json(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            _log.warning("%s is left out: %s", path.name, error)
            return None

    def _write(self, path: Path, entry: Entry) -> None:
        files.make_folder(path.parent)
        files.sweep(path.parent)
        files.write(path, entry.to_json())


def entry_of(reading: Reading, text: str, voice_name: str) -> Entry:
    """Make an entry of a reading."""
    own = {
        index: SentenceSettings(sentence.how, sentence.edits)
        for index, sentence in enumerate(reading.sentences)
        if sentence.how is not None or not sentence.edits.is_neutral
    }
    duration_s = float(reading.starts()[-1]) / reading.sample_rate
    return Entry(text, reading.voice_id, voice_name, reading.how, own, duration_s)


def give_back(reading: Reading, own: dict[int, SentenceSettings]) -> None:
    """Give the sentences of a reading the settings that they had in an entry."""
    for index, sentence in enumerate(reading.sentences):
        settings = own.get(index, SentenceSettings())
        sentence.how, sentence.edits = settings.how, settings.edits


def matching(entries: Sequence[Entry], words: str) -> list[Entry]:
    """The entries that have all of these words in their text or voice."""
    parts = words.casefold().split()
    return [
        entry
        for entry in entries
        if all(word in f"{entry.text} {entry.voice_name}".casefold() for word in parts)
    ]
