"""A text and the speech of its sentences, while the text is written and the speech is made and heard.

The maker's thread makes clips, the player's thread reads them, and the window's thread changes text and settings.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from timbre.text import TextError
from timbre_app.reading.clip import Clip, ClipStore
from timbre_app.reading.sentence import HowToSpeak, Narrator, SaidChunk, SentenceRequest
from timbre_app.reading.timeline import Place, ReadSentence, State, Timeline

READ_SAMPLES = 4096
LEAD_S = 90.0
"""How far the making may be ahead of the hearing."""
_WAIT_S = 0.2


class Piece(NamedTuple):
    """Sound to play, (n,) int16, and its place in the reading."""

    pcm: np.ndarray
    place: Place


class Reading(Timeline):
    """The sentences of a text and their speech."""

    def __init__(self, store: ClipStore, sample_rate: int) -> None:
        super().__init__(sample_rate)
        self._store = store
        self.voice_id = ""
        self.how = HowToSpeak()
        self._changed = threading.Condition()
        self._making: object | None = None
        self._reached = 0

    def set_text(self, text: str, spans: Sequence[tuple[int, int]]) -> None:
        """Change the text. Unchanged sentences at the beginning and at the end keep their speech and settings."""
        new = [ReadSentence(start, end, text[start:end]) for start, end in spans]
        old = self.sentences
        most = min(len(old), len(new))
        head = next((i for i in range(most) if old[i].text != new[i].text), most)
        tail = next((i for i in range(most - head) if old[-1 - i].text != new[-1 - i].text), most - head)
        unchanged = [(i, i) for i in range(head)]
        unchanged += [(len(old) - 1 - i, len(new) - 1 - i) for i in range(tail)]
        for before, now in unchanged:
            sentence = old[before]
            sentence.start, sentence.end = new[now].start, new[now].end
            new[now] = sentence
        if len(old) == len(new) == head + tail + 1:
            new[head].clip, new[head].made_of = old[head].clip, old[head].made_of  # shown as changed
            new[head].how = old[head].how
        with self._changed:
            self.sentences = new

    def request(self, index: int) -> SentenceRequest:
        """The request for a sentence with its present text and settings."""
        sentence = self.sentences[index]
        return SentenceRequest(sentence.text, self.voice_id, sentence.how or self.how, sentence.edits)

    def state(self, index: int) -> State:
        """State of a sentence's speech."""
        sentence = self.sentences[index]
        if sentence.error is not None:
            return State.FAILED
        if sentence.clip is None:
            return State.NEW
        if sentence.made_of != self.request(index):
            return State.CHANGED
        return State.MADE if sentence.clip.is_whole else State.MAKING

    def is_current(self, index: int) -> bool:
        """Whether a sentence's speech is whole and up to date."""
        return self.state(index) is State.MADE

    def forget(self, matches: Callable[[ReadSentence], bool]) -> None:
        """Mark the speech of matching sentences as outdated, after a change of the voice or of a pronunciation."""
        for sentence in self.sentences:
            if matches(sentence):
                sentence.made_of = None

    # Making and hearing run on one thread each.

    def expect_making(self, indices: Sequence[int]) -> object:
        """Announce that these sentences will be spoken, so that `sound` waits for them; returns a token for `make`."""
        token = object()
        with self._changed:
            self._making = token
            for index in indices:
                self.sentences[index].error = None
        return token

    def make(
        self,
        narrator: Narrator,
        indices: Sequence[int],
        token: object,
        should_stop: Callable[[], bool],
        on_change: Callable[[int], None] = lambda _index: None,
        lead_s: float | None = None,
    ) -> None:
        """Bring the speech of sentences up to date, in order.

        Args:
            narrator: Speaks the sentences.
            indices: Numbers of the sentences.
            token: From `expect_making`.
            should_stop: Called before each chunk.
            on_change: Gets the number of a sentence whenever more of it has been made.
            lead_s: How far the making may be ahead of the hearing; None for no limit.
        Raises:
            Whatever the narrator raises; the sentence keeps the error too.
        """
        try:
            for index in indices:
                if should_stop() or not self._wait_for_room(index, lead_s, should_stop):
                    return
                if not self.is_current(index):
                    self._make_one(narrator, index, should_stop, on_change)
        finally:
            with self._changed:
                if self._making is token:
                    self._making = None
                self._changed.notify_all()

    def recall(
        self,
        narrator: Narrator,
        should_stop: Callable[[], bool],
        on_change: Callable[[int], None] = lambda _index: None,
    ) -> None:
        """Use the speech of sentences that is still on the disk; nothing is made."""
        for index in range(len(self.sentences)):
            if should_stop() or index >= len(self.sentences):
                return
            sentence, request = self.sentences[index], self.request(index)
            clip = None if self.is_current(index) else self._store.find(narrator.fingerprint(request))
            if clip is not None:
                self._show(sentence, request, clip, index, on_change)

    def drop_clips(self) -> None:
        """Drop the speech of all sentences."""
        for sentence in self.sentences:
            sentence.clip = sentence.made_of = sentence.error = None

    def sound(
        self,
        start: Place,
        end: Place | None,
        is_looped: Callable[[], bool],
        should_stop: Callable[[], bool],
    ) -> Iterator[Piece]:
        """Yield the sound from a place on; waits for speech that is still being made.

        Args:
            start: Place to begin at.
            end: Place to stop at; None for the end of the text.
            is_looped: Called at the end; True begins again.
            should_stop: Called again and again.
        Yields:
            Pieces of at most READ_SAMPLES.
        Raises:
            The error with which the making failed.
        """
        while True:
            yield from self._sound_once(start, end, should_stop)
            if not is_looped() or should_stop():
                return

    def _sound_once(
        self, start: Place, end: Place | None, should_stop: Callable[[], bool]
    ) -> Iterator[Piece]:
        index, offset = start
        while index < len(self.sentences) and not should_stop():
            self._reached = index
            limit = end.offset if end is not None and index == end.sentence else None
            for piece in self._sentence_sound(index, offset, limit, should_stop):
                offset = piece.place.offset + len(piece.pcm)
                yield piece
            clip = self.sentences[index].clip
            if (end is not None and index >= end.sentence) or clip is None or not clip.is_whole:
                return
            end_of_pause = clip.sample_count + self.pause_samples
            while index < len(self.sentences) - 1 and offset < end_of_pause and not should_stop():
                silence = np.zeros(min(READ_SAMPLES, end_of_pause - offset), np.int16)
                yield Piece(silence, Place(index, offset))
                offset += len(silence)
            index, offset = index + 1, 0

    def _sentence_sound(
        self, index: int, offset: int, limit: int | None, should_stop: Callable[[], bool]
    ) -> Iterator[Piece]:
        while not should_stop():
            clip = self._wait_for_samples(index, offset, should_stop)
            if clip is None:
                return
            stop = clip.sample_count if limit is None else min(limit, clip.sample_count)
            if offset >= stop:
                return
            pcm = clip.read(offset, min(READ_SAMPLES, stop - offset))
            if not len(pcm):
                return
            yield Piece(pcm, Place(index, offset))
            offset += len(pcm)

    def _wait_for_samples(self, index: int, offset: int, should_stop: Callable[[], bool]) -> Clip | None:
        """Wait until a clip has samples after `offset` or is whole; returns None if nobody makes it."""
        with self._changed:
            while not should_stop():
                sentence = self.sentences[index]
                clip = sentence.clip if sentence.made_of == self.request(index) else None
                if clip is not None and (clip.is_whole or clip.sample_count > offset):
                    return clip
                if sentence.error is not None:
                    raise sentence.error
                if self._making is None:
                    return None
                self._changed.wait(_WAIT_S)
        return None

    def _wait_for_room(self, index: int, lead_s: float | None, should_stop: Callable[[], bool]) -> bool:
        if lead_s is None:
            return True
        with self._changed:
            while not should_stop():
                ahead = sum(self.length(i) for i in range(self._reached + 1, index))
                if ahead < lead_s * self.sample_rate:
                    return True
                self._changed.wait(_WAIT_S)
        return False

    def _make_one(
        self,
        narrator: Narrator,
        index: int,
        should_stop: Callable[[], bool],
        on_change: Callable[[int], None],
    ) -> None:
        sentence, request = self.sentences[index], self.request(index)
        try:
            key = narrator.fingerprint(request)
            clip = self._store.find(key)
            if clip is not None:
                self._show(sentence, request, clip, index, on_change)
                return
            self._say(narrator, key, index, should_stop, on_change)
        except Exception as error:
            with self._changed:
                sentence.error = error
                self._changed.notify_all()
            on_change(index)
            raise

    def _say(
        self,
        narrator: Narrator,
        key: str,
        index: int,
        should_stop: Callable[[], bool],
        on_change: Callable[[int], None],
    ) -> None:
        sentence, request = self.sentences[index], self.request(index)
        writer = self._store.begin(key, self.sample_rate)
        chunks = narrator.say(request, should_stop)
        is_whole = False
        try:
            for chunk in self._spoken(chunks):
                writer.add(chunk.pcm, chunk.words, chunk.phonemes)
                self._show(sentence, request, writer.clip, index, on_change)
                if should_stop():
                    break
            else:
                is_whole = not should_stop()
        finally:
            chunks.close()
            if not is_whole:
                writer.abandon()
                if sentence.clip is writer.clip:
                    sentence.made_of = None
        if is_whole:
            writer.finish()
            self._show(sentence, request, writer.clip, index, on_change)

    def _spoken(self, chunks: Iterator[SaidChunk]) -> Iterator[SaidChunk]:
        """Pass chunks on. A sentence without words, such as emoji, gives none; as the only sentence it is an error."""
        try:
            yield from chunks
        except TextError:
            if len(self.sentences) == 1:
                raise

    def _show(
        self,
        sentence: ReadSentence,
        request: SentenceRequest,
        clip: Clip,
        index: int,
        on_change: Callable[[int], None],
    ) -> None:
        with self._changed:
            sentence.clip, sentence.made_of, sentence.error = clip, request, None
            self._changed.notify_all()
        on_change(index)
