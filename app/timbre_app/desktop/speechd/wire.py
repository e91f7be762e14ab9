"""The lines between speech-dispatcher and this module."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

import numpy as np

from timbre.contract import SAMPLE_RATE

_END = b".\n"


class Wire:
    """Reads commands and writes replies and events; may be written to from several threads.

    Args:
        commands: What speech-dispatcher sends.
        answers: What speech-dispatcher reads.
    """

    def __init__(self, commands: IO[bytes], answers: IO[bytes]) -> None:
        self._commands, self._answers = commands, answers
        self._lock = threading.RLock()

    def command(self) -> str | None:
        """The next command without its line feed; None when speech-dispatcher has gone."""
        line = self._commands.readline()
        return _decoded(line) if line.endswith(b"\n") else None

    def lines(self) -> Iterator[str]:
        """The lines of a text or of settings, up to the line with a single dot."""
        while (line := self._commands.readline()).endswith(b"\n") and line != _END:
            yield _decoded(line[1:] if line.startswith(b".") else line)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Keep the other threads from writing while several things are written, or none."""
        with self._lock:
            yield

    def send(self, *lines: str) -> None:
        """Send a reply or an event. All lines but the last one have a hyphen after their number."""
        self._write("".join(f"{line}\n" for line in lines).encode())

    def send_audio(self, pcm: np.ndarray) -> None:
        """Send samples to be played, (n,) int16."""
        facts = {"bits": 16, "num_channels": 1, "sample_rate": SAMPLE_RATE, "num_samples": len(pcm)}
        head = "".join(f"705-{name}={value}\n" for name, value in {**facts, "big_endian": 0}.items())
        samples = escaped(pcm.astype("<i2").tobytes())
        self._write(head.encode() + b"705-AUDIO\0" + samples + b"\n705 AUDIO\n")

    def _write(self, data: bytes) -> None:
        with self._lock:
            self._answers.write(data)
            self._answers.flush()


def escaped(data: bytes) -> bytes:
    """Samples without line feeds: a line feed and the escape byte 0x7d lose bit 5 behind an escape byte."""
    return data.replace(b"\x7d", b"\x7d\x5d").replace(b"\n", b"\x7d\x2a")


def _decoded(line: bytes) -> str:
    return line.decode("utf-8", "replace").removesuffix("\n")
