"""The one client of the speech server; the only module that imports tritonclient."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import queue
import random
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import tritonclient.grpc as triton
from tritonclient.utils import InferenceServerException

from timbre import contract
from timbre.archive import TakesError
from timbre.audio import AudioError
from timbre.phoneme_edits import NO_EDITS, PhonemeEdits
from timbre.serving.priority import ask_for_slices
from timbre.synthesis import Controls
from timbre.text import TextError, split_passages
from timbre.transcription import HeardWord, Transcript
from timbre.voice import Voice, VoiceError
from timbre_app.clone_stream import CloneStream
from timbre_app.probes import SPEECH_PROBES, Probe
from timbre_app.server.errors import ServerError, ServerLostError, StubCrashError
from timbre_app.streams import (
    CLOSE_PATIENCE_S,
    BusyError,
    CloneError,
    Passage,
    RequestCancelled,
    RequestError,
    Response,
    ResponseStream,
    SpeechChunk,
    SpeechStream,
    Tensors,
    UnknownVoiceError,
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

NO_ANSWER = "The speech server does not answer; it may just be starting again."
CALL_TIMEOUT_S = 5.0
LOAD_TIMEOUT_S = 120.0
TRANSCRIBE_TIMEOUT_S = 300.0
RECOVERY_TIMEOUT_S = 30.0
PROBE_TIMEOUT_S = 5.0
CANCEL_TIMEOUT_S = 2.0
BUSY_WAIT_S = (0.1, 0.5)
"""Between these, at random, a client waits before it asks a busy server again."""
KEPT_INPUT_BYTES = 512
"""Inputs up to this size are made once for many requests."""
STREAM_AGE_S = 60.0
"""After so long a stream is opened anew: a load balancer chooses a server for a stream, not for a request."""
_CHANNEL = [
    ("grpc.max_send_message_length", -1),
    ("grpc.max_receive_message_length", -1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
]
_ERRORS: Mapping[str, type[Exception]] = {
    "text": TextError,
    "voice": VoiceError,
    "voice_unknown": UnknownVoiceError,
    "takes": TakesError,
    "clone": CloneError,
    "cancelled": RequestCancelled,
    "audio": AudioError,
    "input": RequestError,
    "busy": BusyError,
}
_DEAD_STUB = re.compile(
    r"Stub process '(?P<model>\w+?)(?:_\d+)+' is not healthy|[Ss]tub process .*not healthy"
)
_LOST = ("StatusCode.UNAVAILABLE", "StatusCode.DEADLINE_EXCEEDED", "StatusCode.CANCELLED")
"""The last is what a load balancer makes of a server that dies; our own cancelling has an error of its own."""


@dataclass(frozen=True)
class Detail:
    """A text to be spoken in one piece, whose phonemes are told with their times.

    Attributes:
        edits: Changes of its phonemes.
    """

    edits: PhonemeEdits = NO_EDITS


def to_exception(error: InferenceServerException) -> Exception:
    """The exception that a server's error stands for."""
    message = str(error.message() or error)
    decoded = contract.decode_error(message)
    if decoded is not None:
        return _ERRORS[decoded[0]](decoded[1])
    dead = _DEAD_STUB.search(message)
    if dead:
        return StubCrashError(dead["model"] or "")
    if error.status() in _LOST:
        return ServerLostError(NO_ANSWER)
    first = next((line.strip() for line in message.splitlines() if line.strip()), "no reason given")
    return ServerError(f"The speech server failed: {first}")


class TimbreClient:
    """Speaks to a server; may be used from several threads at once.

    Args:
        url: "host:port" of the server's gRPC interface, as `ServerHandle.url` gives it.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        ask_for_slices()  # gRPC's threads, which are started from here, deliver the speech
        first = _Connection(url)
        self._calls = first.client  # one connection carries calls and a stream
        self._idle = [first]
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
        with contextlib.suppress(InferenceServerException):
            for model in contract.TTS_MODEL, contract.FUSED_MODEL:
                if self._calls.is_model_ready(model.name, client_timeout=CALL_TIMEOUT_S):
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
                result = self._infer(model, tensors, TRANSCRIBE_TIMEOUT_S)
                break
            except ServerError as error:
                if attempt == 2 or not self.recover(error):
                    raise
        words = json.loads(result.as_numpy("WORDS")[0])
        return Transcript(
            result.as_numpy("TEXT")[0].decode(),
            tuple(HeardWord(w["word"], w["start_s"], w["end_s"], w["probability"]) for w in words),
        )

    def is_model_ready(self, name: str) -> bool:
        """Whether a model is loaded."""
        with _translated():
            return self._calls.is_model_ready(name, client_timeout=CALL_TIMEOUT_S)

    def load_model(self, name: str) -> None:
        """Load a model of the server's repository; one that is loaded stays as it is."""
        with _translated():
            self._calls.load_model(name, client_timeout=LOAD_TIMEOUT_S)

    def unload_model(self, name: str) -> None:
        """Unload a model; requests that it has are finished first."""
        with _translated():
            self._calls.unload_model(name, client_timeout=LOAD_TIMEOUT_S)

    def statistics(self) -> dict[str, Any]:
        """Triton's counts and times of each loaded model."""
        with _translated():
            found: Any = self._calls.get_inference_statistics(as_json=True, client_timeout=CALL_TIMEOUT_S)
        return {entry["name"]: entry for entry in found.get("model_stats", [])}

    def cancel(self, request_id: str) -> None:
        """Ask the server to end an utterance; without an answer the utterance ends by itself."""
        tensors = {"REQUEST_ID": request_id.encode()}
        with contextlib.suppress(RequestError, ServerError, ValueError):  # ValueError: the client is closed
            try:
                self._infer(contract.CANCEL_MODEL, tensors, CANCEL_TIMEOUT_S)
            except StubCrashError as error:
                self.recover(error)
                self._infer(contract.CANCEL_MODEL, tensors, CANCEL_TIMEOUT_S)

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
        return _GrpcStream(self, connection or _Connection(self.url))

    def give_back(self, connection: _Connection) -> None:
        """Keep a connection for the next stream."""
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()

    def _infer(self, model: contract.ModelContract, tensors: Tensors, timeout_s: float) -> triton.InferResult:
        with _translated():
            return self._calls.infer(model.name, _inputs(model, tensors), client_timeout=timeout_s)


_Listener = Callable[["triton.InferResult | None", "InferenceServerException | None"], None]


class _Connection:
    """A connection, and the stream on it, which stays open for the requests of several listeners in turn.

    To open a stream takes 2.5 ms of the first audio, and 40 % of a short request's work in the client.
    """

    def __init__(self, url: str) -> None:
        self.client = triton.InferenceServerClient(url, channel_args=_CHANNEL)
        self._listener: _Listener | None = None
        self._is_open = self._spoilt = False
        self._opened_s = 0.0

    def listen(self, listener: _Listener) -> None:
        """Hand what comes from now on to a listener, on tritonclient's thread; open the stream if need be."""
        if self._spoilt or time.monotonic() - self._opened_s > STREAM_AGE_S:
            self._stop()
        self._listener = listener
        if not self._is_open:
            self._is_open, self._opened_s = True, time.monotonic()
            # tritonclient's thread is a daemon if the one that starts it is: no program waits for it at its end.
            starter = threading.Thread(
                target=self.client.start_stream, args=(self._on_response,), daemon=True
            )
            starter.start()
            starter.join()

    def leave(self, answered: bool, may_stay: bool = True) -> None:
        """Listen no longer. The stream stays open if it may and all was answered; what is in flight ends with it."""
        self._listener = None
        if answered and not may_stay:
            self._finish()
        elif not answered:
            self._stop()

    def close(self) -> None:
        """End the stream and the connection."""
        self._stop()
        self.client.close()

    def _finish(self) -> None:
        """End the stream without cancelling what it has: its last request may be about to leave the server."""
        finishing = threading.Thread(target=self.client.stop_stream, args=(False,), daemon=True)
        finishing.start()
        finishing.join(CLOSE_PATIENCE_S)
        self._stop()

    def _stop(self) -> None:
        self.client.stop_stream(cancel_requests=True)
        self._is_open = self._spoilt = False

    def _on_response(self, result: triton.InferResult | None, error: InferenceServerException | None) -> None:
        # An error does not say whose it is, and may end the stream: the next listener gets another one.
        self._spoilt = self._spoilt or error is not None
        listener = self._listener
        if listener is not None:
            listener(result, error)


class _GrpcStream:
    """A stream's responses to one listener, as a queue."""

    def __init__(self, client: TimbreClient, connection: _Connection) -> None:
        self._client = client
        self._connection = connection
        self._responses: queue.SimpleQueue[Response] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._open = True
        self._request_id = ""
        self._may_stay = True
        self._answered = threading.Event()  # nothing is in flight
        self._answered.set()
        connection.listen(self._on_response)

    def send(self, model: str, tensors: Tensors, request_id: str) -> None:
        """See ResponseStream."""
        found = next(entry for entry in contract.ALL_MODELS if entry.name == model)
        self._request_id = request_id
        # A stream holds its last request in Triton 2.51, and so the process of a model that is to be unloaded.
        self._may_stay = self._may_stay and found not in contract.ON_DEMAND_MODELS
        self._answered.clear()
        with _translated():
            self._connection.client.async_stream_infer(
                model, _inputs(found, tensors), request_id=request_id, enable_empty_final_response=True
            )

    def receive(self, timeout_s: float) -> Response | None:
        """See ResponseStream."""
        try:
            return self._responses.get(timeout=timeout_s)
        except queue.Empty:
            return None

    def close(self, patience_s: float = CLOSE_PATIENCE_S) -> None:
        """See ResponseStream.

        A request that is cancelled just when it ends stays in flight for ever in Triton 2.51, and its
        model's process with it after an unload. So what is about to end gets the time to do so.
        """
        with self._lock:
            if not self._open:
                return
            self._open = False
        self._connection.leave(self._answered.wait(patience_s), self._may_stay)
        self._responses.put(Response("", {}))  # wakes who waits
        self._client.give_back(self._connection)

    def _on_response(self, result: triton.InferResult | None, error: InferenceServerException | None) -> None:
        """On tritonclient's thread."""
        if error is not None or result is None:
            self._answered.set()
            found = to_exception(error) if error else ServerError("The speech server sent nothing.")
            self._responses.put(Response("", {}, found))
            return
        answer: Any = result.get_response()
        if answer.id == self._request_id and answer.parameters["triton_final_response"].bool_param:
            self._answered.set()
        if not answer.outputs:
            return
        tensors: dict[str, np.ndarray | bytes] = {}
        for output in answer.outputs:
            values: Any = result.as_numpy(output.name)
            tensors[output.name] = values[0] if output.datatype == "BYTES" else values
        self._responses.put(Response(answer.id, tensors))


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


def _inputs(model: contract.ModelContract, tensors: Tensors) -> list[triton.InferInput]:
    """Tensors as tritonclient wants them, named and typed by the contract."""
    wanted = [tensor for tensor in model.inputs if not tensor.optional or tensor.name in tensors]
    return [_input(tensor.name, tensor.dtype, tensors[tensor.name]) for tensor in wanted]


def _input(name: str, dtype: str, value: np.ndarray | bytes) -> triton.InferInput:
    if isinstance(value, bytes):
        make = _kept_input if len(value) <= KEPT_INPUT_BYTES else _made_input
        return make(name, dtype, value)
    if value.nbytes <= KEPT_INPUT_BYTES:
        return _kept_array(name, dtype, value.dtype.str, value.shape, value.tobytes())
    return _made_input(name, dtype, value)


def _made_input(name: str, dtype: str, value: np.ndarray | bytes) -> triton.InferInput:
    array = np.array([value], dtype=np.object_) if isinstance(value, bytes) else value
    made = triton.InferInput(name, list(array.shape), dtype)
    made.set_data_from_numpy(array)
    return made


# Most small inputs are those of the request before. To make seven of them takes 0.04 ms, and 0.3 after a pause.
_kept_input = functools.lru_cache(maxsize=256)(_made_input)


@functools.lru_cache(maxsize=256)
def _kept_array(name: str, dtype: str, kind: str, shape: tuple[int, ...], data: bytes) -> triton.InferInput:
    return _made_input(name, dtype, np.frombuffer(data, kind).reshape(shape))


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    """Raise tritonclient's errors as Timbre's."""
    try:
        yield
    except InferenceServerException as error:
        raise to_exception(error) from error
