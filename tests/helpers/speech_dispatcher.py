"""A real speech-dispatcher of the test's own, its clients, and ears on the loudspeaker that it plays to."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tests.helpers.audio_device import LOUDSPEAKER_SINK, VirtualSound

HEARD_RATE = 22050
BLOCK = HEARD_RATE // 100
"""Samples of 10 ms."""
LOUD = 100
"""Root mean square of a block, in units of int16, above which there is sound."""
PATIENCE_S = 60.0


def missing_programs() -> list[str]:
    """Programs of this helper that are not installed."""
    return [name for name in ("speech-dispatcher", "spd-say") if shutil.which(name) is None]


class Ears:
    """Hears a loudspeaker: what it plays, and when."""

    def __init__(self, sound: VirtualSound) -> None:
        command = [
            "parecord",
            "--raw",
            f"--device={LOUDSPEAKER_SINK}.monitor",
            f"--rate={HEARD_RATE}",
            "--channels=1",
            "--format=s16le",
            "--latency-msec=10",
        ]
        self._recorder = subprocess.Popen(
            command,
            env={**os.environ, **sound.environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        self.times: list[float] = []
        self._blocks: list[np.ndarray] = []
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        stream, data = self._recorder.stdout, b""
        assert stream is not None
        while piece := stream.read(2 * BLOCK - len(data)):
            data += piece
            if len(data) == 2 * BLOCK:
                self._blocks.append(np.frombuffer(data, np.int16))
                self.times.append(time.monotonic())
                data = b""

    def close(self) -> None:
        """Stop hearing."""
        self._recorder.kill()
        self._recorder.wait()
        self._listener.join()
        assert self._recorder.stdout is not None
        self._recorder.stdout.close()

    def blocks(self, since: float) -> list[tuple[float, np.ndarray]]:
        """What has been heard, with the time of each block."""
        count = len(self.times)
        heard = zip(self.times[:count], self._blocks[:count], strict=True)
        return [(at, block) for at, block in heard if at >= since]

    def first_sound(self, since: float) -> float | None:
        """When there was sound first."""
        return next((at for at, block in self.blocks(since) if _is_loud(block)), None)

    def last_sound(self, since: float) -> float | None:
        """When there was sound last."""
        return next((at for at, block in reversed(self.blocks(since)) if _is_loud(block)), None)

    def wait_for_sound(self, since: float, timeout_s: float = PATIENCE_S) -> float:
        """When there is sound first."""
        deadline = time.monotonic() + timeout_s
        while time.monotonic() < deadline:
            at = self.first_sound(since)
            if at is not None:
                return at
            time.sleep(0.005)
        raise AssertionError("there was no sound")

    def wait_for_silence(self, seconds: float, since: float, timeout_s: float = PATIENCE_S) -> float:
        """Wait until so many seconds of silence have been heard; returns when there was sound last, or `since`."""
        deadline, count = time.monotonic() + timeout_s, round(seconds * HEARD_RATE / BLOCK)
        while time.monotonic() < deadline:
            latest = self.blocks(since)[-count:]
            if len(latest) == count and not any(_is_loud(block) for _, block in latest):
                return self.last_sound(since) or since
            time.sleep(0.01)
        raise AssertionError("there was no silence")

    def sound(self, since: float) -> np.ndarray:
        """What was loud, (n,) int16; without pauses and the holes that a busy machine leaves."""
        loud = [block for _, block in self.blocks(since) if _is_loud(block)]
        return np.concatenate([np.zeros(0, np.int16), *loud])


def _is_loud(block: np.ndarray) -> bool:
    return float(np.sqrt(np.mean(block.astype(np.float64) ** 2))) > LOUD


@dataclass(frozen=True)
class SsipEvent:
    """What speech-dispatcher tells about a text.

    Attributes:
        kind: "begin", "index mark", "end", "canceled", "paused" or "resumed".
        text_id: The text's number.
        name: Of an index mark.
        at: When it came, as of time.monotonic().
    """

    kind: str
    text_id: str
    name: str
    at: float


@dataclass
class SsipClient:
    """A client that speaks speech-dispatcher's own protocol, SSIP, over its socket.

    Attributes:
        events: The events of all texts.
        text_id: The number of the text that was sent last.
    """

    path: Path
    events: list[SsipEvent] = field(default_factory=list)
    text_id: str = ""

    def __post_init__(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE_S)
        self._socket.connect(str(self.path))
        self._replies: list[list[str]] = []
        self._came = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()
        for line in ("CLIENT_NAME test:ssip:main", "OUTPUT_MODULE timbre", "LANGUAGE en-US"):
            self.ask(f"SET SELF {line}")
        self.ask("SET SELF NOTIFICATION ALL ON")

    def ask(self, *lines: str) -> list[str]:
        """Send a command, or a text with its end; returns the reply's lines."""
        self._socket.sendall("".join(f"{line}\r\n" for line in lines).encode())
        with self._came:
            assert self._came.wait_for(lambda: bool(self._replies), PATIENCE_S)
            reply = self._replies.pop(0)
        assert reply[-1].startswith("2"), reply
        if reply[-1].startswith("225"):
            self.text_id = reply[0][4:]
        return reply

    def speak(self, text: str) -> None:
        """Have a text spoken."""
        self.ask("SPEAK")
        self.ask(text, ".")

    def wait_for(self, kind: str, number: int = 0) -> SsipEvent:
        """The first, or a later, event of a kind about the text that was sent last; those of others may be late."""

        def found() -> list[SsipEvent]:
            return [event for event in self.events if (event.kind, event.text_id) == (kind, self.text_id)]

        with self._came:
            came = self._came.wait_for(lambda: len(found()) > number, PATIENCE_S)
            assert came, f"no {kind} of {self.text_id} among {self.events}"
            return found()[number]

    def close(self) -> None:
        """Leave."""
        with contextlib.suppress(OSError):
            self._socket.sendall(b"QUIT\r\n")
        self._socket.close()

    def _read(self) -> None:
        message: list[str] = []
        with (
            contextlib.suppress(OSError, ValueError),
            self._socket.makefile("r", encoding="utf-8", newline="\r\n") as lines,
        ):
            for line in lines:
                message.append(line.rstrip("\r\n"))
                if message[-1][3:4] == " ":
                    self._sort(message)
                    message = []

    def _sort(self, message: list[str]) -> None:
        with self._came:
            if message[-1].startswith("7"):
                name = message[2].partition("-")[2] if len(message) > 3 else ""
                kind, text_id = message[-1][4:].lower(), message[0][4:]
                self.events.append(SsipEvent(kind, text_id, name, time.monotonic()))
            else:
                self._replies.append(message)
            self._came.notify_all()


@dataclass(frozen=True)
class SpeechDispatcher:
    """A running speech-dispatcher.

    Attributes:
        environment: Variables that make a client use it.
        ears: Hear what it plays.
    """

    environment: Mapping[str, str]
    ears: Ears

    @property
    def socket(self) -> Path:
        """Where clients connect."""
        return Path(self.environment["XDG_RUNTIME_DIR"]) / "speech-dispatcher" / "speechd.sock"

    def say(self, *arguments: str, timeout_s: float = 120.0) -> str:
        """Run `spd-say`; returns what it prints."""
        command = ["spd-say", *arguments]
        done = subprocess.run(
            command, env=dict(self.environment), capture_output=True, text=True, timeout=timeout_s, check=True
        )
        return done.stdout

    @contextmanager
    def client(self) -> Iterator[SsipClient]:
        """A client of SSIP."""
        client = SsipClient(self.socket)
        try:
            yield client
        finally:
            client.close()

    def log(self) -> str:
        """What the module wrote on standard error."""
        path = self.socket.parent / "log" / "timbre.log"
        return path.read_text(errors="replace") if path.exists() else ""


@contextmanager
def speech_dispatcher(sound: VirtualSound, environment: Mapping[str, str]) -> Iterator[SpeechDispatcher]:
    """Run speech-dispatcher for the duration of the block.

    Args:
        sound: Where it plays.
        environment: Further variables, such as HOME, which says who the person is.
    """
    whole = {**os.environ, **sound.environment, **environment, "LC_ALL": "C.UTF-8"}
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "SPEECHD_ADDRESS"):
        whole.pop(name, None)
    server = subprocess.Popen(
        ["speech-dispatcher", "-s", "-t", "0", "-l", "5"],
        env=whole,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    ears = Ears(sound)
    running = SpeechDispatcher(whole, ears)
    try:
        _wait_until_it_listens(running.socket, server)
        yield running
    finally:
        ears.close()
        server.terminate()
        server.wait(timeout=PATIENCE_S)


def _wait_until_it_listens(path: Path, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline and server.poll() is None:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
            probe.connect(str(path))
            return
        time.sleep(0.05)
    raise RuntimeError("speech-dispatcher did not start")
