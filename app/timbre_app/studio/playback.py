"""Plays sound that a worker thread makes, and tells the position of the loudspeaker in it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Self

import numpy as np

from timbre_app.sound.devices import Player
from timbre_app.studio.tasks import Task, Tasks

LANE = "silence"


@dataclass(frozen=True)
class Sound:
    """Chunks to play, (n,) int16 each, made while they are played; closing the generator stops their making."""

    sample_rate: int
    chunks: Generator[np.ndarray, None, None]

    @classmethod
    def whole(cls, sample_rate: int, samples: np.ndarray) -> Self:
        """A sound of one chunk, (n,) int16."""
        return cls(sample_rate, (chunk for chunk in (samples,)))


class Playback:
    """Plays one sound at a time; a new sound ends the old one."""

    def __init__(self, tasks: Tasks, make_output: Callable[[], Player]) -> None:
        self._tasks = tasks
        self._make_output = make_output
        self._task: Task | None = None
        self._output: Player | None = None
        self._sample_rate = 1
        self._on_end: Callable[[], None] = lambda: None

    @property
    def playing(self) -> bool:
        """Whether a sound is being made or played."""
        return self._task is not None

    @property
    def position_s(self) -> float:
        """How much of the sound has been played."""
        return self._output.played_samples / self._sample_rate if self._output else 0.0

    def play(
        self,
        make_sound: Callable[[Callable[[], bool]], Sound],
        on_end: Callable[[], None],
        on_error: Callable[[Exception], None],
        on_chunk: Callable[[], None] = lambda: None,
    ) -> None:
        """Make a sound on a worker thread and play it as it comes.

        Args:
            make_sound: Gets `should_stop`; runs on the worker thread.
            on_end: Called when the sound has ended or was stopped.
            on_error: Called instead if the sound could not be made or played.
            on_chunk: Called at each chunk.
        """
        self.stop()
        output = self._make_output()
        self._output, self._on_end = output, on_end

        def work(task: Task) -> None:
            self._work(task, output, make_sound)

        def failed(error: Exception) -> None:
            self._forget()
            on_error(error)

        self._task = self._tasks.run(
            work, on_result=lambda _: self._ended(), on_error=failed, on_progress=lambda _: on_chunk()
        )

    def stop(self) -> None:
        """Stop playing, and ask the work that makes the sound to stop."""
        task, output = self._task, self._output
        if task is None or output is None:
            return
        task.cancel()
        self._tasks.run(lambda _: output.stop(), lane=LANE)
        self._ended()

    def _work(self, task: Task, output: Player, make_sound: Callable[[Callable[[], bool]], Sound]) -> None:
        sound = make_sound(lambda: task.cancelled)
        has_written = False
        try:
            self._sample_rate = sound.sample_rate
            output.start(sound.sample_rate)  # before the first chunk is made, as both take a while
            for chunk in sound.chunks:
                if task.cancelled:
                    break
                task.report(None)
                if not output.write(chunk):
                    break
                has_written = True
            if has_written and not task.cancelled:
                output.finish()
                output.wait()
        finally:
            sound.chunks.close()
            output.stop()

    def _ended(self) -> None:
        on_end = self._on_end
        self._forget()
        on_end()

    def _forget(self) -> None:
        self._task = None
        self._output = None
        self._on_end = lambda: None
