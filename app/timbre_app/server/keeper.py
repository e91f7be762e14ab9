"""The keeper: the small process that starts the server, restarts it, and ends it after the last client.

The first client starts the keeper, which outlives that client. Clients hold leases (see `locks`). When nobody has held
a lease for the grace time, the keeper stops the server and itself. If the keeper is killed, the kernel kills the server
with it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from timbre import files
from timbre.contract import FUSED_MODEL
from timbre.engines.select import patience_s
from timbre.messages import Message
from timbre.privacy import secure_home
from timbre_app.gateway.process import GatewayProcess
from timbre_app.server import backends, leftovers, shared_memory, system
from timbre_app.server.control import ControlServer
from timbre_app.server.errors import ServerError, ServerLostError
from timbre_app.server.figures import read_figures
from timbre_app.server.locks import FileLock, live_leases
from timbre_app.server.options import LaunchPlan
from timbre_app.server.process import READY_TIMEOUT_S, ServerPlaces, TritonProcess, command_line, environment
from timbre_app.server.repository import ModelRepository
from timbre_app.server.sockets import open_sockets
from timbre_app.server.supervisor import BrokenServerError, Supervisor
from timbre_app.server.trial import EngineTrial, take_over

STATE_FILE = "server.json"
SERVER_LOCK = "server.lock"
START_LOCK = "start.lock"
LEASES = "leases"
LOG_FILE = "server.log"
POLL_S = 0.25
LOOK_S = 1.0
"""Time between two looks at the models."""
START_ATTEMPTS = 3
CRASHES_OF_AN_ENGINE = 3
ENGINE_WINDOW_S = 600.0
"""After CRASHES_OF_AN_ENGINE restarts in this time the server speaks through CUDA graphs: a start with another engine
may take a minute."""
MAX_RESTARTS = 20
RESTART_WINDOW_S = 60.0
"""After more than MAX_RESTARTS restarts in this time the keeper gives up."""


class Keeper:
    """Runs the server as a plan says."""

    def __init__(self, plan: LaunchPlan, log: IO[bytes]) -> None:
        self._plan = plan
        self._log = log
        self._run_dir = Path(plan.run_dir)
        self._owner = leftovers.own_names()
        self._private = shared_memory.is_private_possible()
        self._generation = 0
        self._stopping = False
        self._server: TritonProcess | None = None
        self._supervisor: Supervisor | None = None  # None until the server is ready
        self._look_now = threading.Event()
        self._gateway: GatewayProcess | None = None
        can_take_over = FUSED_MODEL.name in plan.models  # all of a stream is in one process
        self._trial = EngineTrial(plan.options.engine, log, self._note, can_take_over)

    def run(self) -> int:
        """Run the server until nobody wants it; returns the exit code."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        control: ControlServer | None = None
        try:
            self._write_state("starting")
            self._sweep()
            self._sockets = open_sockets(self._run_dir)
            control = ControlServer(self._sockets.control, self)
            self._open_gateway()
            self._start()
            self._watch()
        except ServerError as error:
            self._write_state("failed", error=error.message.to_json())
            return 1
        finally:
            self._stop()
            if control is not None:
                control.close()
        return 0

    def load(self, model: str) -> bool:
        """See control.Models."""
        return self._models().load(model)

    def unload(self, model: str) -> None:
        """See control.Models."""
        self._models().unload(model)

    def mend(self) -> None:
        """See control.Models."""
        supervisor = self._supervisor
        if supervisor is not None and not supervisor.dead_model():
            return
        self._look_now.set()
        self._models(but=supervisor)

    def _models(self, but: Supervisor | None = None) -> Supervisor:
        """The running server's supervisor, once there is one other than `but`; waits while a server starts."""
        deadline = time.monotonic() + READY_TIMEOUT_S
        while time.monotonic() < deadline and not self._stopping:
            supervisor = self._supervisor
            if supervisor is not None and supervisor is not but:
                return supervisor
            time.sleep(0.02)
        raise ServerLostError("The speech server does not start again; its log says why.")

    def _open_gateway(self) -> None:
        """Start the gateway, if the options ask for one."""
        if self._plan.options.wants_gateway:
            places = self._sockets.url, self._sockets.control
            self._gateway = GatewayProcess.start(self._plan.options, *places, self._log)

    def _look_after_gateway(self) -> None:
        if self._gateway is not None and self._gateway.poll() is not None:
            self._note(f"the gateway ended with exit code {self._gateway.poll()}; it is started again")
            with contextlib.suppress(ServerError):  # the next look tries again
                self._open_gateway()

    def _on_signal(self, *_: object) -> None:
        self._stopping = True

    def _start(self) -> None:
        """Start the server; tries again if the server dies while it starts.

        Raises:
            ServerError: if the server cannot be started, with the reason.
        """
        if not self._private:
            shared_memory.check_space()
        extra_s = patience_s(self._plan.options.engine)
        attempt = 1
        while True:
            server = self._server = self._launch()
            try:
                server.wait_ready(self._plan.models, lambda: self._stopping, extra_s)
            except ServerError as error:
                died = server.exit_code is not None
                self._note(str(error))
                self._stop_server()
                if self._stopping:
                    raise
                if died and attempt < START_ATTEMPTS:
                    attempt += 1
                elif self._trial.give_up(error.message, is_passing=not died):
                    attempt = 1
                else:
                    raise
            else:
                break
        self._protect_regions()
        if not self._stopping:
            self._supervise(server)

    def _launch(self) -> TritonProcess:
        """Start the server's process."""
        wheel, plan = system.find_wheel(), self._plan
        folder = backends.backends_folder(wheel)
        self._generation += 1
        places = ServerPlaces(self._sockets, self._owner.prefix(self._generation), self._private)
        repository = places.names.of(Path(plan.model_repository), "models")
        command = command_line(
            wheel.binary, places.names.backends(folder), str(repository), plan.models, places
        )
        return TritonProcess(command, environment(places, plan.options.engine), self._log, places)

    def _supervise(self, server: TritonProcess) -> None:
        """Write that the server is ready, supervise its models from now on, and look for a faster engine."""
        repository = ModelRepository(self._sockets.http)
        folder = Path(self._plan.model_repository)
        self._supervisor = Supervisor(repository, server.pid, folder, self._plan.models, self._note)
        gateway = dataclasses.asdict(self._gateway.ports) if self._gateway is not None else None
        self._write_state("ready", server_pid=server.pid, url=self._sockets.url, gateway=gateway)
        self._trial.begin(environment(server.places, self._plan.options.engine))

    def _watch(self) -> None:
        """Restart the server when it crashes, until the keeper is stopped or was idle for the grace time."""
        last_wanted = last_look = time.monotonic()
        crashes: list[float] = []
        while not self._stopping:
            urgent = self._look_now.wait(POLL_S)
            self._look_now.clear()
            now = time.monotonic()
            if live_leases(self._run_dir / LEASES):
                last_wanted = now
            elif now - last_wanted >= self._plan.options.grace_s and self._retire():
                return
            reason = self._ended() or self._dead_model()
            if not reason and (urgent or now - last_look >= LOOK_S):
                last_look = now
                reason = self._look()
            if reason:
                crashes = [*(at for at in crashes if now - at < ENGINE_WINDOW_S), now]
                self._check_crashes(crashes)
                self._restart(reason)

    def _check_crashes(self, crashes: Sequence[float]) -> None:
        """Give up a faster engine, or the whole server, after too many crashes.

        Args:
            crashes: When they were, by time.monotonic(); the last was now.
        Raises:
            ServerError: if the server is not to be started again.
        """
        if len(crashes) >= CRASHES_OF_AN_ENGINE:
            self._trial.give_up(Message.of("the speech server crashed"))
        count = sum(crashes[-1] - at < RESTART_WINDOW_S for at in crashes)
        if count > MAX_RESTARTS:
            raise ServerError(
                "The speech server crashed {count} times; see {log}.", count=count, log=LOG_FILE
            )

    def _ended(self) -> str:
        """The reason for a restart if the server's process has ended; empty while it runs."""
        code = self._server.exit_code if self._server is not None else None
        return "" if code is None else f"it ended with exit code {code}"

    def _dead_model(self) -> str:
        model = self._supervisor.dead_model() if self._supervisor is not None else ""
        return f"the process of its model {model} has died" if model else ""

    def _look(self) -> str:
        """Look after models and gateway; returns why the server must be started again, or "" if it need not."""
        self._protect_regions()
        self._look_after_gateway()
        supervisor = self._supervisor
        if supervisor is None:
            return ""
        try:
            supervisor.look()
        except BrokenServerError as error:
            return str(error)
        return self._change_engine(supervisor) if self._trial.look(self._is_idle) else ""

    def _change_engine(self, supervisor: Supervisor) -> str:
        """Let the better engine take over; returns why the server must be started again for that, or ""."""
        if not self._trial.can_take_over:
            return "a better engine is ready"
        figures = read_figures(self._sockets.metrics)
        engines = figures.engines if figures is not None else {}
        engine = engines.get(FUSED_MODEL.name)
        if engine is None:  # a model publishes its engine up to a second after it is ready
            self._trial.postpone()
            return ""
        change = supervisor, self._trial, engine
        threading.Thread(target=take_over, args=change, daemon=True).start()
        return ""

    def _is_idle(self) -> bool:
        """Whether nobody is heard and nobody is cloned."""
        figures = read_figures(self._sockets.metrics)
        return figures is not None and not (figures.streams or figures.queue or figures.clones)

    def _protect_regions(self) -> None:
        if not self._private:
            shared_memory.close_to_others(self._owner.prefix(self._generation))

    def _restart(self, reason: str) -> None:
        self._note(f"the server is started again: {reason}")
        self._write_state("starting")
        self._stop_server()
        self._start()

    def _retire(self) -> bool:
        """Remove the state, so that clients start another keeper; returns False if a client comes at this moment."""
        lock = FileLock(self._run_dir / START_LOCK)
        if not lock.acquire():
            return False  # a client is looking for a server at this moment
        try:
            if live_leases(self._run_dir / LEASES):
                return False
            self._remove_state()
            return True
        finally:
            lock.release()

    def _stop_server(self) -> None:
        self._supervisor = None
        if self._server is not None:
            self._server.stop()
            self._server = None
        self._sweep(keep_generation=self._generation + 1)

    def _sweep(self, keep_generation: int | None = None) -> None:
        for folder in (shared_memory.SHM, Path(tempfile.gettempdir())):
            leftovers.sweep(folder, keep_generation)

    def _stop(self) -> None:
        self._trial.stop()
        if self._gateway is not None:
            self._gateway.stop()
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
        files.write(self._run_dir / STATE_FILE, json.dumps(state))

    def _note(self, text: str) -> None:
        self._log.write(f"timbre keeper: {text}\n".encode())
        self._log.flush()


def read_state(run_dir: Path) -> dict[str, Any]:
    """Read the state that the keeper wrote last; empty if there is none."""
    try:
        return json.loads((run_dir / STATE_FILE).read_text())
    except (OSError, ValueError):
        return {}


def main(arguments: list[str]) -> int:
    """Run as `python -m timbre_app.server.keeper PLAN`."""
    secure_home()
    plan = LaunchPlan.from_json(arguments[0])
    os.umask(0o077)  # also for the server and its models: only this user may read their files
    lock = FileLock(Path(plan.run_dir) / SERVER_LOCK)
    if not lock.acquire(timeout_s=10):
        return 2
    logs = Path(plan.logs_dir)
    files.make_folder(logs)
    log_path = logs / LOG_FILE
    if log_path.exists():
        log_path.replace(log_path.with_suffix(".log.1"))
    with files.append(log_path) as log:
        os.dup2(log.fileno(), 2)
        return Keeper(plan, log).run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
