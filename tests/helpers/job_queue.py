"""The person's queue of jobs in tests with the real runner."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator
from contextlib import contextmanager

from tests.helpers.speech_server import SpeechServer, wait_until
from timbre_app.jobs.process import RunnerLock
from timbre_app.jobs.queue import JobQueue
from timbre_app.voices.library import VoiceLibrary


@contextmanager
def queue_of(
    speech_server: SpeechServer, name: str, voice_id: str, patience_s: float = 60.0
) -> Generator[JobQueue]:
    """The queue, with a voice of this name in the library; afterwards it is empty and its runner has ended."""
    VoiceLibrary().add(dataclasses.replace(speech_server.voice(), name=name, id=voice_id), replace=True)
    queue = JobQueue()
    yield queue
    for job in queue.list():
        queue.remove(job.id)
    assert wait_until(lambda: not RunnerLock(queue).is_held, patience_s)
