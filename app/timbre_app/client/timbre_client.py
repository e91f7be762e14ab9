"""The client of the speech server."""

from __future__ import annotations

import contextlib
import json
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import numpy as np

from timbre import contract
from timbre.priority import ask_for_slices
from timbre.speech.acoustic import Controls
from timbre.text import TextError
from timbre.transcription import HeardWord, Transcript
from timbre.voice import Voice
from timbre_app.client.clone_stream import CloneStream
from timbre_app.client.connection import NO_ANSWER, Connection, GrpcStream
from timbre_app.client.probes import SPEECH_PROBES, Probe
from timbre_app.client.requests import Detail, Markup, TextRequests
from timbre_app.client.streams import (
    BusyError,
    CloneError,
    RequestCancelled,
    RequestError,
    ResponseStream,
    SpeechChunk,
    SpeechStream,
    passages_of,
)
from timbre_app.server import control
from timbre_app.server.access import KeyRefusedError, channel_for, no_server
from timbre_app.server.errors import ServerError, ServerLostError, StubCrashError
from timbre_app.server.sockets import Sockets

__all__ = [
    "BusyError",
    "CloneError",
    "CloneStream",
    "Detail",
    "Markup",
    "RequestCancelled",
    "RequestError",
    "SpeechChunk",
    "SpeechStream",
    "TimbreClient",
]

TRANSCRIBE_TIMEOUT_S = 300.0
RECOVERY_TIMEOUT_S = 30.0
PROBE_TIMEOUT_S = 5.0
CANCEL_TIMEOUT_S = 2.0
REVIVE_AFTER_S = 1.0
"""A server that does not answer for this time may have lost its keeper, which would start it again."""
REMOTE_MEND_S = 3.0
"""Time in which a server elsewhere starts again, if it does not let clients load models."""
BUSY_WAIT_S = (0.1, 0.5)
"""Shortest and longest time, drawn at random, before a client asks a busy server again."""


class TimbreClient:
    """Speaks to a server; may be used from several threads at once.

    Args:
        url: URL of the server's gRPC interface, "unix:..." or "host:port", as in `ServerHandle.url`.
        revive: Starts the server again if it has gone; called again and again while the client waits for the server.
        key: The key for a server on the network; empty takes it from the environment.
    """

    def __init__(self, url: str, revive: Callable[[], None] = lambda: None, key: str = "") -> None:
        self.url = url
        self._revive = revive
        sockets = Sockets.of_url(url)
        self._control = sockets.control if sockets else None
        ask_for_slices()  # for gRPC's threads, which inherit it and deliver the speech
        self._access = channel_for(url, key)
        self._calls = Connection(url, self._access)  # one connection is for calls and a stream
        self._idle = [self._calls]
        self._closed = False
        self._lock = threading.Lock()
        self._sent_voices: set[str] = set()
        self._speech_model: contract.ModelContract | None = None  # None until it is known

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections. A connection in use is closed when it is given back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def is_ready(self) -> bool:
        """Whether the server can speak."""
        with contextlib.suppress(KeyRefusedError):
            return self._can_speak()
        return False

    def _can_speak(self) -> bool:
        """Like is_ready, but raises KeyRefusedError, against which waiting does not help."""
        try:
            for model in contract.TTS_MODEL, contract.FUSED_MODEL:
                if self._calls.is_model_ready(model.name):
                    self._speech_model = model
                    return True
        except KeyRefusedError:
            raise
        except ServerError:
            pass
        return False

    @property
    def speech_model(self) -> contract.ModelContract:
        """The model that speaks: the ensemble, or on a server with a GPU the fused model."""
        if self._speech_model is None:
            self.is_ready()
        return self._speech_model or contract.TTS_MODEL

    def wait_ready(self, timeout_s: float = RECOVERY_TIMEOUT_S) -> None:
        """Wait until the server can speak. The start of a server does not count: it has a limit of its own.

        Raises:
            ServerError: if the server cannot speak after the timeout.
            KeyRefusedError: at once, if the server wants another key.
        """
        began = time.monotonic()
        while not self._can_speak():
            now = time.monotonic()
            if now - began >= timeout_s:
                raise no_server(self._access)
            if now - began >= REVIVE_AFTER_S:
                self._revive()
                began += time.monotonic() - now
            time.sleep(0.05)

    def speak(
        self,
        text: str,
        voice: Voice | bytes,
        controls: Controls | None = None,
        language: str = "en-us",
        lexicon: Mapping[str, str] | None = None,
        detail: Detail | None = None,
        markup: Markup | None = None,
    ) -> SpeechStream:
        """Speak a text of any length; chunks come as they are made. Closing the stream ends the work.

        Args:
            text: The text to speak.
            voice: A voice, or the bytes of its file.
            controls: How to speak.
            language: espeak's name of the language.
            lexicon: Words with pronunciations in IPA, which replace those of espeak.
            detail: Asks for the text in one piece, with phonemes and their changes.
            markup: What an SSML document adds to the text; None for a plain text.
        Raises:
            TextError: if the text is empty. If it has no words, the first chunk raises TextError.
        """
        first = 0 if markup is None else markup.first_passage
        passages = passages_of(text, whole=detail is not None)[first:]
        if not passages:
            raise TextError("There is nothing to speak in this text.")
        spoken = TextRequests(
            voice, controls or Controls(), language, dict(lexicon or {}), detail, markup, self._sent_voices
        )
        return SpeechStream(self, passages, spoken.tensors)

    def clone(self, takes: bytes, options: Mapping[str, Any]) -> CloneStream:
        """Make a voice from takes. The stream yields progress and then the voice's bytes; closing it cancels.

        Args:
            takes: The archive, from `timbre.archive.pack`.
            options: See `timbre_finetune.clone.job.CloneJobs.run`.
        """
        return CloneStream(self, takes, options)

    def transcribe(self, audio: np.ndarray, language: str = "en") -> Transcript:
        """Recognise the words of a recording.

        Args:
            audio: (n,) float32, from timbre.audio.for_recognition.
            language: Language of the recording, such as "en" or "en-us".
        Raises:
            AudioError: if the recording cannot be used.
            ServerError: if the server cannot be reached.
        """
        model = contract.TRANSCRIBE_MODEL
        tensors = {
            contract.AUDIO.name: np.ascontiguousarray(audio, np.float32),
            contract.LANGUAGE.name: language.encode(),
        }
        for attempt in range(3):
            try:
                self.load_model(model.name)
                answer = self._calls.infer(model, tensors, TRANSCRIBE_TIMEOUT_S)
                break
            except ServerError as error:
                if attempt == 2 or not self.recover(error):
                    raise
        words = json.loads(bytes(answer[contract.WORDS.name]))
        return Transcript(
            bytes(answer[contract.TEXT.name]).decode(),
            tuple(HeardWord(w["word"], w["start_s"], w["end_s"], w["probability"]) for w in words),
        )

    def is_model_ready(self, name: str) -> bool:
        """Whether a model is loaded."""
        return self._calls.is_model_ready(name)

    def load_model(self, name: str) -> bool:
        """Have a model of the server's repository loaded; does nothing if it works already.

        Returns:
            Whether this call had the model loaded.
        Raises:
            ServerError: if the model cannot be loaded.
        """
        if self._control is not None:
            return bool(control.request(self._control, {"do": "load", "model": name})["loaded"])
        if self._calls.is_model_ready(name):
            return False
        self._calls.load_model(name)
        return True

    def unload_model(self, name: str) -> None:
        """Have a model unloaded, after its requests have been finished; raises as `load_model` does."""
        if self._control is None:
            self._calls.unload_model(name)
        else:
            control.request(self._control, {"do": "unload", "model": name})

    def statistics(self) -> dict[str, Any]:
        """Triton's counts and times of each loaded model."""
        return self._calls.statistics()

    def cancel(self, request_id: str) -> None:
        """Ask the server to end an utterance. Errors are ignored: the utterance then ends by itself."""
        tensors = {contract.REQUEST_ID.name: request_id.encode()}
        with contextlib.suppress(RequestError, ServerError, ValueError):  # ValueError: the client is closed
            try:
                self._calls.infer(contract.CANCEL_MODEL, tensors, CANCEL_TIMEOUT_S)
            except StubCrashError as error:
                self.recover(error)
                self._calls.infer(contract.CANCEL_MODEL, tensors, CANCEL_TIMEOUT_S)

    def probe(self, probes: Sequence[Probe] = ()) -> Exception | None:
        """Send probes, by default to the models that stream speech; returns what is wrong, None if the models live."""
        for model, tensors in probes or SPEECH_PROBES[self.speech_model.name]:
            stream = self.open_stream()
            try:
                stream.send(model.name, tensors, "")
                response = stream.receive(PROBE_TIMEOUT_S)
            except ServerError as error:
                return error
            finally:
                stream.close()
            if response is None and not self.is_ready():
                return ServerLostError(NO_ANSWER)
            if response is not None and isinstance(response.error, (StubCrashError, ServerLostError)):
                return response.error
        return None

    def recover(self, error: Exception) -> bool:
        """Wait until a server or a crashed model is there again; returns whether trying again may help."""
        if isinstance(error, BusyError):
            time.sleep(random.uniform(*BUSY_WAIT_S))
            return True
        if isinstance(error, StubCrashError):
            self._mend(error.model)
        elif not isinstance(error, ServerLostError):
            return False
        self.wait_ready()
        return True

    def _mend(self, model: str) -> None:
        """Have the keeper replace a crashed model. On a server elsewhere the client loads it again, if it may."""
        if self._control is not None:
            with contextlib.suppress(ServerLostError):  # the server is starting again, which helps as well
                control.request(self._control, {"do": "mend"})
            return
        try:
            for name in [model] if model else contract.PROCESSES[self.speech_model.name]:
                self._calls.unload_model(name)
                self._calls.load_model(name)
        except (RequestError, ServerError):
            time.sleep(REMOTE_MEND_S)

    def open_stream(self) -> ResponseStream:
        """Open a stream of requests and responses."""
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        return GrpcStream(connection or Connection(self.url, self._access), self.give_back)

    def give_back(self, connection: Connection) -> None:
        """Keep a connection for the next stream; closes it if the client is closed."""
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()
