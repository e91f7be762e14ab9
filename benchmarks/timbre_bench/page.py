"""docs/performance.md: each program writes its own section, with the command and the machine.

```
<!-- begin latency -->
…
<!-- end latency -->
```
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "performance.md"
PAUSE_S = 0.05
"""Pause between requests, in which the idle threads of the last one stop spinning."""
LINE = 120
"""Characters of a line of prose in our pages."""


@dataclass(frozen=True)
class Report:
    """The results of a program.

    Attributes:
        name: Name of its section.
        values: The results as values for JSON.
        about: A text about what was measured.
        figures: The results as Markdown.
    """

    name: str
    values: Mapping[str, object]
    about: str
    figures: str


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `deliver` takes."""
    parser.add_argument("--json", action="store_true", help="print one line of JSON and nothing else")
    parser.add_argument("--write", action="store_true", help="renew its section of docs/performance.md")


def add_request_options(parser: argparse.ArgumentParser, requests: int, of: str) -> None:
    """Add the options for the number of requests, and for the pause between them."""
    parser.add_argument(
        "--requests", type=at_least(1, int), default=requests, help=f"{of} (default {requests})"
    )
    parser.add_argument(
        "--pause",
        type=at_least(0, float),
        default=PAUSE_S,
        metavar="S",
        help=f"seconds between two requests (default {PAUSE_S}); 0 for none",
    )


def add_load_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the number of servers that share a load, and of processes that make it."""
    parser.add_argument("--servers", type=at_least(1, int), default=1, help="on this machine (default 1)")
    parser.add_argument("--clients", type=at_least(1, int), default=1, help="processes that ask (default 1)")


def at_least(least: float, number: Callable[[str], float]) -> Callable[[str], float]:
    """Make the type of an option: a number that is not less than `least`."""

    def parse(text: str) -> float:
        if number(text) < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}")
        return number(text)

    return parse


def deliver(report: Report, options: argparse.Namespace, where: str, page: Path = PAGE) -> None:
    """Print a report as the options say, and renew its section if they ask for that; `where` is from `machine`."""
    if options.json:
        print(json.dumps(report.values))
        return
    print(f"{report.about}\n{report.figures}")
    if options.write:
        write_section(report.name, section(report.figures, report.about, where), page)


def machine() -> str:
    """Describe this machine in a few words."""
    model = platform.processor() or platform.machine()
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
        model = re.search(r"model name\s*: (.*)", text).group(1)  # type: ignore[union-attr]
    except (OSError, AttributeError):
        pass
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{model}, {cores} cores{_cards()}, load {os.getloadavg()[0]:.1f} at the start"


def cards() -> list[str]:
    """The names of this machine's GPUs."""
    try:
        query = ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]
        return subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        return []


def _cards() -> str:
    names = cards()
    return f", {len(names)} x {names[0]}" if len(names) > 1 else f", {names[0]}" if names else ""


def command() -> str:
    """The command line of the running program, with `--write`; DIR and FILE stand for places on this machine."""
    return " ".join(["python", f"benchmarks/{Path(sys.argv[0]).name}", *map(_without_place, sys.argv[1:])])


def _without_place(argument: str) -> str:
    path = Path(argument)
    if not path.is_absolute():
        return argument
    return "DIR" if path.is_dir() else "FILE"


def section(figures: str, about: str, where: str) -> str:
    """Make a section's text: the command, the machine, and the figures."""
    day = datetime.now(UTC).date().isoformat()
    results = wrapped(f"{where}; {day}.\n\n{about}\n\n{figures}\n").replace("\n\n\n\n", "\n\n")
    return f"```sh\n{command()}\n```\n\n{results}\n"


def wrapped(markdown: str) -> str:
    """Markdown whose long lines go on in the next one; rows of tables stay whole."""
    return "\n".join(line if line.startswith("|") else _wrapped(line) for line in markdown.splitlines())


def _wrapped(line: str) -> str:
    indent = "  " if line.startswith("- ") else ""
    return textwrap.fill(line, LINE, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def write_section(name: str, text: str, page: Path = PAGE) -> None:
    """Put a program's section into the page.

    Raises:
        ValueError: if the page has no place for it.
    """
    whole = page.read_text(encoding="utf-8")
    begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    if begin not in whole or end not in whole:
        raise ValueError(f"{page} has no place for {name!r}")
    before, rest = whole.split(begin, 1)
    after = rest.split(end, 1)[1]
    page.write_text(f"{before}{begin}\n\n{text.strip()}\n\n{end}{after}", encoding="utf-8")
