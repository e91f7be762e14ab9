"""A server's start, heard by somebody who asks all the time: when it speaks, and when on the engine asked for.

```
timbre serve ─ ready ─ first sentence (CUDA graphs) ─ compiled beside it ─ starts again ─ first sentence (compiled)
```
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO

from timbre.engines.verdict import COMPILED, RTX
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.server import ServerError, ServerStatus, server_status
from timbre_app.server.figures import read_figures
from timbre_bench import page
from timbre_bench.measures.statistics import percentile
from timbre_bench.sentences import SHORT
from timbre_bench.timbre_speaker import first_speaker, seconds_of

COMMAND = (sys.executable, "-m", "timbre_app.cli", "serve")
EVERY_S = 0.5
"""Pause between two sentences, in which the server may start again."""
AFTER = 20
"""Sentences on the engine that was asked for; then the program ends."""
NAMED = {COMPILED: "compiled", RTX: "TensorRT"}
"""Part of an engine's name in the server's figures, of the engines that are tried first; others speak at once."""
STOP_S = 30.0
SAID = "peech runs on"
TOLD = ("timbre keeper:", SAID, "Traceback")
"""Parts of the lines of the server's log that tell of its engines."""


@dataclass(frozen=True)
class Sentence:
    """A sentence that was heard.

    Attributes:
        asked_s: Seconds from the command to the moment at which it was asked for.
        first_ms: Time from then to its first audio, waiting for the server included.
        server: The server's process.
        engine: The engine's name in the server's figures, which are up to a second old; empty before there are any.
    """

    asked_s: float
    first_ms: float
    server: int
    engine: str


@dataclass
class Diary:
    """What happened since the command, in seconds and a text each, and the sentences that were heard."""

    began_s: float = field(default_factory=time.monotonic)
    events: list[tuple[float, str]] = field(default_factory=list)
    heard: list[Sentence] = field(default_factory=list)

    @property
    def now_s(self) -> float:
        """Seconds since the command."""
        return time.monotonic() - self.began_s

    def note(self, text: str) -> None:
        """Write down what has just happened."""
        self.events.append((self.now_s, text))

    def text(self) -> str:
        """All events, then the sentences of each server and engine."""
        lines = [f"{at_s:8.1f} s  {text}" for at_s, text in sorted(self.events)]
        for server, engine in dict.fromkeys((row.server, row.engine) for row in self.heard):
            rows = [row for row in self.heard if (row.server, row.engine) == (server, engine)]
            times = [row.first_ms for row in rows]
            lines.append(
                f"server {server}, {engine or 'engine not said yet'}: {len(rows)} sentences from "
                f"{rows[0].asked_s:.1f} s to {rows[-1].asked_s:.1f} s, the first heard after {times[0]:.1f} ms, "
                f"p50 {percentile(times, 50):.1f} ms, longest {max(times):.1f} ms"
            )
        return "\n".join(lines)


def _follow(lines: IO[str], diary: Diary) -> None:
    for line in lines:
        diary.note(f"serve: {line.rstrip()}")


def _follow_log(path: Path, diary: Diary, ended: threading.Event) -> None:
    while not path.exists():
        if ended.wait(0.05):
            return
    with path.open(errors="replace") as log:
        while not ended.wait(0.05):
            for line in log:
                if any(part in line for part in TOLD):
                    diary.note(f"log: {line.rstrip()[:300]}")


@contextlib.contextmanager
def serving(engine: str, home: Path, diary: Diary) -> Iterator[subprocess.Popen[str]]:
    """Run `timbre serve` with an engine; its lines and its log's go into the diary."""
    command = [*COMMAND, "--engine", engine]
    process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert process.stdout is not None
    ended = threading.Event()
    threads = [
        threading.Thread(target=_follow, args=(process.stdout, diary), daemon=True),
        threading.Thread(target=_follow_log, args=(home / "logs" / "server.log", diary, ended), daemon=True),
    ]
    for thread in threads:
        thread.start()
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        ended.set()
        for thread in threads:
            thread.join()
        process.stdout.close()


def listen(engine: str, process: subprocess.Popen[str], diary: Diary, limit_s: float) -> bool:
    """Ask for sentences until the engine has spoken AFTER of them.

    Returns:
        Whether it has, within the limit and before its trial ended with another engine.
    """
    voice = first_speaker().to_bytes()
    spoken = 0
    with contextlib.ExitStack() as open_clients:
        client: TimbreClient | None = None
        asked_s: float | None = None
        while (
            diary.now_s < limit_s
            and process.poll() is None
            and spoken < AFTER
            and not _rejected(engine, diary)
        ):
            asked_s = diary.now_s if asked_s is None else asked_s
            status = server_status()
            if status is None:
                time.sleep(0.02)
                continue
            client = client or open_clients.enter_context(TimbreClient(status.url))
            try:
                client.wait_ready(5)
                heard_s = _hear(client, diary, SHORT[len(diary.heard) % len(SHORT)], voice)
            except ServerError as error:
                diary.note(f"listener: {error}")
                continue
            status = server_status() or status
            sentence = Sentence(asked_s, (heard_s - asked_s) * 1e3, status.server_pid, _engine_of(status))
            if not diary.heard or sentence.server != diary.heard[-1].server:
                diary.note(f"listener: the first sentence of server {sentence.server} is heard")
            if sentence.engine and all(sentence.engine != row.engine for row in diary.heard):
                diary.note(f"figures: {sentence.engine}")
            diary.heard.append(sentence)
            asked_s = None
            spoken += bool(sentence.engine) and NAMED.get(engine, "") in sentence.engine
            time.sleep(EVERY_S)
    return spoken >= AFTER


def _rejected(engine: str, diary: Diary) -> bool:
    said = [text for _, text in list(diary.events) if text.startswith("serve:") and SAID in text]
    return bool(said) and f"{SAID} {engine}" not in said[-1]


def _engine_of(status: ServerStatus) -> str:
    figures = read_figures(status.sockets.metrics)
    return ", ".join(sorted(set(figures.engines.values()))) if figures is not None else ""


def _hear(client: TimbreClient, diary: Diary, text: str, voice: bytes) -> float:
    """Speak a text; returns when its first audio came."""
    heard_s = 0.0
    for seconds in seconds_of(client.speak(text, voice)):
        if seconds and not heard_s:
            heard_s = diary.now_s
    return heard_s


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status: 1 if the engine did not speak within the limit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--engine", default="compiled", help="of `timbre serve` (default compiled)")
    parser.add_argument("--limit", type=float, default=600.0, help="seconds (default 600)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON and nothing else")
    options = parser.parse_args(arguments)
    where = page.machine()
    with tempfile.TemporaryDirectory(prefix="timbre-start-") as folder:
        os.environ["TIMBRE_HOME"] = str(Path(folder) / "home")
        os.environ.setdefault("TIMBRE_CACHE", str(Path(folder) / "cache"))
        diary = Diary()
        with serving(options.engine, Path(folder) / "home", diary) as process:
            try:
                has_spoken = listen(options.engine, process, diary, options.limit)
            except KeyboardInterrupt:  # what was heard until then is worth reading
                has_spoken = False
    if options.json:
        print(json.dumps({"events": diary.events, "heard": [asdict(row) for row in diary.heard]}))
    else:
        print(f"{where}; engine {options.engine}, cache {os.environ['TIMBRE_CACHE']}\n{diary.text()}")
    return 0 if has_spoken else 1
