"""Jobs over HTTP: texts that are spoken in the background and fetched later.

Clients see the jobs that were submitted with their own key, or without any, and no others: whoever may speak through
the API, perhaps another user of this machine, may not see what the person exports. All jobs wait in the same queue.
"""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request
from fastapi.responses import FileResponse, Response

from timbre.messages import TimbreError
from timbre.text import TextError
from timbre.text.ssml import read_ssml
from timbre_app.api.errors import BUSY, RETRY_AFTER_S, ApiError
from timbre_app.api.guard import CLIENT
from timbre_app.api.options import ApiLimits
from timbre_app.api.requests import SPEECH_MODELS, JobRequest, check_model
from timbre_app.jobs.job import API, Job, State, UnknownJobError
from timbre_app.jobs.office import JobOffice
from timbre_app.output.known_voices import Voices
from timbre_app.output.marks_file import read_marks
from timbre_app.output.speaking import BASE_PREFIX, short_title
from timbre_app.reading.dictionary import Dictionary, entries_in
from timbre_app.reading.sentence import HowToSpeak

JOBS = "/v1/jobs"
WATCH_S = 5.0
STATUSES = {
    State.WAITING: "queued",
    State.RUNNING: "in_progress",
    State.DONE: "completed",
    State.FAILED: "failed",
    State.CANCELLED: "cancelled",
}
"""OpenAI's words for the states of long work."""
MEDIA_TYPES = {
    ".mp3": "audio/mpeg",
    ".opus": "audio/ogg",
    ".ogg": "audio/ogg",
    ".flac": "audio/flac",
    ".wav": "audio/wav",
}
MARKS_NAME = "marks.json"
_log = logging.getLogger(__name__)


def _origin(request: Request) -> str:
    name = request.scope.get(CLIENT)
    return f"{API}:{name}" if name else API


Origin = Annotated[str, Depends(_origin)]
"""Who asks: a value of Job.origin."""


class JobRoutes:
    """The answers to requests about jobs; they run on threads, because the queue is on the disk."""

    def __init__(self, office: JobOffice, voices: Voices, dictionary: Dictionary, limits: ApiLimits) -> None:
        self._office, self._voices, self._dictionary, self._limits = office, voices, dictionary, limits

    def add_to(self, app: FastAPI) -> None:
        """Add the routes to an application."""
        app.post(JOBS, status_code=202)(self.submit)
        app.get(JOBS)(self.list)
        app.get(f"{JOBS}/{{job_id}}")(self.describe)
        app.get(f"{JOBS}/{{job_id}}/result", response_class=FileResponse)(self.send_result)
        app.delete(f"{JOBS}/{{job_id}}")(self.remove)

    def submit(self, request: JobRequest, origin: Origin) -> dict[str, Any]:
        """Have a text spoken in the background."""
        check_model(request.model, SPEECH_MODELS)
        if not request.input.strip():
            raise TextError("There is nothing to speak: the text is empty.")
        name = request.voice_name
        voice = self._voices.find(name)
        if len(self._own(origin)) >= self._limits.jobs:
            raise ApiError(
                BUSY,
                f"The API keeps {self._limits.jobs} jobs: fetch their results and delete them, then try again.",
                "rate_limit_exceeded",
                headers={"Retry-After": str(RETRY_AFTER_S)},
            )
        kind, text, own = self._content(request)
        parameters = {
            **own,
            "voice": name if name.startswith(BASE_PREFIX) else voice.id,
            "format": request.response_format,
            "how": HowToSpeak(request.speed, request.pitch, request.energy).numbers,
            "language": request.language or "",
            "lexicon": entries_in(text, self._dictionary.usable()),
        }
        return self._about(self._office.submit(kind, short_title(text), parameters, origin))

    def list(self, origin: Origin) -> dict[str, Any]:
        """The client's jobs, the newest first."""
        return {"object": "list", "data": [self._about(job) for job in self._own(origin)]}

    def describe(self, job_id: str, origin: Origin) -> dict[str, Any]:
        """A job."""
        job = self._find(job_id, origin)
        return {**self._about(job), **_marks(job)}

    def send_result(self, job_id: str, origin: Origin) -> Response:
        """The sound of a job that is done."""
        job = self._find(job_id, origin)
        if job.state is not State.DONE or not job.result.files:
            status = STATUSES[job.state]
            retry = {"Retry-After": str(RETRY_AFTER_S)} if job.state.is_open else {}
            sentence = f"The job is {status}: its result is there when it is completed."
            raise ApiError(409, sentence, "job_not_completed", headers=retry)
        path = Path(job.result.files[0])
        if not path.is_file():
            raise ApiError(404, "The result of this job is gone; submit the text again.", "result_gone")
        media_type = MEDIA_TYPES[path.suffix]
        return FileResponse(path, media_type=media_type, headers={"Cache-Control": "no-store"})

    def remove(self, job_id: str, origin: Origin) -> dict[str, Any]:
        """End a job if it is at work, and forget it with its text and its sound."""
        self._office.remove(self._find(job_id, origin).id)
        return {"id": job_id, "object": "job", "deleted": True}

    def _content(self, request: JobRequest) -> tuple[str, str, dict[str, str]]:
        """Kind of the job, its text without markup, and the parameters that only this kind has."""
        if not request.is_ssml:
            return "text", request.input, {"text": request.input}
        document = read_ssml(request.input)
        for name in document.voices:
            self._voices.find(name)
        return "ssml", document.written, {"document": request.input, "marks": MARKS_NAME}

    def _own(self, origin: str) -> list[Job]:
        return [job for job in self._office.list() if job.origin == origin]

    def _find(self, job_id: str, origin: str) -> Job:
        try:
            job = self._office.get(job_id)
        except UnknownJobError:
            job = None
        if job is None or job.origin != origin:
            raise ApiError(404, f"There is no job {job_id!r}.", "job_not_found")
        return job

    @staticmethod
    def _about(job: Job) -> dict[str, Any]:
        error = None if job.error is None else {"message": str(job.error), "code": "job_failed"}
        return {
            "id": job.id,
            "object": "job",
            "status": STATUSES[job.state],
            "progress": round(100 * job.share),
            "created_at": int(job.created),
            "completed_at": int(job.changed) if job.state is State.DONE else None,
            "sentences": {"done": job.done, "total": job.count},
            "duration_s": round(job.result.duration_s, 3),
            "error": error,
        }


def _marks(job: Job) -> dict[str, Any]:
    """When the marks of SSML are reached, once the job is done."""
    path = next((path for path in job.result.files if path.name == MARKS_NAME), None)
    if job.state is not State.DONE or path is None:
        return {}
    try:
        marks = read_marks(path)
    except (OSError, ValueError):
        return {}
    return {"marks": [{"name": mark.name, "time": mark.time_s} for mark in marks]}


class JobWatch:
    """Starts the runner of jobs again if it dies; watches on a thread of its own.

    Args:
        office: Starts the runner.
    """

    def __init__(self, office: JobOffice) -> None:
        self._office = office
        self._ended = threading.Event()

    def start(self) -> None:
        """Begin to watch."""
        threading.Thread(target=self._run, name="job-watch", daemon=True).start()

    def end(self) -> None:
        """Stop watching; the runner goes on."""
        self._ended.set()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._office.have_done()
            except (TimbreError, OSError) as error:
                _log.warning("jobs cannot be looked after: %s", error)
            self._ended.wait(WATCH_S)
