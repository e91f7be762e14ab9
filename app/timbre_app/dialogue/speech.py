"""Speaks the lines of a dialogue through the speech server, or takes them from a folder where they were kept.

KEY.wav, KEY.json     a line's speech, see timbre_app.reading.clip; a dialogue that was interrupted goes on from them
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from timbre.contract import SAMPLE_RATE
from timbre_app.dialogue.loudness import SAMPLE_TEXT, gain_for
from timbre_app.dialogue.script import Line
from timbre_app.output.speaking import find_voice
from timbre_app.reading.clip import Clip, ClipStore, ClipWriter
from timbre_app.reading.dictionary import entries_in
from timbre_app.reading.narrator import controls_of
from timbre_app.reading.sentence import SaidChunk
from timbre_app.ssml import SsmlChunk, SsmlDefaults, SsmlSpeech

if TYPE_CHECKING:
    from timbre.speech.acoustic import Controls
    from timbre.voice import Voice
    from timbre_app.client.streams import SpeechStream
    from timbre_app.client.timbre_client import TimbreClient

READ_SAMPLES = 22_050


class ServerSpeech:
    """Speaks through a client of the server.

    Args:
        client: The client.
        cast: Voices by the speakers' names.
        lexicon: Words and their IPA.
        language: Language of the script; by default each voice's own.
        store: Keeps the lines' speech, and has that of an earlier performance; None keeps nothing.
        gains: Gains that are known already, by the content of voices; those measured are added.
        background: Whether nobody listens, so that all live speech goes first.
        find: Finds the voices that SSML names; by default those of the library and of the base model.
    """

    def __init__(
        self,
        client: TimbreClient,
        cast: Mapping[str, Voice],
        lexicon: Mapping[str, str],
        language: str | None = None,
        store: ClipStore | None = None,
        gains: dict[str, float] | None = None,
        background: bool = False,
        find: Callable[[str], Voice] | None = None,
    ) -> None:
        self._client, self._cast, self._lexicon = client, cast, dict(lexicon)
        self._language, self._store = language, store
        self._gains: dict[str, float] = {} if gains is None else gains
        self._background = background
        self._find = functools.cache(find or find_voice)

    def ask(self, line: Line) -> Generator[SaidChunk, None, None]:
        """See DialogueSpeech."""
        clip = self._store.find(self._key(line)) if self._store else None
        if clip is not None:
            return _kept(clip)
        voice = self._cast[line.speaker]
        words = entries_in(line.text, self._lexicon)
        if line.document is None:
            stream = self._speak(line.text, voice, controls_of(line.how), words)
        else:
            defaults = self._defaults(voice, controls_of(line.how), words)
            stream = SsmlSpeech(self._client, line.document, defaults)
        return _Stream(stream, self._store, self._key(line)).chunks()

    def gain(self, speaker: str) -> float:
        """See DialogueSpeech. The first time a voice is heard, it is measured."""
        return self._gain_of(self._cast[speaker])

    def _gain_of(self, voice: Voice) -> float:
        if voice.content_hash not in self._gains:
            with self._speak(SAMPLE_TEXT, voice) as chunks:
                self._gains[voice.content_hash] = gain_for(np.concatenate([chunk.pcm for chunk in chunks]))
        return self._gains[voice.content_hash]

    def _defaults(self, voice: Voice, controls: Controls, words: Mapping[str, str]) -> SsmlDefaults:
        """How a document is spoken; voices that it names become as loud as the line's own."""

        def gain(other: Voice) -> float:
            return self._gain_of(other) / self._gain_of(voice)

        return SsmlDefaults(voice, self._find, controls, self._language, words, self._background, gain)

    def _speak(
        self,
        text: str,
        voice: Voice,
        controls: Controls | None = None,
        words: Mapping[str, str] | None = None,
    ) -> SpeechStream:
        from timbre_app.client.timbre_client import Markup

        markup = Markup(background=True) if self._background else None
        return self._client.speak(
            text, voice, controls, self._language or voice.language, words, markup=markup
        )

    def _key(self, line: Line) -> str:
        """A fingerprint of everything that the line's sound depends on."""
        voice = self._cast[line.speaker]
        words = sorted(entries_in(line.text, self._lexicon).items())
        language = self._language or voice.language
        facts = ["line", line.text, line.how.numbers, voice.content_hash, language, words]
        if line.document is not None:
            facts.append([self._find(name).content_hash for name in line.document.voices])
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:40]


class _Stream:
    """A line that is being spoken; its request was sent before this was made."""

    def __init__(self, stream: SpeechStream | SsmlSpeech, store: ClipStore | None, key: str) -> None:
        self._stream, self._store, self._key = stream, store, key

    def chunks(self) -> Generator[SaidChunk, None, None]:
        """The generator, started, so that closing it closes the stream even if nobody has asked it for a chunk."""
        chunks = self._run()
        next(chunks)
        return chunks

    def _run(self) -> Generator[SaidChunk, None, None]:
        writer: ClipWriter | None = None
        try:
            with self._stream as stream:
                yield SaidChunk(np.zeros(0, np.int16))  # taken by `chunks`
                writer = self._store.begin(self._key, SAMPLE_RATE) if self._store else None
                for chunk in stream:
                    marks = chunk.marks if isinstance(chunk, SsmlChunk) else ()
                    if writer is not None:
                        writer.add(chunk.pcm, chunk.timing.words, marks=marks)
                    yield SaidChunk(chunk.pcm, chunk.timing.words, marks=marks)
            if writer is not None:
                writer.finish()
                writer = None
        finally:
            if writer is not None:
                writer.abandon()
                writer.clip.path.unlink(missing_ok=True)


def _kept(clip: Clip) -> Generator[SaidChunk, None, None]:
    for start in range(0, clip.sample_count, READ_SAMPLES):
        words, marks = ((), ()) if start else (clip.words, clip.marks)
        yield SaidChunk(clip.read(start, READ_SAMPLES), words, marks=marks)
