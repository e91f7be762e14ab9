"""Consent to a voice: the statement to read aloud, and the checks that it was said or typed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from timbre import audio, contract, paths
from timbre.archive import CONSENT_ID, SOUND_SUFFIXES, TakeFile
from timbre.messages import InputError
from timbre.takes import TakeReport, check_take
from timbre_app.takes.prompts import NewVoice, PromptList
from timbre_app.voices.cloning import CheckedTake, TakeSet, check_file, load_native
from timbre_app.voices.statement import unheard

if TYPE_CHECKING:
    from timbre_app.client.timbre_client import TimbreClient
    from timbre_app.voices.order import CloneOrder


class ConsentError(InputError):
    """The person has not agreed to the voice; the message is one sentence."""


def statement(voice_name: str, person: str = "") -> str:
    """The statement that agrees to a voice; `person` is the name of a speaker who is not at the keyboard."""
    prompts = PromptList.load(paths.assets_dir() / "prompts")
    return prompts.consent_for(NewVoice(voice_name, person))


def is_statement(typed: str, wanted: str) -> bool:
    """Whether somebody typed the statement; capitals, spaces and punctuation do not count."""
    return _letters(typed) == _letters(wanted)


def add_recording(takes: TakeSet, recording: Path, wanted: str) -> TakeSet:
    """Put a recording of the statement among the takes, where the window puts it too.

    Raises:
        AudioError: if the file is no recording.
        ConsentError: if the recording cannot be used.
    """
    if recording.suffix.lower() not in SOUND_SUFFIXES:
        kinds = ", ".join(suffix.removeprefix(".") for suffix in SOUND_SUFFIXES)
        raise ConsentError(
            "{file} is not a recording of the kinds {known}.", file=recording.name, known=kinds
        )
    consent = check_file(TakeFile(CONSENT_ID, wanted, recording))
    _refuse_unusable(recording, consent.report)
    others = tuple(item for item in takes.usable if item.take.id != CONSENT_ID)
    return replace(takes, usable=(consent, *others))


def hear(client: TimbreClient, consent: CheckedTake, order: CloneOrder) -> CloneOrder:
    """Let the server check whether a recording says the statement for a voice.

    Returns:
        The order with the words that were heard. The voice learns from the recording if it is as good as a take.
    Raises:
        ConsentError: if the recording says something else, or an essential word was not heard.
        ServerError: if the server is gone.
    """
    path, wanted = consent.take.path, statement(order.name, order.person)
    heard = [word.text for word in client.transcribe(audio.load(path, contract.TRANSCRIBE_SAMPLE_RATE)).words]
    waveform, sample_rate = load_native(path)
    report = check_take(waveform, sample_rate, consent.take.text, heard)
    missing = unheard(wanted, (order.name, order.person), " ".join(heard))
    if missing:
        raise ConsentError(
            "{file} cannot be used as consent, because {words} was not heard: record “{statement}”",
            file=path.name,
            words=", ".join(f"“{word}”" for word in missing),
            statement=wanted,
        )
    _refuse_unusable(path, report)
    is_as_read = not report.missed_words and not report.added_words
    return replace(order, consent=" ".join(heard), learns_consent=is_as_read)


def _refuse_unusable(recording: Path, report: TakeReport) -> None:
    fault = next((issue.message for issue in report.issues if issue.severity == "error"), None)
    if fault is not None:
        raise ConsentError("{file} cannot be used as consent: {reason}", file=recording.name, reason=fault)


def _letters(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
