"""A connection to the speech server over gRPC; the only module that imports tritonclient."""

from __future__ import annotations

import contextlib
import functools
import queue
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import tritonclient.grpc as triton
from tritonclient.utils import InferenceServerException

from timbre import contract
from timbre.archive import TakesError
from timbre.audio import AudioError
from timbre.text import TextError
from timbre.voice import VoiceError
from timbre_app.server.errors import ServerError, ServerLostError, StubCrashError
from timbre_app.streams import (
    CLOSE_PATIENCE_S,
    BusyError,
    CloneError,
    RequestCancelled,
    RequestError,
    Response,
    Tensors,
    UnknownVoiceError,
)

NO_ANSWER = "The speech server does not answer; it may just be starting again."
CALL_TIMEOUT_S = 5.0
LOAD_TIMEOUT_S = 120.0
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
_Listener = Callable[["triton.InferResult | None", "InferenceServerException | None"], None]


class Connection:
    """Calls of the server, and a stream, which stays open for the requests of several listeners in turn.

    To open a stream takes 2.5 ms of the first audio, and 40 % of a short request's work in the client. Methods
    raise ServerError or what the server says (see `to_exception`).

    Args:
        url: "host:port" of the server's gRPC interface.
    """

    def __init__(self, url: str) -> None:
        self.client = triton.InferenceServerClient(url, channel_args=_CHANNEL)
        self._listener: _Listener | None = None
        self._is_open = self._spoilt = False
        self._opened_s = 0.0

    def is_model_ready(self, name: str) -> bool:
        """Whether a model is loaded."""
        with _translated():
            return self.client.is_model_ready(name, client_timeout=CALL_TIMEOUT_S)

    def load_model(self, name: str) -> None:
        """Load a model of the server's repository; one that is loaded stays as it is."""
        with _translated():
            self.client.load_model(name, client_timeout=LOAD_TIMEOUT_S)

    def unload_model(self, name: str) -> None:
        """Unload a model; requests that it has are finished first."""
        with _translated():
            self.client.unload_model(name, client_timeout=LOAD_TIMEOUT_S)

    def statistics(self) -> dict[str, Any]:
        """Triton's counts and times of each loaded model."""
        with _translated():
            found: Any = self.client.get_inference_statistics(as_json=True, client_timeout=CALL_TIMEOUT_S)
        return {entry["name"]: entry for entry in found.get("model_stats", [])}

    def infer(self, model: contract.ModelContract, tensors: Tensors, timeout_s: float) -> Tensors:
        """A model's answer, of one that gives one."""
        with _translated():
            result = self.client.infer(model.name, _inputs(model, tensors), client_timeout=timeout_s)
        return _outputs(result)

    def send(self, model: contract.ModelContract, tensors: Tensors, request_id: str) -> None:
        """Send a request on the stream; `listen` first."""
        with _translated():
            self.client.async_stream_infer(
                model.name,
                _inputs(model, tensors),
                request_id=request_id,
                enable_empty_final_response=True,
            )

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


class GrpcStream:
    """A stream's responses to one listener, as a queue; a `timbre_app.streams.ResponseStream`.

    Args:
        connection: Whose stream it is.
        give_back: Gets the connection when the listener has closed this.
    """

    def __init__(self, connection: Connection, give_back: Callable[[Connection], None]) -> None:
        self._connection = connection
        self._give_back = give_back
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
        self._connection.send(found, tensors, request_id)

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
        self._give_back(self._connection)

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
        if answer.outputs:
            self._responses.put(Response(answer.id, _outputs(result)))


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


def _outputs(result: triton.InferResult) -> Tensors:
    """A response's tensors by name; of a text its bytes."""
    tensors: dict[str, np.ndarray | bytes] = {}
    answer: Any = result.get_response()
    for output in answer.outputs:
        values: Any = result.as_numpy(output.name)
        tensors[output.name] = values[0] if output.datatype == "BYTES" else values
    return tensors


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    """Raise tritonclient's errors as Timbre's."""
    try:
        yield
    except InferenceServerException as error:
        raise to_exception(error) from error
