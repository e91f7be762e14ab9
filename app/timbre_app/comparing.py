"""A finished voice beside the person: the takes that were held out, and the voice saying the same."""

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
from timbre_app.cloning import load_native

if TYPE_CHECKING:
    from timbre_app.client import TimbreClient

RECOGNISER_RATE_HZ = 16_000
SHOWN_WITHOUT_HELD_OUT = 3


class Pair(NamedTuple):
    """A sentence, spoken by the person and by the voice, equally loud.

    Attributes:
        text: What is said.
        person: (n,) int16 at `sample_rate`.
        clone: (n,) int16 at `sample_rate`.
        sample_rate: In Hz.
        person_error: Share of characters that the recogniser got wrong.
        clone_error: The same of the voice.
    """

    text: str
    person: np.ndarray
    clone: np.ndarray
    sample_rate: int
    person_error: float
    clone_error: float


def held_out_takes(voice: Voice, folder: Path) -> list[TakeFile]:
    """Takes that the voice did not learn from; a few others if it does not say which.

    Raises:
        TakesError: if the folder holds no takes.
    """
    takes = read_takes_folder(folder)
    told = voice.provenance.get("held_out")
    ids = set(told) if isinstance(told, list) else set()
    return [take for take in takes if take.id in ids] or takes[-SHOWN_WITHOUT_HELD_OUT:]


def compare_take(client: TimbreClient, voice: Voice, take: TakeFile) -> Pair:
    """Speak a take's sentence and listen to both.

    Raises:
        AudioError: if the take cannot be read.
        ServerError: if the server is gone.
    """
    rate = contract.SAMPLE_RATE
    person = audio.prepare_take(audio.load(take.path, rate), rate)
    with client.speak(take.text, voice, language=voice.language) as chunks:
        pieces = [chunk.pcm for chunk in chunks]
    clone = audio.prepare_take(np.concatenate(pieces).astype(np.float32) / 32768.0, rate)
    return Pair(
        take.text,
        _to_int16(person),
        _to_int16(clone),
        rate,
        _error_rate(client, person, take.text),
        _error_rate(client, clone, take.text),
    )


def remarked_shares(folder: Path, should_stop: Callable[[], bool]) -> dict[str, float]:
    """By the code of an issue, the share of the takes that have it, to know what advice about the room is good."""
    remarked, looked_at = Counter[str](), 0
    for take in read_takes_folder(folder):
        if should_stop():
            break
        waveform, sample_rate = load_native(take.path)
        remarked.update({issue.code for issue in check_take(waveform, sample_rate).issues})
        looked_at += 1
    return {code: count / looked_at for code, count in remarked.items()}


def _error_rate(client: TimbreClient, waveform: np.ndarray, text: str) -> float:
    heard = client.transcribe(audio.resample(waveform, contract.SAMPLE_RATE, RECOGNISER_RATE_HZ))
    return min(1.0, character_error_rate(text, heard.text))


def _to_int16(waveform: np.ndarray) -> np.ndarray:
    return (np.clip(waveform, -1.0, 1.0) * 32767).astype(np.int16)
