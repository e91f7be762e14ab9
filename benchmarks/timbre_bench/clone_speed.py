"""How long clones take, stage by stage, alone and several at once, and first audio beside them."""

from __future__ import annotations

import argparse
import sys
import threading
import time
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timbre.archive import pack_takes
from timbre.paths import assets_dir
from timbre_bench import page
from timbre_bench.load import Heard, Spread, closed_loop, listen
from timbre_bench.sentences import SHORT
from timbre_bench.speaker import SpeakerError

if TYPE_CHECKING:
    from timbre_bench.timbre_speaker import TimbreSpeaker

IDLE_REQUESTS = 40


@dataclass(frozen=True)
class Clone:
    """The times of one clone.

    Attributes:
        stages: Seconds of each stage, in order; waiting for an earlier clone is "waiting".
        total_s: Time from the request to the voice.
        voice_bytes: Size of the voice.
    """

    stages: dict[str, float]
    total_s: float
    voice_bytes: int


def clone_once(timbre: TimbreSpeaker, takes: bytes, options: dict[str, Any]) -> Clone:
    """Make one voice of takes."""
    began = time.perf_counter()
    stage, since, voice = "waiting", began, b""
    stages: dict[str, float] = {}
    for item in timbre.clone(takes, {**options, "job_id": uuid.uuid4().hex}):
        now = time.perf_counter()
        following = stage if isinstance(item, bytes) else str(item.get("stage", stage))
        voice = item if isinstance(item, bytes) else b""
        if following != stage or voice:
            stages[stage] = stages.get(stage, 0.0) + now - since
            stage, since = following, now
    return Clone(stages, time.perf_counter() - began, len(voice))


def beside(timbre: TimbreSpeaker, ended: threading.Event) -> list[Heard]:
    """Let a listener ask again and again until the clones have ended; returns what was heard."""
    heard: list[Heard] = []
    while not ended.is_set():
        heard.append(listen(timbre.chunks, SHORT[len(heard) % len(SHORT)], time.perf_counter()))
        time.sleep(0.1)
    return heard


def measure(folder: Path, people: int, options: dict[str, Any]) -> dict[str, Any]:
    """Make the clones of `people` at once.

    Returns:
        Plain values for JSON.

    Raises:
        SpeakerError: if there is no server.
    """
    from timbre_bench.timbre_speaker import start_timbre

    takes, ended = pack_takes(folder), threading.Event()
    with start_timbre() as timbre:
        idle = closed_loop(timbre.chunks, SHORT, 1, IDLE_REQUESTS).first
        began = time.perf_counter()
        with ThreadPoolExecutor(people + 1) as pool:
            listener = pool.submit(beside, timbre, ended)
            try:
                jobs = [pool.submit(clone_once, timbre, takes, options) for _ in range(people)]
                clones = [job.result() for job in jobs]
            finally:
                wall_s = time.perf_counter() - began
                ended.set()
            heard = [request for request in listener.result() if request.arrivals and not request.error]
    return {
        "people": people,
        "first_voice_s": round(min(clone.total_s for clone in clones), 2),
        "all_voices_s": round(wall_s, 2),
        "people_per_hour": round(3600 * people / wall_s, 1),
        "stages_s": {name: round(value, 2) for name, value in clones[0].stages.items()},
        "voice_bytes": clones[0].voice_bytes,
        "first_audio_idle_ms": idle.to_dict(),
        "first_audio_beside_ms": Spread.of([request.first_ms for request in heard]).to_dict(),
        "underruns_beside": sum(request.underruns for request in heard),
        "requests_beside": len(heard),
    }


def format_result(result: dict[str, Any]) -> str:
    """The figures as Markdown lines."""
    stages = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in result["stages_s"].items())
    idle, beside_clones = result["first_audio_idle_ms"], result["first_audio_beside_ms"]
    return "\n".join(
        [
            f"- {result['people']} at once: first voice after {result['first_voice_s']:.1f} s, all after "
            f"{result['all_voices_s']:.1f} s; {result['people_per_hour']:.0f} people an hour",
            f"- stages of the first: {stages}; a voice has {result['voice_bytes'] / 1000:.0f} kB",
            f"- first audio p50 / p99: idle {idle['p50']:.1f} / {idle['p99']:.1f} ms; beside the clones "
            f"{beside_clones['p50']:.1f} / {beside_clones['p99']:.1f} ms, {result['requests_beside']} requests, "
            f"{result['underruns_beside']} underruns",
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--takes", type=Path, default=assets_dir() / "takes", help="(default: the bundled ones)"
    )
    parser.add_argument("--people", type=int, default=1, help="clones at once (default 1)")
    parser.add_argument("--max-steps", type=int, help="of adaptation; fewer for a quick look")
    page.add_options(parser)
    options = parser.parse_args(arguments)
    where = page.machine()
    clone_options = {"name": "Benchmark", **({"max_steps": options.max_steps} if options.max_steps else {})}
    try:
        result = measure(options.takes, options.people, clone_options)
    except SpeakerError as error:
        print(f"clone_speed: {error}", file=sys.stderr)
        return 1
    about = f"Takes: {options.takes.name}" + (
        f"; at most {options.max_steps} steps, a quick look only." if options.max_steps else "."
    )
    page.deliver(page.Report("clone_speed", result, about, format_result(result)), options, where)
    return 0
