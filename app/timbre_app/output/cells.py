"""What stands in the cells of a table."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any


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


def has_surplus(record: Mapping[Any, Any]) -> bool:
    """Whether a row of csv.DictReader has words behind the last column, which a text without quotes leaves there."""
    return any(cell.strip() for cell in record.get(None) or ())
