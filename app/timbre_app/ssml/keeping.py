"""Keeps speech passage by passage, so that a document that was interrupted goes on at the passage where it stopped.

```
passages   |--- 0 ---|--- 1 ---|--- 2 ---|      KEY-0.wav  KEY-1.wav: whole, from an earlier time
             kept      kept      asked for
```
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from timbre.contract import SAMPLE_RATE
from timbre.text import TextError
from timbre.timing import ChunkTiming
from timbre_app.client.streams import SpeechChunk, SpeechStream, passages_of
from timbre_app.reading.clip import Clip, ClipStore, ClipWriter

if TYPE_CHECKING:
    from timbre.speech.acoustic import Controls
    from timbre.voice import Voice
    from timbre_app.client.timbre_client import Markup, TimbreClient

READ_SAMPLES = 22_050


class KeptSpeech:
    """Speaks like its client, and keeps the sound of each passage on the disk.

    Args:
        client: The client of the speech server.
        store: Has the passages.
    """

    def __init__(self, client: TimbreClient, store: ClipStore) -> None:
        self._client, self._store = client, store

    def speak(
        self,
        text: str,
        voice: Voice,
        controls: Controls,
        language: str,
        lexicon: Mapping[str, str],
        *,
        markup: Markup,
    ) -> KeptStream:
        """See TimbreClient.speak; only passages that are not kept yet are requested."""
        facts = [text, voice.content_hash, dataclasses.asdict(controls), language, sorted(lexicon.items())]
        facts += [list(map(list, markup.spans)), markup.unfinished]
        key = hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:40]
        count, kept = len(passages_of(text, whole=False)), list[Clip]()
        while len(kept) < count and (clip := self._store.find(f"{key}-{len(kept)}")) is not None:
            kept.append(clip)
        if kept and len(kept) == count:
            return KeptStream(kept, None, None)
        rest = dataclasses.replace(markup, first_passage=len(kept))
        stream = self._client.speak(text, voice, controls, language, lexicon, markup=rest)
        return KeptStream(kept, stream, PassageKeeper(self._store, key, len(kept)))


class KeptStream:
    """Iterates over the speech of a text as SpeechStream does: first what was kept, then what is spoken now."""

    def __init__(self, kept: list[Clip], stream: SpeechStream | None, keeper: PassageKeeper | None) -> None:
        self._kept, self._stream, self._keeper = kept, stream, keeper

    def close(self) -> None:
        """End the speech; what is whole stays."""
        if self._stream is not None:
            self._stream.close()

    def __iter__(self) -> Iterator[SpeechChunk]:
        samples = 0
        for clip in self._kept:
            yield from _chunks_of(clip, samples)
            samples += clip.sample_count
        if self._stream is not None and self._keeper is not None:
            yield from self._spoken(self._stream, self._keeper, samples)

    def _spoken(self, stream: SpeechStream, keeper: PassageKeeper, samples: int) -> Iterator[SpeechChunk]:
        try:
            for chunk in stream:
                keeper.add(chunk, stream)
                yield _shifted(chunk, samples)
        except TextError:  # nothing behind what was kept has words
            if not samples:
                raise
        finally:
            keeper.close()


class PassageKeeper:
    """Writes the passages of one stream, each of which can be found as soon as it is whole.

    Args:
        store: Where they are kept.
        key: Stands for the text and how it is spoken.
        first: Number of the stream's first passage.
    """

    def __init__(self, store: ClipStore, key: str, first: int) -> None:
        self._store, self._key, self._first = store, key, first
        self._passage = 0
        self._start_s = 0.0
        self._writer: ClipWriter | None = None

    def add(self, chunk: SpeechChunk, stream: SpeechStream) -> None:
        """Keep a chunk that the stream has just given out.

        Raises:
            OSError: if the disk is full.
        """
        while self._passage < stream.chunk_passage:  # a passage without words has no chunk
            self._finish()
        words = [word.shifted(0, -self._start_s) for word in chunk.timing.words]
        self._begun().add(chunk.pcm, words)
        if stream.passages_done > stream.chunk_passage:
            self._finish()

    def close(self) -> None:
        """Give up a passage that is not whole."""
        if self._writer is not None:
            self._writer.abandon()
            self._writer.clip.path.unlink(missing_ok=True)
            self._writer = None

    def _begun(self) -> ClipWriter:
        if self._writer is None:
            self._writer = self._store.begin(f"{self._key}-{self._first + self._passage}", SAMPLE_RATE)
        return self._writer

    def _finish(self) -> None:
        writer = self._begun()
        writer.finish()
        self._start_s += writer.clip.duration_s
        self._passage += 1
        self._writer = None


def _chunks_of(clip: Clip, samples: int) -> Iterator[SpeechChunk]:
    """A kept passage, which begins behind so many samples of its text."""
    words = tuple(word.shifted(0, samples / SAMPLE_RATE) for word in clip.words)
    for at in range(0, clip.sample_count, READ_SAMPLES):
        timing = ChunkTiming(words=words if at == 0 else (), first_sample=samples + at)
        yield SpeechChunk(clip.read(at, READ_SAMPLES), timing)


def _shifted(chunk: SpeechChunk, samples: int) -> SpeechChunk:
    """A chunk of a stream that begins behind so many samples of its text."""
    words = tuple(word.shifted(0, samples / SAMPLE_RATE) for word in chunk.timing.words)
    first_sample = chunk.timing.first_sample + samples
    return SpeechChunk(chunk.pcm, dataclasses.replace(chunk.timing, words=words, first_sample=first_sample))
