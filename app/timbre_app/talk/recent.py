"""The sentences that were spoken lately, newest first, in one private file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from timbre import paths
from timbre_app.talk.store import Store

FORMAT = 1
KEPT = 200


class RecentSentences:
    """Sentences, newest first; each is there once. Each change is on the disk when the call returns."""

    def __init__(self, path: Path | None = None) -> None:
        self._store: Store[tuple[str, ...]] = Store(
            path or paths.home() / "talk" / "recent.json", _load, _dump, tuple
        )

    def sentences(self) -> tuple[str, ...]:
        """The sentences, newest first."""
        return self._store.read()

    def add(self, sentence: str) -> None:
        """Put a sentence in front; the oldest beyond KEPT are forgotten.

        Raises:
            OSError: if the file cannot be written.
        """
        sentence = " ".join(sentence.split())
        if sentence:
            self._store.change(lambda sentences: (sentence, *_without(sentences, sentence))[:KEPT])

    def remove(self, sentence: str) -> None:
        """Forget a sentence."""
        self._store.change(lambda sentences: tuple(other for other in sentences if other != sentence))


def _without(sentences: tuple[str, ...], sentence: str) -> list[str]:
    return [other for other in sentences if other.casefold() != sentence.casefold()]


def _load(values: Any) -> tuple[str, ...]:
    if values["format"] != FORMAT:
        raise ValueError("sentences of another version")
    return tuple(str(sentence) for sentence in values["sentences"])[:KEPT]


def _dump(sentences: tuple[str, ...]) -> Any:
    return {"format": FORMAT, "sentences": list(sentences)}
