"""Decides which calls of a client go on to the server.

A client without a key learns one thing: whether the server can speak, from the health check that balancers and
Kubernetes use. Nothing of any other request is read before its key has been checked.

A key travels in the header `authorization`. A web page can set this header for another site only after the browser has
asked that site, and gRPC does not answer such a question. A page that reaches this port by a name of its own (DNS
rebinding) does not know the key. So `:authority`, which gRPC does not show to Python, needs no check. A call with the
header `Origin` comes from a browser, and is refused.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import grpc.aio

from timbre_app.gateway import messages
from timbre_app.gateway.holders import Holder, Holders
from timbre_app.gateway.keys import Key, KeyRing
from timbre_app.gateway.refusal import RefusedRequestError
from timbre_app.gateway.stream import IDLE_S, Stream
from timbre_app.gateway.upstream import PREFIX, Upstream

HEALTH = "/grpc.health.v1.Health/Check"
HEALTH_HEADER = "timbre-health"
SERVING, NOT_SERVING = b"\x08\x01", b"\x08\x02"
HEALTH_AGE_S = 0.5
"""How long the answer to a health check is used again, so that clients without a key cause the server no work."""
LOOK_S = 5.0
NO_KEY = "This speech server wants a key."
NO_PAGES = "This speech server is not for web pages."

_Call = Callable[[Holder, Any], Awaitable[None]]


class Gate(grpc.GenericRpcHandler):
    """Lets the calls of clients with a key through to a server.

    Args:
        ring: The keys.
        upstream: The server.
        holders: The holders of keys, and what they have open.
        idle_s: A stream is idle after this time without a request.
    """

    def __init__(
        self, ring: KeyRing, upstream: Upstream, holders: Holders | None = None, idle_s: float = IDLE_S
    ) -> None:
        self._ring, self._upstream, self._idle_s = ring, upstream, idle_s
        self._holders = holders or Holders()
        self._streams: set[Stream] = set()
        self._health, self._health_s = False, float("-inf")
        self._calls: dict[str, _Call] = {
            "ServerLive": functools.partial(self._pass, "ServerLive"),
            "ServerReady": functools.partial(self._pass, "ServerReady"),
            "ModelReady": self._ask_model_ready,
            "ModelInfer": self._infer,
            "ModelStreamInfer": self._stream,
            "RepositoryModelLoad": functools.partial(self._change, "load", messages.loaded_model),
            "RepositoryModelUnload": functools.partial(self._change, "unload", messages.unloaded_model),
        }

    def service(self, handler_call_details: Any) -> Any:
        """The handler of a call; None for a method that does not exist. All handlers read and write raw messages."""
        method: str = handler_call_details.method
        if method == HEALTH:
            return _handler(self._check_health)
        headers = [(name.lower(), value) for name, value in handler_call_details.invocation_metadata or ()]
        if any(name == "origin" for name, _ in headers):
            return _refusal(grpc.StatusCode.PERMISSION_DENIED, NO_PAGES)
        key = self._find_key(headers)
        if key is None:
            return _refusal(grpc.StatusCode.UNAUTHENTICATED, NO_KEY)
        call = self._calls.get(method.removeprefix(PREFIX)) if method.startswith(PREFIX) else None
        return _handler(functools.partial(self._run, call, self._holders.of(key))) if call else None

    async def close_idle_streams(self) -> None:
        """Close idle streams, until the process ends."""
        while True:
            await asyncio.sleep(min(LOOK_S, self._idle_s))
            for stream in tuple(self._streams):
                if stream.is_idle(self._idle_s):
                    stream.close_idle()

    def _find_key(self, headers: list[tuple[str, Any]]) -> Key | None:
        values = [value for name, value in headers if name == "authorization"]
        if len(values) != 1 or not isinstance(values[0], str):
            return None
        scheme, _, secret = values[0].partition(" ")
        return self._ring.find(secret.strip()) if scheme.lower() == "bearer" else None

    async def _run(self, call: _Call, holder: Holder, _requests: Any, context: Any) -> None:
        try:
            with self._holders.call(holder):
                await call(holder, context)
        except RefusedRequestError as error:
            await context.abort(error.code, str(error))
        except grpc.aio.AioRpcError as error:
            await context.abort(error.code(), holder.hide(error.details() or ""))

    async def _check_health(self, _requests: Any, context: Any) -> None:
        """Tell whether the server can speak. The question is not read."""
        now = time.monotonic()
        if now - self._health_s > HEALTH_AGE_S:
            self._health_s = now
            self._health = await self._upstream.can_speak()
        header = "SERVING" if self._health else "NOT_SERVING"  # for balancers that do not read messages
        await context.send_initial_metadata(((HEALTH_HEADER, header),))
        await context.write(SERVING if self._health else NOT_SERVING)

    async def _pass(self, method: str, _holder: Holder, context: Any) -> None:
        await context.read()
        await context.write(await self._upstream.ask(method, b""))

    async def _ask_model_ready(self, _holder: Holder, context: Any) -> None:
        question = messages.ready_question(messages.asked_model(await _read(context)))
        await context.write(await self._upstream.ask("ModelReady", question))

    async def _infer(self, holder: Holder, context: Any) -> None:
        admitted = messages.admit(await _read(context), holder, streamed=False)
        await self._upstream.ensure(admitted.model)
        call = self._upstream.infer(admitted.data, context.time_remaining())
        try:
            data = await call
        finally:
            call.cancel()
        await context.write(messages.answer(data, holder))

    async def _stream(self, holder: Holder, context: Any) -> None:
        stream = Stream(holder, self._upstream, context)
        self._streams.add(stream)
        try:
            await stream.run()
        finally:
            self._streams.discard(stream)

    async def _change(
        self, what: str, model_of: Callable[[bytes], str], _holder: Holder, context: Any
    ) -> None:
        await self._upstream.change(what, model_of(await _read(context)))
        await context.write(b"")


async def _read(context: Any) -> bytes:
    """Read the message of a call that has one."""
    data = await context.read()
    return data if isinstance(data, bytes) else b""  # grpc.aio.EOF is no bytes


def _handler(behaviour: Callable[[Any, Any], Awaitable[None]]) -> Any:
    """Make a handler that reads messages when it wants to. On the wire a call with one message looks like a stream."""
    return grpc.stream_stream_rpc_method_handler(behaviour)


def _refusal(code: grpc.StatusCode, message: str) -> Any:
    async def refuse(_requests: Any, context: Any) -> None:
        await context.abort(code, message)

    return _handler(refuse)
