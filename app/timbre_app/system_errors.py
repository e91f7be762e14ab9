"""Turns the system's errors about files and folders into sentences for people."""

from __future__ import annotations

import errno

from timbre import full_disk
from timbre.messages import Message

_MISSING = (errno.ENOENT, errno.ENOTDIR)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


def system_message(error: OSError) -> Message:
    """Make one sentence from an error of the system; where possible it says what the person can do."""
    if full_disk.is_full(error):
        return full_disk.TRY_AGAIN
    reason = error.strerror or type(error).__name__
    if error.filename is None:
        return Message.of("The system did not do it: {reason}.", reason=reason)
    if error.errno in _MISSING:
        return Message.of(
            "There is no {path}, or no folder for it: choose another place.", path=error.filename
        )
    if error.errno in _FORBIDDEN:
        return Message.of("This account may not use {path}: choose another place.", path=error.filename)
    return Message.of("The file {path} cannot be used: {reason}.", path=error.filename, reason=reason)
