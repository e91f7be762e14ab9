"""What people are told when the disk is full.

Each situation has a sentence of its own, written in full, because translators need whole sentences.
"""

from __future__ import annotations

import errno

from timbre.messages import Message

TRY_AGAIN = Message.of("The disk is full: free some space and try again.")
RECORD_AGAIN = Message.of(
    "The recording stopped because the disk is full: free some space, then record the sentence again; "
    "what was saved is kept."
)
RECORDINGS_ARE_KEPT = Message.of("The disk is full: free some space; what was recorded so far is kept.")
SPEAK_AGAIN = Message.of("The disk is full: free some space, then choose Speak; what was spoken is kept.")

_FULL = (errno.ENOSPC, errno.EDQUOT)


def is_full(error: BaseException) -> bool:
    """Whether an error means that the disk has no space left, or that the person has used up their share of it."""
    return isinstance(error, OSError) and error.errno in _FULL
