"""The client's side of a speech stream: passages one after another, retries, cancelling. No network here.

```
text     |--- passage 0 ---|--- passage 1 ---------|--- passage 2 ---|
request    sent at once      sent when 0 is done      ...
chunks    c c  c    c        c c  c    c
```

Synthesis of the same passage always gives the same samples. So after a crash of the server in the
middle of a passage, the passage is requested again and the samples already delivered are skipped.
"""

from __future__ import annotations

import dataclasses
import threading
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import NamedTuple, Protocol, Self

import numpy as np

from timbre import contract
from timbre.serving.timing import ChunkTiming, TimedPhoneme, TimedWord
from timbre.text import TextError
from timbre_app.server.errors import ServerError

QUIET_S = 2.0
"""After so long without a chunk the client asks whether the models still live."""
RECEIVE_TIMEOUT_S = 60.0
MAX_RETRIES = 2

Tensors = Mapping[str, "np.ndarray | bytes"]


class RequestError(RuntimeError):
    """The server refused a request; the message is one sentence for the person."""


class CloneError(RequestError):
    """No voice can be made of the takes."""


class RequestCancelled(RequestError):  # noqa: N818  it is no error
    """The request was ended before its answer was complete."""


class BusyError(RequestError):
    """The server has as many requests as it can serve; later it may have room again."""


class UnknownVoiceError(RequestError):
    """The server has not seen the voice of that hash; the client sends its file."""


class SpeechChunk(NamedTuple):
    """A piece of speech.

    Attributes:
        pcm: (n,) int16 at `timbre.contract.SAMPLE_RATE`.
        timing: Words and times, counted from the start of the whole text.
    """

    pcm: np.ndarray
    timing: ChunkTiming


class Response(NamedTuple):
    """One response of a stream: an error, or tensors."""

    request_id: str
    tensors: Tensors
    error: Exception | None = None


CLOSE_PATIENCE_S = 1.0
"""So long what is about to end is waited for when a stream is closed."""


class ResponseStream(Protocol):
    """One open stream to the server."""

    def send(self, model: str, tensors: Tensors, request_id: str) -> None:
        """Send a request."""
        ...

    def receive(self, timeout_s: float) -> Response | None:
        """Wait for the next response; None after the timeout."""
        ...

    def close(self, patience_s: float = ...) -> None:
        """End the stream, after waiting a little for what is in flight; wakes a waiting `receive`."""
        ...


class SpeechWire(Protocol):
    """What a speech stream needs of the client."""

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
        """What is wrong with the server, if something is."""
        ...

    def recover(self, error: Exception) -> bool:
        """Mend what broke a request, if it can be mended; True to try again."""
        ...


@dataclass(frozen=True)
class Passage:
    """A piece of text for one request.

    Attributes:
        text: What to speak.
        char_start: Where it begins in the whole text.
    """

    text: str
    char_start: int


class SpeechStream:
    """Iterates over the speech of a text; `close` ends the work on the server within one chunk.

    `close` may be called from any thread and wakes the one that waits for a chunk.
    """

    def __init__(
        self, wire: SpeechWire, passages: Sequence[Passage], request: Callable[[Passage, bool], Tensors]
    ) -> None:
        """Begin with the first passage at once.

        Args:
            wire: To the server.
            passages: In order; not empty.
            request: The tensors for a passage; True as second argument to send the voice's file.
        """
        self._wire = wire
        self._passages = passages
        self._request = request
        self._closed = threading.Event()
        self._index = 0
        self._base_sample = 0
        self._spoken = False
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
        if hasattr(self, "_stream"):
            self.close()

    def __next__(self) -> SpeechChunk:
        """The next chunk.

        Raises:
            TextError: if the whole text has nothing to speak.
            VoiceError: if the voice does not fit the server.
            RequestError: if the server refuses the request.
            ServerError: if the server cannot be reached any more.
        """
        try:
            while not self._closed.is_set():
                response = self._receive()
                if self._closed.is_set():
                    break
                if response.error is not None:
                    self._on_error(response)
                elif response.request_id == self._request_id:
                    chunk = self._on_chunk(response)
                    if chunk is not None:
                        return chunk
        except BaseException:
            self.close()
            raise
        raise StopIteration

    def close(self) -> None:
        """End the speech; harmless when it has ended."""
        if self._closed.is_set():
            return
        self._closed.set()
        if self._index < len(self._passages):
            self._wire.cancel(self._request_id)
        self._stream.close()

    def _receive(self) -> Response:
        """The next response. A model that dies leaves its requests unanswered, so silence is looked into."""
        deadline = time.monotonic() + RECEIVE_TIMEOUT_S
        while time.monotonic() < deadline:
            response = self._stream.receive(QUIET_S)
            if response is not None:
                return response
            error = self._wire.probe()
            if error is not None:
                return Response("", {}, error)
        return Response("", {}, ServerError(f"The speech server was silent for {RECEIVE_TIMEOUT_S:.0f} s."))

    def _begin_passage(self) -> None:
        self._delivered_samples = 0
        self._delivered_words = self._delivered_phonemes = 0
        self._retries = 0
        self._send(with_voice=False)

    def _send(self, with_voice: bool) -> None:
        passage = self._passages[self._index]
        self._request_id = uuid.uuid4().hex
        self._seen_words = self._seen_phonemes = 0
        self._stream.send(self._wire.speech_model.name, self._request(passage, with_voice), self._request_id)

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
        if response.request_id not in ("", self._request_id):
            return  # of an attempt that was given up
        if isinstance(error, TextError) and len(self._passages) > 1:
            self._advance()  # a passage of, say, emoji only; the others may speak
            return
        if isinstance(error, UnknownVoiceError) and self._retries < MAX_RETRIES:
            self._retries += 1
            self._send(with_voice=True)
            return
        if self._retries >= MAX_RETRIES or not self._wire.recover(error):
            raise error
        self._retries += 1
        self._stream.close()
        self._stream = self._wire.open_stream()
        self._send(with_voice=True)

    def _on_chunk(self, response: Response) -> SpeechChunk | None:
        """Bring a passage's chunk into the time of the whole text; None if nothing of it is new."""
        timing = ChunkTiming.from_json(bytes(response.tensors[contract.TIMING.name]))
        pcm = np.asarray(response.tensors[contract.PCM.name])
        skipped = min(max(self._delivered_samples - timing.first_sample, 0), len(pcm))
        pcm = pcm[skipped:]
        words = self._new_words(timing)
        phonemes = self._new_phonemes(timing)
        is_end = timing.final and self._index == len(self._passages) - 1
        moved = dataclasses.replace(
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
        return SpeechChunk(pcm, moved) if len(pcm) or words or phonemes or is_end else None

    def _new_words(self, timing: ChunkTiming) -> tuple[TimedWord, ...]:
        known = max(self._delivered_words - self._seen_words, 0)
        self._seen_words += len(timing.words)
        self._delivered_words = max(self._delivered_words, self._seen_words)
        start = self._passages[self._index].char_start
        seconds = self._base_sample / contract.SAMPLE_RATE
        return tuple(word.shifted(start, seconds) for word in timing.words[known:])

    def _new_phonemes(self, timing: ChunkTiming) -> tuple[TimedPhoneme, ...]:
        known = max(self._delivered_phonemes - self._seen_phonemes, 0)
        self._seen_phonemes += len(timing.phonemes)
        self._delivered_phonemes = max(self._delivered_phonemes, self._seen_phonemes)
        seconds = self._base_sample / contract.SAMPLE_RATE
        return tuple(phoneme.shifted(seconds) for phoneme in timing.phonemes[known:])
