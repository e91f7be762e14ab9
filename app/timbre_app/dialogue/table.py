"""Scripts as tables: CSV or TSV with the columns `speaker` and `text`, and optional ones for the settings."""

from __future__ import annotations

import csv
import io

from timbre_app.dialogue.script import TOGETHER, Line, Script, ScriptError, make_script
from timbre_app.dialogue.settings import NAMES, make_settings
from timbre_app.output.cells import number_in, separator_of, whole_rows

NEEDED = ("speaker", "text")


def parse_table(content: str, is_tsv: bool = False) -> Script:
    """Read a table.

    Raises:
        ScriptError: if a column is missing or a row makes no sense; the sentence names the line.
    """
    mark = "\t" if is_tsv else separator_of(content)
    reader = csv.DictReader(io.StringIO(content, newline=""), delimiter=mark)
    lines: list[Line] = []
    try:
        columns = {(name or "").strip().casefold(): name for name in reader.fieldnames or ()}
        for needed in NEEDED:
            if needed not in columns:
                raise ScriptError(
                    "The table has no column named {name!r}: name it in the first line.", name=needed
                )
        for record in whole_rows(reader, ScriptError):
            cells = {
                name: str(record.get(columns[name]) or "").strip()
                for name in (*NEEDED, *NAMES)
                if name in columns
            }
            if any(cells.values()):
                lines.append(_line(cells, reader.line_num))
    except csv.Error as error:
        raise ScriptError(
            "Line {line} cannot be read as a row of a table: {reason}.",
            line=reader.reader.line_num,
            reason=error,
        ) from error
    return make_script(lines)


def _line(cells: dict[str, str], number: int) -> Line:
    if not cells["speaker"]:
        raise ScriptError("Line {line} has no speaker: write a name in the column speaker.", line=number)
    values = {name: _number(cells[name], name, number) for name in NAMES if cells.get(name)}
    settings = make_settings(values, number)
    speaker, text = (" ".join(cells[name].split()) for name in NEEDED)
    return Line(number, speaker, text, settings.pause_s, settings.how)


def _number(cell: str, column: str, number: int) -> float:
    if column == "pause" and cell.casefold() == "together":
        return TOGETHER
    value = number_in(cell)
    if value is None:
        raise ScriptError(
            "Line {line}: {cell!r} in the column {column} is no number.",
            line=number,
            cell=cell,
            column=column,
        )
    return value
