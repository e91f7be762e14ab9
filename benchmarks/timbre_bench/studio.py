"""Runs Timbre as a person at a terminal does: with the `timbre` command, in its own home, with a server."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from timbre.voice import Voice

START_TIMEOUT_S = 60.0


class StudioError(RuntimeError):
    """A `timbre` command failed; the message is that of the command."""


@dataclass(frozen=True)
class Cloned:
    """A voice, and the seconds from the command to the voice."""

    voice: Voice
    seconds: float


class Studio:
    """The command line with its own TIMBRE_HOME, as a context: the server runs while it is entered.

    Args:
        home: Folder of voices, takes and logs.
    """

    def __init__(self, home: Path) -> None:
        self._environment = {**os.environ, "TIMBRE_HOME": str(home)}
        self._log = home / "benchmark-server.log"
        self._server: subprocess.Popen[bytes] | None = None
        home.mkdir(parents=True, exist_ok=True)

    def run(self, *arguments: str) -> str:
        """Run one `timbre` command; returns its standard output.

        Raises:
            StudioError: if it fails.
        """
        result = subprocess.run(
            [*_command(), *arguments], env=self._environment, capture_output=True, text=True, check=False
        )
        if result.returncode != 0:
            message = (result.stderr.strip() or result.stdout.strip() or "no message").splitlines()[-1]
            raise StudioError(f"timbre {arguments[0]}: {message}")
        return result.stdout

    def clone(self, takes: Path, name: str, *options: str) -> Cloned:
        """Clone a folder of takes; replaces a voice of the same name. Options are those of `timbre clone`."""
        start = time.perf_counter()
        arguments = "clone", str(takes), "--name", name, "--i-have-permission", "--replace", "--json"
        lines = self.run(*arguments, *options).splitlines()
        seconds = time.perf_counter() - start
        return Cloned(Voice.load(Path(json.loads(lines[-1])["file"])), seconds)

    def say(self, text: str, voice: str, out: Path) -> None:
        """Speak one sentence in a voice to a sound file."""
        self.run("say", "--voice", voice, "-o", str(out), "--", text)

    def say_all(self, texts: Mapping[str, str], voice: str, folder: Path) -> None:
        """Speak texts, by the names of their WAV files without suffix, into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        batch = folder / "texts.csv"
        with batch.open("w", encoding="utf-8", newline="") as lines:
            csv.writer(lines).writerows([("file", "text"), *texts.items()])
        self.run("say", "--voice", voice, "--batch", str(batch), "-o", str(folder))

    def __enter__(self) -> Studio:
        with self._log.open("wb") as log:
            self._server = subprocess.Popen(
                [*_command(), "serve"], env=self._environment, stdout=log, stderr=subprocess.STDOUT
            )
        deadline = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < deadline and self._server.poll() is None:
            try:
                self.run("serve", "--status")
            except StudioError:
                time.sleep(0.5)
            else:
                return self
        self.close()
        raise StudioError(f"the server did not start; see {self._log}")

    def close(self) -> None:
        """Stop the server."""
        if self._server is not None:
            self._server.terminate()
            self._server.wait(timeout=30)
            self._server = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _command() -> list[str]:
    """The `timbre` command of this program's environment."""
    return [str(Path(sys.executable).with_name("timbre"))]
