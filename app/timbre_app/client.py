"""The one client of the speech server."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import random
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from timbre import contract
from timbre.phoneme_edits import NO_EDITS, PhonemeEdits
from timbre.serving.priority import ask_for_slices
from timbre.synthesis import Controls
from timbre.text import TextError, split_passages
from timbre.transcription import HeardWord, Transcript
from timbre.voice import Voice
from timbre_app.clone_stream import CloneStream
from timbre_app.connection import NO_ANSWER, Connection, GrpcStream
from timbre_app.probes import SPEECH_PROBES, Probe
from timbre_app.server.errors import ServerError, ServerLostError, StubCrashError
from timbre_app.streams import (
    BusyError,
    CloneError,
    Passage,
    RequestCancelled,
    RequestError,
    ResponseStream,
    SpeechChunk,
    SpeechStream,
    Tensors,
)

__all__ = [
    "BusyError",
    "CloneError",
    "CloneStream",
    "Detail",
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
BUSY_WAIT_S = (0.1, 0.5)
"""Between these, at random, a client waits before it asks a busy server again."""


@dataclass(frozen=True)
class Detail:
    """A text to be spoken in one piece, whose phonemes are told with their times.

    Attributes:
        edits: Changes of its phonemes.
    """

    edits: PhonemeEdits = NO_EDITS


class TimbreClient:
    """Speaks to a server; may be used from several threads at once.

    Args:
        url: "host:port" of the server's gRPC interface, as `ServerHandle.url` gives it.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        ask_for_slices()  # gRPC's threads, which are started from here, deliver the speech
        self._calls = Connection(url)  # one connection carries calls and a stream
        self._idle = [self._calls]
        self._closed = False
        self._lock = threading.Lock()
        self._sent_voices: set[str] = set()
        self._speech_model: contract.ModelContract | None = None  # as long as it is not known

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections; one that is in use, when it is given back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def is_ready(self) -> bool:
        """Whether the server can speak."""
        with contextlib.suppress(ServerError):
            for model in contract.TTS_MODEL, contract.FUSED_MODEL:
                if self._calls.is_model_ready(model.name):
                    self._speech_model = model
                    return True
        return False

    @property
    def speech_model(self) -> contract.ModelContract:
        """The model that speaks: the ensemble, or the fused one on a server with a GPU."""
        if self._speech_model is None:
            self.is_ready()
        return self._speech_model or contract.TTS_MODEL

    def wait_ready(self, timeout_s: float = RECOVERY_TIMEOUT_S) -> None:
        """Wait until the server can speak.

        Raises:
            ServerError: if it cannot after the timeout.
        """
        deadline = time.monotonic() + timeout_s
        while not self.is_ready():
            if time.monotonic() >= deadline:
                raise ServerError(f"There is no speech server at {self.url}, or it has no models of Timbre.")
            time.sleep(0.05)

    def speak(
        self,
        text: str,
        voice: Voice | bytes,
        controls: Controls | None = None,
        language: str = "en-us",
        lexicon: Mapping[str, str] | None = None,
        detail: Detail | None = None,
    ) -> SpeechStream:
        """Speak a text of any length; chunks come as they are made. Closing the result ends the work.

        Args:
            text: What to say.
            voice: A voice, or the bytes of its file.
            controls: Pace, pitch, energy.
            language: As espeak names it.
            lexicon: Words and their pronunciation in IPA, instead of espeak's.
            detail: Speak the text in one piece, with its phonemes told and changed.
        Raises:
            TextError: if the text is empty; if it has nothing to speak, the first chunk raises it.
        """
        chosen = controls or Controls()
        voice_hash = _sha256(voice) if isinstance(voice, bytes) else voice.content_hash
        options = json.dumps({"language": language, "lexicon": dict(lexicon or {})}).encode()
        passages = [Passage(text[start:end], start) for start, end in split_passages(text)]
        if detail is not None and text.strip():
            passages = [Passage(text, 0)]
        if not passages:
            raise TextError("There is nothing to speak in this text.")

        def request(passage: Passage, with_voice: bool) -> Tensors:
            data = b"\0"  # the server knows the voice by its hash
            if with_voice or voice_hash not in self._sent_voices:
                data = voice if isinstance(voice, bytes) else voice.to_bytes()
                self._sent_voices.add(voice_hash)
            return {
                "TEXT": passage.text.encode(),
                "TEXT_OPTIONS": options,
                "VOICE": np.frombuffer(data, np.uint8),
                "VOICE_HASH": voice_hash.encode(),
                "PACE": np.array([chosen.pace], np.float32),
                "PITCH": np.array([chosen.pitch], np.float32),
                "ENERGY": np.array([chosen.energy], np.float32),
                **({} if detail is None else _detail_tensors(detail)),
            }

        return SpeechStream(self, passages, request)

    def clone(self, takes: bytes, options: Mapping[str, Any]) -> CloneStream:
        """Make a voice of takes; iterate for progress, the voice's bytes come last. Closing cancels.

        Args:
            takes: From `timbre.archive.pack_takes`.
            options: See `timbre_finetune.clone_job.CloneJobs.run`.
        """
        return CloneStream(self, takes, options)

    def transcribe(self, audio: np.ndarray, language: str = "en") -> Transcript:
        """What was said in a recording.

        Args:
            audio: (n,) float32 at 16 kHz.
            language: Such as "en" or "en-us".
        Raises:
            AudioError: if the recording cannot be used.
            ServerError: if the server cannot be reached.
        """
        model = contract.TRANSCRIBE_MODEL
        tensors = {"AUDIO": np.ascontiguousarray(audio, np.float32), "LANGUAGE": language.encode()}
        for attempt in range(3):
            try:
                if not self.is_model_ready(model.name):
                    self.load_model(model.name)
                answer = self._calls.infer(model, tensors, TRANSCRIBE_TIMEOUT_S)
                break
            except ServerError as error:
                if attempt == 2 or not self.recover(error):
                    raise
        words = json.loads(bytes(answer["WORDS"]))
        return Transcript(
            bytes(answer["TEXT"]).decode(),
            tuple(HeardWord(w["word"], w["start_s"], w["end_s"], w["probability"]) for w in words),
        )

    def is_model_ready(self, name: str) -> bool:
        """Whether a model is loaded."""
        return self._calls.is_model_ready(name)

    def load_model(self, name: str) -> None:
        """Load a model of the server's repository; one that is loaded stays as it is."""
        self._calls.load_model(name)

    def unload_model(self, name: str) -> None:
        """Unload a model; requests that it has are finished first."""
        self._calls.unload_model(name)

    def statistics(self) -> dict[str, Any]:
        """Triton's counts and times of each loaded model."""
        return self._calls.statistics()

    def cancel(self, request_id: str) -> None:
        """Ask the server to end an utterance; without an answer the utterance ends by itself."""
        tensors = {"REQUEST_ID": request_id.encode()}
        with contextlib.suppress(RequestError, ServerError, ValueError):  # ValueError: the client is closed
            try:
                self._calls.infer(contract.CANCEL_MODEL, tensors, CANCEL_TIMEOUT_S)
            except StubCrashError as error:
                self.recover(error)
                self._calls.infer(contract.CANCEL_MODEL, tensors, CANCEL_TIMEOUT_S)

    def probe(self, probes: Sequence[Probe] = ()) -> Exception | None:
        """Ask models, those that stream speech if not told, for something that they refuse at once, if they live."""
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
        """Wait for a server that restarts, or load a crashed model anew; True if trying again may help."""
        if isinstance(error, StubCrashError):
            for name in [error.model] if error.model else contract.PROCESSES[self.speech_model.name]:
                self.unload_model(name)
                self.load_model(name)
        elif isinstance(error, BusyError):
            time.sleep(random.uniform(*BUSY_WAIT_S))
            return True
        elif not isinstance(error, ServerLostError):
            return False
        self.wait_ready()
        return True

    def open_stream(self) -> ResponseStream:
        """Open a stream of requests and responses."""
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        return GrpcStream(connection or Connection(self.url), self.give_back)

    def give_back(self, connection: Connection) -> None:
        """Keep a connection for the next stream."""
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()


@functools.lru_cache(maxsize=8)
def _sha256(data: bytes) -> str:
    """A voice file's hash; who speaks in a voice does so again and again."""
    return hashlib.sha256(data).hexdigest()


def _detail_tensors(detail: Detail) -> Tensors:
    tensors: dict[str, np.ndarray | bytes] = {contract.WITH_PHONEMES.name: np.ones(1, np.bool_)}
    for tensor, values in (
        (contract.PHONEME_PITCH, detail.edits.pitch),
        (contract.PHONEME_DURATION, detail.edits.duration),
    ):
        if len(values):
            tensors[tensor.name] = np.ascontiguousarray(values, np.float32)
    return tensors
