"""A gateway in this process before a small server that records what reaches it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest
from tritonclient.grpc import service_pb2 as triton
from tritonclient.grpc import service_pb2_grpc

from timbre_app.gateway.holders import Holders
from timbre_app.gateway.keys import read_key_file
from timbre_app.gateway.service import Gate
from timbre_app.gateway.upstream import Upstream

ADA, BEN = "ada-" + "a" * 40, "ben-" + "b" * 40


def bearer(key: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {key}"),)


def request(model: str, request_id: str = "", **tensors: bytes) -> Any:
    """A ModelInferRequest; the types and shapes of its tensors are not what these tests are about."""
    message: Any = triton.ModelInferRequest(model_name=model, id=request_id)
    for name, data in tensors.items():
        message.inputs.add(name=name, datatype="BYTES", shape=[1])
        message.raw_input_contents.append(data)
    return message


def text(value: str) -> bytes:
    return len(value).to_bytes(4, "little") + value.encode()


def speech(request_id: str = "", voice: bytes = b"a voice's file", voice_hash: str = "") -> Any:
    return request("tts", request_id, TEXT=text("Hello."), VOICE=voice, VOICE_HASH=text(voice_hash))


class SmallServer(service_pb2_grpc.GRPCInferenceServiceServicer):
    """Answers as Triton does, at once, but for texts that are "slow", which never end."""

    def __init__(self) -> None:
        self.ready = {"tts", "cancel"}
        self.received: list[Any] = []
        self.cancelled: list[str] = []
        self.streams_open = 0
        self.stream_ended = threading.Event()

    def ServerLive(self, _request, _context):  # noqa: N802  Triton's name
        return triton.ServerLiveResponse(live=True)

    def ServerReady(self, _request, _context):  # noqa: N802
        return triton.ServerReadyResponse(ready=True)

    def ModelReady(self, request, _context):  # noqa: N802
        return triton.ModelReadyResponse(ready=request.name in self.ready)

    def ModelInfer(self, request, _context):  # noqa: N802
        self.received.append(request)
        if request.model_name == "cancel":
            self.cancelled.append(request.raw_input_contents[0][4:].decode())
        return triton.ModelInferResponse(model_name=request.model_name, id=request.id)

    def ModelStreamInfer(self, requests, context):  # noqa: N802
        answers: queue.Queue[Any] = queue.Queue()
        context.add_callback(lambda: (self.stream_ended.set(), answers.put(None)))
        threading.Thread(target=self._take, args=(requests, answers), daemon=True).start()
        self.streams_open += 1
        yield from iter(answers.get, None)
        self.streams_open -= 1

    def _take(self, requests, answers):
        with contextlib.suppress(grpc.RpcError):
            for message in requests:
                self.received.append(message)
                if b"slow" not in b"".join(message.raw_input_contents):
                    answers.put(_final(message))
        answers.put(None)


def _final(message: Any) -> Any:
    if b"wrong" in b"".join(message.raw_input_contents):
        response: Any = triton.ModelStreamInferResponse(error_message=f"request {message.id} is wrong")
        response.infer_response.id = message.id
        return response
    response = triton.ModelStreamInferResponse()
    response.infer_response.id = message.id
    response.infer_response.parameters["triton_final_response"].bool_param = True
    return response


class GatewayUnderTest:
    """A gateway and the server behind it.

    Attributes:
        server: What requests reach.
        changes: What the keeper was asked for.
        address: Of the gateway.
    """

    def __init__(self, folder: Path, holders: Holders | None = None, idle_s: float = 60.0) -> None:
        self.server = SmallServer()
        self.changes: list[tuple[str, str]] = []
        self.refuse_changes: Exception | None = None
        self._folder, self._holders, self._idle_s = folder, holders, idle_s
        self._loop = asyncio.new_event_loop()

    @contextlib.contextmanager
    def running(self) -> Iterator[GatewayUnderTest]:
        socket = f"unix:{self._folder}/grpc"
        server = grpc.server(ThreadPoolExecutor(16))
        service_pb2_grpc.add_GRPCInferenceServiceServicer_to_server(self.server, server)
        server.add_insecure_port(socket)
        server.start()
        thread = threading.Thread(target=self._loop.run_forever)
        thread.start()
        try:
            self.address = f"127.0.0.1:{self._call(self._open(socket))}"
            with grpc.insecure_channel(self.address) as self.channel:
                yield self
        finally:
            self._call(self._close())
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join()
            self._loop.close()
            server.stop(0).wait()

    def unary(
        self, method: str, data: bytes, key: str | None = ADA, metadata: Any = (), timeout: float = 60
    ) -> bytes:
        path = method if method.startswith("/") else f"/inference.GRPCInferenceService/{method}"
        return self.channel.unary_unary(path)(
            data, metadata=(*(bearer(key) if key else ()), *metadata), timeout=timeout
        )

    def infer(self, message: Any, key: str | None = ADA, metadata: Any = ()) -> Any:
        return triton.ModelInferResponse.FromString(
            self.unary("ModelInfer", message.SerializeToString(), key, metadata)
        )

    def stream(self, key: str = ADA) -> StreamUnderTest:
        return StreamUnderTest(self.channel, key)

    def _call(self, coroutine: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(60)

    async def _open(self, socket: str) -> int:
        keys = self._folder / "keys"
        keys.write_text(f"# two\nada {ADA}\n{BEN}\n")
        keys.chmod(0o600)
        gate = Gate(read_key_file(keys), Upstream(socket, self._change), self._holders, self._idle_s)
        self._server = grpc.aio.server()
        self._server.add_generic_rpc_handlers((gate,))
        port = self._server.add_insecure_port("127.0.0.1:0")
        await self._server.start()
        self._idle = asyncio.ensure_future(gate.close_idle_streams())
        return port

    async def _close(self) -> None:
        self._idle.cancel()
        await self._server.stop(0)

    def _change(self, what: str, model: str) -> None:
        self.changes.append((what, model))
        if self.refuse_changes:
            raise self.refuse_changes
        self.server.ready.add(model)


class StreamUnderTest:
    """A client's stream."""

    _END = object()

    def __init__(self, channel: grpc.Channel, key: str) -> None:
        self._requests: queue.Queue[Any] = queue.Queue()
        self.call = channel.stream_stream("/inference.GRPCInferenceService/ModelStreamInfer")(
            iter(self._requests.get, self._END), metadata=bearer(key), timeout=60
        )

    def send(self, message: Any) -> None:
        self._requests.put(message.SerializeToString())

    def finish(self) -> None:
        self._requests.put(self._END)

    def receive(self) -> Any:
        return triton.ModelStreamInferResponse.FromString(next(self.call))


_FOLDERS = itertools.count()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., GatewayUnderTest]]:
    with contextlib.ExitStack() as stack:

        def begin(**options: Any) -> GatewayUnderTest:
            folder = tmp_path / str(next(_FOLDERS))
            folder.mkdir()
            return stack.enter_context(GatewayUnderTest(folder, **options).running())

        yield begin


@pytest.fixture
def gateway(start: Callable[..., GatewayUnderTest]) -> GatewayUnderTest:
    return start()
