"""What was spoken before, with its settings: a file for each reading, newest first.

history/20261121-100000-1a2b.json   {"format": 1, "text": ..., "voice_id": ..., "how": [...], "own": {...}}
draft.json                          the same, of the text that was left when the window was closed
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

from timbre_app.reading.jobs import NO_EDITS, Edits, HowToSpeak
from timbre_app.reading.reading import Reading

_log = logging.getLogger(__name__)
FORMAT = 1
KEPT = 200


@dataclass(frozen=True)
class Own:
    """What one sentence has of its own: settings, and changes of its phonemes."""

    how: HowToSpeak | None = None
    edits: Edits = NO_EDITS


@dataclass(frozen=True)
class Entry:
    """A reading as it was.

    Attributes:
        key: Its file's name; empty until it is kept.
        created: Seconds since 1970.
        own: By number of the sentence, only where there is anything.
        duration_s: Length of its speech.
    """

    text: str
    voice_id: str
    voice_name: str
    how: HowToSpeak
    own: dict[int, Own] = field(default_factory=dict)
    duration_s: float = 0.0
    key: str = ""
    created: float = 0.0

    def is_like(self, other: Entry) -> bool:
        """Whether the two are the same reading, but for the sentences that were worked on."""
        return (self.text, self.voice_id, self.how) == (other.text, other.voice_id, other.how)

    def to_json(self) -> str:
        """The file's content."""
        own = {
            str(index): {
                "how": _numbers(one.how) if one.how else None,
                "pitch": list(one.edits.pitch),
                "duration": list(one.edits.duration),
            }
            for index, one in self.own.items()
        }
        values: dict[str, Any] = {
            **vars(self),
            "format": FORMAT,
            "how": _numbers(self.how),
            "own": own,
        }
        return json.dumps(values, ensure_ascii=False)

    @staticmethod
    def from_json(content: str) -> Entry:
        """Read `to_json`'s content.

        Raises:
            ValueError: if it is something else, or of a newer version.
        """
        try:
            values = json.loads(content)
            if values.pop("format") != FORMAT:
                raise ValueError("a history entry of another version")
            own = {
                int(index): Own(
                    HowToSpeak(*one["how"]) if one["how"] else None,
                    Edits(tuple(one["pitch"]), tuple(one["duration"])),
                )
                for index, one in values.pop("own").items()
            }
            return Entry(**{**values, "how": HowToSpeak(*values["how"]), "own": own})
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"no history entry: {error}") from error


class History:
    """The readings on disk; each call touches files, so it belongs on a worker."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "history"
        self._draft = folder / "draft.json"

    def entries(self) -> list[Entry]:
        """All of them, newest first; a file that cannot be read is left out."""
        found = [self._read(path) for path in sorted(self._folder.glob("*.json"), reverse=True)]
        return [entry for entry in found if entry is not None]

    def keep(self, entry: Entry) -> Entry:
        """Add a reading, or renew the newest one if that is like it; old ones beyond KEPT go.

        Raises:
            OSError: if it cannot be written.
        """
        paths = sorted(self._folder.glob("*.json"), reverse=True)
        newest = self._read(paths[0]) if paths else None
        now = time.time()
        stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
        kept = replace(entry, key=f"{stamp}-{now % 1:.6f}-{secrets.token_hex(2)}", created=now)
        self._write(self._folder / f"{kept.key}.json", kept)
        gone = paths[KEPT - 1 :]
        if newest is not None and newest.is_like(kept):
            gone.append(paths[0])
        for path in gone:
            path.unlink(missing_ok=True)
        return kept

    def remove(self, key: str) -> None:
        """Forget one."""
        for path in self._folder.glob("*.json"):
            if path.stem == key:
                path.unlink(missing_ok=True)

    def clear(self) -> None:
        """Forget all, the draft too."""
        for path in (*self._folder.glob("*.json"), self._draft):
            path.unlink(missing_ok=True)

    def draft(self) -> Entry | None:
        """What was left when the window was closed."""
        return self._read(self._draft)

    def keep_draft(self, entry: Entry) -> None:
        """Keep what is left; an empty text leaves no draft.

        Raises:
            OSError: if it cannot be written.
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
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".part")
        try:
            fresh.write_text(entry.to_json(), encoding="utf-8")
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)


def entry_of(reading: Reading, text: str, voice_name: str) -> Entry:
    """A reading as it is now."""
    own = {
        index: Own(one.how, one.edits)
        for index, one in enumerate(reading.sentences)
        if one.how is not None or not one.edits.is_neutral
    }
    duration_s = float(reading.starts()[-1]) / reading.sample_rate
    return Entry(text, reading.voice_id, voice_name, reading.how, own, duration_s)


def give_back(reading: Reading, own: dict[int, Own]) -> None:
    """Give the sentences of a reading what they had of their own."""
    for index, one in enumerate(reading.sentences):
        kept = own.get(index, Own())
        one.how, one.edits = kept.how, kept.edits


def matching(entries: Sequence[Entry], words: str) -> list[Entry]:
    """The entries in whose text or voice all of these words occur."""
    wanted = words.casefold().split()
    return [
        entry
        for entry in entries
        if all(word in f"{entry.text} {entry.voice_name}".casefold() for word in wanted)
    ]


def _numbers(how: HowToSpeak) -> list[float]:
    return [how.pace, how.pitch, how.energy]
