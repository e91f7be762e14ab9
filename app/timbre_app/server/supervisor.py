"""Supervises the models of one server process: loads them, unloads them, and notices when one has died.

Triton calls a model ready although its process has died, and never answers the requests of that process. It never loads
a model again that somebody has unloaded. And it waits for ever if a process dies at a bad moment of its model's start.
So the keeper looks at the models several times per second. If a model that speaks has died, the keeper starts the whole
server again. That takes hardly longer than loading the model, and ends every request at once, so that clients notice it
and ask again.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path

from timbre.contract import TAKES_OVER
from timbre_app.server.errors import ServerError, ServerLostError
from timbre_app.server.repository import (
    LOADING,
    READY,
    TAKE_OVER_TIMEOUT_S,
    UNLOADING,
    ModelRepository,
    ModelState,
    config_with,
    is_stub_of,
    stub_processes,
)

STUCK_S = 1.0
"""Patience with a model whose process has died while it was being loaded."""
BUSY_S = 5.0
"""After this time, even on a busy machine, a model that is being loaded has a process, and one that is being unloaded
is gone, whose process ends first."""
LOAD_ATTEMPTS = 3
DIED = "is not healthy"
"""Part of Triton's message about a process that died while its model was loaded."""
SILENT_S = 20.0
"""A server that does not answer for this time is started again."""


class BrokenServerError(Exception):
    """The server must be started again; the message tells why, for the log."""


class Supervisor:
    """The models of one server process.

    Args:
        repository: The server's models.
        server_pid: The server's process.
        folder: The folder of the model repository.
        wanted: Models that must always be loaded.
        note: Writes a text into the log.
    """

    def __init__(
        self,
        repository: ModelRepository,
        server_pid: int,
        folder: Path,
        wanted: tuple[str, ...],
        note: Callable[[str], None],
    ) -> None:
        self._repository, self._server_pid = repository, server_pid
        self._folder, self._wanted, self._note = folder, wanted, note
        # Each model written in Python runs in its own process.
        self._with_process = {path.parents[1].name for path in folder.glob("*/*/model.py")}
        self._stubs: dict[str, int] = {}
        self._taken_over: set[str] = set()
        self._retired: set[int] = set()
        """Processes from which others have taken over; they may live on while a client's stream is open."""
        self._changing: dict[str, threading.Lock] = defaultdict(threading.Lock)
        self._waiting_since: dict[str, float] = {}
        self._seen_at_work: set[str] = set()
        self._answered_s = time.monotonic()

    def load(self, model: str) -> bool:
        """Load a model; loads it again if its process has died, and does nothing if it works.

        Returns:
            Whether this call loaded the model.
        Raises:
            ServerError: if there is no such model, or it cannot be loaded.
            ServerLostError: if the server ended meanwhile.
        """
        self._check_name(model)
        with self._changing[model]:
            try:
                if self._states()[model].state == READY:
                    if self._is_alive(model):
                        return False
                    self._note(f"the process of the model {model} has died; loading it again")
                    self._repository.unload(model)
                reason = self._load(model)
            except OSError as error:
                raise _lost_while_loading(model) from error
        _check_loaded(model, reason)
        return True

    def _load(self, model: str) -> str:
        """Load a model; tries again if its process dies meanwhile. Returns why loading failed, or ""."""
        reason = ""
        for _ in range(LOAD_ATTEMPTS):
            reason = self._repository.load(model)
            if DIED not in reason:
                break
            self._note(f"the process of the model {model} died while it was loaded: {reason}")
        return reason

    def unload(self, model: str) -> None:
        """Unload a model, after its requests have been finished; raises as `load` does."""
        self._check_name(model)
        with self._changing[model]:
            try:
                self._repository.unload(model)
            except OSError as error:
                raise ServerLostError(
                    "The speech server ended while it unloaded {model}.", model=model
                ) from error

    def take_over(self, model: str, engine: str) -> None:
        """Load a model once more, with the engine that is better now; it takes over when it is ready.

        The process of before ends what it has begun. It goes when the streams are closed on which it answered last.

        Args:
            model: Its name.
            engine: The engine of the process that speaks.
        Raises:
            ServerError: if it cannot be loaded; the one that speaks goes on.
            ServerLostError: if the server ended meanwhile.
        """
        config = config_with(self._folder / model / "config.pbtxt", TAKES_OVER, engine)
        self._is_alive(model)  # so that its process is known, and the new one not taken for it
        self._taken_over.add(model)
        try:
            reason = self._repository.load_beside(model, config)
        except TimeoutError as error:
            self._end_newcomers(model)
            raise ServerError(
                "The speech server's model {model} was not loaded after {minutes:.0f} minutes.",
                model=model,
                minutes=TAKE_OVER_TIMEOUT_S / 60,
            ) from error
        except OSError as error:
            raise _lost_while_loading(model) from error
        finally:
            self._taken_over.discard(model)
        _check_loaded(model, reason)
        if model in self._stubs:
            self._retired.add(self._stubs[model])

    def _end_newcomers(self, model: str) -> None:
        """End the process of a model that is being loaded beside the one that speaks, and hangs."""
        for pid in stub_processes(self._server_pid).get(model, ()):
            if pid != self._stubs.get(model) and pid not in self._retired:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def dead_model(self) -> str:
        """A model that must always be loaded and whose process has died; "" if there is none."""
        return next((name for name in self._wanted if not self._is_alive(name)), "")

    def look(self) -> None:
        """Look after all models; loads and unloads them on other threads.

        Raises:
            BrokenServerError: if the server must be started again.
        """
        now = time.monotonic()
        try:
            states = self._states()
        except OSError as error:
            if now - self._answered_s > SILENT_S:
                raise BrokenServerError(f"it has not answered for {SILENT_S:.0f} s") from error
            return
        self._answered_s = now
        changing = False
        for name, state in states.items():
            self._check_stuck(name, state, now)
            changing |= state.state in (LOADING, UNLOADING) or self._changing[name].locked()
        if not changing:
            self._mend_all(states)

    def _mend_all(self, states: Mapping[str, ModelState]) -> None:
        """Begin to load models that are missing, and to unload models on demand whose process has died."""
        for name, state in states.items():
            is_dead = state.state == READY and not self._is_alive(name)
            if name in self._wanted and is_dead:
                raise BrokenServerError(f"the process of its model {name} has died")
            if name in self._wanted and state.state != READY:
                self._in_background(self.load, name)
            elif is_dead:
                self._note(f"the process of the model {name} has died; unloading it")
                self._in_background(self.unload, name)

    def _check_stuck(self, name: str, state: ModelState, now: float) -> None:
        if state.state not in (LOADING, UNLOADING) or name not in self._with_process:
            self._waiting_since.pop(name, None)
            self._seen_at_work.discard(name)
        elif self._is_alive(name):
            self._waiting_since.pop(name, None)
            self._seen_at_work.add(name)
        else:
            has_died = name in self._seen_at_work and state.state == LOADING
            patience_s = STUCK_S if has_died else BUSY_S
            if now - self._waiting_since.setdefault(name, now) >= patience_s:
                raise BrokenServerError(f"its model {name} stays at {state.state.lower()} without a process")

    def _in_background(self, change: Callable[[str], object], model: str) -> None:
        def run() -> None:
            try:
                change(model)
            except ServerError as error:
                self._note(str(error))

        threading.Thread(target=run, daemon=True).start()

    def _states(self) -> Mapping[str, ModelState]:
        states = self._repository.states()
        return {name: states.get(name, ModelState("")) for name in {*states, *self._wanted}}

    def _check_name(self, model: str) -> None:
        known = {path.parent.name for path in self._folder.glob("*/config.pbtxt")}
        if model not in known:
            raise ServerError(
                "The speech server has no model {model!r}; it has {known}.",
                model=model,
                known=", ".join(sorted(known)),
            )

    def _is_alive(self, model: str) -> bool:
        """Whether the model's process lives; True for a model without a process."""
        if model not in self._with_process:
            return True
        known = self._stubs.get(model)
        if known not in self._retired and is_stub_of(known, model):
            return True
        if model in self._taken_over:  # any other process of it is the one that is still being loaded
            return False
        self._stubs = {
            name: pid
            for name, pids in stub_processes(self._server_pid).items()
            for pid in pids
            if pid not in self._retired
        }
        return model in self._stubs


def _lost_while_loading(model: str) -> ServerLostError:
    return ServerLostError("The speech server ended while it loaded {model}.", model=model)


def _check_loaded(model: str, reason: str) -> None:
    """Raise ServerError if there is a reason why a model was not loaded."""
    if reason:
        raise ServerError(
            "The speech server could not load its model {model}: {reason}", model=model, reason=reason
        )
