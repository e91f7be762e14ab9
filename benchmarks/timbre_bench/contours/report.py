"""The section of docs/quality.md on how often readings are told from people's by their contours, and its figures."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from timbre_bench.measures.statistics import Interval, bootstrap_mean

FILE = "contours.json"
"""The figures' file in docs/experiments, so that the page can be written anew without a new measurement."""
NAME = "contours"
"""The name between the section's marks in the page."""
TITLE = "## Told from people by the contour"
GOAL = 0.65
INTRODUCTION = """
Written by `{command}` on {date}.

How often a small network, which sees melody, voicing and loudness but no spectrum, rightly says whether a person or a
synthesizer has read a sentence: 0.50 is by chance, the goal for our clones is at most {goal:.2f}. Read were
{sentences} sentences by {people} people, each by the person and by the other. A network judges one person and has
learned from all others. Means over people with 95 % bootstrap confidence intervals. Definitions:
`timbre_bench.contours`.
"""
NOTES = """
- Clones of readers are made with one step of adaptation: the base model has learned from these people. The three users
  are those of this page.
- Copies are people's recordings passed through our vocoder: the same prosody. What is above 0.50 there is not prosody,
  but what the vocoder and the pitch tracker do; beside copies, a clone can be told by its prosody alone.
"""


@dataclass(frozen=True)
class Row:
    """One pair of kinds of readings.

    Attributes:
        title: Which readings are told from which.
        shares: The share of right answers by person.
    """

    title: str
    shares: Mapping[str, float]

    def interval(self, people: Sequence[str] | None = None) -> Interval:
        """The mean over people, all of them or some."""
        return bootstrap_mean([self.shares[name] for name in people or self.shares])


@dataclass(frozen=True)
class ContourReport:
    """What was told from what, and how often.

    Attributes:
        date: Day of the measurement.
        command: The command line.
        base_model: Hash of the base model.
        users: The people from whom no model has learned.
        sentences: The number of sentences of each person.
        rows: A row for each pair.
    """

    date: str
    command: str
    base_model: str
    users: Sequence[str]
    sentences: int
    rows: Sequence[Row]

    def section(self) -> str:
        """The section in Markdown."""
        people = len(self.rows[0].shares)
        text = INTRODUCTION.format(
            command=self.command, date=self.date, goal=GOAL, people=people, sentences=people * self.sentences
        )
        lines = [TITLE, text, "| | everyone | the three users |", "|---|---|---|"]
        for row in self.rows:
            lines.append(f"| {row.title} | {_cell(row.interval())} | {_cell(row.interval(self.users))} |")
        return "\n".join([*lines, NOTES])

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return asdict(self)

    @staticmethod
    def from_dict(values: dict[str, Any]) -> ContourReport:
        """The report from the values of `to_dict`."""
        return ContourReport(**{**values, "rows": [Row(**row) for row in values["rows"]]})


def read_report(folder: Path) -> ContourReport | None:
    """Read the figures in docs/experiments; None if there are none."""
    path = folder / FILE
    return ContourReport.from_dict(json.loads(path.read_text("utf-8"))) if path.is_file() else None


def keep_report(report: ContourReport, folder: Path) -> None:
    """Write the figures into docs/experiments."""
    (folder / FILE).write_text(json.dumps(report.to_dict(), indent=1) + "\n", encoding="utf-8")


def marked_section(report: ContourReport | None) -> str:
    """The section between the marks by which its program finds it again; empty if nothing was measured yet."""
    text = report.section().strip() if report else ""
    return f"<!-- begin {NAME} -->\n\n{text}\n\n<!-- end {NAME} -->"


def _cell(value: Interval) -> str:
    return f"{value.mean:.2f} ({value.low:.2f} to {value.high:.2f})"
