"""What stands in the cells of a table."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator
from typing import Any

from timbre.messages import TimbreError


def number_in(cell: str) -> float | None:
    """The number in a cell, with a point or a comma and a hyphen or a minus sign; None if it is none or not finite."""
    try:
        value = float(cell.replace(",", ".").replace("−", "-"))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def separator_of(content: str) -> str:
    """What stands between the cells of a table: a comma, a semicolon or a tab, whichever its first line has most of."""
    return max(",;\t", key=content.split("\n", 1)[0].count)


def whole_rows(reader: csv.DictReader[str], error: type[TimbreError]) -> Iterator[dict[str, str]]:
    """The rows of a table.

    Args:
        reader: Reads the table.
        error: What is raised for a row with words behind the last column, which a text without quotes leaves there.
    """
    for record in reader:
        cells = dict[Any, Any](record)  # behind the last column DictReader has a list, with None for a name
        if any(cell.strip() for cell in cells.pop(None, ())):
            raise error(
                "Line {line} has more cells than the first line: put a text with {mark} between quotes.",
                line=reader.line_num,
                mark=reader.reader.dialect.delimiter,
            )
        yield cells
