"""The refusals of requests."""

from __future__ import annotations

import grpc

from timbre import contract
from timbre.messages import Message


class RefusedRequestError(Exception):
    """The gateway refuses a request; the message is one sentence for the client."""

    def __init__(self, code: grpc.StatusCode, message: str) -> None:
        super().__init__(message)
        self.code = code


def invalid(sentence: str) -> RefusedRequestError:
    """Refuse a request that no client of Timbre would send."""
    return RefusedRequestError(
        grpc.StatusCode.INVALID_ARGUMENT, contract.encode_error("input", Message(sentence))
    )


def forbidden(sentence: str) -> RefusedRequestError:
    """Refuse a request for something that clients of a gateway may not have."""
    return RefusedRequestError(
        grpc.StatusCode.PERMISSION_DENIED, contract.encode_error("input", Message(sentence))
    )


def busy(message: Message) -> RefusedRequestError:
    """Refuse a request because too many are open."""
    return RefusedRequestError(grpc.StatusCode.RESOURCE_EXHAUSTED, contract.encode_error("busy", message))


def failed(message: Message) -> RefusedRequestError:
    """Tell a client that something was tried and failed."""
    return RefusedRequestError(grpc.StatusCode.FAILED_PRECONDITION, contract.encode_error("input", message))


def unknown_voice() -> RefusedRequestError:
    """Refuse a voice that is named by its hash, and whose file the holder of this key has not sent."""
    sentence = "The server does not have this voice yet; send its file."
    return RefusedRequestError(
        grpc.StatusCode.NOT_FOUND, contract.encode_error("voice_unknown", Message(sentence))
    )
