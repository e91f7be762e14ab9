"""What benchmarks of the window have in common: options, an empty home, a loudspeaker, figures."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from typing import Any


def options_of(description: str | None) -> argparse.ArgumentParser:
    """A parser with the options that each of these benchmarks has."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    return parser


def measured(measure: Callable[[], Mapping[str, Any]], as_json: bool) -> None:
    """Measure with an empty home and a loudspeaker of its own, and print the figures."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as home, _loudspeaker():
        os.environ["TIMBRE_HOME"] = home
        figures = measure()
    if as_json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:<28} {value}")


@contextlib.contextmanager
def _loudspeaker() -> Iterator[None]:
    """Run a private sound server, if its programs are installed."""
    from tests.helpers.audio_device import missing_programs, virtual_sound

    if missing_programs():
        yield
        return
    with virtual_sound() as sound:
        os.environ.update({name: value for name, value in sound.environment.items() if name != "HOME"})
        yield
