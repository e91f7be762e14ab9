"""A clone on the server as an iterator."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from timbre import contract
from timbre_app.probes import CLONE_PROBES
from timbre_app.server.errors import ServerError, ServerLostError
from timbre_app.streams import CLOSE_PATIENCE_S, RequestError, Response, ResponseStream

if TYPE_CHECKING:
    from timbre_app.client import TimbreClient

CLONE_TIMEOUT_S = 600.0
CLONE_QUIET_S = 5.0
"""A silence to look into, of a clone beside others."""


class CloneStream:
    """Iterates over a clone's progress; the last item is the voice's bytes. `close` cancels.

    A model that was loaded for a clone is unloaded after it, unless others are cloning in it by then: who comes later
    joins them, and the last one has it unloaded, whoever had it loaded. The model knows, for it is told when it was
    loaded for a clone, and tells all.

    Progress is a dict; if previews were asked for, "voice" in it is the file of the voice as it is by then.
    """

    def __init__(self, client: TimbreClient, takes: bytes, options: Mapping[str, Any]) -> None:
        self._client, self._takes = client, np.frombuffer(takes, np.uint8)
        self._model = contract.FINETUNE_MODEL.name
        self._closed = threading.Event()
        self._ended = False
        self._beside_others = False
        # A server among several has it from the start.
        self._on_demand = not client.is_model_ready(self._model)
        if self._on_demand:
            client.load_model(self._model)
        self._stream = self._ask(options)

    def _ask(self, options: Mapping[str, Any]) -> ResponseStream:
        stream = self._client.open_stream()
        told = {**options, contract.ON_DEMAND: True} if self._on_demand else dict(options)
        stream.send(self._model, {"TAKES": self._takes, "OPTIONS": json.dumps(told).encode()}, "clone")
        return stream

    def ask_anew(self, options: Mapping[str, Any]) -> None:
        """Cancel, and ask the same process for another clone of the same takes; what is loaded there stays."""
        self._stream.close(0.0)
        self._stream = self._ask(options)

    def __iter__(self) -> Iterator[dict[str, Any] | bytes]:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_stream"):
            self.close()

    def __next__(self) -> dict[str, Any] | bytes:
        """The next progress, or at last the voice.

        Raises:
            CloneError, TakesError, RequestCancelled: as the server says.
            ServerError: if the server or the clone's process is gone; the clone can be resumed.
        """
        if self._closed.is_set():
            raise StopIteration
        response = self._receive()
        if response is None:
            self.close()
            raise ServerLostError(f"The clone made no progress for {CLONE_TIMEOUT_S:.0f} s.")
        if response.error is not None:
            was_closed = self._closed.is_set()
            self._ended = True
            self.close()
            if was_closed:
                raise StopIteration
            raise response.error
        voice = np.asarray(response.tensors["VOICE"]).tobytes()
        progress = json.loads(bytes(response.tensors["PROGRESS"]))
        self._on_demand |= progress.pop(contract.ON_DEMAND, False)
        if voice and progress["stage"] == "done":
            self._ended, self._on_demand = True, self._on_demand and not progress.get("others")
            self.close()
            return voice
        self._beside_others |= progress["stage"] == "waiting"
        return progress | ({"voice": voice} if voice else {})

    def _receive(self) -> Response | None:
        """The next response. A process that makes several voices leaves all unanswered when it dies."""
        if not self._beside_others:
            return self._stream.receive(CLONE_TIMEOUT_S)
        deadline = time.monotonic() + CLONE_TIMEOUT_S
        while time.monotonic() < deadline:
            response = self._stream.receive(CLONE_QUIET_S)
            if response is not None:
                return response
            error = self._client.probe(CLONE_PROBES)
            if error is not None:
                return Response("", {}, error)
        return None

    def close(self) -> None:
        """End the clone, if it still runs, and free its memory on the server."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._stream.close(CLOSE_PATIENCE_S if self._ended else 0.0)
        if self._on_demand:
            with contextlib.suppress(ServerError, RequestError):
                self._client.unload_model(self._model)
