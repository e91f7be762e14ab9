#!/usr/bin/env python3
"""How soon a real speech-dispatcher is heard and silent again, with Timbre and, where it is installed, espeak-ng.

A private PulseAudio is the loudspeaker and a recorder listens to it, so the times are those of a client: SSIP,
speech-dispatcher, the module, the server, PulseAudio and some milliseconds of the recorder.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for the sound card and the ears of the tests

from tests.helpers.audio_device import virtual_sound
from tests.helpers.speech_dispatcher import SpeechDispatcher, SsipClient, speech_dispatcher
from timbre_app.desktop.speechd import installation
from timbre_bench import page
from timbre_bench.measures.statistics import percentile
from timbre_bench.sentences import SHORT

OURS, PEER = "timbre", "espeak-ng"
SPEAKING_S = 0.3
STEPS = ("begin", "first sound", "silence")


def measure(requests: int, pause_s: float) -> dict[str, dict[str, list[float]]]:
    """Have short sentences spoken and stopped, by each module in turn; milliseconds by module and step."""
    with tempfile.TemporaryDirectory() as home:
        os.environ.update({"HOME": home, "TIMBRE_HOME": f"{home}/timbre"})
        installation.install()
        with virtual_sound() as sound, speech_dispatcher(sound, {"HOME": home}) as running:
            running.say("-o", OURS, "-w", "Hello.")  # waits for the server
            listed = running.say("-O").split()
            modules = [module for module in (OURS, PEER) if module in listed]
            times = {module: {step: list[float]() for step in STEPS} for module in modules}
            with running.client() as client:
                for number in range(requests * len(modules)):
                    module = modules[number % len(modules)]
                    client.ask(f"SET SELF OUTPUT_MODULE {module}")
                    for step, ms in _time(running, client, SHORT[number % len(SHORT)]).items():
                        times[module][step].append(ms)
                    time.sleep(pause_s)
    return times


def _time(running: SpeechDispatcher, client: SsipClient, text: str) -> dict[str, float]:
    began = time.monotonic()
    client.speak(text)
    heard = running.ears.wait_for_sound(began)
    begun = client.wait_for("begin")[2]
    time.sleep(SPEAKING_S)
    stopped = time.monotonic()
    client.ask("STOP SELF")
    time.sleep(SPEAKING_S)
    last = running.ears.last_sound(stopped) or stopped
    client.events.clear()
    return dict(
        zip(STEPS, (1000 * (begun - began), 1000 * (heard - began), 1000 * (last - stopped)), strict=True)
    )


def format_result(times: Mapping[str, Mapping[str, Sequence[float]]]) -> str:
    """A Markdown table with a row for each module."""
    lines = ["| module | begin p50, ms | first sound p50, ms | p90 | silence after a stop p50, ms | p90 |"]
    lines.append("| --- | --- | --- | --- | --- | --- |")
    for module, steps in times.items():
        begin, first, silence = (steps[step] for step in STEPS)
        middle = " | ".join(
            f"{percentile(values, 50):.0f} | {percentile(values, 90):.0f}" for values in (first, silence)
        )
        lines.append(f"| {module} | {percentile(begin, 50):.0f} | {middle} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    page.add_request_options(parser, 30, "of each module")
    page.add_options(parser)
    options = parser.parse_args(arguments)
    where = page.machine()
    times = measure(options.requests, options.pause)
    about = (
        f"{options.requests} short sentences for each module in turn, stopped after {SPEAKING_S:g} s; from a client's "
        "request to its event, and to what a recorder hears of a loudspeaker without hardware."
    )
    page.deliver(page.Report("system_voice", times, about, format_result(times)), options, where)
    return 0


if __name__ == "__main__":
    sys.exit(main())
