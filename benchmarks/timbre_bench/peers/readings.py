"""Kokoro's readings of people's sentences: speech that clones nobody, as a reference."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from timbre_bench.peers.process import start_kokoro
from timbre_bench.speech import Person

VOICES = ("af_heart", "am_michael", "af_bella", "am_fenrir", "af_sarah", "am_puck", "af_nova", "am_eric")
"""The people's sentences are read by these in turn, as one voice would stand for Kokoro badly."""
FOLDER = "kokoro"


def kokoro_readings(people: Sequence[Person], work: Path) -> dict[str, list[Path]]:
    """Let Kokoro read everybody's held-out sentences, each person's in one voice, unless it has done so before.

    Args:
        people: The people.
        work: The readings stay in its folders `SPEAKER/kokoro`.

    Returns:
        The WAV files by person, in the order of the sentences.

    Raises:
        SpeakerError: if Kokoro cannot be set up or stops.
    """
    readings = {
        person.speaker: [work / person.speaker / FOLDER / f"{u.path.stem}.wav" for u in person.held_out]
        for person in people
    }
    for number, voice in enumerate(VOICES):
        missing = [
            (utterance.text, path)
            for person in people[number :: len(VOICES)]
            for utterance, path in zip(person.held_out, readings[person.speaker], strict=True)
            if not path.is_file()
        ]
        if missing:
            _read(voice, missing)
    return readings


def _read(voice: str, sentences: Sequence[tuple[str, Path]]) -> None:
    with start_kokoro(voice) as kokoro:
        for text, path in sentences:
            path.parent.mkdir(parents=True, exist_ok=True)
            kokoro.speak(text, path)
