"""Errors of the server's models, and how any error is written for the way to the client."""

from __future__ import annotations

from timbre.contract import MAX_SENTENCE_BYTES, encode_error
from timbre.messages import InputError, TimbreError, message_of


class CancelledRequestError(Exception):
    """The client no longer wants the answer."""


class BusyError(TimbreError):
    """The server has as many requests as it can serve."""


class UnknownVoiceError(InputError):
    """A voice was named by a hash that the server has not seen."""


# By name, so that a model need not import what it never raises; the nearest class counts.
_KINDS = {
    "BusyError": "busy",
    "CancelledRequestError": "cancelled",
    "CloneCancelled": "cancelled",
    "CloneCancelledError": "cancelled",
    "UnknownVoiceError": "voice_unknown",
    "TextError": "text",
    "VoiceError": "voice",
    "TakesError": "takes",
    "AudioError": "audio",
    "CloneError": "clone",
    "ValueError": "input",
}


def describe(error: BaseException) -> str:
    """The error as the client's `decode_error` reads it; a fault of ours keeps its type for the log."""
    for cls in type(error).__mro__:
        kind = _KINDS.get(cls.__name__)
        if kind:
            return encode_error(kind, message_of(error))
    text = str(error).encode(errors="backslashreplace")[:MAX_SENTENCE_BYTES].decode(errors="ignore")
    return f"{type(error).__name__}: {text}"
