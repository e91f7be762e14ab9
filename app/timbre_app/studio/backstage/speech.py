"""Speech from the server, to play and to keep."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from timbre_app.reading.dictionary import Dictionary
from timbre_app.reading.jobs import HowToSpeak, SaidChunk, SentenceJob
from timbre_app.server.errors import ServerError
from timbre_app.speaking import Saving
from timbre_app.studio.backstage.server import StudioServer
from timbre_app.studio.ports import SpeakOptions, SpokenChunk, SpokenWord

if TYPE_CHECKING:
    from timbre.voice import Voice


class StudioSpeech:
    """Speech from the server in a voice of the library, with the person's pronunciations."""

    def __init__(self, server: StudioServer, dictionary: Dictionary | None = None) -> None:
        self._server = server
        self._dictionary = dictionary or Dictionary()
        self._voices = _KnownVoices()

    @property
    def sample_rate(self) -> int:
        """Rate of the chunks, Hz."""
        from timbre import contract

        return contract.SAMPLE_RATE

    @property
    def pronunciations(self) -> Dictionary:
        """The person's dictionary."""
        return self._dictionary

    def pronounce(self, letters: str, voice_id: str) -> str:
        """What the server's front end would say, without the sentence's end."""
        from timbre.text import Frontend

        language = self._voices.find(voice_id).language if voice_id else "en-us"
        return Frontend(language).phonemize(letters).strip(".,;: ")

    def fingerprint(self, job: SentenceJob) -> str:
        """See Narrator."""
        from timbre_app.reading.narrator import fingerprint

        return fingerprint(job, self._voices.find(job.voice_id), self._dictionary.usable())

    def say(self, job: SentenceJob, should_stop: Callable[[], bool]) -> Iterator[SaidChunk]:
        """One sentence, with its words and phonemes; a server that is lost is looked for anew next time."""
        from timbre_app.reading.narrator import say

        voice = self._voices.find(job.voice_id)
        try:
            yield from say(self._server.client(), job, voice, self._dictionary.usable(), should_stop)
        except ServerError:
            self._server.forget()
            raise

    def speak(
        self, text: str, voice_id: str, options: SpeakOptions, should_stop: Callable[[], bool]
    ) -> Iterator[SpokenChunk]:
        """Chunks of speech as they come; closing the iterator ends the work on the server."""
        yield from self._speak(text, self._voices.find(voice_id), options, should_stop)

    def try_out(self, text: str, voice: bytes, should_stop: Callable[[], bool]) -> Iterator[SpokenChunk]:
        """The same with a voice that is still being made."""
        from timbre.voice import Voice

        made = Voice.from_bytes(voice, "What the server sent")
        yield from self._speak(text, made, SpeakOptions(), should_stop)

    def _speak(
        self, text: str, voice: Voice, options: SpeakOptions, should_stop: Callable[[], bool]
    ) -> Iterator[SpokenChunk]:
        from timbre_app.reading.narrator import controls_of

        lexicon = self._dictionary.usable()
        with self._server.client().speak(
            text, voice, controls_of(options), voice.language, lexicon
        ) as chunks:
            for chunk in chunks:
                if should_stop():
                    return
                words = chunk.timing.words
                yield SpokenChunk(
                    chunk.pcm,
                    tuple(SpokenWord(w.char_start, w.char_end, w.start_s, w.end_s) for w in words),
                )

    def save(
        self,
        text: str,
        voice: str,
        how: HowToSpeak,
        path: Path,
        saving: Saving,
        should_stop: Callable[[], bool],
    ) -> float:
        """Speak into a file; returns the length in seconds."""
        from timbre_app.reading.narrator import controls_of
        from timbre_app.speaking import speak_to_file

        spoken = speak_to_file(
            path,
            self._server.client(),
            text,
            self._voices.find(voice),
            controls_of(how),
            should_stop=should_stop,
            saving=saving,
        )
        return spoken.duration_s


class _KnownVoices:
    """The voice used last, as long as no voice file changes: to read them all takes longer than to speak."""

    def __init__(self) -> None:
        self._known: tuple[str, object, Voice] | None = None

    def find(self, voice_id: str) -> Voice:
        """As `timbre_app.speaking.find_voice`; may be called from several threads."""
        from timbre import paths
        from timbre_app.speaking import find_voice

        stamp = _stamp(paths.voices_dir())
        known = self._known
        if known is None or known[:2] != (voice_id, stamp):
            known = (voice_id, stamp, find_voice(voice_id))
            self._known = known
        return known[2]


def _stamp(folder: Path) -> object:
    try:
        with os.scandir(folder) as files:
            return sorted((one.name, one.stat().st_mtime_ns, one.stat().st_size) for one in files)
    except OSError:
        return None
