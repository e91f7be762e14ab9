"""The client's side of the server's life: find or start this user's server, hold it, release it."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from timbre import files
from timbre.engines.select import patience_s
from timbre.messages import Message
from timbre_app.server import system
from timbre_app.server.access import channel_for, server_url
from timbre_app.server.errors import ServerError
from timbre_app.server.sockets import Sockets

if TYPE_CHECKING:
    from timbre_app.server.locks import Lease
    from timbre_app.server.options import LaunchPlan, ServerOptions

START_TIMEOUT_S = 120.0
STOP_TIMEOUT_S = 15.0


@dataclass(frozen=True)
class ServerStatus:
    """The running server.

    Attributes:
        url: The URL for clients of this user, "unix:FOLDER/grpc:1".
        pid: The keeper's process.
        server_pid: The server's process.
        clients: Number of programs that hold the server.
        gateway: Fields of timbre_app.gateway.process.GatewayPorts; None without a gateway.
    """

    url: str
    pid: int
    server_pid: int
    clients: int
    gateway: Mapping[str, Any] | None = None

    @property
    def sockets(self) -> Sockets:
        """The server's sockets."""
        sockets = Sockets.of_url(self.url)
        assert sockets is not None  # a local server listens on Unix sockets only
        return sockets


@dataclass(frozen=True)
class Hold:
    """A lease that keeps this user's server running, and the plan to start the server again."""

    plan: LaunchPlan
    lease: Lease


class ServerHandle:
    """A server held for use; release it, or use it as a context manager.

    Args:
        url: For `TimbreClient`: "unix:..." of this user's own server, "host:port" of a server elsewhere.
        hold: Holds this user's own server; None for a server elsewhere.
        start_s: Seconds that the start took; 0 if the server ran already.
    """

    def __init__(self, url: str, hold: Hold | None = None, start_s: float = 0.0) -> None:
        self.url = url
        self.local = hold is not None
        self.start_s = start_s
        self._hold = hold

    def revive(self) -> None:
        """Start the server again if its keeper is gone; does nothing for a server elsewhere.

        Raises:
            ServerError: as open_server.
        """
        if self._hold is not None:
            with _looking_for_a_server(self._hold.plan):
                _find_or_start(self._hold.plan)

    def release(self) -> None:
        """Release the server, which stops after its last holder has released it."""
        if self._hold is not None:
            self._hold.lease.release()
            self._hold = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def open_server(
    options: ServerOptions | None = None, on_wait: Callable[[Message], None] | None = None
) -> ServerHandle:
    """Hold this user's server; starts it if it does not run.

    If TIMBRE_SERVER_URL (host:port of a server's gRPC interface) is set, that server is used instead.

    Args:
        options: How to start the server.
        on_wait: See FileLock.acquire.
    Raises:
        ServerError: one sentence that says what is wrong and what to do.
    """
    url = server_url()
    if url:
        return ServerHandle(channel_for(url).url)
    system.check_platform()
    from timbre_app.server.keeper import LEASES
    from timbre_app.server.locks import Lease
    from timbre_app.server.options import ServerOptions, launch_plan

    plan = launch_plan(options or ServerOptions.from_environment())
    began = time.monotonic()
    with _looking_for_a_server(plan, on_wait):
        _retire_outdated(plan)
        hold = Hold(plan, Lease(files.make_folder(Path(plan.run_dir) / LEASES)))
        try:
            state, fresh = _find_or_start(plan)
        except BaseException:
            hold.lease.release()
            raise
    return ServerHandle(state["url"], hold, time.monotonic() - began if fresh else 0.0)


@contextlib.contextmanager
def _looking_for_a_server(
    plan: LaunchPlan, on_wait: Callable[[Message], None] | None = None
) -> Iterator[None]:
    """Hold the lock under which a program looks for a server and starts one, so that only one does so at a time.

    Raises:
        ServerError: if another program takes too long, or the run folder cannot be used.
    """
    from timbre_app.server.keeper import START_LOCK
    from timbre_app.server.locks import FileLock

    lock = FileLock(Path(plan.run_dir) / START_LOCK)
    try:
        if not lock.acquire(START_TIMEOUT_S + patience_s(plan.options.engine), on_wait):
            raise ServerError("Another program has been starting the speech server for too long; try again.")
        try:
            yield
        finally:
            lock.release()
    except OSError as error:
        raise ServerError(
            "The folder {folder} cannot be used ({reason}).",
            folder=plan.run_dir,
            reason=error.strerror or error,
        ) from error


def _retire_outdated(plan: LaunchPlan) -> None:
    """Stop a server that nobody uses if it was started with other code or settings."""
    from timbre_app.server.keeper import LEASES, read_state
    from timbre_app.server.locks import live_leases

    run_dir = Path(plan.run_dir)
    state = read_state(run_dir)
    if state and state.get("fingerprint") != plan.fingerprint and not live_leases(run_dir / LEASES):
        _stop_keeper(run_dir, state)


def _find_or_start(plan: LaunchPlan) -> tuple[dict[str, Any], bool]:
    """The running server's state, and whether this call started the server."""
    from timbre_app.server.keeper import SERVER_LOCK, STATE_FILE, read_state
    from timbre_app.server.locks import FileLock

    run_dir = Path(plan.run_dir)
    keeper: int | None = None
    timeout_s = START_TIMEOUT_S + patience_s(plan.options.engine)
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        state = read_state(run_dir)
        has_keeper = keeper is not None or FileLock(run_dir / SERVER_LOCK).held_by_another
        if has_keeper and state.get("status") == "ready":
            return state, keeper is not None
        if keeper is None and not has_keeper:
            (run_dir / STATE_FILE).unlink(missing_ok=True)
            system.allow_open_files()
            keeper = _spawn_keeper(plan)
        elif keeper is not None and _has_ended(keeper):
            raise ServerError(Message.from_json(state["error"])) if "error" in state else _ended_at_once(plan)
        time.sleep(0.02)
    raise ServerError(
        "The speech server did not start in {seconds:.0f} s; see {folder}.",
        seconds=timeout_s,
        folder=plan.logs_dir,
    )


def _spawn_keeper(plan: LaunchPlan) -> int:
    """Start the keeper in its own process group, so that Ctrl-C in a client's terminal does not reach it.

    The keeper stays in the client's session. Linux divides cores between sessions first and by niceness only inside a
    session (`sched_autogroup_enabled`): clones in another session would slow the client down.
    """
    logs = Path(plan.logs_dir)
    files.make_folder(logs)
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


def _ended_at_once(plan: LaunchPlan) -> ServerError:
    return ServerError(
        "The speech server's keeper ended at once; {folder}/keeper.log says why.", folder=plan.logs_dir
    )


def server_status() -> ServerStatus | None:
    """This user's local server; None if none runs."""
    if sys.platform != "linux":
        return None
    from timbre import paths
    from timbre_app.server.keeper import LEASES, SERVER_LOCK, read_state
    from timbre_app.server.locks import FileLock, live_leases

    run_dir = paths.run_dir()
    state = read_state(run_dir)
    if state.get("status") != "ready" or not FileLock(run_dir / SERVER_LOCK).held_by_another:
        return None
    return ServerStatus(
        url=state["url"],
        pid=state["pid"],
        server_pid=state["server_pid"],
        clients=len(live_leases(run_dir / LEASES)),
        gateway=state.get("gateway"),
    )


def is_starting() -> bool:
    """Whether this user's local server is being started, or started again, at this moment."""
    if sys.platform != "linux":
        return False
    from timbre import paths
    from timbre_app.server.keeper import SERVER_LOCK, read_state
    from timbre_app.server.locks import FileLock

    run_dir = paths.run_dir()
    is_kept = FileLock(run_dir / SERVER_LOCK).held_by_another
    return is_kept and read_state(run_dir).get("status") == "starting"


def stop_server() -> bool:
    """Stop this user's local server, even if programs use it; returns False if none ran."""
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
        raise ServerError("The speech server (process {pid}) did not stop; end it by hand.", pid=state["pid"])
    lock.release()
    return True
