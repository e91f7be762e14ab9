"""A real PulseAudio server with a null sink whose monitor is the microphone, for tests that record and play."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

MICROPHONE_SINK = "vmic"
LOUDSPEAKER_SINK = "vspeaker"


@dataclass(frozen=True)
class VirtualSound:
    """A private sound server; what is played into `vmic` is what the microphone hears.

    Attributes:
        environment: Variables that make a program use this server.
    """

    environment: dict[str, str]

    def speak_into_microphone(self, path: Path) -> subprocess.Popen[bytes]:
        """Play a sound file into the microphone; returns at once.

        Sound that is handed over late has holes, so it is handed over early.
        """
        return subprocess.Popen(
            ["paplay", f"--device={MICROPHONE_SINK}", "--latency-msec=200", str(path)],
            env={**os.environ, **self.environment},
        )

    def capture_loudspeaker(self, path: Path, sample_rate: int) -> subprocess.Popen[bytes]:
        """Write what the loudspeaker plays to a WAV file until terminated."""
        return subprocess.Popen(
            [
                "parecord",
                f"--device={LOUDSPEAKER_SINK}.monitor",
                f"--rate={sample_rate}",
                "--channels=1",
                "--format=s16le",
                "--latency-msec=20",
                "--file-format=wav",
                str(path),
            ],
            env={**os.environ, **self.environment},
        )


def missing_programs() -> list[str]:
    """Programs of this helper that are not installed."""
    return [name for name in ("pulseaudio", "pactl", "paplay", "parecord") if shutil.which(name) is None]


@contextmanager
def virtual_sound() -> Iterator[VirtualSound]:
    """Run the server for the duration of the block, in folders of its own."""
    with tempfile.TemporaryDirectory(prefix="timbre-sound-") as folder:
        runtime = Path(folder)
        runtime.chmod(0o700)
        environment = {
            "XDG_RUNTIME_DIR": str(runtime),
            "PULSE_RUNTIME_PATH": str(runtime / "pulse"),
            "PULSE_STATE_PATH": str(runtime / "state"),
            "PULSE_SERVER": f"unix:{runtime}/pulse/native",
            "HOME": str(runtime),
        }
        server = _start(environment, runtime)
        try:
            for sink in (MICROPHONE_SINK, LOUDSPEAKER_SINK):
                _pactl(environment, "load-module", "module-null-sink", f"sink_name={sink}", "rate=48000")
            _pactl(environment, "set-default-source", f"{MICROPHONE_SINK}.monitor")
            _pactl(environment, "set-default-sink", LOUDSPEAKER_SINK)
            with ExitStack() as listeners:
                sinks = (MICROPHONE_SINK, LOUDSPEAKER_SINK)
                for heard in [
                    listeners.enter_context(_listener(environment, sink, runtime)) for sink in sinks
                ]:
                    _wait_for_sound(heard)
                yield VirtualSound(environment)
        finally:
            server.terminate()
            server.wait(timeout=60)


def _start(environment: dict[str, str], runtime: Path) -> subprocess.Popen[bytes]:
    (runtime / "pulse").mkdir(mode=0o700)
    script = runtime / "server.pa"
    script.write_text(
        f"load-module module-native-protocol-unix auth-anonymous=1 socket={runtime}/pulse/native\n"
    )
    log = open(runtime / "server.log", "wb")  # noqa: SIM115 - the child keeps it
    server = subprocess.Popen(
        [
            "pulseaudio",
            "-n",
            "--daemonize=no",
            "--exit-idle-time=-1",
            "--use-pid-file=no",
            "--file",
            str(script),
        ],
        env={**os.environ, **environment},
        stdout=log,
        stderr=log,
    )
    log.close()
    for _ in range(600):
        ready = subprocess.run(
            ["pactl", "info"], env={**os.environ, **environment}, capture_output=True, check=False
        )
        if ready.returncode == 0:
            return server
        try:
            server.wait(timeout=0.1)
        except subprocess.TimeoutExpired:
            continue
        break
    server.kill()
    raise RuntimeError("pulseaudio did not start:\n" + (runtime / "server.log").read_text(errors="replace"))


@contextmanager
def _listener(environment: dict[str, str], sink: str, runtime: Path) -> Iterator[Path]:
    """Listen closely: a null sink that nobody listens to hands its sound over in pieces of two seconds."""
    heard = runtime / f"{sink}.raw"
    command = ["parecord", "--raw", f"--device={sink}.monitor", "--latency-msec=10", str(heard)]
    listener = subprocess.Popen(command, env={**os.environ, **environment}, stderr=subprocess.DEVNULL)
    try:
        yield heard
    finally:
        listener.kill()
        listener.wait()


def _wait_for_sound(heard: Path) -> None:
    for _ in range(600):
        if heard.exists() and heard.stat().st_size > 0:
            return
        time.sleep(0.1)
    raise RuntimeError(f"nothing is heard of {heard.stem}")


def _pactl(environment: dict[str, str], *arguments: str) -> None:
    subprocess.run(["pactl", *arguments], env={**os.environ, **environment}, check=True, capture_output=True)
