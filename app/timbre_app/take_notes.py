"""What was found out about the takes of a session, beside them, so that opening it again asks nothing twice.

    <session>/checks.json    {"<id>": {"stamp": …, "kept": true, "findings": {…}}}

The file is a memory, not a source: without it everything is looked at again. A note holds for one recording:
its stamp is the file's size and time, so a take that was replaced has none.
"""

from __future__ import annotations

import json
import logging
import threading
from pathlib import Path
from typing import Any

NOTES_FILE = "checks.json"
_log = logging.getLogger(__name__)


class TakeNotes:
    """Notes of one session; may be used from several threads."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NOTES_FILE
        self._lock = threading.Lock()
        self._notes = _read(self._path)

    def findings(self, prompt_id: str, take: Path) -> dict[str, Any] | None:
        """What was found about this recording, or None."""
        found = self._note(prompt_id, take).get("findings")
        return found if isinstance(found, dict) else None

    def is_kept(self, prompt_id: str, take: Path) -> bool:
        """Whether the person keeps this recording against the advice."""
        return self._note(prompt_id, take).get("kept") is True

    def is_bad(self, prompt_id: str, take: Path) -> bool:
        """Whether something was found for which this recording should be made again."""
        found = self.findings(prompt_id, take) or {}
        try:
            lines = [*found["sound"], *found["words"]["lines"]]
            return any(line["severity"] == "error" for line in lines)
        except (KeyError, TypeError):
            return False

    def write(self, prompt_id: str, take: Path, findings: dict[str, Any]) -> None:
        """Remember what was found; a disk that is full only costs the memory."""
        self._change(prompt_id, take, "findings", findings)

    def keep(self, prompt_id: str, take: Path, kept: bool = True) -> None:
        """Remember that the person keeps this recording against the advice, or no longer."""
        self._change(prompt_id, take, "kept", kept)

    def _note(self, prompt_id: str, take: Path) -> dict[str, Any]:
        with self._lock:
            note = self._notes.get(prompt_id, {})
        return note if isinstance(note, dict) and note.get("stamp") == _stamp(take) else {}

    def _change(self, prompt_id: str, take: Path, key: str, value: Any) -> None:
        note = {**self._note(prompt_id, take), "stamp": _stamp(take), key: value}
        with self._lock:
            self._notes[prompt_id] = note
            text = json.dumps(self._notes, ensure_ascii=False, indent=1)
            try:
                new = self._path.with_suffix(".new")
                new.write_text(text, encoding="utf-8")
                new.replace(self._path)
            except OSError as error:
                _log.warning("the findings cannot be saved: %s", error)


def _stamp(take: Path) -> str:
    try:
        about = take.stat()
    except OSError:
        return ""
    return f"{about.st_size} {about.st_mtime_ns}"


def _read(path: Path) -> dict[str, Any]:
    try:
        notes = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return notes if isinstance(notes, dict) else {}
