"""Talks to a peer's process; the package's docstring shows the lines that are exchanged."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from timbre_bench.peers import environment, kokoro_files
from timbre_bench.speaker import SpeakerError
from timbre_bench.timing import Timing

_BENCHMARKS = Path(__file__).resolve().parents[2]


class PeerProcess:
    """A synthesizer in a process of its own.

    Args:
        python: The peers' interpreter.
        module: The module to run.
        arguments: Arguments of the module.

    Raises:
        SpeakerError: if the process ends before it is ready.
    """

    def __init__(self, python: Path, module: str, *arguments: str) -> None:
        self._module = module
        self._process = subprocess.Popen(
            [str(python), "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(_BENCHMARKS)},
        )
        self.about: str = self._read()["about"]

    def speak(self, text: str, out: Path | None = None) -> Timing:
        """Speak one sentence and say how long it took, as the process itself measured it.

        Args:
            text: The sentence.
            out: A WAV file for the speech; it is written after the time is taken.
        """
        assert self._process.stdin is not None
        request = {"text": text} | ({"out": str(out.resolve())} if out else {})
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return Timing(**self._read())

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SpeakerError(f"{self._module} ended with status {self._process.wait()}")
        return json.loads(line)

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=10)

    def __enter__(self) -> PeerProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def start_piper() -> PeerProcess:
    """Start Piper; set it up first, if needed."""
    return PeerProcess(environment.ensure_python(), "timbre_bench.peers.piper")


def start_kokoro(voice: str = "") -> PeerProcess:
    """Start Kokoro with one of its voices, its usual one if none is given; set it up first, if needed."""
    python = environment.ensure_python()
    weights = kokoro_files.fetch(environment.cache_folder() / "kokoro", python)
    return PeerProcess(python, "timbre_bench.peers.kokoro", str(weights), *([voice] if voice else []))
