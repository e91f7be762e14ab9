"""Malformed requests to each model of the real server: one sentence each, at once, and speech goes on as before."""

import json
import struct

import grpc
import numpy as np
import pytest
from tritonclient.grpc import service_pb2, service_pb2_grpc

from timbre import contract
from timbre.serving.mel_timing import MelTiming

pytestmark = pytest.mark.e2e

CHUNK = {"words": [], "final": True, "frontend_ms": 0, "acoustic_ms": 0}
SENTENCES = {"frontend_ms": 1, "sentences": [[5, "Hello", [["Hello", 0, 5, 0, 5]]]]}
AT_ONCE_S = 60


def text(value):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return "BYTES", [1], struct.pack("<I", len(data)) + data


def numbers(dtype, *values):
    return {"int64": "INT64", "float32": "FP32"}[dtype], [len(values)], np.array(values, dtype).tobytes()


def mel(frames, value=0.0):
    return "FP32", [80, frames], np.full((80, frames), value, np.float32).tobytes()


def timing(**changed):
    return text({**vars(MelTiming("direct", 0.0, CHUNK)), **changed})


def direct_cases(voice):
    """(model, tensors) of which each must be refused."""
    one = {name: numbers("float32", value) for name, value in (("PACE", 1), ("PITCH", 0), ("ENERGY", 0))}
    spoken = {"VOICE": ("UINT8", [len(voice)], voice), "VOICE_HASH": text(b""), **one}
    five = numbers("int64", 1, 2, 3, 4, 5)

    def acoustic(ids=five, sentences=SENTENCES, **more):
        return "fastpitch", {"PHONEME_IDS": ids, "SENTENCES": text(sentences), **spoken, **more}

    for broken in (
        {},
        None,
        b"[",
        {"frontend_ms": 1, "sentences": []},
        {"frontend_ms": 1, "sentences": [[-5, "a", []]]},
    ):
        yield acoustic(sentences=broken)
    for row in (
        [5, None, []],
        [5, "a", [["a", 0, 1, -9, 99999]]],
        [5, "a", [["a", 0, 1, 0, 1, 1]]],
        [10**9, "a", []],
    ):
        yield acoustic(sentences={"frontend_ms": 1, "sentences": [row]})
    for ids in ((-1, -2, 3, 4, 5), (10**9, 2, 3, 4, 5), (2**63 - 1, 0, 0, 0, 0), ()):
        yield acoustic(ids=numbers("int64", *ids))
    yield acoustic(numbers("int64", *[7] * 20_000), {"frontend_ms": 1, "sentences": [[20_000, "a", []]]})
    yield acoustic(PHONEME_PITCH=numbers("float32", *[np.nan] * 5))
    yield acoustic(PHONEME_DURATION=numbers("float32", *[1.0] * 9))
    yield acoustic(PACE=numbers("float32", np.nan))
    yield acoustic(VOICE_HASH=text(b"\xff"))
    for broken in (
        timing(stream=5),
        timing(chunk={}),
        timing(chunk=None),
        timing(stream="s" * 100_000),
        text({}),
        text(b"\xff"),
    ):
        for frames in (mel(10), mel(0), mel(10, np.nan)):
            yield "hifigan", {"MEL": frames, "TIMING": broken}
    for frames in (mel(0), mel(10, np.nan), mel(10, 3e38), mel(10, -np.inf), mel(20_000)):
        yield "hifigan", {"MEL": frames, "TIMING": timing()}
    for request_id in (
        text(b"\xff"),
        text(b"a" * 1_000_000),
        ("BYTES", [1], b""),
        ("BYTES", [1], b"\xff\xff\xff\x7fabc"),
    ):
        yield "cancel", {"REQUEST_ID": request_id}
    yield "text_frontend", {"TEXT": text(b"\xff"), "TEXT_OPTIONS": text({})}
    yield "text_frontend", {"TEXT": ("BYTES", [1], b"\x05\0\0\0ab"), "TEXT_OPTIONS": text({})}
    for options in (
        b"[]",
        b"\xff",
        b"[" * 5000,
        {"language": 5},
        {"language": "x" * 70_000},
        {"lexicon": {"a": 5}},
    ):
        yield "text_frontend", {"TEXT": text(b"Hello."), "TEXT_OPTIONS": text(options)}


def refusal(stub, model, tensors):
    """What the server says to a request; fails if it does not answer at once."""
    request = service_pb2.ModelInferRequest(model_name=model, id="direct")
    for name, (dtype, shape, data) in tensors.items():
        request.inputs.add(name=name, datatype=dtype, shape=shape)
        request.raw_input_contents.append(data)
    request.parameters["triton_enable_empty_final_response"].bool_param = True
    try:
        for answer in stub.ModelStreamInfer(iter([request]), timeout=AT_ONCE_S):
            if answer.error_message:
                return answer.error_message
    except grpc.RpcError as error:
        if error.code() != grpc.StatusCode.INVALID_ARGUMENT:
            raise
        return error.details()
    return ""


def test_malformed_requests_are_refused_and_change_nothing(speech_server):
    def speak():
        voice = speech_server.voice()
        return np.concatenate([chunk.pcm for chunk in speech_server.client.speak("Hello there, you.", voice)])

    before = speak()
    stubs = [speech_server.stub(name) for name in contract.PROCESSES["tts"]]
    options = [("grpc.max_send_message_length", -1)]
    with grpc.insecure_channel(speech_server.url, options) as channel:
        stub = service_pb2_grpc.GRPCInferenceServiceStub(channel)
        for number, (model, tensors) in enumerate(direct_cases(speech_server.voice().to_bytes())):
            message = refusal(stub, model, tensors)
            assert message, (number, model)
            assert "Traceback" not in message
            assert ".py" not in message
            assert contract.decode_error(message) or "string" in message, (number, model, message)
    assert [speech_server.stub(name) for name in contract.PROCESSES["tts"]] == stubs
    np.testing.assert_array_equal(speak(), before)
