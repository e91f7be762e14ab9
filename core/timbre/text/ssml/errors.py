"""What is wrong with a document."""

from __future__ import annotations

from timbre.text.frontend import TextError


class SsmlError(TextError):
    """SSML that cannot be spoken; the message is one sentence for the user."""
