"""Turns an exception into one sentence for the person."""

from __future__ import annotations

import logging

from timbre.messages import Message, TimbreError
from timbre_app.studio.language import translated
from timbre_app.system_errors import system_message

_log = logging.getLogger(__name__)


def sentence(error: Exception) -> str:
    """The exception's message in the window's language; the details go to the log."""
    _log.info("shown to the person: %r", error, exc_info=error)
    return translated(_message(error))


def _message(error: Exception) -> Message:
    if isinstance(error, TimbreError):
        return error.message
    if isinstance(error, OSError) and error.errno is not None:
        return system_message(error)
    lines = str(error).strip().splitlines()
    return (
        Message(lines[0])
        if lines
        else Message.of("Something went wrong ({kind}).", kind=type(error).__name__)
    )
