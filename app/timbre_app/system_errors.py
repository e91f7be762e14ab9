"""What the system says of files and folders, as a sentence for people."""

from __future__ import annotations

import errno

_MISSING = (errno.ENOENT, errno.ENOTDIR)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)
_FULL = (errno.ENOSPC, errno.EDQUOT)


def system_sentence(error: OSError) -> str:
    """One sentence with a way on, out of an error that the system gave a number."""
    if error.errno in _FULL:
        return "The disk is full: free some space and try again."
    why = error.strerror or type(error).__name__
    if error.filename is None:
        return f"The system did not do it: {why}."
    if error.errno in _MISSING:
        return f"There is no {error.filename}, or no folder for it: choose another place."
    if error.errno in _FORBIDDEN:
        return f"This account may not use {error.filename}: choose another place."
    return f"The file {error.filename} cannot be used: {why}."
