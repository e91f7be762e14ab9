"""One sentence for the person out of an exception."""

from __future__ import annotations

import logging

from timbre_app.studio.language import told
from timbre_app.system_errors import system_sentence

_log = logging.getLogger(__name__)


def sentence(error: Exception) -> str:
    """The exception's own first line, which the use cases write for people; the details go to the log."""
    _log.info("shown to the person: %r", error, exc_info=error)
    if isinstance(error, OSError) and error.errno is not None:
        return told(system_sentence(error))
    lines = str(error).strip().splitlines()
    return told(lines[0]) if lines else f"Something went wrong ({type(error).__name__})."
