"""Speech from the server, to play and to save."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

import numpy as np

from timbre_app.reading.dictionary import Dictionary
from timbre_app.reading.sentence import HowToSpeak, SaidChunk, SentenceRequest
from timbre_app.server.errors import ServerError
from timbre_app.studio.backstage.server import StudioServer

if TYPE_CHECKING:
    from timbre.voice import Voice
    from timbre_app.output.known_voices import Voices


class StudioSpeech:
    """Speech from the server in a voice of the library, with the person's pronunciations."""

    def __init__(self, server: StudioServer, dictionary: Dictionary | None = None) -> None:
        self._server = server
        self._dictionary = dictionary or Dictionary()

    @functools.cached_property
    def _voices(self) -> Voices:
        """The library's voices in memory; imported when the first one speaks, so that the window opens sooner."""
        from timbre_app.output.known_voices import Voices

        return Voices()

    @property
    def sample_rate(self) -> int:
        """Rate of the chunks, Hz."""
        from timbre import contract

        return contract.SAMPLE_RATE

    @property
    def pronunciations(self) -> Dictionary:
        """The person's dictionary; each of its calls reads or writes a file."""
        return self._dictionary

    def pronounce(self, letters: str, voice_id: str) -> str:
        """Pronounce letters in the voice's language; returns IPA without the end of a sentence. Slow the first time."""
        from timbre.text import Frontend

        language = self._voices.find(voice_id).language if voice_id else "en-us"
        return Frontend(language).phonemize(letters).strip(".,;: ")

    def fingerprint(self, request: SentenceRequest) -> str:
        """See Narrator."""
        from timbre_app.reading.narrator import fingerprint

        return fingerprint(request, self._voices.find(request.voice_id), self._dictionary.usable())

    def say(
        self, request: SentenceRequest, should_stop: Callable[[], bool]
    ) -> Generator[SaidChunk, None, None]:
        """Speak a sentence; yields chunks with words and phonemes. If the server is lost, the next call looks again."""
        from timbre_app.reading.narrator import say

        voice = self._voices.find(request.voice_id)
        try:
            yield from say(self._server.client(), request, voice, self._dictionary.usable(), should_stop)
        except ServerError:
            self._server.forget()
            raise

    def speak(
        self, text: str, voice_id: str, options: HowToSpeak, should_stop: Callable[[], bool]
    ) -> Generator[np.ndarray, None, None]:
        """Speak a text; yields chunks as they come. Closing the generator ends the work on the server."""
        yield from self._speak(text, self._voices.find(voice_id), options, should_stop)

    def warm_up(self, voice_id: str) -> None:
        """Make the beginning of a word and drop it, so that the next text does not wait for what is made only once."""
        with contextlib.closing(self.speak("Yes.", voice_id, HowToSpeak(), lambda: False)) as chunks:
            next(chunks, None)

    def try_out(
        self, text: str, voice: bytes, should_stop: Callable[[], bool]
    ) -> Generator[np.ndarray, None, None]:
        """Like `speak`, with the file of an unfinished voice, at its own pace and pitch."""
        from timbre.voice import Voice

        unfinished_voice = Voice.from_bytes(voice, "What the server sent")
        yield from self._speak(text, unfinished_voice, HowToSpeak(), should_stop)

    def _speak(
        self, text: str, voice: Voice, options: HowToSpeak, should_stop: Callable[[], bool]
    ) -> Generator[np.ndarray, None, None]:
        from timbre_app.reading.narrator import controls_of

        lexicon = self._dictionary.usable()
        with self._server.client().speak(
            text, voice, controls_of(options), voice.language, lexicon
        ) as chunks:
            for chunk in chunks:
                if should_stop():
                    return
                yield chunk.pcm
