"""A cache for functions of short texts, which stays small even if somebody sends hostile ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

T = TypeVar("T")
LONGEST = 128
"""Most characters of all arguments together; hardly a word has so many, and results for longer ones are not kept."""


def remember(entries: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Decorate a function of texts so that its last results for short ones are kept.

    Args:
        entries: How many results are kept.
    """

    def decorate(function: Callable[..., T]) -> Callable[..., T]:
        cached = lru_cache(maxsize=entries)(function)

        @wraps(function)
        def call(*texts: str) -> T:
            return cached(*texts) if sum(map(len, texts)) <= LONGEST else function(*texts)

        return call

    return decorate
