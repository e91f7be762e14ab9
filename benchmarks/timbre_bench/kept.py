"""Keeps each person's result in a work folder, so that a long measurement can go on where it stopped."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from timbre_bench.liveliness_report import Delivered
from timbre_bench.measures.fidelity import Fidelity
from timbre_bench.measures.liveliness import Liveliness
from timbre_bench.quality_report import PersonResult
from timbre_bench.scores import Scores

FILE = "result.json"


def keep_result(result: PersonResult, base_model: str, folder: Path) -> None:
    """Write a person's result, which is valid for one base model only."""
    (folder / FILE).write_text(
        json.dumps({"base_model": base_model, "result": asdict(result)}), encoding="utf-8"
    )


def kept_result(base_model: str, folder: Path) -> PersonResult | None:
    """Read the result in a folder; None if there is none for this base model. Delete the file to measure again."""
    path = folder / FILE
    if not path.is_file():
        return None
    content = json.loads(path.read_text(encoding="utf-8"))
    if content["base_model"] != base_model:
        return None
    fields = content["result"]
    scores = {system: [Scores(**row) for row in rows] for system, rows in fields.pop("scores").items()}
    copies = tuple(Fidelity(**row) for row in fields.pop("fidelity", ()))
    delivered = fields.pop("delivered", None)
    if delivered:
        readings = tuple(Liveliness(**row) for row in delivered.pop("readings"))
        delivered = Delivered(readings, tuple(delivered.pop("bands_db")), **delivered)
    return PersonResult(scores=scores, fidelity=copies, delivered=delivered, **fields)
