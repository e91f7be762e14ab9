"""What stands in the cells of a table."""

from __future__ import annotations

import math


def number_in(cell: str) -> float | None:
    """The number in a cell, with a point or a comma and a hyphen or a minus sign; None if it is none or not finite."""
    try:
        value = float(cell.replace(",", ".").replace("−", "-"))
    except ValueError:
        return None
    return value if math.isfinite(value) else None
