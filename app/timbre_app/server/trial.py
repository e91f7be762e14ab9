"""The keeper's side of the trial of an engine, which runs beside the server."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import IO

from timbre import paths
from timbre.base import BaseModel
from timbre.contract import FUSED_MODEL
from timbre.engines.decision import Decision, chosen_engine, decide, that_speaks_at_once
from timbre.engines.verdict import Verdict, is_memory_error, name_of, write_progress, write_verdict
from timbre.messages import Message
from timbre_app.server.errors import ServerError, ServerLostError
from timbre_app.server.supervisor import Supervisor

COMMAND = (sys.executable, "-m", "timbre.serving.engine_trial")
LONGEST_S = 1200.0
"""A trial that takes longer hangs."""
CRASHES = {signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGILL, signal.SIGFPE}
"""Ends of a process that are its library's own doing; by any other signal something else has ended it."""


class EngineTrial:
    """At most one trial in the keeper's life.

    Args:
        engine: The wish, as of timbre.engines.select.
        log: Gets the trial's output.
        note: Writes a text into the log.
        can_take_over: Whether a better engine can take over while the server runs, at any time.
        command: The trial's command line.
    """

    def __init__(
        self,
        engine: str,
        log: IO[bytes],
        note: Callable[[str], None],
        can_take_over: bool = False,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self._engine, self._log, self._note, self._command = engine, log, note, command
        self.can_take_over = can_take_over
        self._process: subprocess.Popen[bytes] | None = None
        self._was_begun = self._is_better = False
        self._deadline = 0.0

    def begin(self, env: Mapping[str, str]) -> None:
        """Start the trial if this machine wants one; call it after each start of the server.

        Args:
            env: The server's environment.
        """
        decision = self._decision()
        if decision is None:
            return
        self._is_better = self.can_take_over and that_speaks_at_once(decision) != decision
        if self._was_begun or not decision.wants_trial:
            return
        self._was_begun = True
        self._note(f"the trial of {name_of(decision.candidate)} begins")
        self._deadline = time.monotonic() + LONGEST_S
        try:
            self._process = subprocess.Popen(
                (*self._command, decision.candidate),
                env=dict(env),
                stdin=subprocess.PIPE,
                stdout=self._log,
                stderr=self._log,
                cwd="/",
            )
        except OSError as error:
            self._note(f"no engine was tried: {error}")

    def look(self, is_idle: Callable[[], bool]) -> bool:
        """Whether the server is to change its engine now; said once.

        Args:
            is_idle: Whether nobody speaks, which a change waits for unless the engine can take over.
        """
        if self._process is not None:
            code = self._process.poll()
            if code is not None:
                self._close()
                ended = Message.of("its trial ended with exit code {code}", code=code)
                self._take(ended if code else None, is_passing=-code not in CRASHES)
            elif time.monotonic() > self._deadline:
                self.stop()
                self._take(
                    Message.of("its trial took longer than {minutes:.0f} minutes", minutes=LONGEST_S / 60)
                )
        if not self._is_better or not (self.can_take_over or is_idle()):
            return False
        self._is_better = False
        return True

    def postpone(self) -> None:
        """Let the next look say again that the server is to change its engine."""
        self._is_better = True

    def stop(self) -> None:
        """End the trial; the next server begins another one, which finds the engines that are built."""
        if self._process is not None:
            self._process.kill()
            self._close()

    def give_up(self, reason: Message, is_passing: bool = False) -> bool:
        """Let the server speak through CUDA graphs from now on; False if it does so anyway.

        Args:
            reason: Why.
            is_passing: Whether the next start is to try the engine again.
        """
        decision = self._decision()
        if decision is None or not decision.candidate or decision.choice != decision.candidate:
            return False
        self._reject(decision, reason, is_passing)
        decision = self._decision()
        return (
            decision is None or decision.choice != decision.candidate
        )  # the verdict may not have been written

    def _close(self) -> None:
        assert self._process is not None
        self._process.communicate()
        with contextlib.suppress(OSError):
            write_progress(None, self._process.pid)
        self._process = None

    def _take(self, failure: Message | None, is_passing: bool = False) -> None:
        """Take the trial's verdict; a failure is one, unless the trial had come to its own before it."""
        decision = self._decision()
        if decision is None:
            return
        if failure is not None and decision.wants_trial:
            self._reject(decision, failure, is_passing)
        else:
            self._note(f"speech runs on {decision.choice}: {decision.reason}")
        self._is_better = decision.choice == decision.candidate

    def _reject(self, decision: Decision, reason: Message, is_passing: bool) -> None:
        engine = name_of(decision.candidate)
        if is_passing:
            reason = Message.of(
                "{engine} failed: {reason}; another trial begins at the next start",
                engine=engine,
                reason=reason,
            )
        else:
            reason = Message.of("{engine} failed: {reason}", engine=engine, reason=reason)
        self._note(f"speech runs on cudagraph: {reason}")
        if decision.card is None:
            return
        try:
            verdict = Verdict("failed", reason, is_passing)
            write_verdict(decision.card, BaseModel.open(paths.base_dir()), verdict, decision.candidate)
        except OSError as error:
            self._note(f"the verdict could not be kept: {error}")

    def _decision(self) -> Decision | None:
        try:
            return decide(chosen_engine(self._engine))
        except Exception as error:  # noqa: BLE001  the server speaks without
            self._note(f"no engine was tried: {error}")
            return None


def take_over(supervisor: Supervisor, trial: EngineTrial, engine: str) -> None:
    """Let the engine that the trial found better take over, in a process beside the one that speaks meanwhile.

    Args:
        supervisor: Of the server that speaks.
        trial: The trial.
        engine: Name of the engine of now.
    """
    with contextlib.suppress(OSError):
        write_progress(Message.of("the better engine is loaded, and CUDA graphs speak meanwhile"))
    try:
        supervisor.take_over(FUSED_MODEL.name, engine)
    except ServerLostError:
        pass  # the next server begins anew
    except ServerError as error:
        if not is_memory_error(error):  # else the new process has said when it is tried again
            trial.give_up(error.message)
    finally:
        with contextlib.suppress(OSError):
            write_progress(None)
