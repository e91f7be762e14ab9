"""The readings of the same sentences that are told apart: people's own, copies of them, our clones' and Kokoro's."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import soundfile

from timbre.mel import MelSpec
from timbre.paths import base_dir
from timbre_bench import systems
from timbre_bench.scores import CLONE, COPY
from timbre_bench.speech import Person, SpeechError
from timbre_bench.studio import Studio

_LOG = logging.getLogger(__name__)
STEPS = "1"
"""Adaptation steps of a reader's clone: the base model knows the reader already, and a delivery takes no steps."""


def wav_files(person: Person, folder: Path) -> list[Path]:
    """The paths of a system's readings of the person's held-out sentences, in their order."""
    return [folder / f"{utterance.path.stem}.wav" for utterance in person.held_out]


def clones_of_users(people: Sequence[Person], work: Path) -> dict[str, list[Path]]:
    """The readings that clone_quality.py has left in its work folder.

    Raises:
        SpeechError: if it has not.
    """
    readings = {person.speaker: wav_files(person, work / person.speaker / CLONE) for person in people}
    missing = [speaker for speaker, paths in readings.items() if not all(path.is_file() for path in paths)]
    if missing:
        raise SpeechError(
            f"{work} has no clone's speech of {', '.join(missing)}; run benchmarks/clone_quality.py with the same"
            " --speech and --work first."
        )
    return readings


def clones_of_readers(people: Sequence[Person], work: Path) -> dict[str, list[Path]]:
    """Clone readers and let the clones read, unless a folder has their speech.

    Raises:
        StudioError: if a command fails.
    """
    readings = {person.speaker: wav_files(person, work / person.speaker / CLONE) for person in people}
    missing = [person for person in people if not all(path.is_file() for path in readings[person.speaker])]
    if missing:
        with Studio(work / "home") as studio:
            for person in missing:
                _LOG.info("%s: cloning and speaking", person.speaker)
                takes = systems.write_takes(person.takes, work / person.speaker / "takes")
                voice = studio.clone(takes, f"Reader {person.speaker}", "--max-steps", STEPS).voice
                texts = {utterance.path.stem: utterance.text for utterance in person.held_out}
                studio.say_all(texts, voice.name, work / person.speaker / CLONE)
    return readings


def copies(people: Sequence[Person], work: Path, spec: MelSpec) -> dict[str, list[Path]]:
    """Pass people's recordings through the vocoder: their own prosody, but our sound. Done once for each file."""
    readings = {person.speaker: wav_files(person, work / person.speaker / COPY) for person in people}
    for person in people:
        paths = readings[person.speaker]
        if not all(path.is_file() for path in paths):
            _LOG.info("%s: copying", person.speaker)
            paths[0].parent.mkdir(parents=True, exist_ok=True)
            speech = systems.copy_synthesis(systems.recordings(person.held_out, spec), base_dir(), spec)
            for path, waveform in zip(paths, speech, strict=True):
                soundfile.write(path, waveform, spec.sample_rate, subtype="PCM_16")
    return readings
