"""Speaks sentences through the speech server."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING

from timbre.speech.acoustic import Controls
from timbre.speech.phoneme_edits import PhonemeEdits
from timbre_app.reading.dictionary import entries_in
from timbre_app.reading.sentence import HowToSpeak, SaidChunk, SentenceRequest

if TYPE_CHECKING:
    from timbre.voice import Voice
    from timbre_app.client.timbre_client import TimbreClient


def controls_of(how: HowToSpeak) -> Controls:
    """Convert settings to the form that the client takes."""
    return Controls(how.pace, how.pitch, how.energy, how.liveliness, how.seed)


def fingerprint(
    request: SentenceRequest, voice: Voice, lexicon: Mapping[str, str], language: str | None = None
) -> str:
    """Fingerprint of a request; depends on the voice's content, the pronunciations of the words, and the language."""
    words = sorted(entries_in(request.text, lexicon).items())
    facts = [{**request.to_dict(), "voice_id": ""}, voice.content_hash, voice.language, words]
    name = hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:40]
    if not language or language == voice.language:
        return name
    return hashlib.sha256(f"{name} {language}".encode()).hexdigest()[:40]


def say(
    client: TimbreClient,
    request: SentenceRequest,
    voice: Voice,
    lexicon: Mapping[str, str],
    should_stop: Callable[[], bool],
    language: str | None = None,
    background: bool = False,
) -> Generator[SaidChunk, None, None]:
    """Speak a sentence; yields chunks with words and phonemes. Closing the generator ends the work on the server.

    With `background` all live speech goes first.
    """
    from timbre_app.client.timbre_client import Detail

    detail = Detail(PhonemeEdits.of(request.edits.pitch, request.edits.duration), background)
    words = entries_in(request.text, lexicon)
    with client.speak(
        request.text, voice, controls_of(request.how), language or voice.language, words, detail
    ) as chunks:
        for chunk in chunks:
            if should_stop():
                return
            yield SaidChunk(chunk.pcm, chunk.timing.words, chunk.timing.phonemes)


class VoiceNarrator:
    """Speaks with one voice through one client, for readings that are not kept; `background` is that of `say`."""

    def __init__(
        self,
        client: TimbreClient,
        voice: Voice,
        lexicon: Mapping[str, str],
        language: str | None = None,
        background: bool = False,
    ) -> None:
        self._client, self._voice = client, voice
        self._lexicon, self._language, self._background = lexicon, language, background

    @property
    def sample_rate(self) -> int:
        """See Narrator."""
        from timbre import contract

        return contract.SAMPLE_RATE

    def fingerprint(self, request: SentenceRequest) -> str:
        """See Narrator."""
        return fingerprint(request, self._voice, self._lexicon, self._language)

    def say(
        self, request: SentenceRequest, should_stop: Callable[[], bool]
    ) -> Generator[SaidChunk, None, None]:
        """See Narrator."""
        return say(
            self._client, request, self._voice, self._lexicon, should_stop, self._language, self._background
        )
