"""Many texts from one file into many sound files.

texts.txt    each line that is not empty is a text
texts.csv    a column `text`; if there are any: `file`, `voice`, `pace`, `pitch`, `energy`
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from timbre_app.streams import RequestCancelled

TABLES = (".csv", ".tsv")
COLUMNS = ("text", "file", "voice", "pace", "pitch", "energy")
NAME_WORDS, NAME_LENGTH = 5, 48


class BatchError(ValueError):
    """A batch file that cannot be used; the message is one sentence."""


@dataclass(frozen=True)
class BatchRow:
    """One text; what is None is as for the others.

    Attributes:
        line: Where it stands in its file, counted from 1.
        name: Of the sound file, without suffix, unique in the batch.
    """

    line: int
    text: str
    name: str
    voice: str | None = None
    pace: float | None = None
    pitch: float | None = None
    energy: float | None = None


@dataclass(frozen=True)
class BatchResult:
    """What came of a batch: files written, and for each row that failed its line and why."""

    written: tuple[Path, ...]
    failed: tuple[tuple[int, str], ...]
    stopped: bool = False


def read_batch(path: Path) -> list[BatchRow]:
    """Read a batch file.

    Raises:
        BatchError: if it cannot be read, or has no texts, or a row that makes no sense.
    """
    try:
        content = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BatchError(f"{path.name} is not UTF-8 text: save it as UTF-8.") from error
    except OSError as error:
        raise BatchError(f"{path}: {error.strerror or error}") from error
    rows = _table(path, content) if path.suffix.lower() in TABLES else _lines(content)
    if not rows:
        raise BatchError(f"{path.name} has no texts to speak.")
    return _named(rows)


def run_batch(
    rows: Sequence[BatchRow],
    folder: Path,
    suffix: str,
    speak: Callable[[BatchRow, Path], None],
    should_stop: Callable[[], bool] = lambda: False,
    on_progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> BatchResult:
    """Speak each row into a file of its own; a row that fails does not keep the others from being spoken.

    Args:
        rows: From `read_batch`.
        folder: Where the files go; made if it is not there.
        suffix: Of the files, with its dot.
        speak: Writes one row's file, whole or not at all.
        should_stop: Asked before each row.
        on_progress: Told how many rows are done, of how many.
    Raises:
        OSError: if the disk is full or the folder cannot be made.
        ServerError: if the server is gone.
    """
    from timbre_app.server.errors import ServerError

    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    failed: list[tuple[int, str]] = []
    for done, row in enumerate(rows):
        on_progress(done, len(rows))
        if should_stop():
            return BatchResult(tuple(written), tuple(failed), stopped=True)
        path = folder / f"{row.name}{suffix}"
        try:
            speak(row, path)
        except RequestCancelled:
            return BatchResult(tuple(written), tuple(failed), stopped=True)
        except (OSError, ServerError):
            raise
        except (ValueError, RuntimeError) as error:
            failed.append((row.line, " ".join(str(error).split())))
        else:
            written.append(path)
    on_progress(len(rows), len(rows))
    return BatchResult(tuple(written), tuple(failed))


def _lines(content: str) -> list[BatchRow]:
    return [
        BatchRow(number, line.strip(), "")
        for number, line in enumerate(content.splitlines(), 1)
        if line.strip()
    ]


def _table(path: Path, content: str) -> list[BatchRow]:
    head = content.split("\n", 1)[0]
    mark = "\t" if path.suffix.lower() == ".tsv" else max(",;\t", key=head.count)
    reader = csv.DictReader(io.StringIO(content, newline=""), delimiter=mark)
    fields = {(name or "").strip().casefold(): name for name in reader.fieldnames or ()}
    if "text" not in fields:
        raise BatchError(f"{path.name} has no column named “text”: name it in the first line.")
    rows: list[BatchRow] = []
    for found in reader:
        cells = {one: str(found.get(fields[one]) or "").strip() for one in COLUMNS if one in fields}
        if not cells["text"]:
            continue
        numbers = {
            one: _number(path, reader.line_num, one, cells.get(one, ""))
            for one in ("pace", "pitch", "energy")
        }
        rows.append(
            BatchRow(
                reader.line_num, cells["text"], cells.get("file", ""), cells.get("voice") or None, **numbers
            )
        )
    return rows


def _number(path: Path, line: int, column: str, cell: str) -> float | None:
    if not cell:
        return None
    try:
        value = float(cell.replace(",", ".").replace("−", "-"))
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BatchError(f"Line {line} of {path.name} has {cell!r} as its {column}, which is not a number.")
    return value


def _named(rows: Sequence[BatchRow]) -> list[BatchRow]:
    """Give each row a file name of its own, that cannot lead out of the folder."""
    width = max(3, len(str(len(rows))))
    taken: set[str] = set()
    named: list[BatchRow] = []
    for number, row in enumerate(rows, 1):
        stem = Path(row.name).stem if Path(row.name).suffix[1:].isalpha() else row.name
        wanted = _file_name(stem or f"{number:0{width}d} {' '.join(row.text.split()[:NAME_WORDS])}")
        name, copy = wanted, 2
        while name.casefold() in taken:
            name, copy = f"{wanted}-{copy}", copy + 1
        taken.add(name.casefold())
        named.append(BatchRow(**{**vars(row), "name": name}))
    return named


def _file_name(text: str) -> str:
    kept = "".join(letter if letter.isalnum() or letter in " -_." else "-" for letter in text)
    return kept.strip(" .-")[:NAME_LENGTH].strip(" .-") or "text"
