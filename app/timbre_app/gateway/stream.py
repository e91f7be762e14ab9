"""A client's stream of requests, and the stream to the server that carries them on.

```
client ── requests ──▶ check, mark ──▶ server
client ◀── chunks ──── unmark ◀─────── server
```

When the client goes, for any reason, its requests at the server end at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import grpc
import grpc.aio

from timbre_app.gateway import messages
from timbre_app.gateway.holders import Holder
from timbre_app.gateway.refusal import RefusedRequestError
from timbre_app.gateway.upstream import Upstream

IDLE_S = 300.0
"""A stream is closed after this time without a new request, unless a request is being computed."""


class Stream:
    """One call of ModelStreamInfer.

    Args:
        holder: The holder of the client's key.
        upstream: The server.
        context: The client's side, for raw messages.
    """

    def __init__(self, holder: Holder, upstream: Upstream, context: Any) -> None:
        self._holder, self._upstream, self._context = holder, upstream, context
        self._in_flight: dict[str, int] = {}
        self._waiting: set[str] = set()  # requests in flight that only wait until their client goes
        self._asked_s = time.monotonic()
        self._writing = asyncio.Lock()
        self._call: Any = None
        self._work: asyncio.Future[Any] | None = None
        self._idle = False

    def is_idle(self, idle_s: float) -> bool:
        """Whether no request is being computed and none came for `idle_s` seconds."""
        return self._waiting.issuperset(self._in_flight) and time.monotonic() - self._asked_s > idle_s

    def close_idle(self) -> None:
        """End the stream; its client opens another when it needs one."""
        self._idle = True
        if self._work is not None:
            self._work.cancel()

    async def run(self) -> None:
        """Carry requests and responses until the client or the server ends the stream."""
        self._call = self._upstream.stream()
        requests = asyncio.ensure_future(self._carry_requests())
        requests.add_done_callback(self._end_if_failed)
        responses = self._work = asyncio.ensure_future(self._carry_responses())
        try:
            await responses
        except asyncio.CancelledError:
            if not self._idle:
                raise
            await self._context.abort(grpc.StatusCode.UNAVAILABLE, "The stream was idle for too long.")
        except grpc.aio.AioRpcError as error:
            await self._context.abort(error.code(), self._holder.hide(error.details() or ""))
        finally:
            requests.cancel()
            responses.cancel()
            self._call.cancel()
            for request_id in self._in_flight:
                self._upstream.cancel(request_id)

    def _end_if_failed(self, requests: asyncio.Future[None]) -> None:
        """End the stream if carrying its requests has failed."""
        if not requests.cancelled() and requests.exception() is not None:
            self._call.cancel()

    async def _carry_requests(self) -> None:
        while True:
            data = await self._context.read()
            if not isinstance(data, bytes):  # grpc.aio.EOF
                await self._call.done_writing()
                return
            self._asked_s = time.monotonic()
            try:
                admitted = messages.admit(data, self._holder, streamed=True)
                await self._upstream.ensure(admitted.model)
            except RefusedRequestError as error:
                await self._write(messages.streamed_refusal(data, error))
                continue
            if admitted.request_id:
                self._in_flight[admitted.request_id] = self._in_flight.get(admitted.request_id, 0) + 1
                if admitted.waits:
                    self._waiting.add(admitted.request_id)
            # If the stream to the server has ended, its responses tell why.
            with contextlib.suppress(asyncio.InvalidStateError, grpc.aio.AioRpcError):
                await self._call.write(admitted.data)

    async def _carry_responses(self) -> None:
        while True:
            data = await self._call.read()
            if not isinstance(data, bytes):  # grpc.aio.EOF
                await self._raise_if_failed()
                return
            answer = messages.streamed_answer(data, self._holder)
            if answer.final:
                self._forget(answer.request_id)
            await self._write(answer.data)

    async def _raise_if_failed(self) -> None:
        code = await self._call.code()
        if code is not grpc.StatusCode.OK:
            metadata = await self._call.initial_metadata(), await self._call.trailing_metadata()
            raise grpc.aio.AioRpcError(code, *metadata, details=await self._call.details())

    async def _write(self, data: bytes) -> None:
        async with self._writing:
            await self._context.write(data)

    def _forget(self, request_id: str) -> None:
        """Remove a request that has ended. An error without an id belongs to the only request, if there is only one."""
        if not request_id and len(self._in_flight) == 1:
            (request_id,) = self._in_flight
        left = self._in_flight.pop(request_id, 0) - 1
        self._asked_s = time.monotonic()
        if left > 0:
            self._in_flight[request_id] = left
