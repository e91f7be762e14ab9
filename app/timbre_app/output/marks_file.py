"""Writes and reads when marks are reached: JSON, `{"marks": [{"name": "chapter", "time_s": 1.25}]}`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from timbre import files
from timbre.timing import TimedMark


def read_marks(path: Path) -> list[TimedMark]:
    """Read a file of `write_marks`.

    Raises:
        OSError: if it cannot be read.
        ValueError: if it is something else.
    """
    try:
        return [TimedMark(row["name"], row["time_s"]) for row in json.loads(path.read_bytes())["marks"]]
    except (KeyError, TypeError) as error:
        raise ValueError(f"{path.name} has no marks") from error


def write_marks(path: Path, marks: Sequence[TimedMark]) -> None:
    """Write the file, whole or not at all.

    Raises:
        OSError: if it cannot be written.
    """
    rows = [{"name": mark.name, "time_s": round(mark.time_s, 3)} for mark in marks]
    files.write(path, json.dumps({"marks": rows}, ensure_ascii=False, indent=1) + "\n")
