"""One run of the `tritonserver` program: its command line, environment, readiness and end."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from timbre.engines.select import patience_s
from timbre.serving.priority import ask_for_slices
from timbre_app.server import system
from timbre_app.server.errors import ServerError

READY_TIMEOUT_S = 90.0
TEMPORARY = Path("/tmp")
"""Where the Python backend makes its folders; it asks no setting."""
EXIT_TIMEOUT_S = 5
_PR_SET_PDEATHSIG = 1
_END_GROUP = 'read -r _; kill -s KILL -- "-$1"'


@dataclass(frozen=True)
class Ports:
    """Where a server listens."""

    host: str
    http: int
    grpc: int
    metrics: int

    @property
    def url(self) -> str:
        """For gRPC clients."""
        return f"{self.host}:{self.grpc}"

    @property
    def http_url(self) -> str:
        """For HTTP, as the readiness check uses it."""
        return f"http://{self.host}:{self.http}"


def choose_ports(host: str, wanted: tuple[int, int, int]) -> Ports:
    """Fill every 0 in `wanted` (http, grpc, metrics) with a free port.

    Raises:
        ServerError: if a wanted port is taken or the host is not this machine's.
    """
    sockets: list[socket.socket] = []
    try:
        for port in wanted:
            probe = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            sockets.append(probe)
            if port:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                raise _port_error(host, port, error) from None
        return Ports(host, *(probe.getsockname()[1] for probe in sockets))
    finally:
        for probe in sockets:
            probe.close()


def _port_error(host: str, port: int, error: OSError) -> ServerError:
    if isinstance(error, PermissionError):
        return ServerError(
            f"Port {port} may only be used by the system's administrator; choose one above 1023."
        )
    if port == 0 or isinstance(error, socket.gaierror):
        return ServerError(f"{host} is not an address of this machine; use 127.0.0.1 or 0.0.0.0.")
    return ServerError(f"Port {port} on {host} is already taken by another program; choose another port.")


def command_line(
    binary: Path, backends: Path, repository: str, models: tuple[str, ...], ports: Ports, region_prefix: str
) -> list[str]:
    """The server's command line."""
    return [
        str(binary),
        f"--model-repository={repository}",
        f"--backend-directory={backends}",
        "--model-control-mode=explicit",
        *(f"--load-model={name}" for name in models),
        "--exit-on-error=false",
        "--strict-readiness=false",
        f"--exit-timeout-secs={EXIT_TIMEOUT_S}",
        f"--http-address={ports.host}",
        f"--http-port={ports.http}",
        f"--grpc-address={ports.host}",
        f"--grpc-port={ports.grpc}",
        f"--metrics-address={ports.host}",
        f"--metrics-port={ports.metrics}",
        "--allow-gpu-metrics=false",
        "--pinned-memory-pool-byte-size=0",
        f"--backend-config=python,shm-region-prefix-name={region_prefix}",
    ]


def environment(scratch: Path) -> dict[str, str]:
    """The server's environment, which its stub processes inherit.

    Args:
        scratch: A folder that lives as long as the server, for flags between its models.
    """
    values = dict(os.environ)
    values["PATH"] = os.pathsep.join([str(system.python_folder()), values.get("PATH", os.defpath)])
    library = system.libpython_folder()
    if library is not None:
        rest = values.get("LD_LIBRARY_PATH")
        values["LD_LIBRARY_PATH"] = os.pathsep.join([str(library), *([rest] if rest else [])])
    values["TIMBRE_SERVER_SCRATCH"] = str(scratch)
    values["PYTHONUNBUFFERED"] = "1"
    # torch's threads wait for each other asleep: spinning ones take the cores from speech and, beside any
    # other program, make a clone take many times as long.
    values.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    values.pop("PYTHONHOME", None)
    return values


def _prepare() -> None:
    """In the server's process, before it is one."""
    ask_for_slices()
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


class TritonProcess:
    """A running server."""

    def __init__(self, command: list[str], env: dict[str, str], log: IO[bytes], ports: Ports) -> None:
        self.ports = ports
        self._folders: set[Path] = set()
        self._folders_before = backend_folders()
        self._process = subprocess.Popen(
            command,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd="/",
            process_group=0,
            preexec_fn=_prepare,
        )
        self._reaper = _start_reaper(self._process.pid)

    @property
    def pid(self) -> int:
        """The server's process id."""
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """None while the server runs."""
        return self._process.poll()

    def wait_ready(self, models: tuple[str, ...], stopping: Callable[[], bool]) -> None:
        """Wait until every model can be used, or until `stopping` says that nobody wants it any more.

        Raises:
            ServerError: if the server ends, a model cannot be loaded, or it takes too long.
        """
        try:
            self._wait_ready(models, stopping)
        finally:
            self._folders = backend_folders() - self._folders_before

    def _wait_ready(self, models: tuple[str, ...], stopping: Callable[[], bool]) -> None:
        timeout_s = READY_TIMEOUT_S + patience_s()
        deadline = time.monotonic() + timeout_s
        while time.monotonic() < deadline:
            if stopping():
                return
            if self.exit_code is not None:
                raise ServerError(f"The speech server ended while starting (exit code {self.exit_code}).")
            if http_ok(f"{self.ports.http_url}/v2/health/ready"):
                broken = failed_models(self.ports.http_url, models)
                if not broken:
                    return
                name, reason = next(iter(broken.items()))
                raise ServerError(f"The speech server could not load its model {name}: {reason}")
            time.sleep(0.02)
        raise ServerError(f"The speech server was not ready after {timeout_s:.0f} s.")

    def stop(self) -> None:
        """End the server and its stub processes at once.

        Nothing is lost by that: they keep no state that matters, and a gentle end takes Triton seconds.
        What they leave in the shared memory, the keeper sweeps; their folders go here.
        """
        self._reaper.kill()
        self._reaper.communicate()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for folder in self._folders:
            with contextlib.suppress(OSError):  # not empty: somebody uses it
                folder.rmdir()


def _start_reaper(group: int) -> subprocess.Popen[bytes]:
    """A shell that ends the server's processes once this one has died in any way: it then reads its input's end.

    The kernel ends the server alone (`_prepare`), and a stub process may outlive that for ever: it waits, with
    Python's lock, for an answer of who is dead.
    """
    return subprocess.Popen(
        ["/bin/sh", "-c", _END_GROUP, "timbre-reaper", str(group)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        process_group=0,
    )


def backend_folders() -> set[Path]:
    """The folders that Python backends made; a server that is killed leaves its own behind, empty."""
    return set(TEMPORARY.glob("python_env_*"))


def http_ok(url: str, timeout_s: float = 1.0) -> bool:
    """Whether a GET of the URL answers 200."""
    try:
        with urllib.request.urlopen(url, timeout=timeout_s) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False


def failed_models(http_url: str, models: tuple[str, ...]) -> dict[str, str]:
    """The models that are not ready, each with the reason's most telling line."""
    request = urllib.request.Request(f"{http_url}/v2/repository/index", data=b"{}", method="POST")
    with urllib.request.urlopen(request, timeout=5) as answer:
        index: list[dict[str, Any]] = json.load(answer)
    states = {entry["name"]: entry for entry in index}
    broken: dict[str, str] = {}
    for name in models:
        entry = states.get(name, {"reason": "it is not in the model repository"})
        if entry.get("state") != "READY":
            broken[name] = _first_line(entry.get("reason") or "no reason given")
    # An ensemble fails because of a step: name the step.
    return {name: broken[name] for name in sorted(broken, key=lambda name: name == "tts")}


def _first_line(reason: str) -> str:
    """The sentence inside "Internal: ValueError: sentence" and a stack trace."""
    lines = [line.strip() for line in reason.splitlines() if line.strip()]
    return re.sub(
        r"^(version \d+ is at UNAVAILABLE state: )?(Internal: )?(\w+Error: )?",
        "",
        lines[0] if lines else reason,
    )
