"""Reads and checks Triton's messages, and marks them with their holder. The gateway's only module with tritonclient.

The gateway forwards what it has checked: it writes each message anew from what it read. So no byte reaches Triton that
Triton could read in another way than this module.
"""

from __future__ import annotations

import contextlib
import hashlib
from typing import Any, NamedTuple

from google.protobuf.message import DecodeError
from tritonclient.grpc import service_pb2

from timbre import contract
from timbre_app.gateway import refusal
from timbre_app.gateway.holders import Holder

triton: Any = service_pb2
"""Triton's messages. protobuf makes their classes when the module is imported, so type checkers do not know them."""

MAX_MESSAGE_BYTES = (256 << 20) + (1 << 20)
"""Room for an archive of takes, and the rest of its message."""
MAX_SMALL_BYTES = 16 << 20
"""Limit for requests to all models except the one that clones."""
MAX_ID_CHARS = 200
BY_HASH_BYTES = 8
"""A tensor VOICE of fewer bytes has no file: the voice is named by its hash, see timbre.serving.voices."""
EMPTY_FINAL = "triton_enable_empty_final_response"
FINAL = "triton_final_response"
OPEN_MODELS = {
    model.name: {tensor.name for tensor in model.inputs}
    for model in (
        contract.TTS_MODEL,
        contract.FUSED_MODEL,
        contract.CANCEL_MODEL,
        contract.FINETUNE_MODEL,
        contract.TRANSCRIBE_MODEL,
    )
}
"""Models that clients may ask, with the names of their inputs. The steps of `tts` trust each other and are not open."""
ON_DEMAND_MODELS = {model.name for model in contract.ON_DEMAND_MODELS}


class Admitted(NamedTuple):
    """A request that may be forwarded.

    Attributes:
        data: The message to forward.
        model: The model that is asked.
        request_id: The id that the server gets.
        waits: Whether the request is answered only when its client has gone (timbre.serving.presence).
    """

    data: bytes
    model: str
    request_id: str
    waits: bool


class Answer(NamedTuple):
    """A response on its way to the client.

    Attributes:
        data: The message to forward.
        request_id: The id that the server sent; empty for an error without an id.
        final: Whether its request has ended.
    """

    data: bytes
    request_id: str
    final: bool


def admit(data: bytes, holder: Holder, streamed: bool) -> Admitted:
    """Check a ModelInferRequest and mark it with its holder.

    On a stream each request must end with a response that is marked as the last, even if its client does not want
    one: by these marks the gateway knows which requests are still open.

    Raises:
        RefusedRequestError: if the request may not be forwarded.
    """
    request = _parsed(triton.ModelInferRequest, data)
    _check_model(request, len(data))
    _check_parts(request)
    names = [tensor.name for tensor in request.inputs]
    if request.model_name == contract.CANCEL_MODEL.name and contract.REQUEST_ID.name in names:
        place = names.index(contract.REQUEST_ID.name)
        request_id = _text(request.raw_input_contents[place])
        request.raw_input_contents[place] = _bytes_tensor(holder.inside(request_id))
    if contract.VOICE_HASH.name in OPEN_MODELS[request.model_name]:
        _check_voice(request, names, holder)
    request.id = holder.inside(request.id)
    if streamed:
        request.parameters[EMPTY_FINAL].bool_param = True
    return Admitted(
        request.SerializeToString(), request.model_name, request.id, contract.WHEN_GONE.name in names
    )


def cancellation(request_id: str) -> bytes:
    """Make a ModelInferRequest that ends a request; `request_id` is the id that the server knows."""
    request: Any = triton.ModelInferRequest(model_name=contract.CANCEL_MODEL.name)
    tensor = request.inputs.add(name=contract.REQUEST_ID.name, datatype=contract.REQUEST_ID.dtype)
    tensor.shape.append(1)
    request.raw_input_contents.append(_bytes_tensor(request_id))
    return request.SerializeToString()


def answer(data: bytes, holder: Holder) -> bytes:
    """Prepare a ModelInferResponse for its client."""
    response: Any = triton.ModelInferResponse.FromString(data)
    response.id = holder.outside(response.id)
    return response.SerializeToString()


def streamed_answer(data: bytes, holder: Holder) -> Answer:
    """Prepare a ModelStreamInferResponse for its client."""
    response: Any = triton.ModelStreamInferResponse.FromString(data)
    inner = response.infer_response
    request_id = inner.id
    final = bool(response.error_message) or (FINAL in inner.parameters and inner.parameters[FINAL].bool_param)
    if request_id:
        inner.id = holder.outside(request_id)
    if response.error_message:
        response.error_message = holder.hide(response.error_message)
    return Answer(response.SerializeToString(), request_id, final)


def streamed_refusal(data: bytes, error: Exception) -> bytes:
    """Make the answer on a stream to a refused request; it has the request's id if there is one."""
    response: Any = triton.ModelStreamInferResponse(error_message=str(error))
    with contextlib.suppress(DecodeError):
        response.infer_response.id = triton.ModelInferRequest.FromString(data).id[:MAX_ID_CHARS]
    return response.SerializeToString()


def ready_question(model: str) -> bytes:
    """Make a ModelReadyRequest."""
    return triton.ModelReadyRequest(name=model).SerializeToString()


def is_ready(data: bytes) -> bool:
    """Read a ModelReadyResponse, ServerReadyResponse or ServerLiveResponse; all have the same form."""
    return triton.ModelReadyResponse.FromString(data).ready


def asked_model(data: bytes) -> str:
    """Read the model of a ModelReadyRequest.

    Raises:
        RefusedRequestError: if clients may not ask for it.
    """
    name = _parsed(triton.ModelReadyRequest, data).name
    _check_open(name)
    return name


def loaded_model(data: bytes) -> str:
    """Read the model of a RepositoryModelLoadRequest.

    Raises:
        RefusedRequestError: if clients may not load it, or if the request brings files or a configuration.
    """
    return _controlled(_parsed(triton.RepositoryModelLoadRequest, data), set())


def unloaded_model(data: bytes) -> str:
    """Read the model of a RepositoryModelUnloadRequest.

    Raises as `loaded_model` does. The one parameter of such a request is allowed, because tritonclient always sends it.
    """
    request = _parsed(triton.RepositoryModelUnloadRequest, data)
    dependents = "unload_dependents"
    allowed = set() if request.parameters[dependents].bool_param else {dependents}
    return _controlled(request, allowed)


def _controlled(request: Any, allowed: set[str]) -> str:
    if request.repository_name or set(request.parameters) - allowed:
        raise refusal.forbidden("The models of this server cannot be changed.")
    if request.model_name not in ON_DEMAND_MODELS:
        raise refusal.forbidden(f"Only {' and '.join(sorted(ON_DEMAND_MODELS))} may be loaded and unloaded.")
    return request.model_name


def _parsed(kind: Any, data: bytes) -> Any:
    try:
        message = kind.FromString(data)
    except DecodeError as error:
        raise refusal.invalid("This is not a request that Triton understands.") from error
    message.DiscardUnknownFields()
    return message


def _check_open(model: str) -> None:
    if model not in OPEN_MODELS:
        raise refusal.forbidden(f"There is no model {model[:80]!r} for clients of this server.")


def _check_model(request: Any, size: int) -> None:
    _check_open(request.model_name)
    if size > MAX_SMALL_BYTES and request.model_name != contract.FINETUNE_MODEL.name:
        raise refusal.invalid(f"A request of {size >> 20} MB is too large for {request.model_name}.")
    if len(request.id) > MAX_ID_CHARS:
        raise refusal.invalid(f"A request's id has at most {MAX_ID_CHARS} characters.")
    if set(request.parameters) - {EMPTY_FINAL}:
        raise refusal.invalid("Parameters of Triton are not open to clients of this server.")


def _check_parts(request: Any) -> None:
    """Check that the inputs are the model's, each once, as raw bytes, and that nothing lies in shared memory."""
    names = [tensor.name for tensor in request.inputs]
    if len(set(names)) < len(names) or not OPEN_MODELS[request.model_name].issuperset(names):
        raise refusal.invalid(f"{request.model_name} does not have these inputs.")
    if len(request.raw_input_contents) != len(names) or any(t.HasField("contents") for t in request.inputs):
        raise refusal.invalid("Inputs are sent as raw bytes.")
    if any(tensor.parameters for tensor in (*request.inputs, *request.outputs)):
        raise refusal.invalid("Parameters of tensors are not open to clients of this server.")


def _check_voice(request: Any, names: list[str], holder: Holder) -> None:
    """Refuse a voice named by its hash to holders who have not sent its file: a hash is no secret."""
    tensors: dict[str, bytes] = {
        name: request.raw_input_contents[names.index(name)]
        for name in (contract.VOICE.name, contract.VOICE_HASH.name)
        if name in names
    }
    voice = tensors.get(contract.VOICE.name, b"")
    if len(voice) >= BY_HASH_BYTES:
        holder.remember(hashlib.sha256(voice).hexdigest())
    elif not holder.has_sent(_text(tensors.get(contract.VOICE_HASH.name, b"\0\0\0\0"))):
        raise refusal.unknown_voice()


def _text(tensor: bytes) -> str:
    """Read the one string of a tensor of type BYTES."""
    if len(tensor) < 4 or int.from_bytes(tensor[:4], "little") != len(tensor) - 4:
        raise refusal.invalid("A tensor of text has one string, after its length.")
    return tensor[4:].decode("utf-8", "replace")


def _bytes_tensor(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(4, "little") + data
