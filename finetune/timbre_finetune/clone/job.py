"""Runs clones for the server: an archive of takes and options go in, a voice file comes out; a clone can be resumed."""

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

from timbre import archive, files, full_disk, paths
from timbre_finetune.clone.adapt import clone
from timbre_finetune.clone.request import CloneCancelled, CloneError, CloneOptions, Progress
from timbre_finetune.clone.sketch import sketch
from timbre_finetune.clone.workshop import Workshop

KEPT_S = 14 * 24 * 3600.0
"""Time for which an unfinished clone can be resumed."""
ASK_S = 0.2
"""Time between two checks of a waiting clone whether it is still wanted."""

_JOB_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class CloneJobs:
    """The clones of one process, from any threads. The networks that they share are loaded once."""

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._workshop: Workshop | None = None
        self._preparing: threading.Thread | None = None
        self._change = threading.Condition()
        self._at_work: set[str] = set()

    def run(
        self,
        takes: bytes,
        options_json: bytes,
        on_progress: Callable[[Progress], None],
        should_stop: Callable[[], bool],
    ) -> bytes:
        """Make a voice of a person's takes.

        Args:
            takes: An archive of `timbre.archive`.
            options_json: Fields of CloneOptions, and "job_id" (default: a digest of takes and options) and
                "resume" (go on with the unfinished job of that id). With "max_steps" 0 the voice is a sketch; it
                is made anew in a folder of its own, whatever its job_id, so it never touches an unfinished clone.
            on_progress: Called with each step's progress.
            should_stop: Called often; True ends the job, which can be resumed later.
        Returns:
            The voice file.
        Raises:
            CloneError: if the options are wrong, no voice can be made of the takes, or the disk is full.
            CloneCancelled: if should_stop returned True.
            TakesError: if the archive is broken.
        """
        options, job_id, resume = _read_options(takes, options_json)
        with self._alone(job_id, should_stop), _takes_removed(job_id):
            folder = _job_folder(job_id, resume)
            unpacked = archive.unpack_takes(takes, folder / "takes")
            make = clone if options.max_steps else sketch
            voice = make(unpacked, self._open_workshop(), options, on_progress, should_stop, folder / "work")
            data = voice.to_bytes()
            shutil.rmtree(folder, ignore_errors=True)
        return data

    def prepare(self) -> None:
        """Begin to load the networks, so that they are there when the first takes come."""
        self._preparing = threading.Thread(target=self._open_workshop, name="networks", daemon=True)
        self._preparing.start()

    def close(self) -> None:
        """Wait until nothing is being loaded any more."""
        if self._preparing is not None:
            self._preparing.join()

    def _open_workshop(self) -> Workshop:
        with self._loading:
            if self._workshop is None:
                self._workshop = Workshop(paths.base_dir())
            return self._workshop

    @contextmanager
    def _alone(self, job_id: str, should_stop: Callable[[], bool]) -> Iterator[None]:
        """Keep other clones out of the job's folder; waits for one that works there for a client that has gone."""
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


@contextmanager
def _takes_removed(job_id: str) -> Iterator[None]:
    """Remove the unpacked takes at the end, after an error too: a client that resumes the clone sends them again.

    Raises:
        CloneError: if the disk is full.
    """
    try:
        yield
    except OSError as error:
        if not full_disk.is_full(error):
            raise
        raise CloneError(full_disk.TRY_AGAIN) from error
    finally:
        shutil.rmtree(paths.work_dir() / job_id / "takes", ignore_errors=True)


def _read_options(takes: bytes, options_json: bytes) -> tuple[CloneOptions, str, bool]:
    try:
        fields: dict[str, Any] = json.loads(options_json or b"{}")
        resume, job_id = bool(fields.pop("resume", False)), fields.pop("job_id", None)
        digest = hashlib.sha256(takes + json.dumps(fields, sort_keys=True).encode()).hexdigest()[:32]
        options = CloneOptions(**fields)
        job_id = str(job_id or digest) if options.max_steps else f"sketch-{digest}"
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        names = ", ".join(field.name for field in dataclasses.fields(CloneOptions))
        raise CloneError(
            "The clone's options cannot be used ({reason}); known are {known}.", reason=error, known=names
        ) from error
    if not _JOB_ID.fullmatch(job_id):
        raise CloneError(
            "{id!r} is not the id of a clone; use letters, digits, hyphens and underscores.", id=job_id
        )
    return options, job_id, resume


def _job_folder(job_id: str, resume: bool) -> Path:
    """Prepare the job's folder, which is empty unless the job is resumed; removes the folders of old jobs too."""
    root = paths.work_dir()
    files.make_folder(root)
    oldest = time.time() - KEPT_S
    for old in root.iterdir():
        if old.is_dir() and old.stat().st_mtime < oldest:
            shutil.rmtree(old, ignore_errors=True)
    folder = root / job_id
    if not resume:
        shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(folder / "takes", ignore_errors=True)
    files.make_folder(folder / "takes")
    files.make_folder(folder / "work")
    return folder
