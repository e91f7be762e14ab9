"""Speaks many texts from one file into many sound files.

texts.txt    each line that is not empty is a text
texts.csv    a column `text`, and optional columns `file`, `voice`, `pace`, `pitch`, `energy`
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from timbre import files
from timbre.messages import InputError, Message, message_of
from timbre_app.output.cells import number_in, separator_of, whole_rows

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

C = TypeVar("C", bound="DataclassInstance")
TABLES = (".csv", ".tsv")
CONTROLS = ("pace", "pitch", "energy")
COLUMNS = ("text", "file", "voice", *CONTROLS)
NAME_WORDS, NAME_LENGTH = 5, 48


class BatchError(InputError):
    """A batch file that cannot be used; the message is one sentence."""


@dataclass(frozen=True)
class BatchRow:
    """One text of a batch. A field that is None gets the value of the whole batch.

    Attributes:
        line: Line in the batch file, counted from 1.
        name: Name of the sound file, without suffix, unique in the batch.
    """

    line: int
    text: str
    name: str
    voice: str | None = None
    pace: float | None = None
    pitch: float | None = None
    energy: float | None = None

    def controls(self, default: C) -> C:
        """The controls of the whole batch with those of the row in their place."""
        row_values = {name: value for name in CONTROLS if (value := getattr(self, name)) is not None}
        return replace(default, **row_values)


@dataclass(frozen=True)
class BatchResult:
    """The result of a batch: the files written, and for each row that failed its line and the reason."""

    written: tuple[Path, ...]
    failed: tuple[tuple[int, Message], ...]


def read_batch(path: Path) -> list[BatchRow]:
    """Read a batch file.

    Raises:
        BatchError: if it cannot be read, or has no texts, or a row that makes no sense.
    """
    try:
        content = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BatchError("{file} is not UTF-8 text: save it as UTF-8.", file=path.name) from error
    except OSError as error:
        raise BatchError("{path}: {reason}", path=path, reason=error.strerror or error) from error
    rows = _table(path, content) if path.suffix.lower() in TABLES else _lines(content)
    if not rows:
        raise BatchError("{file} has no texts to speak.", file=path.name)
    return _named(rows)


def run_batch(
    rows: Sequence[BatchRow],
    folder: Path,
    suffix: str,
    speak: Callable[[BatchRow, Path], None],
    on_progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> BatchResult:
    """Speak each row into its own file. If a row fails, the others are still spoken.

    Args:
        rows: The rows, from `read_batch`.
        folder: The folder of the files; made if it does not exist.
        suffix: Suffix of the files, with its dot.
        speak: Writes the file of a row, whole or not at all.
        on_progress: Gets the number of rows that are done, and the number of all rows.
    Raises:
        OSError: if the disk is full or the folder cannot be made.
        ServerError: if the server is gone.
    """
    from timbre_app.server.errors import ServerError

    files.make_folder(folder)
    written: list[Path] = []
    failed: list[tuple[int, Message]] = []
    for done, row in enumerate(rows):
        on_progress(done, len(rows))
        path = folder / f"{row.name}{suffix}"
        try:
            speak(row, path)
        except (OSError, ServerError):
            raise
        except (ValueError, RuntimeError) as error:
            failed.append((row.line, message_of(error)))
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
    mark = "\t" if path.suffix.lower() == ".tsv" else separator_of(content)
    reader = csv.DictReader(io.StringIO(content, newline=""), delimiter=mark)
    try:
        return _rows(path, reader)
    except csv.Error as error:
        raise BatchError(
            "Line {line} of {file} cannot be read as a row of a table ({reason}): mend or shorten it.",
            line=reader.reader.line_num,
            file=path.name,
            reason=error,
        ) from error


def _rows(path: Path, reader: csv.DictReader[str]) -> list[BatchRow]:
    fields = {(name or "").strip().casefold(): name for name in reader.fieldnames or ()}
    if "text" not in fields:
        raise BatchError("{file} has no column named “text”: name it in the first line.", file=path.name)
    rows: list[BatchRow] = []
    for record in whole_rows(reader, BatchError):
        cells = {name: str(record.get(fields[name]) or "").strip() for name in COLUMNS if name in fields}
        if not cells["text"]:
            continue
        numbers = {name: _number(path, reader.line_num, name, cells.get(name, "")) for name in CONTROLS}
        rows.append(
            BatchRow(
                reader.line_num, cells["text"], cells.get("file", ""), cells.get("voice") or None, **numbers
            )
        )
    return rows


def _number(path: Path, line: int, column: str, cell: str) -> float | None:
    if not cell:
        return None
    value = number_in(cell)
    if value is None:
        raise BatchError(
            "Line {line} of {file} has {cell!r} as its {column}, which is not a number.",
            line=line,
            file=path.name,
            cell=cell,
            column=column,
        )
    return value


def _named(rows: Sequence[BatchRow]) -> list[BatchRow]:
    """Give each row a file name of its own, which cannot name a file outside of the folder."""
    width = max(3, len(str(len(rows))))
    names: set[str] = set()
    result: list[BatchRow] = []
    for number, row in enumerate(rows, 1):
        stem = Path(row.name).stem if Path(row.name).suffix[1:].isalpha() else row.name
        base = file_name(stem or f"{number:0{width}d} {' '.join(row.text.split()[:NAME_WORDS])}")
        name, copy = base, 2
        while name.casefold() in names:
            name, copy = f"{base}-{copy}", copy + 1
        names.add(name.casefold())
        result.append(BatchRow(**{**vars(row), "name": name}))
    return result


def file_name(text: str) -> str:
    """Turn a text into a file name, which cannot name a file outside of its folder."""
    name = "".join(letter if letter.isalnum() or letter in " -_." else "-" for letter in text)
    return name.strip(" .-")[:NAME_LENGTH].strip(" .-") or "text"
