"""The client's side of the server's life: find the server of this user or start it, hold it, let go."""

from __future__ import annotations

import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from timbre.engines.select import patience_s
from timbre_app.server import system
from timbre_app.server.errors import ServerError

if TYPE_CHECKING:
    from timbre_app.server.locks import Lease
    from timbre_app.server.options import LaunchPlan, ServerOptions

START_TIMEOUT_S = 120.0
STOP_TIMEOUT_S = 15.0


@dataclass(frozen=True)
class ServerStatus:
    """What is known of the running server.

    Attributes:
        url: For clients, "host:port".
        http_url: Triton's HTTP interface.
        metrics_url: Prometheus metrics.
        pid: The keeper's process.
        server_pid: The server's process.
        clients: Programs that hold the server.
    """

    url: str
    http_url: str
    metrics_url: str
    pid: int
    server_pid: int
    clients: int


class ServerHandle:
    """A server held for use; release it, or use it as a context manager.

    Attributes:
        url: "host:port" for `TimbreClient`.
        local: False when TIMBRE_SERVER_URL names the server.
        start_s: Seconds that starting took; 0 when the server was already there.
    """

    def __init__(self, url: str, lease: Lease | None = None, start_s: float = 0.0) -> None:
        self.url = url
        self.local = lease is not None
        self.start_s = start_s
        self._lease = lease

    def release(self) -> None:
        """Let go; the server stops when its last holder has."""
        if self._lease is not None:
            self._lease.release()
            self._lease = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def open_server(options: ServerOptions | None = None) -> ServerHandle:
    """Hold this user's server, starting it when it does not run.

    TIMBRE_SERVER_URL (host:port of a server's gRPC interface) is used instead when it is set.

    Raises:
        ServerError: one sentence that says what is wrong and what to do.
    """
    url = os.environ.get("TIMBRE_SERVER_URL", "").strip()
    if url:
        return ServerHandle(url.removeprefix("grpc://").removeprefix("http://").rstrip("/"))
    system.check_platform()
    from timbre_app.server.keeper import LEASES, START_LOCK
    from timbre_app.server.locks import FileLock, Lease
    from timbre_app.server.options import ServerOptions, launch_plan

    plan = launch_plan(options or ServerOptions.from_environment())
    run_dir = Path(plan.run_dir)
    started = time.monotonic()
    lock = FileLock(run_dir / START_LOCK)
    try:
        (run_dir / LEASES).mkdir(parents=True, exist_ok=True)
        if not lock.acquire(START_TIMEOUT_S + patience_s()):
            raise ServerError("Another program has been starting the speech server for too long; try again.")
        try:
            _retire_outdated(plan)
            lease = Lease(run_dir / LEASES)
            state, fresh = _find_or_start(plan, lease)
        finally:
            lock.release()
    except OSError as error:
        raise ServerError(f"The folder {run_dir} cannot be used ({error.strerror or error}).") from error
    ports = state["ports"]
    return ServerHandle(
        f"{ports['host']}:{ports['grpc']}", lease, time.monotonic() - started if fresh else 0.0
    )


def _retire_outdated(plan: LaunchPlan) -> None:
    """Stop a server that nobody uses and that was started with other code or settings."""
    from timbre_app.server.keeper import LEASES, read_state
    from timbre_app.server.locks import live_leases

    run_dir = Path(plan.run_dir)
    state = read_state(run_dir)
    if state and state.get("fingerprint") != plan.fingerprint and not live_leases(run_dir / LEASES):
        _stop_keeper(run_dir, state)


def _find_or_start(plan: LaunchPlan, lease: Lease) -> tuple[dict[str, Any], bool]:
    """The running server's state, and whether it was started by this call."""
    from timbre_app.server.keeper import SERVER_LOCK, STATE_FILE, read_state
    from timbre_app.server.locks import FileLock

    run_dir = Path(plan.run_dir)
    keeper: int | None = None
    timeout_s = START_TIMEOUT_S + patience_s()
    deadline = time.monotonic() + timeout_s
    try:
        while time.monotonic() < deadline:
            state = read_state(run_dir)
            kept = keeper is not None or FileLock(run_dir / SERVER_LOCK).held_by_another
            if kept and state.get("status") == "ready":
                return state, keeper is not None
            if keeper is None and not kept:
                (run_dir / STATE_FILE).unlink(missing_ok=True)
                keeper = _spawn_keeper(plan)
            elif keeper is not None and _has_ended(keeper):
                raise ServerError(state.get("error") or _log_hint(plan))
            time.sleep(0.02)
        raise ServerError(f"The speech server did not start in {timeout_s:.0f} s; see {plan.logs_dir}.")
    except BaseException:
        lease.release()
        raise


def _spawn_keeper(plan: LaunchPlan) -> int:
    """Start the keeper in a process group of its own, so that Ctrl-C in a client's terminal does not reach it.

    The session stays the client's: Linux shares cores between sessions before it looks at niceness
    (`sched_autogroup_enabled`), and then a client would have to wait for the clones of another one.
    """
    logs = Path(plan.logs_dir)
    logs.mkdir(parents=True, exist_ok=True)
    create = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    return os.posix_spawn(
        sys.executable,
        [sys.executable, "-m", "timbre_app.server.keeper", plan.to_json()],
        os.environ,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(logs / "keeper.log"), create, 0o600),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ],
        setpgroup=0,
    )


def _has_ended(child: int) -> bool:
    try:
        return os.waitpid(child, os.WNOHANG)[0] == child
    except ChildProcessError:
        return True


def _log_hint(plan: LaunchPlan) -> str:
    return f"The speech server's keeper ended at once; {plan.logs_dir}/keeper.log says why."


def server_status() -> ServerStatus | None:
    """This user's local server, or None when none runs."""
    if sys.platform != "linux":
        return None
    from timbre import paths
    from timbre_app.server.keeper import LEASES, SERVER_LOCK, read_state
    from timbre_app.server.locks import FileLock, live_leases

    run_dir = paths.run_dir()
    state = read_state(run_dir)
    if state.get("status") != "ready" or not FileLock(run_dir / SERVER_LOCK).held_by_another:
        return None
    ports = state["ports"]
    host = ports["host"]
    return ServerStatus(
        url=f"{host}:{ports['grpc']}",
        http_url=f"http://{host}:{ports['http']}",
        metrics_url=f"http://{host}:{ports['metrics']}/metrics",
        pid=state["pid"],
        server_pid=state["server_pid"],
        clients=len(live_leases(run_dir / LEASES)),
    )


def stop_server() -> bool:
    """Stop this user's local server, whoever uses it; returns False when none ran."""
    if sys.platform != "linux":
        return False
    from timbre import paths
    from timbre_app.server.keeper import read_state

    run_dir = paths.run_dir()
    state = read_state(run_dir)
    return bool(state) and _stop_keeper(run_dir, state)


def _stop_keeper(run_dir: Path, state: dict[str, Any]) -> bool:
    from timbre_app.server.keeper import SERVER_LOCK
    from timbre_app.server.locks import FileLock

    lock = FileLock(run_dir / SERVER_LOCK)
    if not lock.held_by_another:
        return False
    try:
        os.kill(state["pid"], signal.SIGTERM)
    except ProcessLookupError:
        return False
    if not lock.acquire(STOP_TIMEOUT_S):
        raise ServerError(f"The speech server (process {state['pid']}) did not stop; end it by hand.")
    lock.release()
    return True
