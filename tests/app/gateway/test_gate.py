"""What the gateway lets through, and to whom."""

from __future__ import annotations

import hashlib
from types import SimpleNamespace

import grpc
import pytest
from tritonclient.grpc import service_pb2 as triton

from tests.app.gateway.conftest import ADA, BEN, request, speech, text
from tests.helpers.speech_server import wait_until
from timbre import contract
from timbre.messages import Message
from timbre.serving.voices import MIN_VOICE_BYTES
from timbre_app.gateway import messages
from timbre_app.gateway.holders import Holders
from timbre_app.server.errors import ServerError

VOICE = b"what is in a voice's file"
HASH = hashlib.sha256(VOICE).hexdigest()
HEALTH = "/grpc.health.v1.Health/Check"


def refused(call, *arguments, **options):
    """The status and the sentence with which a call is refused."""
    with pytest.raises(grpc.RpcError) as caught:
        call(*arguments, **options)
    return caught.value.code(), caught.value.details()


def by_hash(voice_hash=HASH):
    return speech(voice=b"\0", voice_hash=voice_hash)


@pytest.mark.parametrize("key", [None, "", "x" * 43, ADA[:-1], ADA + "a", "ä"])
def test_nothing_is_let_through_without_a_key(gateway, key):
    metadata = () if key is None else (("authorization", f"Bearer {key}".encode().decode("latin-1")),)
    if key == "ä":
        metadata = (("authorization", "Basic " + ADA),)
    for method in (
        "ServerLive",
        "ModelReady",
        "ModelInfer",
        "ModelStreamInfer",
        "RepositoryModelLoad",
        "Nothing",
    ):
        code, _ = refused(gateway.unary, method, b"", None, metadata)
        assert code is grpc.StatusCode.UNAUTHENTICATED
    assert gateway.server.received == []


def test_two_keys_at_once_are_none(gateway):
    metadata = (("authorization", f"Bearer {ADA}"), ("authorization", "Bearer nonsense"))
    assert refused(gateway.unary, "ServerLive", b"", None, metadata)[0] is grpc.StatusCode.UNAUTHENTICATED


def test_request_without_a_key_is_not_read(gateway):
    with pytest.raises(grpc.RpcError) as caught:
        gateway.unary("ModelInfer", b"\0" * (3 << 20), None)
    assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED


def test_each_key_speaks(gateway):
    for key in ADA, BEN:
        assert gateway.infer(speech("one"), key).id == "one"


def test_web_page_is_refused_even_with_a_key(gateway):
    code, _ = refused(gateway.infer, speech(), ADA, (("origin", "https://evil.example"),))
    assert code is grpc.StatusCode.PERMISSION_DENIED
    assert gateway.server.received == []


def test_health_needs_no_key_and_tells_one_thing(gateway):
    assert gateway.unary(HEALTH, b"", None) == b"\x08\x01"
    gateway.server.ready.clear()
    assert wait_until(lambda: gateway.unary(HEALTH, b"", None) == b"\x08\x02")
    answer, call = gateway.channel.unary_unary(HEALTH).with_call(b"")
    assert answer == b"\x08\x02"
    assert dict(call.initial_metadata())["timbre-health"] == "NOT_SERVING"
    assert (
        refused(gateway.unary, "/grpc.health.v1.Health/Watch", b"", ADA)[0] is grpc.StatusCode.UNIMPLEMENTED
    )


@pytest.mark.parametrize(
    "method",
    [
        "ServerMetadata",
        "ModelMetadata",
        "ModelConfig",
        "ModelStatistics",
        "RepositoryIndex",
        "SystemSharedMemoryRegister",
        "SystemSharedMemoryStatus",
        "CudaSharedMemoryRegister",
        "TraceSetting",
        "LogSettings",
    ],
)
def test_all_else_of_triton_is_not_there(gateway, method):
    assert refused(gateway.unary, method, b"")[0] is grpc.StatusCode.UNIMPLEMENTED


def test_server_and_models_say_that_they_are_ready(gateway):
    assert messages.is_ready(gateway.unary("ServerLive", b""))
    assert messages.is_ready(gateway.unary("ServerReady", b""))
    assert messages.is_ready(gateway.unary("ModelReady", messages.ready_question("tts")))
    assert not messages.is_ready(gateway.unary("ModelReady", messages.ready_question("finetune")))
    code, _ = refused(gateway.unary, "ModelReady", messages.ready_question("fastpitch"))
    assert code is grpc.StatusCode.PERMISSION_DENIED


@pytest.mark.parametrize("model", ["fastpitch", "hifigan", "text_frontend", "evil", ""])
def test_steps_of_the_ensemble_are_not_open(gateway, model):
    assert refused(gateway.infer, request(model))[0] is grpc.StatusCode.PERMISSION_DENIED
    stream = gateway.stream()
    stream.send(request(model, "one"))
    answer = stream.receive()
    assert answer.infer_response.id == "one"
    kind, message = contract.decode_error(answer.error_message)
    assert (kind, model in str(message)) == ("input", True)
    assert gateway.server.received == []


def _with_shared_memory(message):
    message.inputs[0].parameters["shared_memory_region"].string_param = "theirs"


def _with_output_in_shared_memory(message):
    message.outputs.add(name="PCM").parameters["shared_memory_region"].string_param = "theirs"


def _with_a_parameter(message):
    message.parameters["priority"].uint64_param = 1


def _with_an_input_twice(message):
    message.inputs.append(message.inputs[-1])
    message.raw_input_contents.append(text(HASH))


def _with_another_input(message):
    message.inputs.add(name="MEL")
    message.raw_input_contents.append(b"")


def _with_contents_beside(message):
    message.inputs[0].contents.bytes_contents.append(b"x")


def _with_too_few_contents(message):
    message.raw_input_contents.pop()


def _with_a_long_id(message):
    message.id = "x" * 201


@pytest.mark.parametrize(
    "spoil",
    [
        _with_shared_memory,
        _with_output_in_shared_memory,
        _with_a_parameter,
        _with_an_input_twice,
        _with_another_input,
        _with_contents_beside,
        _with_too_few_contents,
        _with_a_long_id,
    ],
)
def test_requests_that_no_client_of_timbre_sends_are_refused(gateway, spoil):
    message = speech()
    spoil(message)
    code, details = refused(gateway.infer, message)
    assert code is grpc.StatusCode.INVALID_ARGUMENT
    assert contract.decode_error(details)[0] == "input"
    assert gateway.server.received == []


def test_garbage_is_refused(gateway):
    code, _ = refused(gateway.unary, "ModelInfer", b"\xff\xff garbage")
    assert code is grpc.StatusCode.INVALID_ARGUMENT


def test_large_requests_are_for_clones_only(gateway):
    message = speech(voice=b"x" * (17 << 20))
    assert refused(gateway.infer, message)[0] in (
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
    )
    assert gateway.server.received == []


def test_requests_are_marked_with_their_key_and_answers_are_not(gateway):
    for key in ADA, BEN:
        stream = gateway.stream(key)
        stream.send(speech("mine"))
        assert stream.receive().infer_response.id == "mine"
        stream.finish()
    inside = [message.id for message in gateway.server.received]
    assert len(set(inside)) == 2
    assert all(name.endswith(".mine") and ADA not in name and BEN not in name for name in inside)
    assert all(message.parameters[messages.EMPTY_FINAL].bool_param for message in gateway.server.received)


def test_errors_name_requests_as_their_client_does(gateway):
    stream = gateway.stream()
    message = speech("mine")
    message.raw_input_contents[0] = text("wrong")
    stream.send(message)
    assert stream.receive().error_message == "request mine is wrong"


def test_cancel_reaches_requests_of_the_same_key_only(gateway):
    stream = gateway.stream(ADA)
    stream.send(speech("known"))
    stream.receive()
    inside = gateway.server.received[0].id
    for key in BEN, ADA:
        gateway.infer(request("cancel", REQUEST_ID=text("known")), key)
    first, second = gateway.server.cancelled
    assert first != inside
    assert second == inside


@pytest.mark.parametrize("tensor", [b"", b"abc", text("one") + text("two"), b"\xff\xff\xff\xffone"])
def test_cancel_takes_one_id(gateway, tensor):
    assert refused(gateway.infer, request("cancel", REQUEST_ID=tensor))[0] is grpc.StatusCode.INVALID_ARGUMENT
    assert gateway.server.cancelled == []


def test_voice_by_its_hash_is_for_the_key_that_sent_it(gateway):
    for key in ADA, BEN:
        code, details = refused(gateway.infer, by_hash(), key)
        assert code is grpc.StatusCode.NOT_FOUND
        assert contract.decode_error(details)[0] == "voice_unknown"
    # A wrong hash beside a file does not help: what is remembered is the file's.
    gateway.infer(speech(voice=b"another voice's file", voice_hash=HASH), BEN)
    gateway.infer(speech(voice=VOICE, voice_hash=HASH), ADA)
    gateway.infer(by_hash(), ADA)
    assert refused(gateway.infer, by_hash(), BEN)[0] is grpc.StatusCode.NOT_FOUND


def test_server_and_gateway_agree_on_what_names_a_voice_by_its_hash():
    assert messages.BY_HASH_BYTES >= MIN_VOICE_BYTES


def test_models_are_loaded_when_they_are_asked(gateway):
    gateway.infer(request("transcribe", AUDIO=b"", LANGUAGE=text("en")))
    gateway.infer(request("transcribe", AUDIO=b"", LANGUAGE=text("en")))
    stream = gateway.stream()
    stream.send(request("finetune", "clone", TAKES=b"takes", OPTIONS=text("{}")))
    assert stream.receive().infer_response.id == "clone"
    assert gateway.changes == [("load", "transcribe"), ("load", "finetune")]


def test_model_that_cannot_be_loaded_is_told_in_the_keeper_s_words(gateway):
    gateway.refuse_changes = ServerError("There is not enough memory to clone.")
    stream = gateway.stream()
    stream.send(request("finetune", "clone", TAKES=b"takes", OPTIONS=text("{}")))
    error = stream.receive().error_message
    assert contract.decode_error(error) == ("input", Message("There is not enough memory to clone."))


def test_clients_load_and_unload_what_is_loaded_on_demand_and_nothing_else(gateway):
    gateway.unary(
        "RepositoryModelLoad", triton.RepositoryModelLoadRequest(model_name="finetune").SerializeToString()
    )
    unload = triton.RepositoryModelUnloadRequest(model_name="finetune")
    unload.parameters["unload_dependents"].bool_param = False  # as tritonclient sends it
    gateway.unary("RepositoryModelUnload", unload.SerializeToString())
    assert gateway.changes == [("load", "finetune"), ("unload", "finetune")]
    for name in "tts", "evil", "":
        for kind in "Load", "Unload":
            message = getattr(triton, f"RepositoryModel{kind}Request")(model_name=name)
            code, _ = refused(gateway.unary, f"RepositoryModel{kind}", message.SerializeToString())
            assert code is grpc.StatusCode.PERMISSION_DENIED
    assert len(gateway.changes) == 2


@pytest.mark.parametrize("parameter", ["config", "file:1/model.py"])
def test_nobody_brings_a_model_of_their_own(gateway, parameter):
    message = triton.RepositoryModelLoadRequest(model_name="finetune")
    message.parameters[parameter].bytes_param = b"print('in')"
    code, _ = refused(gateway.unary, "RepositoryModelLoad", message.SerializeToString())
    assert code is grpc.StatusCode.PERMISSION_DENIED
    assert gateway.changes == []


def test_client_that_goes_cancels_what_it_asked_for(gateway):
    stream = gateway.stream()
    for name in "first", "second":
        message = speech(name)
        message.raw_input_contents[0] = text("slow")
        stream.send(message)
    stream.send(speech("quick"))
    assert stream.receive().infer_response.id == "quick"
    assert not gateway.server.stream_ended.is_set()
    stream.call.cancel()
    assert gateway.server.stream_ended.wait(60)
    assert wait_until(lambda: len(gateway.server.cancelled) == 2)
    assert {name.partition(".")[2] for name in gateway.server.cancelled} == {"first", "second"}


def test_stream_that_its_client_ends_in_peace_is_answered_first(gateway):
    stream = gateway.stream()
    stream.send(speech("one"))
    stream.finish()
    assert stream.receive().infer_response.id == "one"
    with pytest.raises(StopIteration):
        next(stream.call)
    assert gateway.server.cancelled == []


def test_streams_are_limited_for_a_key_and_in_all(start):
    gateway = start(holders=Holders(most=3, most_per_key=2))
    streams = [gateway.stream(key) for key in (ADA, ADA, BEN)]
    for number, stream in enumerate(streams):
        stream.send(speech(str(number)))
        stream.receive()
    for key in ADA, BEN:
        code, details = refused(gateway.stream(key).receive)
        assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert contract.decode_error(details)[0] == "busy"
    streams[0].call.cancel()
    assert wait_until(lambda: _speaks(gateway, ADA))


def _speaks(gateway, key):
    try:
        gateway.infer(speech(), key)
    except grpc.RpcError:
        return False
    return True


def test_idle_streams_are_closed_and_those_at_work_are_not(start, monkeypatch):
    now = [0.0]
    monkeypatch.setattr("timbre_app.gateway.stream.time", SimpleNamespace(monotonic=lambda: now[0]))
    gateway = start(idle_s=0.1)
    at_work = gateway.stream()
    slow = speech("two")
    slow.raw_input_contents[0] = text("slow")
    at_work.send(slow)
    idle = gateway.stream()
    idle.send(speech("one"))
    idle.receive()
    presence = request("cancel", "stream", REQUEST_ID=text("stream"), WHEN_GONE=b"\1 slow")
    idle.send(presence)  # is answered when the client goes, and nothing is at work for it
    assert wait_until(lambda: len(gateway.server.received) == 3)
    now[0] = 1.0
    code, _ = refused(idle.receive)
    assert code is grpc.StatusCode.UNAVAILABLE  # clients ask again elsewhere
    at_work.send(speech("three"))
    assert at_work.receive().infer_response.id == "three"
