"""First audio and synthesis ratio on this machine: Timbre, Piper and Kokoro, request by request in turn."""

from __future__ import annotations

import argparse
import json
import logging
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial

from timbre_bench import page
from timbre_bench.clients import Clients
from timbre_bench.load import LoadResult, format_loads
from timbre_bench.peers.process import start_kokoro, start_piper
from timbre_bench.sentences import EIGHT_SECONDS, FIVE_SECONDS
from timbre_bench.speaker import Speaker, SpeakerError
from timbre_bench.timing import Summary, Timing, chunk_medians, stage_medians, summarize

_LOG = logging.getLogger(__name__)


def _start_timbre(settings: Mapping[str, str] | None = None, background: bool = False) -> Speaker:
    from timbre_bench.timbre_speaker import start_timbre  # the peers alone need no server

    return start_timbre(settings, background)


_STARTERS = {"timbre": _start_timbre, "piper": start_piper, "kokoro": start_kokoro}
_JOB = {"job": partial(_start_timbre, background=True)}
"""Timbre asked as a job asks: on a GPU a sentence then comes in one piece."""
_PIPELINES = {
    "ensemble": partial(_start_timbre, {"TIMBRE_FUSED": "0"}),
    "fused": partial(_start_timbre, {"TIMBRE_FUSED": "1"}),
}
"""Timbre with either way from text to sound (docs/decisions/0015), each in a server of its own."""
_ALL = {**_STARTERS, **_JOB, **_PIPELINES}

SENTENCES = {5: FIVE_SECONDS, 8: EIGHT_SECONDS}
"""Sentences by their length in seconds, about."""

Speak = Callable[[str], Timing]


def interleave(
    speakers: Mapping[str, Speak], sentences: Sequence[str], requests: int, pause_s: float = page.PAUSE_S
) -> dict[str, list[Timing]]:
    """Ask all speakers for the same sentences in turn, so that other work of the machine slows all of them alike.

    Args:
        speakers: The speakers by name. Each is the first one in turn.
        sentences: They are spoken one after another, and then from the start again.
        requests: The number of requests to each speaker.
        pause_s: Pause between two requests.
    """
    names = list(speakers)
    timings: dict[str, list[Timing]] = {name: [] for name in names}
    for request in range(requests):
        turn = request % len(names)
        for name in names[turn:] + names[:turn]:
            time.sleep(pause_s)
            timings[name].append(speakers[name](sentences[request % len(sentences)]))
        _LOG.info("request %d of %d", request + 1, requests)
    return timings


def format_table(summaries: Mapping[str, Summary], timings: Mapping[str, Sequence[Timing]]) -> str:
    """The figures as a text table, with each speaker's cost over Piper's where Piper ran."""
    lines = [
        f"{'':8} {'first audio p50':>16} {'p99':>10} {'of audio length':>16}"
        f" {'mean audio':>11} {'whole p50':>12} {'over Piper':>11}"
    ]
    piper = summaries.get("piper")
    for name, summary in summaries.items():
        mean_s = sum(timing.audio_s for timing in timings[name]) / len(timings[name])
        over = f"{summary.synthesis_ratio / piper.synthesis_ratio:.2f}" if piper else "-"
        lines.append(
            f"{name:8} {summary.first_audio_p50_ms:>13.1f} ms {summary.first_audio_p99_ms:>7.1f} ms"
            f" {summary.synthesis_ratio:>16.4f} {mean_s:>9.2f} s {summary.whole_p50_ms:>9.1f} ms {over:>11}"
        )
    for name, rows in timings.items():
        stages = ", ".join(f"{stage} {took_ms:.1f}" for stage, took_ms in stage_medians(rows).items())
        if stages:
            lines.append(f"{name}'s first audio, medians in ms: {stages}")
    return "\n".join(lines)


def format_chunks(timings: Mapping[str, Sequence[Timing]]) -> str:
    """When each chunk comes and how much speech it has, a line for each speaker and number of chunks."""
    lines = ["Chunks, medians of arrival and seconds of speech:"]
    for name, rows in timings.items():
        for count, chunks in chunk_medians(rows).items():
            requests = sum(len(row.chunks) == count for row in rows)
            arrivals = ", ".join(f"{at_ms:.1f} ms ({seconds:.2f} s)" for at_ms, seconds in chunks)
            lines.append(f"{name}, {requests} requests with {count}: {arrivals}")
    return "\n".join(lines)


def measure(
    names: Sequence[str],
    requests: int,
    sentences: Sequence[str] = FIVE_SECONDS,
    pause_s: float = page.PAUSE_S,
) -> tuple[dict[str, list[Timing]], dict[str, str]]:
    """Start the named speakers, measure them, stop them; the arguments are those of interleave.

    Returns:
        Timings by name, and a description of each speaker.
    """
    with ExitStack() as stack:
        speakers = {name: stack.enter_context(_ALL[name]()) for name in names}
        speak = {name: speaker.speak for name, speaker in speakers.items()}
        timings = interleave(speak, sentences, requests, pause_s)
        return timings, {name: speaker.about for name, speaker in speakers.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    page.add_request_options(parser, 50, "to each synthesizer")
    parser.add_argument(
        "--only",
        nargs="+",
        choices=list(_ALL),
        default=list(_STARTERS),
        metavar="NAME",
        help=f"of {', '.join(_ALL)} (default: {', '.join(_STARTERS)})",
    )
    parser.add_argument(
        "--seconds", type=int, choices=SENTENCES, default=5, help="of speech in a sentence (default 5)"
    )
    parser.add_argument(
        "--chunks", action="store_true", help="say also when each chunk of Timbre's speech comes"
    )
    parser.add_argument("--load", action="store_true", help="then Timbre alone, with many listeners at once")
    parser.add_argument("--streams", type=int, nargs="+", default=[1, 2, 4], help="of --load, closed loop")
    parser.add_argument(
        "--rates", type=float, nargs="+", default=[0.5, 1.0], help="of --load, requests a second"
    )
    parser.add_argument("--trials", type=int, default=3, help="of --load (default 3)")
    parser.add_argument("--load-requests", type=int, default=40, help="of --load, in each trial (default 40)")
    page.add_load_options(parser)
    page.add_options(parser)
    parser.add_argument("-v", "--verbose", action="store_true", help="say on standard error how far it is")
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO if options.verbose else logging.WARNING, format="%(message)s")
    where = page.machine()
    try:
        sentences = SENTENCES[options.seconds]
        timings, about = measure(options.only, options.requests, sentences, options.pause)
        loads = measure_loads(options) if options.load else []
    except SpeakerError as error:
        print(f"latency: {error}", file=sys.stderr)
        return 1
    summaries = {name: summarize(timings[name]) for name in timings}
    if options.json:
        fields: dict[str, object] = {name: summary.to_dict() for name, summary in summaries.items()}
        if loads:
            fields["load"] = [result.to_dict() for result in loads]
        print(json.dumps(fields))
        return 0
    lines = [f"{options.requests} requests each, {where}", *(f"  {n}: {a}" for n, a in about.items())]
    table = format_table(summaries, timings)
    print("\n".join(lines))
    print(table)
    if options.chunks:
        print(format_chunks(timings))
    if loads:
        print(format_loads(loads))
    if options.write:
        if not loads or options.only == list(_STARTERS):  # with fewer, only the loads were asked for
            name = "pipelines" if set(options.only) <= set(_PIPELINES) else "latency"
            page.write_section(name, page.section(f"```\n{table}\n```", "\n".join(lines[1:]), where))
        if loads:
            about_loads = f"{ABOUT_LOADS} {options.servers} server(s), {options.clients} client process(es)."
            page.write_section("load", page.section(format_loads(loads), about_loads, where))
    return 0


ABOUT_LOADS = (
    "Sentences of 5 s. First audio in milliseconds from the moment at which the request was due, the text front "
    "end and the delivery of PCM included; an underrun is a chunk that came after playback had run out."
)


def measure_loads(options: argparse.Namespace) -> list[LoadResult]:
    """Measure closed loops and open loops, each in several trials.

    Raises:
        SpeakerError: if there is no server.
    """
    from timbre_bench.servers import open_servers
    from timbre_bench.timbre_speaker import listening

    results: list[LoadResult] = []
    with (
        open_servers(options.servers) as urls,
        Clients(options.clients, partial(listening, urls)) as clients,
    ):
        clients.warm_up(max(options.streams), FIVE_SECONDS)
        for trial in range(options.trials):
            for streams in options.streams:
                results.append(clients.closed_loop(FIVE_SECONDS, streams, options.load_requests))
            for rate in options.rates:
                results.append(clients.open_loop(FIVE_SECONDS, rate, options.load_requests, seed=trial + 1))
            _LOG.info("trial %d of %d", trial + 1, options.trials)
    return sorted(results, key=lambda result: result.load)
