"""Casts: which voice each speaker of a script has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from timbre.voice import VoiceError
from timbre_app.dialogue.script import Line, Script, ScriptError

V = TypeVar("V")


def parse_cast(texts: Iterable[str]) -> dict[str, str]:
    """Read casts such as "Ann=Ada,Ben=base:NAME"; a later entry wins.

    Returns:
        Names of voices by names of speakers.
    Raises:
        ScriptError: if an entry is not NAME=VOICE.
    """
    cast: dict[str, str] = {}
    for entry in (entry for text in texts for entry in text.split(",") if entry.strip()):
        speaker, equals, voice = (part.strip() for part in entry.partition("="))
        if not (speaker and equals and voice):
            raise ScriptError("{entry!r} is no part of a cast: write SPEAKER=VOICE.", entry=entry.strip())
        cast[speaker] = voice
    return cast


def find_cast(script: Script, cast: Mapping[str, str], find: Callable[[str], V]) -> dict[str, V]:
    """Find a voice for each speaker; who is not in the cast has the voice of the same name.

    Args:
        script: The script.
        cast: Names of voices by names of speakers, in any capitals.
        find: Finds a voice by its name.
    Returns:
        Voices by the speakers' names as the script has them.
    Raises:
        ScriptError: if a speaker has no voice, the cast names somebody who says nothing, or SSML in the script names a
            voice that does not exist.
        VoiceError: if a voice of the cast does not exist.
    """
    wanted = {speaker.casefold(): voice for speaker, voice in cast.items()}
    speaking = {speaker.casefold() for speaker in script.speakers}
    for speaker in cast:
        if speaker.casefold() not in speaking:
            raise ScriptError(
                "The cast names {name!r}, who says nothing in this script: its speakers are {speakers}.",
                name=speaker,
                speakers=", ".join(script.speakers),
            )
    voices: dict[str, V] = {}
    for line in script.lines:
        if line.speaker not in voices:
            name = wanted.get(line.speaker.casefold())
            voices[line.speaker] = _namesake(line.speaker, line.number, find) if name is None else find(name)
        _check_own_voices(line, find)
    return voices


def _check_own_voices(line: Line, find: Callable[[str], object]) -> None:
    try:
        for name in () if line.document is None else line.document.voices:
            find(name)
    except VoiceError as error:
        raise ScriptError("Line {line}: {reason}", line=line.number, reason=error) from error


def _namesake(speaker: str, number: int, find: Callable[[str], V]) -> V:
    try:
        return find(speaker)
    except VoiceError as error:
        raise ScriptError(
            "Line {line}: {name!r} has no voice: name one in the cast, such as {name}=VOICE.",
            line=number,
            name=speaker,
        ) from error
