"""The log of experiments, docs/experiments/*.jsonl, as a table and a figure for docs/quality.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from timbre_bench.measures.statistics import Interval, bootstrap_mean

FIGURE = "clones.svg"
TITLE = "## Experiments"
INTRODUCTION = f"""{TITLE}

Written by `python benchmarks/adaptation.py` into docs/experiments: three people, ten sentences each; "base" begins
the base model's id. Clones are made in one process on two cores that also did other work, so times are rough.
[experiments/README.md](experiments/README.md) says what was tried before cloning, and what would be tried next.

![Similarity against character errors](experiments/{FIGURE})
"""
HEADER = (
    "| variant | base | people | similarity | errors above the person's | DNSMOS | held-out mel | steps | s |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


@dataclass(frozen=True)
class Experiment:
    """The results of one variant of cloning, over all people and sentences.

    Attributes:
        variant: Name of the variant.
        base: Id of the base model.
        people: The number of people who were cloned.
        likeness: Normalised similarity.
        more_errors: Character error rate above that of the people's recordings.
        dnsmos: Overall score of DNSMOS.
        held_out_mel: L1 distance of mels on held-out takes.
        steps: Steps of the voice that was kept.
        seconds: Time of a clone, on the machine that ran it.
    """

    variant: str
    base: str
    people: int
    likeness: Interval
    more_errors: float
    dnsmos: float
    held_out_mel: float
    steps: float
    seconds: float

    @staticmethod
    def of_rows(rows: Sequence[dict[str, Any]]) -> Experiment:
        """The experiment from the log's rows of one variant and base model."""

        def pooled(measure: str) -> list[float]:
            return [value for row in rows for value in row["scores"][measure]]

        def mean(key: str) -> float:
            return float(np.mean([row[key] for row in rows]))

        return Experiment(
            variant=rows[0]["variant"],
            base=rows[0]["base"],
            people=len(rows),
            likeness=bootstrap_mean(pooled("similarity")),
            more_errors=float(np.mean(pooled("character_error_rate"))) - mean("own_error_rate"),
            dnsmos=float(np.mean(pooled("dnsmos"))),
            held_out_mel=mean("held_out_mel"),
            steps=mean("best_step"),
            seconds=mean("seconds"),
        )

    def to_markdown(self) -> str:
        """A row of the table."""
        likeness = f"{self.likeness.mean:.3f} ({self.likeness.low:.2f} to {self.likeness.high:.2f})"
        return (
            f"| {self.variant} | {self.base[:6]} | {self.people} | {likeness} | {self.more_errors:+.3f} |"
            f" {self.dnsmos:.2f} | {self.held_out_mel:.3f} | {self.steps:.0f} | {self.seconds:.0f} |"
        )


def read_experiments(folder: Path) -> list[Experiment]:
    """All experiments of the folder's logs, in their order."""
    rows: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for log in sorted(folder.glob("*.jsonl")):
        for line in log.read_text("utf-8").splitlines():
            row = json.loads(line)
            rows.setdefault((row["variant"], row["base"]), []).append(row)
    return [Experiment.of_rows(group) for group in rows.values()]


def format_table(experiments: Sequence[Experiment]) -> str:
    """The table of the experiments in Markdown, a row for each."""
    return "\n".join([HEADER, *(experiment.to_markdown() for experiment in experiments)])


def section(experiments: Sequence[Experiment]) -> str:
    """The last section of docs/quality.md."""
    return "\n".join([INTRODUCTION, format_table(experiments), ""])


def renew_section(page: Path, experiments: Sequence[Experiment]) -> None:
    """Write the last section of docs/quality.md, and its figure, anew."""
    before, title, _ = page.read_text("utf-8").partition(TITLE)
    if not title:
        raise ValueError(f"{page} has no section {TITLE!r}")
    page.write_text(before + section(experiments), encoding="utf-8")
    draw(experiments, page.parent / "experiments" / FIGURE)


def draw(experiments: Sequence[Experiment], path: Path) -> None:
    """Draw similarity against error rate as SVG; a number stands for an experiment, and the best are enlarged."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 8), layout="constrained")
    everything, best = figure.subplots(1, 2)
    for axes in (everything, best):
        for number, experiment in enumerate(experiments, 1):
            likeness = experiment.likeness
            below, above = likeness.mean - likeness.low, likeness.high - likeness.mean
            at = 100 * experiment.more_errors, likeness.mean
            bar = axes.errorbar(*at, [[below], [above]], linewidth=0.5, alpha=0.5)
            label = f"{number}: {experiment.variant} ({experiment.base[:6]})"
            color = bar.lines[0].get_color()
            axes.plot(*at, marker=f"${number}$", color=color, linestyle="", markersize=9, label=label)
        axes.axhline(0.8, color="grey", linestyle=":")
        axes.axvline(2, color="grey", linestyle=":")
        axes.set_xlabel("character errors above the person's, %")
        axes.set_ylabel("normalised similarity")
    everything.set_title("all (dotted: the targets)")
    best.set_title("the best")
    best.set_xlim(-1, 2.2)
    best.set_ylim(0.7, 0.9)
    handles, labels = everything.get_legend_handles_labels()
    figure.legend(handles, labels, fontsize="small", loc="outside lower center", ncols=2)
    figure.savefig(path, metadata={"Date": None})
