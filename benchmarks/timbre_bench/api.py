"""How soon speech begins through the speech API, beside gRPC; both are asked in turn, of the same server."""

from __future__ import annotations

import argparse
import http.client
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager

from timbre.base import BaseModelError
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.gateway import listening
from timbre_app.output.speaking import BASE_PREFIX
from timbre_bench import page
from timbre_bench.measures.statistics import percentile
from timbre_bench.sentences import SHORT, WARM_UP
from timbre_bench.servers import open_servers
from timbre_bench.speaker import SpeakerError
from timbre_bench.timbre_speaker import first_speaker, seconds_of

HOST = "127.0.0.1"
GRPC = "gRPC"
FORMATS = ("wav", "pcm", "mp3", "opus")
START_TIMEOUT_S = 120.0


def measure(requests: int, pause_s: float) -> dict[str, list[float]]:
    """Ask for short sentences, each through every way in turn.

    Returns:
        Milliseconds to the first samples, by way.
    Raises:
        SpeakerError: if there is no server, or the API does not start.
    """
    ways: dict[str, list[float]] = {way: [] for way in (GRPC, *FORMATS)}
    draw = random.Random(1)
    voice = first_speaker()
    voice_file = voice.to_bytes()
    with (
        open_servers(1) as (url,),
        TimbreClient(url) as client,
        _serving_api() as port,
        closing(http.client.HTTPConnection(HOST, port, timeout=60)) as connection,
    ):
        client.wait_ready()
        for number, text in enumerate([*WARM_UP, *(SHORT[n % len(SHORT)] for n in range(requests))]):
            for way in draw.sample(list(ways), len(ways)):  # the first one pays for a text that is new
                time.sleep(pause_s)
                if way == GRPC:
                    ms = _first_of_client(client, voice_file, text)
                else:
                    ms = _first_of_api(connection, way, voice.name, text)
                if number >= len(WARM_UP):
                    ways[way].append(ms)
    return ways


@contextmanager
def _serving_api() -> Iterator[int]:
    with listening.bind(HOST, 0) as bound:
        port: int = bound.getsockname()[1]
    command = [sys.executable, "-m", "timbre_app.cli", "serve", "--api", "--api-port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            _wait_healthy(port, process)
            yield port
        finally:
            process.terminate()


def _wait_healthy(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline and process.poll() is None:
        with closing(http.client.HTTPConnection(HOST, port, timeout=5)) as connection:
            try:
                connection.request("GET", "/healthz")
                if connection.getresponse().status == 200:
                    return
            except OSError:
                time.sleep(0.1)
    raise SpeakerError("The speech API does not start: try `timbre serve --api`.")


def _first_of_client(client: TimbreClient, voice_file: bytes, text: str) -> float:
    began = time.perf_counter()
    first_s = 0.0
    for seconds in seconds_of(client.speak(text, voice_file)):
        if seconds and not first_s:
            first_s = time.perf_counter() - began
    return 1000 * first_s


def _first_of_api(connection: http.client.HTTPConnection, form: str, voice: str, text: str) -> float:
    fields = {"model": "timbre", "voice": BASE_PREFIX + voice, "input": text, "response_format": form}
    began = time.perf_counter()
    connection.request("POST", "/v1/audio/speech", json.dumps(fields), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    answer.read1(4096)  # the header of a format comes together with the first samples
    first_s = time.perf_counter() - began
    answer.read()
    if answer.status != 200:
        raise SpeakerError(f"The speech API answered {answer.status}.")
    return 1000 * first_s


def format_result(ways: Mapping[str, Sequence[float]]) -> str:
    """A Markdown table with a row for each way."""
    base = percentile(ways[GRPC], 50)
    lines = ["| way | first audio p50, ms | p90 | p50 above gRPC |", "| --- | --- | --- | --- |"]
    for way, times in ways.items():
        median = percentile(times, 50)
        lines.append(f"| {way} | {median:.1f} | {percentile(times, 90):.1f} | {median - base:.1f} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    page.add_request_options(parser, 60, "of each way")
    page.add_options(parser)
    options = parser.parse_args(arguments)
    where = page.machine()
    try:
        ways = measure(options.requests, options.pause)
    except (BaseModelError, SpeakerError) as error:
        print(f"api: {error}", file=sys.stderr)
        return 1
    about = (
        f"{options.requests} short sentences, each through every way in drawn order, {options.pause:g} s between "
        "requests; time to the first samples, in one connection that stays open."
    )
    values = {way: [round(ms, 2) for ms in times] for way, times in ways.items()}
    page.deliver(page.Report("api", {"first_ms": values}, about, format_result(ways)), options, where)
    return 0
