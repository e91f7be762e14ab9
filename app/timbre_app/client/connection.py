"""A connection to the speech server over gRPC; the client's only module that imports tritonclient."""

from __future__ import annotations

import contextlib
import functools
import itertools
import queue
import re
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import tritonclient.grpc as triton
from tritonclient.utils import InferenceServerException

from timbre import contract
from timbre.archive import TakesError
from timbre.audio import AudioError
from timbre.messages import Message, TimbreError
from timbre.text import TextError
from timbre.voice import VoiceError
from timbre_app.client.streams import (
    CLOSE_PATIENCE_S,
    BusyError,
    CloneError,
    RequestCancelled,
    RequestError,
    Response,
    Tensors,
    UnknownVoiceError,
)
from timbre_app.server.access import Access, channel_for, key_refused
from timbre_app.server.errors import ServerError, ServerLostError, StubCrashError

NO_ANSWER = Message.of("The speech server does not answer; it may just be starting again.")
CALL_TIMEOUT_S = 5.0
LOAD_TIMEOUT_S = 120.0
CACHED_INPUT_BYTES = 512
"""An input up to this size is made once and used for many requests."""
STREAM_AGE_S = 60.0
"""After this time a new stream is opened, because a load balancer chooses a server only for a new stream."""
ANNOUNCE_S = 0.05
"""A stream is announced with its second response, or if one takes this time, see Connection.announce."""
_CHANNEL = [
    ("grpc.max_send_message_length", -1),
    ("grpc.max_receive_message_length", -1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
]
_ERRORS: Mapping[str, type[TimbreError]] = {
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
_BROKEN_STREAM = "stream is no longer in valid state"
"""Part of tritonclient's message about a stream whose server has gone while nobody listened."""
_UNLOADED = re.compile(r"'(?P<model>\w+)' (?:has no available versions|is not ready)")
_LOST = ("StatusCode.UNAVAILABLE", "StatusCode.DEADLINE_EXCEEDED", "StatusCode.CANCELLED")
"""A load balancer answers CANCELLED if the server dies; requests that we cancel get another error."""
_WRONG_KEY = "StatusCode.UNAUTHENTICATED"
_Listener = Callable[["triton.InferResult | None", "InferenceServerException | None"], None]


class _Headers:
    """Puts headers on each call; tritonclient calls that a plugin.

    Args:
        metadata: Names and values.
    """

    def __init__(self, metadata: tuple[tuple[str, str], ...]) -> None:
        self._metadata = dict(metadata)

    def __call__(self, request: Any) -> None:
        request.headers.update(self._metadata)


class Connection:
    """Calls of the server, and a stream, which stays open for the requests of several listeners in turn.

    Opening a stream delays the first audio by 2.5 ms and is 40 % of the client's work for a short request, so a stream
    is used again. Methods raise ServerError, or the error that the server tells (see `to_exception`).

    Args:
        url: URL of the server's gRPC interface, see timbre_app.server.access.
        access: How to reach the server, if that is known already.
    """

    def __init__(self, url: str, access: Access | None = None) -> None:
        self._access = access or channel_for(url)
        self.client = triton.InferenceServerClient(
            self._access.target, creds=self._access.credentials, channel_args=_CHANNEL
        )
        self.client.register_plugin(_Headers(self._access.metadata))
        self._listener: _Listener | None = None
        self._is_open = self._spoilt = False
        self._opened_s = 0.0
        self._name, self._requests = "", itertools.count()
        self._is_named = False  # whether ids begin with the stream's name
        self._is_present = False  # whether the server watches the stream

    def is_model_ready(self, name: str) -> bool:
        """Whether a model is loaded."""
        with self._translated():
            return bool(self.client.is_model_ready(name, client_timeout=CALL_TIMEOUT_S))

    def load_model(self, name: str) -> None:
        """Have a server elsewhere load a model. This user's own server is asked through its keeper instead."""
        with self._translated():
            self.client.load_model(name, client_timeout=LOAD_TIMEOUT_S)

    def unload_model(self, name: str) -> None:
        """Have a server elsewhere unload a model."""
        with self._translated():
            self.client.unload_model(name, client_timeout=LOAD_TIMEOUT_S)

    def statistics(self) -> dict[str, Any]:
        """Triton's counts and times of each loaded model."""
        with self._translated():
            answer: Any = self.client.get_inference_statistics(as_json=True, client_timeout=CALL_TIMEOUT_S)
        return {entry["name"]: entry for entry in answer.get("model_stats", [])}

    def infer(self, model: contract.ModelContract, tensors: Tensors, timeout_s: float) -> Tensors:
        """Ask a model that gives one answer, and return the answer."""
        with self._translated():
            result = self.client.infer(model.name, _inputs(model, tensors), client_timeout=timeout_s)
        assert result is not None  # tritonclient raises where the server has no answer
        return _outputs(result)

    def new_request_id(self) -> str:
        """See ResponseStream. Call `listen` first."""
        self._is_named = True
        return f"{self._name}.{next(self._requests)}"

    def announce(self) -> None:
        """Have the server watch the stream, so that it ends the stream's requests when the stream ends.

        This happens once per stream. Callers wait for the first speech: earlier it would delay that by 1 ms.
        """
        if self._is_named and not self._is_present:
            self._is_present = True
            with contextlib.suppress(InferenceServerException):  # the stream has ended
                self._cancel_stream(when_gone=True)

    def send(self, model: contract.ModelContract, tensors: Tensors, request_id: str) -> None:
        """Send a request on the stream. Call `listen` first."""
        with self._translated():
            self.client.async_stream_infer(
                model.name,
                _inputs(model, tensors),
                request_id=request_id,
                enable_empty_final_response=True,
            )

    def listen(self, listener: _Listener) -> None:
        """Give responses to a listener from now on, on tritonclient's thread; opens the stream if it is not open."""
        if self._spoilt or time.monotonic() - self._opened_s > STREAM_AGE_S:
            self._stop()
        self._listener = listener
        if not self._is_open:
            self._is_open, self._opened_s = True, time.monotonic()
            self._name, self._requests = uuid.uuid4().hex, itertools.count()
            # tritonclient's thread is a daemon, for which no program waits, if the thread that starts it is one.
            starter = threading.Thread(
                target=self.client.start_stream, args=(self._on_response,), daemon=True
            )
            starter.start()
            starter.join()

    def leave(self, answered: bool, may_stay: bool = True) -> None:
        """Stop listening. The stream stays open if it may and all requests were answered; else requests end with it."""
        self._listener = None
        if answered and not may_stay:
            self._finish()
        elif not answered:
            self._stop()

    def close(self) -> None:
        """End the stream and the connection."""
        self._stop()
        self.client.close()

    def to_exception(self, error: InferenceServerException) -> Exception:
        """Convert an error of this server to an exception of Timbre."""
        if error.status() == _WRONG_KEY:
            return key_refused(self._access)
        return to_exception(error)

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Raise exceptions of Timbre instead of tritonclient's."""
        try:
            yield
        except InferenceServerException as error:
            raise self.to_exception(error) from error

    def _finish(self) -> None:
        """End the stream without cancelling its requests: the last one may be about to end."""
        if self._is_present and not self._spoilt:
            with contextlib.suppress(InferenceServerException):
                self._cancel_stream()
        finishing = threading.Thread(target=self.client.stop_stream, args=(False,), daemon=True)
        finishing.start()
        finishing.join(CLOSE_PATIENCE_S)
        self._stop()

    def _stop(self) -> None:
        self.client.stop_stream(cancel_requests=True)
        self._is_open = self._spoilt = self._is_named = self._is_present = False

    def _cancel_stream(self, when_gone: bool = False) -> None:
        """Cancel all requests with ids of this stream; with `when_gone` the server does that when the stream ends."""
        tensors: Tensors = {
            contract.REQUEST_ID.name: self._name.encode(),
            contract.WHEN_GONE.name: np.array([when_gone]),
        }
        inputs = _inputs(contract.CANCEL_MODEL, tensors)
        self.client.async_stream_infer(contract.CANCEL_MODEL.name, inputs, request_id=self._name)

    def _on_response(self, result: triton.InferResult | None, error: InferenceServerException | None) -> None:
        # An error may end the stream, and does not name its request. So the next listener gets a new stream.
        self._spoilt = self._spoilt or error is not None
        listener = self._listener
        if listener is not None and not self._is_own(result):
            listener(result, error)

    def _is_own(self, result: triton.InferResult | None) -> bool:
        """Whether a response answers a request of this object itself, for which no listener waits."""
        if result is None:
            return False
        answer: Any = result.get_response()
        return answer.id == self._name


class GrpcStream:
    """A queue of a stream's responses for one listener; a `timbre_app.client.streams.ResponseStream`.

    Args:
        connection: The connection of the stream.
        give_back: Takes the connection back when this stream is closed.
    """

    def __init__(self, connection: Connection, give_back: Callable[[Connection], None]) -> None:
        self._connection = connection
        self._give_back = give_back
        self._responses: queue.SimpleQueue[Response] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._open = True
        self._request_id = ""
        self._may_stay = True
        self._is_heard = False
        self._answered = threading.Event()  # set while no request is in flight
        self._answered.set()
        connection.listen(self._on_response)

    def new_request_id(self) -> str:
        """See ResponseStream."""
        return self._connection.new_request_id()

    def send(self, model: str, tensors: Tensors, request_id: str) -> None:
        """See ResponseStream."""
        target = next(entry for entry in contract.ALL_MODELS if entry.name == model)
        self._request_id = request_id
        # In Triton 2.51 a stream holds its last request, and with it the process of an unloaded model.
        self._may_stay = self._may_stay and target not in contract.ON_DEMAND_MODELS
        self._answered.clear()
        self._connection.send(target, tensors, request_id)

    def receive(self, timeout_s: float) -> Response | None:
        """See ResponseStream."""
        response = self._next(min(timeout_s, ANNOUNCE_S))
        if response is None:
            self._connection.announce()
            response = self._next(timeout_s)
        return response

    def close(self, patience_s: float = CLOSE_PATIENCE_S) -> None:
        """See ResponseStream.

        In Triton 2.51 a request that is cancelled at the moment of its end stays in flight for ever, and keeps its
        model's process after an unload. So requests that are about to end get time to do so.
        """
        with self._lock:
            if not self._open:
                return
            self._open = False
        self._connection.leave(self._answered.wait(patience_s), self._may_stay)
        self._responses.put(Response("", {}))  # wakes a waiting `receive`
        self._give_back(self._connection)

    def _next(self, timeout_s: float) -> Response | None:
        with contextlib.suppress(queue.Empty):
            return self._responses.get(timeout=timeout_s)
        return None

    def _on_response(self, result: triton.InferResult | None, error: InferenceServerException | None) -> None:
        """Called on tritonclient's thread."""
        if error is not None or result is None:
            self._answered.set()
            found = (
                self._connection.to_exception(error)
                if error
                else ServerError("The speech server sent nothing.")
            )
            self._responses.put(Response("", {}, found))
            return
        answer: Any = result.get_response()
        if answer.id == self._request_id and answer.parameters["triton_final_response"].bool_param:
            self._answered.set()
        if answer.outputs:
            self._responses.put(Response(answer.id, _outputs(result)))
            if self._is_heard:
                self._connection.announce()
            self._is_heard = True


def to_exception(error: InferenceServerException) -> Exception:
    """Convert a server's error to an exception of Timbre."""
    message = str(error.message() or error)
    decoded = contract.decode_error(message)
    if decoded is not None:
        return _ERRORS[decoded[0]](decoded[1])
    dead = _DEAD_STUB.search(message) or _UNLOADED.search(message)
    if dead:
        return StubCrashError(dead["model"] or "")
    if error.status() in _LOST or _BROKEN_STREAM in message:
        return ServerLostError(NO_ANSWER)
    first = next((line.strip() for line in message.splitlines() if line.strip()), "no reason given")
    return ServerError("The speech server failed: {reason}", reason=first)


def _inputs(model: contract.ModelContract, tensors: Tensors) -> list[triton.InferInput]:
    """Convert tensors to tritonclient's form, with names and types of the contract."""
    inputs = [tensor for tensor in model.inputs if not tensor.optional or tensor.name in tensors]
    return [_input(tensor.name, tensor.dtype, tensors[tensor.name]) for tensor in inputs]


def _input(name: str, dtype: str, value: np.ndarray | bytes) -> triton.InferInput:
    if isinstance(value, bytes):
        make = _cached_input if len(value) <= CACHED_INPUT_BYTES else _make_input
        return make(name, dtype, value)
    if value.nbytes <= CACHED_INPUT_BYTES:
        return _cached_array(name, dtype, value.dtype.str, value.shape, value.tobytes())
    return _make_input(name, dtype, value)


def _make_input(name: str, dtype: str, value: np.ndarray | bytes) -> triton.InferInput:
    array = np.array([value], dtype=np.object_) if isinstance(value, bytes) else value
    tensor = triton.InferInput(name, list(array.shape), dtype)
    tensor.set_data_from_numpy(array)
    return tensor


# Most small inputs are the same as in the request before. Making seven takes 0.04 ms, and 0.3 ms after a pause.
_cached_input = functools.lru_cache(maxsize=256)(_make_input)


@functools.lru_cache(maxsize=256)
def _cached_array(name: str, dtype: str, kind: str, shape: tuple[int, ...], data: bytes) -> triton.InferInput:
    return _make_input(name, dtype, np.frombuffer(data, kind).reshape(shape))


def _outputs(result: triton.InferResult) -> Tensors:
    """The tensors of a response by name; a text becomes its bytes."""
    tensors: dict[str, np.ndarray | bytes] = {}
    answer: Any = result.get_response()
    for output in answer.outputs:
        values: Any = result.as_numpy(output.name)
        tensors[output.name] = values[0] if output.datatype == "BYTES" else values
    return tensors
