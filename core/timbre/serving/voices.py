"""The voices that a server's model has ready."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable

from timbre.serving.errors import UnknownVoiceError
from timbre.speech.acoustic import VoiceInputs
from timbre.voice import Voice

KEPT_VOICES = 256
MIN_VOICE_BYTES = 8
"""Fewer bytes than a voice file's header: the voice is named by its hash alone."""


class VoiceCache:
    """The voices used last, ready for the networks, by the sha256 of their file.

    Args:
        ready: Turns a voice into what the networks take, which is kept.
        kept: Number of voices that are kept.
    """

    def __init__(self, ready: Callable[[Voice], VoiceInputs], kept: int = KEPT_VOICES) -> None:
        self._voices: OrderedDict[str, VoiceInputs] = OrderedDict()
        self._ready, self._kept = ready, kept

    def get(self, data: bytes, content_hash: str) -> VoiceInputs:
        """Find a voice, or read and keep it.

        Args:
            data: The voice file, or less than MIN_VOICE_BYTES to name the voice by its hash alone.
            content_hash: Used only without data.
        Raises:
            VoiceError: if the data is not a voice, or not one for this base model.
            UnknownVoiceError: if there is no data and the hash is not known.
        """
        key = hashlib.sha256(data).hexdigest() if len(data) >= MIN_VOICE_BYTES else content_hash
        voice = self._voices.pop(key, None)
        if voice is None:
            if len(data) < MIN_VOICE_BYTES:
                raise UnknownVoiceError("The server does not have this voice yet; send its file.")
            voice = self._ready(Voice.from_bytes(data))
        self._voices[key] = voice
        while len(self._voices) > self._kept:
            self._voices.popitem(last=False)
        return voice
