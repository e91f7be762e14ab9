"""How soon live speech begins beside a running job; idle and beside the job in turn, on the same server."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from timbre.base import BaseModelError
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.jobs.job import Job, State
from timbre_app.jobs.office import JobOffice
from timbre_app.jobs.process import RunnerLock
from timbre_app.output.speaking import BASE_PREFIX
from timbre_app.server import ServerError, open_server, stop_server
from timbre_bench import page
from timbre_bench.measures.statistics import percentile
from timbre_bench.sentences import SHORT, WARM_UP
from timbre_bench.speaker import SpeakerError
from timbre_bench.timbre_speaker import first_speaker, seconds_of

IDLE, BESIDE = "idle", "beside a job"
TARGET = 1.5
PATIENCE_S = 180.0
ROUNDS = 5
SENTENCES_OF_THE_JOB = 20_000
"""So many that the job lasts longer than the measurement."""


def measure(requests: int, pause_s: float) -> tuple[dict[str, list[float]], int]:
    """Ask for short sentences in ROUNDS blocks, each once without the job and once beside it.

    Returns:
        Milliseconds to the first samples, by state; and the sentences that the job spoke meanwhile.
    Raises:
        SpeakerError: if there is no server, or the job does not run.
    """
    times: dict[str, list[float]] = {IDLE: [], BESIDE: []}
    voice = first_speaker()
    voice_file = voice.to_bytes()
    with open_server() as handle, TimbreClient(handle.url, handle.revive) as client:
        client.wait_ready()
        office = JobOffice()
        job = _submit(office, BASE_PREFIX + voice.name)
        try:
            for text in WARM_UP:
                _first_ms(client, voice_file, text)
            for number in range(ROUNDS):
                block = [SHORT[n % len(SHORT)] for n in range(number, requests, ROUNDS)]
                _stop(office, job)
                times[IDLE] += _block(client, voice_file, block, pause_s)
                _go_on(office, job)
                times[BESIDE] += _block(client, voice_file, block, pause_s)
            done = office.queue.get(job.id).done
        finally:
            office.remove(job.id)
            _wait_for_the_runner(office)
    return times, done


def _submit(office: JobOffice, voice: str) -> Job:
    text = " ".join(f"{sentence} {number}." for number, sentence in _sentences())
    return office.submit("text", "benchmark", {"text": text, "voice": voice, "format": "wav"})


def _sentences() -> list[tuple[int, str]]:
    """Sentences of which no two are the same, so that the job makes each one."""
    return [(number, SHORT[number % len(SHORT)].rstrip(".!?")) for number in range(SENTENCES_OF_THE_JOB)]


def _block(client: TimbreClient, voice_file: bytes, texts: Sequence[str], pause_s: float) -> list[float]:
    times: list[float] = []
    for text in texts:
        time.sleep(pause_s)
        times.append(_first_ms(client, voice_file, text))
    return times


def _first_ms(client: TimbreClient, voice_file: bytes, text: str) -> float:
    began = time.perf_counter()
    first_s = 0.0
    for seconds in seconds_of(client.speak(text, voice_file)):
        if seconds and not first_s:
            first_s = time.perf_counter() - began
    return 1000 * first_s


def _stop(office: JobOffice, job: Job) -> None:
    office.cancel(job.id)
    _wait_for_the_runner(office)


def _wait_for_the_runner(office: JobOffice) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while RunnerLock(office.queue).is_held:
        if time.monotonic() > deadline:
            raise SpeakerError("The runner of the jobs does not stop.")
        time.sleep(0.1)


def _go_on(office: JobOffice, job: Job) -> None:
    """Have the job go on, and wait until it has spoken another sentence."""
    office.resume(job.id)
    spoken, folder = None, office.queue.clips(job.id)
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        state = office.queue.get(job.id).state
        if state is State.FAILED:
            raise SpeakerError(f"The job failed: {office.queue.get(job.id).error}")
        count = len(list(folder.glob("*.json")))
        if state is State.RUNNING and spoken is not None and count > spoken:
            return
        spoken = count if spoken is None else spoken
        time.sleep(0.1)
    raise SpeakerError("The job does not come forward.")


def format_result(times: Mapping[str, Sequence[float]]) -> str:
    """A Markdown table with a row for each state, and the ratio of the medians."""
    lines = ["| state | first audio p50, ms | p90 | p99 |", "| --- | --- | --- | --- |"]
    for state, values in times.items():
        row = " | ".join(f"{percentile(values, share):.1f}" for share in (50, 90, 99))
        lines.append(f"| {state} | {row} |")
    ratio = percentile(times[BESIDE], 50) / percentile(times[IDLE], 50)
    lines.append(f"\nBeside the job the median is {ratio:.2f} times that without (target: at most {TARGET}).")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    page.add_request_options(parser, 100, "in each state")
    page.add_options(parser)
    options = parser.parse_args(arguments)
    where = page.machine()
    try:
        with tempfile.TemporaryDirectory(prefix="timbre-jobs-") as home:
            os.environ["TIMBRE_HOME"] = str(
                Path(home) / "home"
            )  # nothing of the person's own queue is touched
            try:
                times, done = measure(options.requests, options.pause)
            finally:
                stop_server()
    except (BaseModelError, SpeakerError, ServerError) as error:
        print(f"jobs: {error}", file=sys.stderr)
        return 1
    about = (
        f"{options.requests} short sentences in each state, in {ROUNDS} blocks by turns, {options.pause:g} s between "
        f"requests; the job spoke {done} sentences. Time from a request to its first samples."
    )
    values = {state: [round(ms, 2) for ms in first] for state, first in times.items()}
    page.deliver(page.Report("jobs", {"first_ms": values}, about, format_result(times)), options, where)
    return 0
