"""The real speech server for tests, with a tiny base model, in a home of its own."""

from __future__ import annotations

import contextlib
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.helpers.tiny_base import make_tiny_base
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.voice import Voice
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.server import ServerStatus, open_server, server_status, stop_server
from timbre_app.server.figures import ServerFigures, figures_of, parse, read_metrics
from timbre_app.server.leftovers import pid_namespace
from timbre_app.server.shared_memory import SHM

LONG_TEXT = "This sentence is here to be spoken for quite a while, and it says nothing. " * 7


@dataclass(frozen=True)
class SpeechServer:
    """A running server of the test's own."""

    home: Path
    base: Path
    url: str
    client: TimbreClient

    @property
    def status(self) -> ServerStatus:
        """Its processes and ports; needs the environment of the test's home."""
        status = server_status()
        assert status is not None
        return status

    @property
    def metrics(self) -> str:
        """Its metrics, in Prometheus' text format."""
        return read_patiently(self.status)

    @property
    def figures(self) -> ServerFigures:
        """What it counts, now."""
        return figures_of(parse(self.metrics))

    def voice(self, speaker: str = "tiny:0") -> Voice:
        """A speaker of the tiny base model."""
        voices = BaseVoices(BaseModel.open(self.base))
        return voices.voice(voices.find(speaker))

    def stub(self, model: str) -> int:
        """The process id of a model; of its latest process while the one before it is about to end.

        Raises:
            ProcessLookupError: if the model has no process.
        """
        stubs = [pid for pid in children(self.status.server_pid) if f"/{model}/1/" in command_line(pid)]
        if not stubs:
            raise ProcessLookupError(f"the model {model} has no process")
        return max(stubs, key=started_at)


def read_patiently(status: ServerStatus) -> str:
    """A server's metrics; asks again when a busy machine has no answer within the program's own patience."""
    answers: list[str] = []

    def ask() -> bool:
        with contextlib.suppress(OSError):
            answers.append(read_metrics(status.sockets.metrics))
        return bool(answers)

    assert wait_until(ask)
    return answers[-1]


def command_line(pid: int) -> str:
    """A process's command line; empty when it has none."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def children(parent: int) -> list[int]:
    """The processes that a process started."""
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError):
                if int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1]) == parent:
                    found.append(int(entry.name))
    return found


def wait_until(condition: Callable[[], bool], timeout_s: float = 60.0) -> bool:
    """Wait for something to come true; False if it did not."""
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return condition()


def started_at(pid: int) -> int:
    """When a process began, in the system's clock ticks; 0 for one that has ended."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[19])
    except (OSError, IndexError):
        return 0


def is_alive(pid: int) -> bool:
    """Whether a process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except (OSError, IndexError):
        return False


def regions_of(keeper: int) -> list[Path]:
    """What a keeper's server has in the shared memory of all and among temporary files."""
    folders = SHM, Path(tempfile.gettempdir())
    names = f"timbre-{pid_namespace()}-{keeper}-*"
    return [entry for folder in folders for entry in folder.glob(names)]


@contextlib.contextmanager
def own_home(home: Path, base: Path) -> Iterator[None]:
    """The environment of a server of the test's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIMBRE_HOME", str(home))
        patch.setenv("TIMBRE_BASE", str(base))
        patch.setenv("TIMBRE_ENGINE", "onnx")
        patch.delenv("TIMBRE_SERVER_URL", raising=False)
        patch.setenv("TIMBRE_SERVER_GRACE_S", "60")
        yield


@contextlib.contextmanager
def running_server(home: Path, base: Path) -> Iterator[SpeechServer]:
    """Start a server and stop it at the end, checking that nothing of it is left."""
    with own_home(home, base), open_server() as handle:
        status = server_status()
        assert status is not None
        with TimbreClient(handle.url, handle.revive) as client:
            try:
                yield SpeechServer(home, base, handle.url, client)
            finally:
                stop_server()
        assert wait_until(lambda: not is_alive(status.pid))
        assert regions_of(status.pid) == []


@pytest.fixture(scope="session")
def tiny_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A base model with random weights."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of torch's ONNX export; what is tested is not the export
        return make_tiny_base(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="session")
def _shared_server(tiny_base: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SpeechServer]:
    with running_server(tmp_path_factory.mktemp("server-home"), tiny_base) as server:
        yield server


@pytest.fixture
def speech_server(_shared_server: SpeechServer) -> Iterator[SpeechServer]:
    """The server that all tests share; do not kill it."""
    with own_home(_shared_server.home, _shared_server.base):
        yield _shared_server


@pytest.fixture
def own_server(tiny_base: Path, tmp_path: Path) -> Iterator[SpeechServer]:
    """A server of the test's own, to be treated badly."""
    with own_home(tmp_path / "home", tiny_base), running_server(tmp_path / "home", tiny_base) as server:
        yield server


@pytest.fixture
def fused_server(tiny_base: Path, tmp_path: Path) -> Iterator[SpeechServer]:
    """As own_server, but one process does all of speech, as on a GPU."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIMBRE_FUSED", "1")
        with own_home(tmp_path / "home", tiny_base), running_server(tmp_path / "home", tiny_base) as server:
            yield server


def kill(pid: int) -> None:
    """Kill a process as the system does when memory runs out."""
    os.kill(pid, signal.SIGKILL)
