"""Plays sound that a worker thread makes, and says where in it the loudspeaker is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from timbre_app.studio.ports import SpokenChunk, SpokenWord
from timbre_app.tasks import Job, Tasks

LANE = "silence"


class Output(Protocol):
    """What is needed of a loudspeaker; `timbre_app.devices.Player` is one."""

    @property
    def played_samples(self) -> int:
        """Samples that have left."""
        ...

    def start(self, sample_rate: int) -> None:
        """Open it."""
        ...

    def write(self, chunk: np.ndarray) -> bool:
        """Queue (n,) int16, waiting for room."""
        ...

    def finish(self) -> None:
        """No more follows."""
        ...

    def wait(self) -> bool:
        """Wait until all was played."""
        ...

    def stop(self) -> None:
        """Fall silent."""
        ...


@dataclass(frozen=True)
class Sound:
    """Chunks to play, made while they are played."""

    sample_rate: int
    chunks: Iterator[SpokenChunk]


class Playback:
    """One sound at a time; a new one ends the old one."""

    def __init__(self, tasks: Tasks, make_output: Callable[[], Output]) -> None:
        self._tasks = tasks
        self._make_output = make_output
        self._job: Job | None = None
        self._output: Output | None = None
        self._sample_rate = 1
        self._on_end: Callable[[], None] = lambda: None

    @property
    def playing(self) -> bool:
        """Whether a sound is being made or played."""
        return self._job is not None

    @property
    def position_s(self) -> float:
        """Time of the sound that has been played."""
        return self._output.played_samples / self._sample_rate if self._output else 0.0

    def play(
        self,
        make_sound: Callable[[Callable[[], bool]], Sound],
        on_end: Callable[[], None],
        on_error: Callable[[Exception], None],
        on_chunk: Callable[[int, tuple[SpokenWord, ...]], None] = lambda _samples, _words: None,
    ) -> None:
        """Make a sound on a worker thread and play it as it comes.

        Args:
            make_sound: Gets `should_stop`; runs on the worker thread.
            on_end: Called when all was played, or the sound was stopped.
            on_error: Called instead if making or playing it failed.
            on_chunk: Called with each chunk's length in samples and its words.
        """
        self.stop()
        output = self._make_output()
        self._output, self._on_end = output, on_end

        def work(job: Job) -> None:
            self._work(job, output, make_sound)

        def failed(error: Exception) -> None:
            self._forget()
            on_error(error)

        self._job = self._tasks.run(
            work, on_result=lambda _: self._ended(), on_error=failed, on_progress=lambda it: on_chunk(*it)
        )

    def stop(self) -> None:
        """Fall silent; the work behind the sound is told to stop too."""
        job, output = self._job, self._output
        if job is None or output is None:
            return
        job.cancel()
        self._tasks.run(lambda _: output.stop(), lane=LANE)
        self._ended()

    def _work(self, job: Job, output: Output, make_sound: Callable[[Callable[[], bool]], Sound]) -> None:
        sound = make_sound(lambda: job.cancelled)
        wrote = False
        try:
            self._sample_rate = sound.sample_rate
            output.start(sound.sample_rate)  # before the first chunk: it takes a while, as making that does
            for chunk in sound.chunks:
                if job.cancelled:
                    break
                job.report((len(chunk.pcm), chunk.words))
                if not output.write(chunk.pcm):
                    break
                wrote = True
            if wrote and not job.cancelled:
                output.finish()
                output.wait()
        finally:
            close = getattr(sound.chunks, "close", None)
            if close is not None:
                close()
            output.stop()

    def _ended(self) -> None:
        on_end = self._on_end
        self._forget()
        on_end()

    def _forget(self) -> None:
        self._job = None
        self._output = None
        self._on_end = lambda: None
