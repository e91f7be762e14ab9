"""The stream of one request, of mel or of sound: the network calls that it needs next, and its answers on the way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from typing import Generic, Protocol, TypeVar

from timbre.serving.errors import CancelledRequestError
from timbre.serving.metrics import Metrics
from timbre.serving.service import SpeechRequest
from timbre.speech.batching import Call, Results


class Chunk(Protocol):
    """A piece of speech."""

    @property
    def last(self) -> bool:
        """Whether the utterance ends with it."""
        ...

    @property
    def seconds(self) -> float:
        """Its length."""
        ...


C = TypeVar("C", bound=Chunk)
A = TypeVar("A")
Steps = Generator[Call | C, Results | None, None]
"""See timbre.speech.batching."""


class Utterance(ABC, Generic[C, A]):
    """A stream (see timbre.serving.ticks) of one request: runs its steps, and answers each chunk `C` with an `A`.

    Args:
        stage: Name of the model, for the metrics.
        request: The request.
        steps: Calls to run, and chunks for the listener.
        answer: Sends a response; an exception is the last one.
        metrics: Gets the counts.
        name: See Stream.name.
    """

    def __init__(
        self,
        stage: str,
        request: SpeechRequest,
        steps: Steps[C],
        answer: Callable[[A | Exception], None],
        metrics: Metrics,
        name: str = "",
    ) -> None:
        self.request, self.request_id, self.name = request, request.request_id, name
        self.ended = False
        self._stage, self._steps, self._answer, self._metrics = stage, steps, answer, metrics
        self._call: Call | None = None
        self._spent_s = self._made_s = 0.0
        self._chunk_s = self._call_s = 0.0

    @abstractmethod
    def answer_for(self, chunk: C, chunk_s: float, call_s: float) -> A:
        """The response for a chunk.

        Args:
            chunk: The chunk.
            chunk_s: Time that all calls since the previous chunk took.
            call_s: Time that the last of these calls took.
        """

    @property
    def background(self) -> bool:
        """See Stream."""
        return self.request.plan.background

    @property
    def ready(self) -> bool:
        """See Stream; it has something to run until its end."""
        return not self.ended

    @property
    def lost(self) -> bool:
        """See Stream; it waits for no other process, so it is never lost."""
        return False

    def call(self) -> Call | None:
        """See Stream."""
        if self._call is None:
            self._advance(None)
        return self._call

    def accept(self, results: Results, took_s: float) -> float:
        """See Stream."""
        self._call_s = took_s
        self._chunk_s += took_s
        self._spent_s += took_s
        made_s = self._made_s
        self._advance(results)
        return self._made_s - made_s

    def fail(self, error: Exception) -> None:
        """See Stream."""
        self.ended = True
        outcome = "cancelled" if isinstance(error, CancelledRequestError) else "failed"
        self._metrics.add("timbre_requests_total", outcome=outcome)
        self._answer(error)

    def _advance(self, results: Results | None) -> None:
        """Run the steps to the next call, and send the chunks that come before it."""
        self._call = None
        step = self._steps.send(results)
        while not isinstance(step, Call):
            self._count(step)
            self._answer(self.answer_for(step, self._chunk_s, self._call_s))
            self._chunk_s = 0.0
            if step.last:
                return
            step = next(self._steps)
        self._call = step

    def _count(self, chunk: C) -> None:
        self._made_s += chunk.seconds
        if chunk.last:
            self.ended = True
            self._metrics.add("timbre_requests_total", outcome="spoken")
            self._metrics.observe("timbre_real_time_factor", self._spent_s / self._made_s, stage=self._stage)
