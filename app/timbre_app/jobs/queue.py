"""The queue of jobs. Every program of the person sees the same one; each call is on the disk when it returns.

jobs.sqlite      the jobs with their parameters
ID/clips/        the sentences that are spoken, until the job is done
ID/results/      files of a job without a goal of its own
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import shutil
import sqlite3
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from timbre import paths
from timbre.messages import Message
from timbre_app.jobs.database import Database
from timbre_app.jobs.job import COMMAND, Job, JobResult, JobsError, State, UnknownJobError
from timbre_app.jobs.outbox import Outbox

KEPT_S = 30 * 86_400.0
"""Jobs that have ended are removed after this time; files that they wrote elsewhere stay."""
_OPEN = (State.WAITING, State.RUNNING)
_ID = re.compile(r"[0-9a-f]{12}")
_log = logging.getLogger(__name__)
_SHOWN = "id, kind, origin, title, state, done, count, parts, attempts, created, changed, error, result"


class JobQueue:
    """The queue in a folder, by default the person's."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or paths.home() / "jobs"
        self._database = Database(self.folder / "jobs.sqlite")

    def submit(
        self, kind: str, title: str, parameters: Mapping[str, Any], count: int, origin: str = COMMAND
    ) -> Job:
        """Add a job at the end; JobOffice.submit also checks it and has it done.

        Args:
            kind: See timbre_app.jobs.kinds.
            title: What a person sees of it.
            parameters: Plain values of the kind.
            count: Number of sentences.
            origin: See Job.
        Raises:
            JobsError: if the queue cannot be used; so do all other methods.
        """
        job_id, now = secrets.token_hex(6), time.time()
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO jobs (id, kind, origin, title, state, count, created, changed, parameters)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (job_id, kind, origin, title, State.WAITING, count, now, now, json.dumps(parameters)),
            )
        return self.get(job_id)

    def list(self) -> list[Job]:
        """All jobs, the newest first; those that ended long ago are removed first."""
        if not self._database.path.exists():
            return []
        with self._database.transaction(writes=False) as connection:
            rows = connection.execute(f"SELECT {_SHOWN} FROM jobs ORDER BY created DESC").fetchall()
        jobs = [_job(row) for row in rows]
        oldest = time.time() - KEPT_S
        for job in jobs:
            if not job.state.is_open and job.changed < oldest:
                self.remove(job.id)
        return [job for job in jobs if job.state.is_open or job.changed >= oldest]

    def get(self, job_id: str) -> Job:
        """A job.

        Raises:
            UnknownJobError: if there is none of this id.
        """
        with self._database.transaction(writes=False) as connection:
            row = connection.execute(f"SELECT {_SHOWN} FROM jobs WHERE id = ?", (job_id,)).fetchone()
        if row is None:
            raise UnknownJobError("There is no job {job_id!r}: `timbre jobs` lists them.", job_id=job_id)
        return _job(row)

    def cancel(self, job_id: str) -> Job:
        """End a job that is not done yet; what was spoken stays until the job is removed. Returns the job."""
        self._change(job_id, _OPEN, state=State.CANCELLED)
        return self.get(job_id)

    def resume(self, job_id: str) -> Job:
        """Have a job that failed or was cancelled go on where it stopped; returns the job."""
        states = (State.FAILED, State.CANCELLED)
        self._change(job_id, states, state=State.WAITING, attempts=0, error=None)
        return self.get(job_id)

    def remove(self, job_id: str) -> None:
        """Forget a job with its texts and its sound, whatever its state; files at its goal stay."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM jobs WHERE id = ?", (job_id,))
        self.outbox(job_id).clear()
        shutil.rmtree(self.folder_of(job_id), ignore_errors=True)

    def folder_of(self, job_id: str) -> Path:
        """The folder with all sound of a job."""
        return self.folder / job_id

    def clips(self, job_id: str) -> Path:
        """The folder of a job's sentences."""
        return self.folder_of(job_id) / "clips"

    def results(self, job_id: str) -> Path:
        """The folder of files that stay with the job."""
        return self.folder_of(job_id) / "results"

    def outbox(self, job_id: str) -> Outbox:
        """The files of a job that are not delivered yet."""
        return Outbox(self.folder_of(job_id), job_id)

    # For the runner.

    def take(self) -> Job | None:
        """The job to do now: one that broke off, or the oldest that waits; None if there is none."""
        with self._database.transaction() as connection:
            row = connection.execute(
                "UPDATE jobs SET state = ?, attempts = attempts + 1, changed = ? WHERE id ="
                " (SELECT id FROM jobs WHERE state IN (?, ?) ORDER BY state = ? DESC, created LIMIT 1)"
                f" RETURNING {_SHOWN}",
                (State.RUNNING, time.time(), *_OPEN, State.RUNNING),
            ).fetchone()
        return None if row is None else _job(row)

    def has_work(self) -> bool:
        """Whether a job is to be done."""
        if not self._database.path.exists():
            return False
        with self._database.transaction(writes=False) as connection:
            return (
                connection.execute("SELECT 1 FROM jobs WHERE state IN (?, ?)", _OPEN).fetchone() is not None
            )

    def parameters(self, job_id: str) -> dict[str, Any]:
        """Parameters of a job; empty if it was removed."""
        with self._database.transaction(writes=False) as connection:
            row = connection.execute("SELECT parameters FROM jobs WHERE id = ?", (job_id,)).fetchone()
        return json.loads(row[0]) if row is not None else {}

    def is_wanted(self, job_id: str, done: int) -> bool:
        """Do as note_progress, but return True if the queue cannot be used now, as on a full disk: the job goes on."""
        try:
            return self.note_progress(job_id, done)
        except JobsError as error:
            _log.warning("The progress of job %s could not be noted: %s", job_id, error)
            return True

    def note_progress(self, job_id: str, done: int) -> bool:
        """Note how many sentences are spoken; returns False if the job was cancelled or removed meanwhile."""
        with self._database.transaction() as connection:
            changed = connection.execute(
                "UPDATE jobs SET attempts = CASE WHEN done < ? THEN 0 ELSE attempts END, done = ?, changed = ?"
                " WHERE id = ? AND state = ?",
                (done, done, time.time(), job_id, State.RUNNING),
            )
            return changed.rowcount > 0

    def deliver(
        self, job_id: str, outbox: Outbox, parts: int, done: int, result: JobResult, is_last: bool
    ) -> bool:
        """Deliver the files of a part, and note how far the job is; after the last files the job is done.

        Args:
            job_id: The job.
            outbox: Has the files.
            parts: How many parts have ended.
            done: How many sentences are spoken.
            result: What the job has written so far.
            is_last: Whether these are the last files.
        Returns:
            False if the job was cancelled or removed meanwhile; then no file is delivered.

        Others that change the queue wait meanwhile, so whoever cancels the job does so before or after all of it: then
        no file is delivered, or the job is done.

        Raises:
            OSError: if a file cannot be delivered; nothing is noted then.
        """
        state = State.DONE if is_last else State.RUNNING
        with self._database.transaction() as connection:
            if not _is_running(connection, job_id):
                return False
            outbox.deliver()
            connection.execute(
                "UPDATE jobs SET state = ?, parts = ?, done = ?, attempts = 0, result = ?, changed = ? WHERE id = ?",
                (state, parts, done, json.dumps(result.to_json()), time.time(), job_id),
            )
        return True

    def finish(self, job_id: str) -> None:
        """Note that the job is done, unless it is noted; its sentences are no longer needed."""
        if self._change(job_id, (State.RUNNING, State.DONE), state=State.DONE):
            shutil.rmtree(self.clips(job_id), ignore_errors=True)

    def tidy(self, job_id: str) -> None:
        """Remove what the runner has still written for a job that was removed meanwhile."""
        with self._database.transaction(writes=False) as connection:
            is_there = connection.execute("SELECT 1 FROM jobs WHERE id = ?", (job_id,)).fetchone()
        if not is_there:
            shutil.rmtree(self.folder_of(job_id), ignore_errors=True)

    def sweep(self) -> None:
        """Remove what a killed runner has left of jobs that are done or were removed."""
        with self._database.transaction(writes=False) as connection:
            states = dict(tuple(row) for row in connection.execute("SELECT id, state FROM jobs"))
        for folder in self.folder.iterdir():
            if not _ID.fullmatch(folder.name):
                continue
            if folder.name not in states:
                self.outbox(folder.name).clear()
                shutil.rmtree(folder, ignore_errors=True)
            elif states[folder.name] == State.DONE:
                shutil.rmtree(self.clips(folder.name), ignore_errors=True)

    def fail(self, job_id: str, reason: Message) -> None:
        """Note why a job cannot go on."""
        self._change(job_id, (State.RUNNING,), state=State.FAILED, error=json.dumps(reason.to_json()))

    def _change(self, job_id: str, states: tuple[State, ...], **values: Any) -> bool:
        """Change fields of a job if it is in one of these states; returns whether it was."""
        columns = ", ".join(f"{name} = ?" for name in values)
        places = ", ".join("?" * len(states))
        with self._database.transaction() as connection:
            changed = connection.execute(
                f"UPDATE jobs SET {columns}, changed = ? WHERE id = ? AND state IN ({places})",
                (*values.values(), time.time(), job_id, *states),
            )
            return changed.rowcount > 0


def _is_running(connection: sqlite3.Connection, job_id: str) -> bool:
    row = connection.execute("SELECT state FROM jobs WHERE id = ?", (job_id,)).fetchone()
    return row is not None and row[0] == State.RUNNING


def _job(row: sqlite3.Row) -> Job:
    fields = dict(row)
    error, result = fields.pop("error"), fields.pop("result")
    return Job(
        **{**fields, "state": State(fields["state"])},
        error=Message.from_json(json.loads(error)) if error else None,
        result=JobResult.from_json(json.loads(result)),
    )
