"""The gateway's calls of the speech server: raw messages over its Unix socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import grpc
import grpc.aio

from timbre import contract
from timbre.messages import message_of
from timbre_app.gateway import messages, refusal
from timbre_app.server.errors import ServerError

PREFIX = "/inference.GRPCInferenceService/"
CALL_TIMEOUT_S = 5.0
CANCEL_TIMEOUT_S = 5.0
_CHANNEL = [
    ("grpc.max_send_message_length", -1),
    ("grpc.max_receive_message_length", -1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.enable_retries", 0),
]


class Upstream:
    """The speech server.

    Args:
        url: "unix:PATH".
        change: Has the keeper load or unload a model. Takes "load" or "unload" and the model, blocks until that is
            done, and raises ServerError with one sentence.
    """

    def __init__(self, url: str, change: Callable[[str, str], None]) -> None:
        self._channel = grpc.aio.insecure_channel(url, options=_CHANNEL)
        self._change = change
        self._loading: dict[str, asyncio.Lock] = {}
        self._infer = self._channel.unary_unary(f"{PREFIX}ModelInfer")
        self._model_ready = self._channel.unary_unary(f"{PREFIX}ModelReady")
        self._stream = self._channel.stream_stream(f"{PREFIX}ModelStreamInfer")
        self._cancels: set[asyncio.Task[None]] = set()

    async def ask(self, method: str, data: bytes, timeout_s: float = CALL_TIMEOUT_S) -> bytes:
        """Call a method that has small messages."""
        return await self._channel.unary_unary(PREFIX + method)(data, timeout=timeout_s)

    def infer(self, data: bytes, timeout_s: float | None) -> Any:
        """Begin a ModelInfer; returns the call, which can be awaited and cancelled."""
        return self._infer(data, timeout=timeout_s)

    def stream(self) -> Any:
        """Begin a ModelStreamInfer."""
        return self._stream()

    async def is_ready(self, model: str) -> bool:
        """Whether a model is ready; False also if the server does not answer."""
        try:
            answer = await self._model_ready(messages.ready_question(model), timeout=CALL_TIMEOUT_S)
        except grpc.aio.AioRpcError:
            return False
        return messages.is_ready(answer)

    async def can_speak(self) -> bool:
        """Whether one of the models that speak is ready."""
        for model in contract.PROCESSES:
            if await self.is_ready(model):
                return True
        return False

    async def ensure(self, model: str) -> None:
        """Have a model loaded if it is one of those that are loaded on demand.

        Raises:
            RefusedRequestError: if loading fails.
        """
        if model not in messages.ON_DEMAND_MODELS or await self.is_ready(model):
            return
        async with self._loading.setdefault(model, asyncio.Lock()):
            if not await self.is_ready(model):
                await self.change("load", model)

    async def change(self, what: str, model: str) -> None:
        """Have the keeper "load" or "unload" a model.

        Raises:
            RefusedRequestError: if that fails.
        """
        try:
            await asyncio.to_thread(self._change, what, model)
        except (ServerError, OSError) as error:
            raise refusal.failed(message_of(error)) from error

    def cancel(self, request_id: str) -> None:
        """End a request whose client has gone, in its own task.

        A request is needed for this, because Triton does not tell the steps of an ensemble that a call was cancelled.
        """
        task = asyncio.ensure_future(self._cancel(request_id))
        self._cancels.add(task)
        task.add_done_callback(self._cancels.discard)

    async def _cancel(self, request_id: str) -> None:
        try:
            await self._infer(messages.cancellation(request_id), timeout=CANCEL_TIMEOUT_S)
        except grpc.aio.AioRpcError:
            return  # the server has gone too
