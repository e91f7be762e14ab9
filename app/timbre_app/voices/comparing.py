"""Compares a finished voice with the person: the voice speaks the sentences of the held-out takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from timbre import audio, contract
from timbre.archive import TakeFile, read_takes_folder
from timbre.takes import check_take
from timbre.voice import Voice
from timbre.words import character_error_rate
from timbre_app.sound.pcm import from_float, to_float
from timbre_app.voices.cloning import load_native

if TYPE_CHECKING:
    from timbre_app.client.timbre_client import TimbreClient

SHOWN_WITHOUT_HELD_OUT = 3


class Pair(NamedTuple):
    """A sentence, spoken by the person and by the voice, equally loud.

    Attributes:
        text: The sentence.
        person: (n,) int16 at `sample_rate`.
        clone: (n,) int16 at `sample_rate`.
        sample_rate: In Hz.
        person_error: Share of the characters that the recogniser got wrong for the person.
        clone_error: The same share for the voice.
    """

    text: str
    person: np.ndarray
    clone: np.ndarray
    sample_rate: int
    person_error: float
    clone_error: float


def held_out_takes(voice: Voice, folder: Path) -> list[TakeFile]:
    """Takes that the voice did not learn from; a few other takes if the voice does not name them.

    Raises:
        TakesError: if the folder holds no takes.
    """
    takes = read_takes_folder(folder)
    held_out = voice.provenance.get("held_out")
    ids = set(held_out) if isinstance(held_out, list) else set()
    return [take for take in takes if take.id in ids] or takes[-SHOWN_WITHOUT_HELD_OUT:]


def compare_take(client: TimbreClient, voice: Voice, take: TakeFile) -> Pair:
    """Speak a take's sentence, and let the recogniser listen to the take and the voice.

    Raises:
        AudioError: if the take cannot be read.
        ServerError: if the server is gone.
    """
    rate = contract.SAMPLE_RATE
    person = audio.prepare_take(audio.load(take.path, rate), rate)
    with client.speak(take.text, voice, language=voice.language) as chunks:
        pieces = [chunk.pcm for chunk in chunks]
    clone = audio.prepare_take(to_float(np.concatenate(pieces)), rate)
    return Pair(
        take.text,
        from_float(person),
        from_float(clone),
        rate,
        _error_rate(client, person, take.text),
        _error_rate(client, clone, take.text),
    )


def remarked_shares(folder: Path, should_stop: Callable[[], bool]) -> dict[str, float]:
    """The share of takes that have an issue, by the issue's code; it shows which advice about the room is useful."""
    counts, take_count = Counter[str](), 0
    for take in read_takes_folder(folder):
        if should_stop():
            break
        waveform, sample_rate = load_native(take.path)
        counts.update({issue.code for issue in check_take(waveform, sample_rate).issues})
        take_count += 1
    return {code: count / take_count for code, count in counts.items()}


def _error_rate(client: TimbreClient, waveform: np.ndarray, text: str) -> float:
    heard = client.transcribe(audio.for_recognition(waveform, contract.SAMPLE_RATE))
    return min(1.0, character_error_rate(text, heard.text))
