"""One run of the `tritonserver` program: its command line, environment, readiness and end."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from timbre.engines.decision import SETTING
from timbre_app.server import launcher, leftovers, system
from timbre_app.server.ascii_names import AsciiNames
from timbre_app.server.errors import ServerError
from timbre_app.server.repository import READY, ModelRepository, telling_line
from timbre_app.server.shared_memory import SHM
from timbre_app.server.sockets import GRPC_PORT, Sockets

READY_TIMEOUT_S = 90.0
EXIT_TIMEOUT_S = 5
GRPC_RESTRICTED = "model-repository,model-config,shared-memory,trace,logging"
HTTP_RESTRICTED = "model-config,shared-memory,trace,logging"
_END_GROUP = 'read -r _; kill -s KILL -- "-$1"'


@dataclass(frozen=True)
class ServerPlaces:
    """The sockets, folders and shared memory of one run of the server.

    Attributes:
        sockets: The server's sockets.
        prefix: Beginning of the names of the server's regions of shared memory and of its two folders.
        private: Whether the server gets its own /dev/shm.
    """

    sockets: Sockets
    prefix: str
    private: bool

    @property
    def scratch(self) -> Path:
        """Folder in /dev/shm for files that one model leaves for another."""
        return SHM / f"{self.prefix}scratch"

    @property
    def temporary(self) -> Path:
        """Folder for temporary files of the models; the keeper removes it when the server has ended."""
        return Path(tempfile.gettempdir()) / f"{self.prefix}tmp"

    @property
    def names(self) -> AsciiNames:
        """Names of ASCII letters for the server's folders; the keeper removes them as it removes `temporary`."""
        return AsciiNames(Path(tempfile.gettempdir()) / f"{self.prefix}names")


def command_line(
    binary: Path, backends: Path, repository: str, models: tuple[str, ...], places: ServerPlaces
) -> list[str]:
    """The server's command line.

    Every process that can open gRPC's socket may speak and clone. Requests there that change the server are refused to
    all: they need a header with a secret value, which is made here and then thrown away. So the secret may stand on the
    command line, which every user can read. Only the keeper loads models, over the HTTP socket.

    Triton is told not to complete the models' configurations, which are complete. For that it would start each model's
    process once more, with all its imports.
    """
    nobody = f"nobody={secrets.token_urlsafe(32)}"
    sockets = places.sockets
    return [
        str(binary),
        f"--model-repository={repository}",
        f"--backend-directory={backends}",
        "--model-control-mode=explicit",
        "--disable-auto-complete-config",
        *(f"--load-model={name}" for name in models),
        "--exit-on-error=false",
        "--strict-readiness=false",
        f"--exit-timeout-secs={EXIT_TIMEOUT_S}",
        f"--http-address=unix:{sockets.http}",
        f"--grpc-address={sockets.url.rpartition(':')[0]}",
        f"--grpc-port={GRPC_PORT}",
        f"--metrics-address=unix:{sockets.metrics}",
        f"--grpc-restricted-protocol={GRPC_RESTRICTED}:{nobody}",
        f"--http-restricted-api={HTTP_RESTRICTED}:{nobody}",
        "--allow-gpu-metrics=false",
        "--pinned-memory-pool-byte-size=0",
        f"--backend-config=python,shm-region-prefix-name={places.prefix}",
    ]


def environment(places: ServerPlaces, engine: str = "auto") -> dict[str, str]:
    """The server's environment, which its stub processes inherit.

    Args:
        places: Where this run of the server has its things.
        engine: See ServerOptions.
    """
    values = dict(os.environ)
    values.update(places.names.settings())
    values["PATH"] = os.pathsep.join([str(places.names.python_folder()), values.get("PATH", os.defpath)])
    library = system.libpython_folder()
    if library is not None:
        rest = values.get("LD_LIBRARY_PATH")
        values["LD_LIBRARY_PATH"] = os.pathsep.join([str(library), *([rest] if rest else [])])
    values["TIMBRE_SERVER_SCRATCH"] = str(places.scratch)
    values["TMPDIR"] = str(places.temporary)
    values["PYTHONUNBUFFERED"] = "1"
    if engine != "auto":
        values[SETTING] = engine
    # torch's threads sleep while they wait for each other. Spinning threads would take the cores from speech, and a
    # clone would take many times as long beside any other program.
    values.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    values.pop("PYTHONHOME", None)
    return values


class TritonProcess:
    """A running server.

    Args:
        command: Its command line.
        env: Its environment.
        log: Gets its output.
        places: Its sockets, folders and shared memory.
    """

    def __init__(
        self, command: list[str], env: Mapping[str, str], log: IO[bytes], places: ServerPlaces
    ) -> None:
        self.places = places
        self._noted = False
        self._folders_before = leftovers.backend_folders()
        places.temporary.mkdir(mode=0o700)
        places.sockets.remove_stale()
        prepare = [sys.executable, "-P", launcher.__file__, str(os.getpid()), str(places.scratch)]
        self._process = subprocess.Popen(
            [*prepare, "1" if places.private else "0", *command],
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd="/",
            process_group=0,
        )
        self._reaper = _start_reaper(self._process.pid)

    @property
    def pid(self) -> int:
        """The server's process id."""
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """The server's exit code; None while it runs."""
        return self._process.poll()

    def wait_ready(self, models: tuple[str, ...], stopping: Callable[[], bool], extra_s: float = 0.0) -> None:
        """Wait until every model is ready; returns earlier once `stopping` returns True.

        Args:
            models: Their names.
            stopping: Called often; whether nobody wants the server any more.
            extra_s: Seconds that the start may take beyond the usual limit.
        Raises:
            ServerError: if the server ends, a model cannot be loaded, or the start takes too long.
        """
        timeout_s = READY_TIMEOUT_S + extra_s
        deadline = time.monotonic() + timeout_s
        repository = ModelRepository(self.places.sockets.http)
        while time.monotonic() < deadline:
            self._note_folders()
            if stopping():
                return
            if self.exit_code is not None:
                raise ServerError(
                    "The speech server ended while starting (exit code {code}).", code=self.exit_code
                )
            if repository.is_ready():
                broken = failed_models(repository, models)
                if not broken:
                    return
                name, reason = next(iter(broken.items()))
                raise ServerError(
                    "The speech server could not load its model {model}: {reason}", model=name, reason=reason
                )
            time.sleep(0.02)
        raise ServerError("The speech server was not ready after {seconds:.0f} s.", seconds=timeout_s)

    def stop(self) -> None:
        """End the server and its stub processes at once.

        The processes are killed, because they have no state that matters, and because Triton needs seconds for an
        orderly end. The keeper removes what they leave in shared memory and in temporary files.
        """
        self._reaper.kill()
        self._reaper.communicate()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self.places.sockets.remove_stale()

    def _note_folders(self) -> None:
        """Note the folder that this server's backend makes, once it exists."""
        folders = leftovers.backend_folders() - self._folders_before if not self._noted else set[Path]()
        if folders:
            self._noted = True
            leftovers.note_backend_folders(self.places.temporary, folders)


def _start_reaper(group: int) -> subprocess.Popen[bytes]:
    """Start a shell that ends the server's processes when this process has ended, for whatever reason.

    The shell notices that by the end of its input. It is needed because the kernel ends only the server itself
    (`launcher`): a stub process may then live on for ever, waiting for an answer of the dead server.
    """
    return subprocess.Popen(
        ["/bin/sh", "-c", _END_GROUP, "timbre-reaper", str(group)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        process_group=0,
    )


def failed_models(repository: ModelRepository, models: tuple[str, ...]) -> dict[str, str]:
    """The models that are not ready, each with the most telling line of the reason."""
    states = repository.states()
    broken: dict[str, str] = {}
    for name in models:
        state = states.get(name)
        if state is None:
            broken[name] = "it is not in the model repository"
        elif state.state != READY:
            broken[name] = telling_line(state.reason)
    # The ensemble `tts` comes last: it fails only because one of its steps has failed.
    return {name: broken[name] for name in sorted(broken, key=lambda name: name == "tts")}
