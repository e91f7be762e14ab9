"""One clone as the server runs it: an archive of takes and options in, a voice file out, resumable."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from timbre import archive, paths
from timbre_finetune.adapt import CloneError, CloneOptions, Progress, clone

KEPT_S = 14 * 24 * 3600.0
"""An unfinished clone can be resumed for so long."""

_JOB_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def run_clone(
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
    folder = _job_folder(job_id, resume)
    files = archive.unpack_takes(takes, folder / "takes")
    voice = clone(files, paths.base_dir(), fields, on_progress, should_stop, folder / "work")
    data = voice.to_bytes()
    shutil.rmtree(folder, ignore_errors=True)
    return data


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
