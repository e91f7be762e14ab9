"""The holders of keys, and what belongs to each: streams, requests, voices."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Iterator

from timbre.messages import Message
from timbre_app.gateway import refusal
from timbre_app.gateway.keys import Key

MAX_VOICES = 4096
MAX_STREAMS = 1024
MAX_STREAMS_PER_KEY = 256
"""A program has about two streams. How much is computed at once the server limits (timbre.serving.limits)."""


class Holder:
    """The programs that use one key."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.streams = 0
        self._prefix = f"{key.tag}."
        self._voices: OrderedDict[str, None] = OrderedDict()

    def inside(self, request_id: str) -> str:
        """A request's id as the server knows it; an empty id stays empty."""
        return self._prefix + request_id if request_id else ""

    def outside(self, request_id: str) -> str:
        """A request's id as the client gave it."""
        return request_id.removeprefix(self._prefix)

    def hide(self, message: str) -> str:
        """Replace the ids in a message of the server by those that the client gave."""
        return message.replace(self._prefix, "")

    def remember(self, voice_hash: str) -> None:
        """Remember that the file of a voice was sent."""
        self._voices[voice_hash] = None
        self._voices.move_to_end(voice_hash)
        while len(self._voices) > MAX_VOICES:
            self._voices.popitem(last=False)

    def has_sent(self, voice_hash: str) -> bool:
        """Whether a voice's file was sent with this key, as one of its last MAX_VOICES voices."""
        return voice_hash in self._voices


class Holders:
    """The holders of all keys used since the start, and the number of their open calls."""

    def __init__(self, most: int = MAX_STREAMS, most_per_key: int = MAX_STREAMS_PER_KEY) -> None:
        self._holders: dict[bytes, Holder] = {}
        self._most, self._most_per_key = most, most_per_key
        self._streams = 0

    def of(self, key: Key) -> Holder:
        """The holder of a key."""
        return self._holders.setdefault(key.digest, Holder(key))

    @contextlib.contextmanager
    def call(self, holder: Holder) -> Iterator[None]:
        """Count a call as long as it lasts.

        Raises:
            RefusedRequestError: if there are too many.
        """
        if self._streams >= self._most or holder.streams >= self._most_per_key:
            raise refusal.busy(Message.of("Too many streams are open at the speech server; try again."))
        self._streams += 1
        holder.streams += 1
        try:
            yield
        finally:
            self._streams -= 1
            holder.streams -= 1
