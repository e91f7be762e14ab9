"""The client's side of a speech stream: passages one after another, retries, cancelling. Knows no network.

```
text     |--- passage 0 ---|--- passage 1 ---------|--- passage 2 ---|
request    sent at once      sent when 0 is done      ...
chunks    c c  c    c        c c  c    c
```

The same passage always gives the same samples. So if the server crashes in the middle of a passage, the client requests
the passage again and skips the samples that it has delivered already.
"""

from __future__ import annotations

import dataclasses
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import NamedTuple, Protocol, Self

import numpy as np

from timbre import contract
from timbre.messages import TimbreError
from timbre.text import TextError, split_passages
from timbre.timing import ChunkTiming, TimedPhoneme, TimedWord
from timbre_app.server.errors import ServerError, ServerLostError, StubCrashError

QUIET_S = 2.0
"""After this time without a chunk the client asks whether the models still live."""
RECEIVE_TIMEOUT_S = 60.0
MAX_RETRIES = 2
MAX_RESTARTS = 3
"""How often a passage is requested again because the server or a model's process was gone."""

Tensors = Mapping[str, "np.ndarray | bytes"]


class RequestError(TimbreError, RuntimeError):
    """The server refused a request; the message is one sentence for the person."""


class CloneError(RequestError):
    """No voice can be made from the takes."""


class RequestCancelled(RequestError):  # noqa: N818  it is no error
    """The request was ended before its answer was complete."""


class BusyError(RequestError):
    """The server has as many requests as it can serve; it may have room later."""


class UnknownVoiceError(RequestError):
    """The server does not have the voice with this hash; the client must send its file."""


class SpeechChunk(NamedTuple):
    """A piece of speech.

    Attributes:
        pcm: (n,) int16 at `timbre.contract.SAMPLE_RATE`.
        timing: Words and times, counted from the start of the whole text.
    """

    pcm: np.ndarray
    timing: ChunkTiming


class Response(NamedTuple):
    """A response of a stream: tensors or an error."""

    request_id: str
    tensors: Tensors
    error: Exception | None = None


CLOSE_PATIENCE_S = 1.0
"""How long a closing stream waits for requests that are about to end."""


class ResponseStream(Protocol):
    """One open stream to the server."""

    def new_request_id(self) -> str:
        """Make an id for a request. The server ends such requests when the stream is closed or its client dies."""
        ...

    def send(self, model: str, tensors: Tensors, request_id: str) -> None:
        """Send a request."""
        ...

    def receive(self, timeout_s: float) -> Response | None:
        """Wait for the next response; returns None after the timeout."""
        ...

    def close(self, patience_s: float = ...) -> None:
        """End the stream, after a short wait for requests in flight; wakes a waiting `receive`."""
        ...


class SpeechWire(Protocol):
    """The part of the client that a speech stream needs."""

    @property
    def speech_model(self) -> contract.ModelContract:
        """The server's model that speaks."""
        ...

    def open_stream(self) -> ResponseStream:
        """Open a stream."""
        ...

    def cancel(self, request_id: str) -> None:
        """Ask the server to end a request; never raises."""
        ...

    def probe(self) -> Exception | None:
        """Ask the models that speak; returns what is wrong, None if they answer."""
        ...

    def recover(self, error: Exception) -> bool:
        """Wait until the cause of an error is mended; returns whether to try again."""
        ...


@dataclass(frozen=True)
class Passage:
    """A piece of text for one request.

    Attributes:
        text: The text to speak.
        char_start: Character at which it begins in the whole text.
        goes_on: Whether a sentence ends with it and another follows, so that a pause belongs between them.
        is_last: Whether the text ends with it.
    """

    text: str
    char_start: int
    goes_on: bool = False
    is_last: bool = True


def passages_of(text: str, whole: bool) -> list[Passage]:
    """A text as the passages of its requests; a whole one is one passage."""
    if whole and text.strip():
        return [Passage(text, 0)]
    spans = split_passages(text)
    return [
        Passage(
            text[span.start : span.end],
            span.start,
            span.ends_sentence and span is not spans[-1],
            span is spans[-1],
        )
        for span in spans
    ]


class SpeechStream:
    """Iterates over the speech of a text; `close` ends the work on the server within one chunk.

    `close` may be called from any thread, and wakes a thread that waits for a chunk.

    Attributes:
        request_id: Id of the passage that is asked for.
        chunk_passage: Number of the passage of the latest chunk.
    """

    def __init__(
        self, wire: SpeechWire, passages: Sequence[Passage], request: Callable[[Passage, bool], Tensors]
    ) -> None:
        """Send the first passage at once.

        Args:
            wire: The connection to the server.
            passages: All passages in order, at least one.
            request: Makes the tensors of a passage; with True as second argument they have the voice's file.
        """
        self._wire = wire
        self._passages = passages
        self._request = request
        self._closed = threading.Event()
        self._index = self.chunk_passage = 0
        self._base_sample = 0
        self._spoken = False
        self._not_sent: Response | None = None
        self._stream = wire.open_stream()
        self._begin_passage()

    def __iter__(self) -> Self:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_stream") and not sys.is_finalizing():  # gRPC's threads have ended by then
            self.close()

    def __next__(self) -> SpeechChunk:
        """The next chunk.

        Raises:
            TextError: if the whole text has no words.
            VoiceError: if the voice does not fit the server.
            RequestError: if the server refuses the request.
            ServerError: if the server cannot be reached.
        """
        try:
            while not self._closed.is_set():
                response = self._receive()
                if self._closed.is_set():
                    break
                if response.error is not None:
                    self._on_error(response)
                elif response.request_id == self.request_id:
                    chunk = self._on_chunk(response)
                    if chunk is not None:
                        return chunk
        except BaseException:
            self.close()
            raise
        raise StopIteration

    @property
    def passages_done(self) -> int:
        """How many passages are whole."""
        return self._index

    def close(self) -> None:
        """End the speech; does nothing if it has ended."""
        if self._closed.is_set():
            return
        self._closed.set()
        if self._index < len(self._passages):
            self._wire.cancel(self.request_id)
        self._stream.close()

    def _receive(self) -> Response:
        """The next response. Silence is checked, because a dead model leaves its requests unanswered."""
        if self._not_sent is not None:
            response, self._not_sent = self._not_sent, None
            return response
        deadline = time.monotonic() + RECEIVE_TIMEOUT_S
        while time.monotonic() < deadline:
            response = self._stream.receive(QUIET_S)
            if response is not None:
                return response
            error = self._wire.probe()
            if error is not None:
                return Response("", {}, error)
        return Response(
            "",
            {},
            ServerError("The speech server was silent for {seconds:.0f} s.", seconds=RECEIVE_TIMEOUT_S),
        )

    def _begin_passage(self) -> None:
        self._delivered_samples = 0
        self._delivered_words = self._delivered_phonemes = 0
        self._retries = 0
        self._send(with_voice=False)

    def _send(self, with_voice: bool) -> None:
        passage = self._passages[self._index]
        self.request_id = self._stream.new_request_id()
        self._seen_words = self._seen_phonemes = 0
        try:
            self._stream.send(
                self._wire.speech_model.name, self._request(passage, with_voice), self.request_id
            )
        except ServerError as error:  # the stream is broken; `_receive` passes the error on
            self._not_sent = Response("", {}, error)

    def _advance(self) -> None:
        self._base_sample += self._delivered_samples
        self._index += 1
        if self._index < len(self._passages):
            self._begin_passage()
        elif not self._spoken:
            raise TextError("There is nothing to speak in this text.")
        else:
            self.close()

    def _on_error(self, response: Response) -> None:
        error = response.error
        assert error is not None
        if response.request_id not in ("", self.request_id):
            return  # the error of an earlier attempt
        if isinstance(error, TextError) and len(self._passages) > 1:
            self._advance()  # a passage without words, such as emoji; the others may have some
            return
        if isinstance(error, UnknownVoiceError) and self._retries < MAX_RETRIES:
            self._retries += 1
            self._send(with_voice=True)
            return
        limit = MAX_RESTARTS if isinstance(error, (ServerLostError, StubCrashError)) else MAX_RETRIES
        if self._retries >= limit or not self._wire.recover(error):
            raise error
        self._retries += 1
        self._stream.close()
        self._stream = self._wire.open_stream()
        self._send(with_voice=True)

    def _on_chunk(self, response: Response) -> SpeechChunk | None:
        """Give a passage's chunk times in the whole text; returns None if nothing in it is new."""
        self.chunk_passage = self._index
        timing = ChunkTiming.from_json(bytes(response.tensors[contract.TIMING.name]))
        pcm = np.asarray(response.tensors[contract.PCM.name])
        skipped = min(max(self._delivered_samples - timing.first_sample, 0), len(pcm))
        pcm = pcm[skipped:]
        words = self._new_words(timing)
        phonemes = self._new_phonemes(timing)
        is_end = timing.final and self._index == len(self._passages) - 1
        whole_timing = dataclasses.replace(
            timing,
            words=words,
            phonemes=phonemes,
            final=is_end,
            first_sample=self._base_sample + timing.first_sample + skipped,
        )
        self._delivered_samples = max(self._delivered_samples, timing.first_sample + skipped + len(pcm))
        self._spoken = self._spoken or self._delivered_samples > 0
        if timing.final:
            self._advance()
        return SpeechChunk(pcm, whole_timing) if len(pcm) or words or phonemes or is_end else None

    def _new_words(self, timing: ChunkTiming) -> tuple[TimedWord, ...]:
        skipped = max(self._delivered_words - self._seen_words, 0)
        self._seen_words += len(timing.words)
        self._delivered_words = max(self._delivered_words, self._seen_words)
        start = self._passages[self._index].char_start
        seconds = self._base_sample / contract.SAMPLE_RATE
        return tuple(word.shifted(start, seconds) for word in timing.words[skipped:])

    def _new_phonemes(self, timing: ChunkTiming) -> tuple[TimedPhoneme, ...]:
        skipped = max(self._delivered_phonemes - self._seen_phonemes, 0)
        self._seen_phonemes += len(timing.phonemes)
        self._delivered_phonemes = max(self._delivered_phonemes, self._seen_phonemes)
        seconds = self._base_sample / contract.SAMPLE_RATE
        return tuple(phoneme.shifted(seconds) for phoneme in timing.phonemes[skipped:])
