"""Speaks the sentences of jobs through the speech server, behind all live speech."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING

from timbre_app.output.known_voices import Voices
from timbre_app.reading import narrator
from timbre_app.reading.sentence import SaidChunk, SentenceRequest

if TYPE_CHECKING:
    from timbre_app.client.timbre_client import TimbreClient


class JobNarrator:
    """Speaks with the voices of the library as they are at each sentence.

    Args:
        client: Returns the connection; it may start the server.
        lexicon: Words and their IPA.
        language: espeak's name; empty for that of each voice.
        voices: The voices.
    """

    def __init__(
        self,
        client: Callable[[], TimbreClient],
        lexicon: Mapping[str, str],
        language: str = "",
        voices: Voices | None = None,
    ) -> None:
        self._client, self._lexicon, self._language = client, lexicon, language
        self._voices = voices or Voices()

    @property
    def sample_rate(self) -> int:
        """See Narrator."""
        from timbre import contract

        return contract.SAMPLE_RATE

    def fingerprint(self, request: SentenceRequest) -> str:
        """See Narrator; that of the window, unless the request has a language of its own."""
        voice = self._voices.find(request.voice_id)
        return narrator.fingerprint(request, voice, self._lexicon, self._language)

    def say(
        self, request: SentenceRequest, should_stop: Callable[[], bool]
    ) -> Generator[SaidChunk, None, None]:
        """See Narrator."""
        voice = self._voices.find(request.voice_id)
        return narrator.say(
            self._client(),
            request,
            voice,
            self._lexicon,
            should_stop,
            self._language or None,
            background=True,
        )
