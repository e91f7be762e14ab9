"""A voice's name as lists show it."""

from __future__ import annotations

from timbre.messages import Message
from timbre_app.studio.items import VoiceItem
from timbre_app.studio.language import translated


def voice_label(voice: VoiceItem) -> str:
    """The name; that of a sketch says so."""
    return translated(Message.of("{name} (sketch)", name=voice.name)) if voice.is_sketch else voice.name
