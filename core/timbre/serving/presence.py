"""Which clients are still there. A client that has gone is flagged, and with it all requests of its stream.

Triton tells a model that a request's client has gone, but not the steps of an ensemble. So a client leaves one request
with the `cancel` model that stays unanswered as long as its stream is open. Its name begins the ids of the stream's
other requests (see timbre.serving.cancellation):

```
client   tts, id s.0 ──▶   cancel, id s, WHEN_GONE ──▶          tts, id s.1 ──▶      killed
cancel                     present: s                                                gone: flag of s
steps    s.0 ........................... spoken                 s.1 ........................ cancelled
```

To ask Triton costs 0.1 ms of processor time, all processes together. So only a few clients are asked about at a time,
in turn, and none while nobody speaks: then no work is wasted when a client goes.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from timbre.contract import CANCELLED
from timbre.serving.cancellation import CancelFlags

LOOK_S = 0.05
"""Time between two looks while somebody speaks."""
CLIENTS_A_LOOK = 10
"""Most clients that one look asks about; with ten and more clients the looks take 2 % of a core."""


class CancelledAnswer(NamedTuple):
    """The one response of the `cancel` model; see timbre.serving.adapter.StreamedAnswer."""

    last: bool = True

    @property
    def tensors(self) -> Mapping[str, np.ndarray]:
        """See StreamedAnswer."""
        return {CANCELLED.name: np.array([True])}


class _Client(NamedTuple):
    name: str
    is_gone: Callable[[], bool]
    answer: Callable[[CancelledAnswer], None]


class Presences:
    """The clients that are there, and a thread that asks whether they still are.

    Args:
        flags: The server's flags, where clients that have gone are marked.
    """

    def __init__(self, flags: CancelFlags) -> None:
        self._flags = flags
        self._clients: deque[_Client] = deque()
        self._lock = threading.Lock()
        self._bell = flags.bell
        self._bell.hear()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def __len__(self) -> int:
        return len(self._clients)

    def add(self, name: str, is_gone: Callable[[], bool], answer: Callable[[CancelledAnswer], None]) -> None:
        """Watch a client.

        Args:
            name: The name of its stream.
            is_gone: Whether the client has left; asked from this object's thread.
            answer: Answers the client's request, once it has gone or was cancelled.
        """
        with self._lock:
            self._clients.append(_Client(name, is_gone, answer))

    def cancel(self, name: str) -> None:
        """Flag a request or a stream; the presence of that name ends."""
        self._flags.set(name)
        with self._lock:
            ended = [client for client in self._clients if client.name == name]
            for client in ended:
                self._clients.remove(client)
        for client in ended:
            client.answer(CancelledAnswer())

    def look(self) -> bool:
        """Ask the clients whose turn it is, and flag those that have gone; returns whether there were any."""
        with self._lock:
            clients = list(self._clients)[:CLIENTS_A_LOOK]
            self._clients.rotate(-len(clients))
        gone = [client for client in clients if self._has_gone(client)]
        for client in gone:
            self.cancel(client.name)
        return bool(gone)

    def _has_gone(self, client: _Client) -> bool:
        """Ask Triton whether a client has gone. If its request was answered, Triton would crash, so it is not asked."""
        with self._lock:
            return client in self._clients and client.is_gone()

    def close(self) -> None:
        """End the thread, and answer all clients."""
        self._closing.set()
        self._bell.wake()
        self._thread.join()
        self._bell.close()
        while self._clients:
            self._clients.popleft().answer(CancelledAnswer())

    def _run(self) -> None:
        while not self._closing.is_set():
            if not self._bell.is_recent:
                self._bell.wait()
            self._closing.wait(LOOK_S)
            while self.look():  # a process that dies leaves many streams
                pass
