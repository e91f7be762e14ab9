"""Keeps the results of checking a session's takes, so that a session that is opened again is not checked again.

    <session>/checks.json    {"<id>": {"stamp": …, "kept": true, "findings": {…}}}

The file is only a memory: without it all takes are checked again. A note is about one recording: its stamp is
the size and time of the sound file, so a new take in place of an older one has no note.
"""

from __future__ import annotations

import json
import logging
import threading
from pathlib import Path
from typing import Any

from timbre import files
from timbre.messages import Message

NOTES_FILE = "checks.json"
_log = logging.getLogger(__name__)


class TakeNotes:
    """Notes of one session; may be used from several threads."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NOTES_FILE
        self._lock = threading.Lock()
        self._notes = _read(self._path)

    def findings(self, prompt_id: str, take: Path) -> dict[str, Any] | None:
        """The results of checking this recording; None if there are none."""
        findings = self._note(prompt_id, take).get("findings")
        return findings if isinstance(findings, dict) else None

    def is_kept(self, prompt_id: str, take: Path) -> bool:
        """Whether the person keeps this recording against the advice."""
        return self._note(prompt_id, take).get("kept") is True

    def is_bad(self, prompt_id: str, take: Path) -> bool:
        """Whether the check has found a reason to record this take again."""
        findings = self.findings(prompt_id, take) or {}
        try:
            lines = [*findings["sound"], *findings["words"]["lines"]]
            return any(line["severity"] == "error" for line in lines)
        except (KeyError, TypeError):
            return False

    def fault(self, prompt_id: str, take: Path) -> Message | None:
        """The reason to record this take again, if the check has found one."""
        findings = self.findings(prompt_id, take) or {}
        try:
            lines = [*findings["sound"], *findings["words"]["lines"]]
            faults = [line["message"] for line in lines if line["severity"] == "error"]
            return Message.from_json(faults[0]) if faults else None
        except (KeyError, TypeError, ValueError):
            return None

    def missed_words(self, prompt_id: str, take: Path, text: str) -> tuple[str, ...] | None:
        """Words of the text that were not heard in this recording; None if nobody has compared them yet."""
        findings = self.findings(prompt_id, take) or {}
        try:
            return tuple(text[start:end] for start, end in findings["words"]["missed"])
        except (KeyError, TypeError, ValueError):
            return None

    def write(self, prompt_id: str, take: Path, findings: dict[str, Any]) -> None:
        """Remember the results of a check; if the disk is full, they are only forgotten."""
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
                files.write(self._path, text)
            except OSError as error:
                _log.warning("the findings cannot be saved: %s", error)


def _stamp(take: Path) -> str:
    try:
        status = take.stat()
    except OSError:
        return ""
    return f"{status.st_size} {status.st_mtime_ns}"


def _read(path: Path) -> dict[str, Any]:
    try:
        notes = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return notes if isinstance(notes, dict) else {}
