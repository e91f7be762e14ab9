"""A clone on the server as an iterator."""

from __future__ import annotations

import contextlib
import json
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, Self

import numpy as np

from timbre import contract
from timbre_app.client.probes import CLONE_PROBES, Probe
from timbre_app.client.streams import CLOSE_PATIENCE_S, RequestError, Response, ResponseStream
from timbre_app.server.errors import ServerError, ServerLostError, StubCrashError

CLONE_TIMEOUT_S = 600.0
CLONE_QUIET_S = 5.0
"""After this time without a response the client checks whether the clone's process lives."""


class CloneWire(Protocol):
    """The part of the client that a clone needs."""

    def load_model(self, name: str) -> bool:
        """Have a model loaded; returns False if it was loaded already."""
        ...

    def unload_model(self, name: str) -> None:
        """Have a model unloaded."""
        ...

    def is_model_ready(self, name: str) -> bool:
        """Whether a model is ready."""
        ...

    def open_stream(self) -> ResponseStream:
        """Open a stream of requests and responses."""
        ...

    def probe(self, probes: Sequence[Probe] = ()) -> Exception | None:
        """Ask models; returns what is wrong with them, None if they answer."""
        ...


class CloneStream:
    """Iterates over a clone's progress; the last item is the voice's bytes. `close` cancels.

    A model that a client had loaded for its clone is unloaded by the client whose clone ends last. For that, the client
    that had it loaded says so to the model (ON_DEMAND), the model passes this on to all its clients, and it tells each
    client whose clone ends whether other clones go on.

    Progress is a dict. If previews were asked for, its "voice" is the file of the voice at that step.
    """

    def __init__(self, client: CloneWire, takes: bytes, options: Mapping[str, Any]) -> None:
        self._client, self._takes = client, np.frombuffer(takes, np.uint8)
        self._model = contract.FINETUNE_MODEL.name
        self._closed = threading.Event()
        self._ended = False
        self._beside_others = False
        self._on_demand = client.load_model(self._model)  # False if it was loaded at the server's start
        self._stream = self._ask(options)

    def _ask(self, options: Mapping[str, Any]) -> ResponseStream:
        stream = self._client.open_stream()
        all_options = {**options, contract.ON_DEMAND: True} if self._on_demand else dict(options)
        tensors = {contract.TAKES.name: self._takes, contract.OPTIONS.name: json.dumps(all_options).encode()}
        stream.send(self._model, tensors, "clone")
        return stream

    def ask_anew(self, options: Mapping[str, Any]) -> None:
        """Cancel the clone, and begin another one of the same takes in the same process, which stays loaded."""
        self._stream.close(0.0)
        self._stream = self._ask(options)

    def __iter__(self) -> Iterator[dict[str, Any] | bytes]:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_stream") and not sys.is_finalizing():  # gRPC's threads have ended by then
            self.close()

    def __next__(self) -> dict[str, Any] | bytes:
        """The next progress or, at the end, the voice.

        Raises:
            CloneError, TakesError, RequestCancelled: if the server sends this error.
            ServerError: if the server or the clone's process is gone; the clone can be resumed.
        """
        if self._closed.is_set():
            raise StopIteration
        response = self._receive()
        if response is None:
            self.close()
            raise ServerLostError("The clone made no progress for {seconds:.0f} s.", seconds=CLONE_TIMEOUT_S)
        if response.error is not None:
            was_closed = self._closed.is_set()
            self._ended = True
            self.close()
            if was_closed:
                raise StopIteration
            raise response.error
        voice = np.asarray(response.tensors[contract.VOICE.name]).tobytes()
        progress = json.loads(bytes(response.tensors[contract.PROGRESS.name]))
        self._on_demand |= progress.pop(contract.ON_DEMAND, False)
        if voice and progress["stage"] == "done":
            self._ended, self._on_demand = True, self._on_demand and not progress.get("others")
            self.close()
            return voice
        self._beside_others |= progress["stage"] == "waiting"
        return progress | ({"voice": voice} if voice else {})

    def _receive(self) -> Response | None:
        """The next response; None after a timeout. Silence is checked, because a dead process does not answer."""
        deadline = time.monotonic() + CLONE_TIMEOUT_S
        while time.monotonic() < deadline:
            response = self._stream.receive(CLONE_QUIET_S)
            if response is not None:
                return response
            error = self._what_is_wrong()
            if error is not None:
                return Response("", {}, error)
        return None

    def _what_is_wrong(self) -> Exception | None:
        """The error if the clone's process has died. A process that makes a single voice does not answer probes."""
        if self._beside_others:
            return self._client.probe(CLONE_PROBES)
        try:
            return None if self._client.is_model_ready(self._model) else StubCrashError(self._model)
        except ServerError as error:
            return error

    def close(self) -> None:
        """End the clone if it still runs, and free its memory on the server."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._stream.close(CLOSE_PATIENCE_S if self._ended else 0.0)
        if self._on_demand:
            with contextlib.suppress(ServerError, RequestError):
                self._client.unload_model(self._model)
