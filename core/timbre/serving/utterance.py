"""One request's stream, whatever comes out of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from typing import Generic, Protocol, TypeVar

from timbre.batching import Call, Results
from timbre.serving.errors import CancelledRequestError
from timbre.serving.metrics import Metrics
from timbre.serving.speaking import SpeechRequest


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
"""See timbre.batching."""


class Utterance(ABC, Generic[C, A]):
    """A stream of timbre.serving.ticks, driven by its steps, that answers with an `A` for each chunk `C`.

    Args:
        stage: Name of the model, for the metrics.
        request: What is spoken.
        steps: Calls to run, and chunks for the listener.
        answer: Sends a response; an exception is the last one.
        metrics: What is counted goes there.
    """

    def __init__(
        self,
        stage: str,
        request: SpeechRequest,
        steps: Steps[C],
        answer: Callable[[A | Exception], None],
        metrics: Metrics,
    ) -> None:
        self.request, self.request_id = request, request.request_id
        self.ended = False
        self._stage, self._steps, self._answer, self._metrics = stage, steps, answer, metrics
        self._call: Call | None = None
        self._spent_s = self._made_s = 0.0
        self._chunk_s = self._call_s = 0.0

    @abstractmethod
    def made(self, chunk: C, chunk_s: float, call_s: float) -> A:
        """The response for a chunk.

        Args:
            chunk: It.
            chunk_s: What all calls took since the chunk before.
            call_s: What the last of them took.
        """

    @property
    def ready(self) -> bool:
        """It waits for nobody but the networks."""
        return not self.ended

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
        """Go on to the next call, sending the chunks on the way to it."""
        self._call = None
        step = self._steps.send(results)
        while not isinstance(step, Call):
            self._count(step)
            self._answer(self.made(step, self._chunk_s, self._call_s))
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
