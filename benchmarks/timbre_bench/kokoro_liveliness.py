"""How alive Kokoro, which clones nobody, reads the users' held-out sentences: a reference for the clones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from timbre.mel import MelSpec
from timbre_bench import systems
from timbre_bench.measures.liveliness import Liveliness, liveliness
from timbre_bench.peers.readings import kokoro_readings
from timbre_bench.speech import Person

FILE = "kokoro.json"
"""The figures' file in docs/experiments: Kokoro does not change with our voices, so it is seldom measured anew."""


def measure_kokoro(people: Sequence[Person], work: Path) -> list[Liveliness]:
    """Let Kokoro read everybody's held-out sentences and compare each with the person's recording.

    Args:
        people: The people.
        work: Kokoro's speech stays there, and is taken from there.

    Raises:
        SpeakerError: if Kokoro cannot be set up or stops.
    """
    spec, readings = MelSpec(), kokoro_readings(people, work)
    return [
        liveliness(systems.read_prepared(path, spec), recording)
        for person in people
        for path, recording in zip(
            readings[person.speaker], systems.recordings(person.held_out, spec), strict=True
        )
    ]


def keep_kokoro(rows: Sequence[Liveliness], folder: Path) -> None:
    """Write the figures into docs/experiments."""
    lines = ",\n".join(json.dumps(asdict(row)) for row in rows)
    (folder / FILE).write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def kept_kokoro(folder: Path) -> list[Liveliness]:
    """Read the figures in docs/experiments; empty if there are none."""
    path = folder / FILE
    return [Liveliness(**row) for row in json.loads(path.read_text("utf-8"))] if path.is_file() else []
