"""Clones as the server runs them: an archive of takes and options in, a voice file out, resumable."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from timbre import archive, paths
from timbre_finetune.adapt import CloneCancelled, CloneError, CloneOptions, Progress, clone
from timbre_finetune.workshop import Workshop

KEPT_S = 14 * 24 * 3600.0
"""An unfinished clone can be resumed for so long."""
ASK_S = 0.2
"""How often a clone that waits asks whether it is still wanted."""

_JOB_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class CloneJobs:
    """Clones of one process. What they share is loaded when the first begins; safe to call from several threads."""

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._workshop: Workshop | None = None
        self._change = threading.Condition()
        self._at_work: set[str] = set()

    def run(
        self,
        takes: bytes,
        options_json: bytes,
        on_progress: Callable[[Progress], None],
        should_stop: Callable[[], bool],
    ) -> bytes:
        """Make a voice of takes.

        Args:
            takes: An archive of `timbre.archive`.
            options_json: Fields of CloneOptions, and "job_id" (default: a digest of takes and options) and
                "resume" (go on with the unfinished job of that id).
            on_progress: Called with each step's progress.
            should_stop: Asked often; True ends the job, which can be resumed later.
        Returns:
            The voice file.
        Raises:
            CloneError: if the options are wrong or no voice can be made of the takes.
            CloneCancelled: if should_stop said so.
            TakesError: if the archive is broken.
        """
        fields, job_id, resume = _read_options(takes, options_json)
        with self._alone(job_id, should_stop):
            folder = _job_folder(job_id, resume)
            files = archive.unpack_takes(takes, folder / "takes")
            voice = clone(files, self._open_workshop(), fields, on_progress, should_stop, folder / "work")
            data = voice.to_bytes()
            shutil.rmtree(folder, ignore_errors=True)
        return data

    def _open_workshop(self) -> Workshop:
        with self._loading:
            if self._workshop is None:
                self._workshop = Workshop(paths.base_dir())
            return self._workshop

    @contextmanager
    def _alone(self, job_id: str, should_stop: Callable[[], bool]) -> Iterator[None]:
        """Wait for the clone that works in the job's folder, if any: its client may have gone and asked again."""
        with self._change:
            while job_id in self._at_work:
                if should_stop():
                    raise CloneCancelled("The clone was stopped; resume it to go on.")
                self._change.wait(ASK_S)
            self._at_work.add(job_id)
        try:
            yield
        finally:
            with self._change:
                self._at_work.remove(job_id)
                self._change.notify_all()


def _read_options(takes: bytes, options_json: bytes) -> tuple[CloneOptions, str, bool]:
    try:
        given: dict[str, Any] = json.loads(options_json or b"{}")
        resume, job_id = bool(given.pop("resume", False)), given.pop("job_id", None)
        digest = hashlib.sha256(takes + json.dumps(given, sort_keys=True).encode()).hexdigest()[:32]
        job_id = str(job_id or digest)
        options = CloneOptions(**given)
    except (TypeError, ValueError, AttributeError) as error:
        known = ", ".join(field.name for field in dataclasses.fields(CloneOptions))
        raise CloneError(f"The clone's options cannot be used ({error}); known are {known}.") from error
    if not _JOB_ID.fullmatch(job_id):
        raise CloneError(
            f"{job_id!r} is not the id of a clone; use letters, digits, hyphens and underscores."
        )
    return options, job_id, resume


def _job_folder(job_id: str, resume: bool) -> Path:
    """The job's folder, empty unless it is resumed; folders of jobs long forgotten go at the same time."""
    root = paths.work_dir()
    root.mkdir(parents=True, exist_ok=True)
    oldest = time.time() - KEPT_S
    for old in root.iterdir():
        if old.is_dir() and old.stat().st_mtime < oldest:
            shutil.rmtree(old, ignore_errors=True)
    folder = root / job_id
    if not resume:
        shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(folder / "takes", ignore_errors=True)
    (folder / "takes").mkdir(parents=True)
    (folder / "work").mkdir(exist_ok=True)
    return folder
