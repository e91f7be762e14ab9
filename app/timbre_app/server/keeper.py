"""The small process that owns the server: starts it, restarts it, and ends it after the last client.

It is started by the first client and outlives it. Whoever is left counts the leases (see `locks`):
without one for the grace time, the keeper stops the server and itself. If the keeper is killed, the
kernel kills the server with it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import IO, Any

from timbre_app.server import backends, shared_memory, system
from timbre_app.server.errors import ServerError
from timbre_app.server.locks import FileLock, live_leases
from timbre_app.server.options import LaunchPlan
from timbre_app.server.process import Ports, TritonProcess, choose_ports, command_line, environment

STATE_FILE = "server.json"
SERVER_LOCK = "server.lock"
START_LOCK = "start.lock"
LEASES = "leases"
LOG_FILE = "server.log"
POLL_S = 0.25
PORT_ATTEMPTS = 3
MAX_RESTARTS = 5
RESTART_WINDOW_S = 60.0


class Keeper:
    """Runs the server as a plan says."""

    def __init__(self, plan: LaunchPlan, log: IO[bytes]) -> None:
        self._plan = plan
        self._log = log
        self._run_dir = Path(plan.run_dir)
        self._owner = shared_memory.own_regions()
        self._generation = 0
        self._stopping = False
        self._server: TritonProcess | None = None

    def run(self) -> int:
        """Keep the server until nobody wants it; returns the exit code."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        try:
            self._write_state("starting")
            shared_memory.sweep()
            self._start()
            self._watch()
        except ServerError as error:
            self._write_state("failed", error=str(error))
            return 1
        finally:
            self._stop()
        return 0

    def _on_signal(self, *_: object) -> None:
        self._stopping = True

    def _start(self, ports: Ports | None = None) -> None:
        """Start the server, on the given ports if they can still be had."""
        shared_memory.check_space()
        wheel = system.find_wheel()
        folder = backends.backends_folder(wheel)
        for attempt in range(PORT_ATTEMPTS):
            chosen = self._choose_ports(ports if attempt == 0 else None)
            self._generation += 1
            prefix = self._owner.prefix(self._generation)
            scratch = shared_memory.SHM / f"{prefix}scratch"
            scratch.mkdir(mode=0o700)
            plan = self._plan
            command = command_line(wheel.binary, folder, plan.model_repository, plan.models, chosen, prefix)
            self._server = TritonProcess(command, environment(scratch), self._log, chosen)
            try:
                self._server.wait_ready(plan.models, lambda: self._stopping)
            except ServerError:
                died = self._server.exit_code is not None
                self._stop_server()
                if self._stopping or not died or attempt == PORT_ATTEMPTS - 1:
                    raise
            else:
                if not self._stopping:
                    self._write_state("ready", server_pid=self._server.pid, ports=vars(chosen))
                return

    def _choose_ports(self, before: Ports | None) -> Ports:
        options = self._plan.options
        if before is not None:
            try:
                return choose_ports(before.host, (before.http, before.grpc, before.metrics))
            except ServerError:
                pass
        return choose_ports(options.host, (options.http_port, options.grpc_port, options.metrics_port))

    def _watch(self) -> None:
        """Until told to stop or idle for the grace time: restart what crashed."""
        last_wanted = time.monotonic()
        crashes: list[float] = []
        while not self._stopping:
            time.sleep(POLL_S)
            now = time.monotonic()
            if live_leases(self._run_dir / LEASES):
                last_wanted = now
            elif now - last_wanted >= self._plan.options.grace_s and self._retire():
                return
            if self._server is not None and self._server.exit_code is not None:
                crashes = [*(at for at in crashes if now - at < RESTART_WINDOW_S), now]
                if len(crashes) > MAX_RESTARTS:
                    raise ServerError(f"The speech server crashed {len(crashes)} times; see {LOG_FILE}.")
                self._restart()

    def _restart(self) -> None:
        assert self._server is not None
        code, ports = self._server.exit_code, self._server.ports
        self._note(f"the server ended with exit code {code}; starting it again")
        self._write_state("starting", ports=vars(ports))
        self._stop_server()
        self._start(ports)

    def _retire(self) -> bool:
        """Leave, unless a client comes in at this very moment."""
        lock = FileLock(self._run_dir / START_LOCK)
        if not lock.acquire():
            return False  # a client is just looking for a server
        try:
            if live_leases(self._run_dir / LEASES):
                return False
            self._remove_state()
            return True
        finally:
            lock.release()

    def _stop_server(self) -> None:
        if self._server is not None:
            self._server.stop()
            self._server = None
        shared_memory.sweep(keep_generation=self._generation + 1)

    def _stop(self) -> None:
        self._stop_server()
        if self._read_status() != "failed":
            self._remove_state()

    def _read_status(self) -> str:
        state = read_state(self._run_dir)
        return state.get("status", "") if state.get("pid") == os.getpid() else ""

    def _remove_state(self) -> None:
        (self._run_dir / STATE_FILE).unlink(missing_ok=True)

    def _write_state(self, status: str, **fields: Any) -> None:
        state = {"status": status, "pid": os.getpid(), "fingerprint": self._plan.fingerprint, **fields}
        fresh = self._run_dir / f"{STATE_FILE}.new"
        fresh.write_text(json.dumps(state))
        fresh.replace(self._run_dir / STATE_FILE)

    def _note(self, text: str) -> None:
        self._log.write(f"timbre keeper: {text}\n".encode())
        self._log.flush()


def read_state(run_dir: Path) -> dict[str, Any]:
    """What the keeper last said; empty when there is none."""
    try:
        return json.loads((run_dir / STATE_FILE).read_text())
    except (OSError, ValueError):
        return {}


def main(arguments: list[str]) -> int:
    """Run as `python -m timbre_app.server.keeper PLAN`."""
    plan = LaunchPlan.from_json(arguments[0])
    lock = FileLock(Path(plan.run_dir) / SERVER_LOCK)
    if not lock.acquire(timeout_s=10):
        return 2
    logs = Path(plan.logs_dir)
    logs.mkdir(parents=True, exist_ok=True)
    log_path = logs / LOG_FILE
    if log_path.exists():
        log_path.replace(log_path.with_suffix(".log.1"))
    with log_path.open("ab") as log:
        os.dup2(log.fileno(), 2)
        return Keeper(plan, log).run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
