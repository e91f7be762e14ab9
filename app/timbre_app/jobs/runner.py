"""Does the jobs of the queue, one after the other and sentence by sentence."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from timbre import files
from timbre.messages import Message, TimbreError, message_of
from timbre.text import TextError
from timbre_app.client.streams import BusyError, RequestCancelled
from timbre_app.jobs.desk import BUSY_S, LOOK_S, Desk
from timbre_app.jobs.job import Failure, Job, JobResult, JobsError
from timbre_app.jobs.kinds import Part, Plan, Work, plan_of
from timbre_app.jobs.queue import JobQueue
from timbre_app.reading.clip import Clip, ClipStore
from timbre_app.reading.sentence import Narrator, SaidChunk, SentenceRequest
from timbre_app.server.errors import ServerError
from timbre_app.system_errors import system_message

if TYPE_CHECKING:
    from timbre_app.client.timbre_client import TimbreClient

MOST_ATTEMPTS = 5
"""How often a job may break off, with its runner, without having come forward."""
LOST_S = 10.0
_log = logging.getLogger(__name__)


class JobEnded(Exception):  # noqa: N818  it is no error
    """The job is not wanted any more, or the runner is to end."""


class Runner:
    """Does jobs until there are none.

    Args:
        queue: The queue.
        narrator: Makes the narrator of a plan.
        spoken: A store of sentences that were spoken elsewhere; they are not made anew.
        client: Returns the connection for jobs that do their own work; it may start the server.
    """

    def __init__(
        self,
        queue: JobQueue,
        narrator: Callable[[Plan], Narrator],
        spoken: ClipStore | None = None,
        client: Callable[[], TimbreClient] | None = None,
    ) -> None:
        self._queue, self._narrator, self._spoken, self._client = queue, narrator, spoken, client
        self._ending = threading.Event()

    def end(self) -> None:
        """Stop within a chunk; the job at hand is taken up by the next runner."""
        self._ending.set()

    def run(self, is_alone: Callable[[], bool] = lambda: True) -> None:
        """Do all jobs that wait.

        Args:
            is_alone: Called before each job; once it is False, another runner may be at work.
        Raises:
            JobsError: if the queue cannot be used, after LOST_S: whoever looks at the queue would start another runner
                at once.
        """
        try:
            self._queue.sweep()
            while not self._ending.is_set() and is_alone() and (job := self._queue.take()) is not None:
                self._do(job)
        except JobsError:
            self._ending.wait(LOST_S)
            raise

    def _do(self, job: Job) -> None:
        try:
            if job.attempts > MOST_ATTEMPTS:
                raise TimbreError(
                    "The job broke off {count} times at the same sentence: have it go on to try once more.",
                    count=MOST_ATTEMPTS,
                )
            plan = plan_of(job.kind, self._queue.parameters(job.id))
            if isinstance(plan, Work):
                self._do_work(job, plan)
            else:
                _Speaking(self._queue, job, plan, self._narrator(plan), self._spoken, self._ending).do()
        except JobEnded:
            _log.info("job %s was left", job.id)
        except Exception as error:  # noqa: BLE001 - the boundary: whoever submitted the job sees every error
            _log.warning("job %s failed: %s", job.id, type(error).__name__, exc_info=error)
            self._queue.fail(job.id, why(error))
        else:
            self._queue.finish(job.id)
        finally:
            self._queue.tidy(job.id)

    def _do_work(self, job: Job, work: Work) -> None:
        desk = Desk(self._queue, job, self._client, self._ending, self._spoken)
        try:
            with desk.outbox.naming_goals():
                result = self._result(work, desk)
                if not self._queue.deliver(job.id, desk.outbox, 1, job.count, result, is_last=True):
                    raise JobEnded
        finally:
            desk.outbox.clear()

    def _result(self, work: Work, desk: Desk) -> JobResult:
        while True:
            desk.outbox.clear()
            try:
                return work.do(desk)
            except BusyError:
                desk.pause(BUSY_S)
            except RequestCancelled:
                if not desk.should_stop():
                    raise
            if desk.should_stop():
                raise JobEnded


class _Speaking:
    """One job under way."""

    def __init__(
        self,
        queue: JobQueue,
        job: Job,
        plan: Plan,
        narrator: Narrator,
        spoken: ClipStore | None,
        ending: threading.Event,
    ) -> None:
        self._queue, self._job, self._plan = queue, job, plan
        self._narrator, self._ending = narrator, ending
        self._store = ClipStore(queue.clips(job.id), spoken)
        self._outbox = queue.outbox(job.id)
        self._looked_s = float("-inf")
        self._is_ended = False
        self._done = job.done

    def do(self) -> None:
        """Speak and write what is not written yet."""
        self._store.tidy(keep_bytes=1 << 62, part_age_s=-1)  # sounds that a killed runner left unfinished
        try:
            with self._outbox.naming_goals():
                self._do_parts()
        finally:
            self._outbox.clear()

    def _do_parts(self) -> None:
        result, plan = self._job.result, self._plan
        done = sum(len(part.lines) for part in plan.parts[: self._job.parts])
        for number, part in enumerate(plan.parts[self._job.parts :], self._job.parts + 1):
            self._outbox.clear()
            try:
                result = self._with_files(result, *self._write(part, self._clips(part, done)))
            except (ServerError, RequestCancelled, OSError, JobEnded):
                raise
            except (ValueError, RuntimeError) as error:
                if not plan.goes_on:
                    raise
                self._outbox.clear()
                result = replace(result, failed=(*result.failed, Failure(part.name, message_of(error))))
            done += len(part.lines)
            is_last = number == len(plan.parts)
            if not self._queue.deliver(self._job.id, self._outbox, number, done, result, is_last):
                raise JobEnded

    def _clips(self, part: Part, done: int) -> list[Clip]:
        """The sound of each line, all in the same version of each voice."""
        while True:
            clips: list[Clip] = []
            for line in part.lines:
                clips.append(self._clip(line, is_alone=len(part.lines) == 1))
                self._done = done + len(clips)
                self._go_on(not self._should_stop())
            names = [self._narrator.fingerprint(line) for line in part.lines]
            if names == [clip.path.stem for clip in clips]:  # else a voice was made anew meanwhile
                return clips

    def _clip(self, line: SentenceRequest, is_alone: bool) -> Clip:
        name = self._narrator.fingerprint(line)
        clip = self._store.find(name)
        while clip is None:
            try:
                clip = self._say(line, name, is_alone)
            except BusyError:
                self._pause(BUSY_S)
        return clip

    def _say(self, line: SentenceRequest, name: str, is_alone: bool) -> Clip:
        writer = self._store.begin(name, self._narrator.sample_rate)
        try:
            with closing(self._narrator.say(line, self._should_stop)) as chunks:
                try:
                    for chunk in chunks:
                        self._add(writer.add, chunk)
                except TextError:  # a sentence without words, such as emoji, is silent beside others
                    if is_alone:
                        raise
            self._go_on(not self._should_stop())
        except BaseException:
            writer.abandon()
            writer.clip.path.unlink(missing_ok=True)
            raise
        writer.finish()
        return writer.clip

    def _add(self, add: Callable[..., None], chunk: SaidChunk) -> None:
        self._go_on(not self._should_stop())
        add(chunk.pcm, chunk.words, chunk.phonemes)

    def _write(self, part: Part, clips: Sequence[Clip]) -> tuple[list[Path], float]:
        """Write a part's files into the outbox; returns where they will be delivered, and the seconds of sound."""
        goal = part.goal or files.make_folder(self._queue.results(self._job.id))
        folder = self._outbox.folder(goal)
        seconds = part.write(clips, folder)
        return [goal / path.name for path in sorted(folder.iterdir())], seconds

    @staticmethod
    def _with_files(result: JobResult, paths: Sequence[Path], seconds: float) -> JobResult:
        fresh = [path for path in paths if path not in result.files]
        return replace(result, files=(*result.files, *fresh), duration_s=result.duration_s + seconds)

    def _pause(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self._go_on(not self._should_stop())
            self._ending.wait(LOOK_S)

    def _should_stop(self) -> bool:
        """Whether the runner is to end, or nobody wants the job any more; notes the progress now and then."""
        if self._ending.is_set():
            return True
        now = time.monotonic()
        if now - self._looked_s >= LOOK_S:
            self._looked_s = now
            self._is_ended = not self._queue.is_wanted(self._job.id, self._done)
        return self._is_ended

    def _go_on(self, is_wanted: bool) -> None:
        if not is_wanted or self._ending.is_set():
            raise JobEnded


def why(error: Exception) -> Message:
    """What a person is told about a job that failed."""
    if isinstance(error, OSError) and error.errno is not None:
        return system_message(error)
    if isinstance(error, TimbreError) or str(error):
        return message_of(error)
    return Message.of("Something went wrong ({kind}).", kind=type(error).__name__)
