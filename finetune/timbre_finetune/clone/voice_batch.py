"""Trains voices of several people as one batch.

```
thread of a   advance ─┐                     ┌─ loss of a
thread of b   advance ─┼─ one step for all ──┼─ loss of b
thread of c   advance ─┘                     └─ loss of c
thread of d   still reads its takes: it joins with the first step that it asks for
```
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from torch import Tensor

from timbre_finetune.clone.voice_training import VoiceTrainer, gradients_together, measure_together

PATIENCE_S = 0.1
"""Time that a step waits for a voice whose thread is late."""


@dataclass(eq=False)
class _Turn:
    """A voice that waits for its next step, and the result of that step."""

    trainer: VoiceTrainer
    loss: Tensor | None = None
    error: Exception | None = None
    ended: bool = False


class VoiceBatch:
    """Makes the training steps of voices of one network; voices that ask at the same time share a step.

    Each voice has a thread of its own, which asks for one step after another. The last thread that
    asks makes the step for all, so no further thread is needed.
    """

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._members = 0
        self._waiting: list[_Turn] = []
        self._running = False

    @contextmanager
    def member(self) -> Iterator[None]:
        """A context for a thread that is going to ask for steps; steps of other threads wait for it a moment."""
        with self._change:
            self._members += 1
        try:
            yield
        finally:
            with self._change:
                self._members -= 1
                self._change.notify_all()

    @contextmanager
    def absent(self) -> Iterator[None]:
        """A context in which a member does something else, so that the steps of the others do not wait for it."""
        with self._change:
            self._members -= 1
            self._change.notify_all()
        try:
            yield
        finally:
            with self._change:
                self._members += 1

    def advance(self, trainer: VoiceTrainer) -> float:
        """Make the next step of a voice, and its measurement when one is due; returns the step's loss."""
        turn = _Turn(trainer)
        turns = self._wait(turn)
        if turns:
            try:
                _advance(turns)
            finally:
                with self._change:
                    self._running = False
                    self._change.notify_all()
        if turn.error is not None:
            raise turn.error
        assert turn.loss is not None
        return float(turn.loss)

    def _wait(self, turn: _Turn) -> list[_Turn]:
        """Wait until another thread has made the step, or return the turns for which this thread must make it."""
        with self._change:
            self._waiting.append(turn)
            self._change.wait_for(lambda: turn.ended or self._is_complete, PATIENCE_S)
            self._change.wait_for(lambda: turn.ended or not self._running)
            if turn.ended:
                return []
            turns, self._waiting, self._running = self._waiting, [], True
            return turns

    @property
    def _is_complete(self) -> bool:
        return not self._running and len(self._waiting) >= self._members


def _advance(turns: Sequence[_Turn]) -> None:
    """Make a step of each voice. The passes through the network are shared; each voice is updated alone, once."""
    _share(turns, _find_gradients)
    for turn in _unharmed(turns):
        _share([turn], _descend)
    _share([turn for turn in _unharmed(turns) if turn.trainer.is_measured], _measure)
    for turn in turns:
        turn.ended = True


def _unharmed(turns: Sequence[_Turn]) -> list[_Turn]:
    return [turn for turn in turns if turn.error is None]


def _share(turns: Sequence[_Turn], work: Callable[[Sequence[_Turn]], None]) -> None:
    """Do work for all voices at once; if that fails, for each voice alone, because one voice may have caused the error.

    So the work must be such that it can be repeated.
    """
    if not turns:
        return
    try:
        work(turns)
    except Exception as error:  # noqa: BLE001  the error belongs to one voice, whose thread raises it
        if len(turns) == 1:
            turns[0].error = error
            return
        for turn in turns:
            _share([turn], work)


def _find_gradients(turns: Sequence[_Turn]) -> None:
    losses = gradients_together([turn.trainer for turn in turns])
    for turn, loss in zip(turns, losses, strict=True):
        turn.loss = loss


def _descend(turns: Sequence[_Turn]) -> None:
    for turn in turns:
        turn.trainer.descend()


def _measure(turns: Sequence[_Turn]) -> None:
    measure_together([turn.trainer for turn in turns])
