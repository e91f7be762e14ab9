"""Sketches among the person's voices: made at once, without learning, until a clone of the same takes replaces them."""

from __future__ import annotations

from pathlib import Path

from timbre.voice import Voice
from timbre_app.voices.library import VoiceLibrary


def is_sketch(voice: Voice) -> bool:
    """Whether a voice is a sketch."""
    return voice.provenance.get("sketch") is True


def gives_way(library: VoiceLibrary, name: str, takes: Path) -> bool:
    """Whether the library has, under a name, a sketch of the takes in a folder: a new voice of them replaces it."""
    if not library.has(name):
        return False
    voice = library.find(name)
    return is_sketch(voice) and library.notes.read(voice.id).takes == str(takes.resolve())
