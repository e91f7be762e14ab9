"""Speaks SSML through the speech server; `timbre.text.ssml` reads it."""

from __future__ import annotations

from timbre.timing import TimedMark

from .speech import SsmlChunk, SsmlDefaults, SsmlSpeech

__all__ = ["SsmlChunk", "SsmlDefaults", "SsmlSpeech", "TimedMark"]
