"""Makes the speech of the Speak page's text, one group of sentences at a time."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from timbre_app.reading.reading import LEAD_S, Reading
from timbre_app.studio.backstage import StudioSpeech
from timbre_app.studio.tasks import Task, Tasks

_log = logging.getLogger(__name__)


class Maker:
    """Makes the speech that a player waits for, on a worker thread; a new group ends the one before.

    Args:
        on_growth: Called with the index of a sentence whenever there is more of its speech.
    """

    def __init__(
        self, tasks: Tasks, speech: StudioSpeech, reading: Reading, on_growth: Callable[[int], None]
    ) -> None:
        self._tasks, self._speech, self._reading = tasks, speech, reading
        self._on_growth = on_growth
        self._task: Task | None = None

    def make(self, indices: Sequence[int]) -> None:
        """Bring the speech of these sentences up to date; an error is raised where they are played."""
        self.stop()
        reading, speech = self._reading, self._speech
        token = reading.expect_making(indices)
        self._task = self._tasks.run(
            lambda task: reading.make(speech, indices, token, lambda: task.cancelled, task.report, LEAD_S),
            on_error=lambda _: None,
            on_progress=self._on_growth,
        )

    def recall(self, on_end: Callable[[], None]) -> None:
        """Load the speech of the text that is still on the disk, without making any."""
        self.stop()
        reading, speech = self._reading, self._speech
        self._task = self._tasks.run(
            lambda task: reading.recall(speech, lambda: task.cancelled, task.report),
            on_result=lambda _: on_end(),
            on_error=lambda error: _log.info("nothing is recalled: %s", error),
            on_progress=self._on_growth,
        )

    def stop(self) -> None:
        """Stop making speech."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
