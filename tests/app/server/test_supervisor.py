"""Whom the supervisor takes for the process that speaks, when another has taken over from it."""

from pathlib import Path

import pytest

from timbre_app.server import supervisor as supervisor_module
from timbre_app.server.errors import ServerError
from timbre_app.server.supervisor import Supervisor

MODEL = "tts_fused"
OLD, NEW = 100, 200
REPOSITORY = Path(__file__).parents[3] / "triton_repo"


class Processes:
    """A server's processes of one model; loading it beside itself starts another."""

    def __init__(self, reason: str = "") -> None:
        self.living = [OLD]
        self._reason = reason

    def load_beside(self, model: str, config: str) -> str:
        if not self._reason:
            self.living.append(NEW)
        return self._reason


@pytest.fixture
def made(monkeypatch):
    def make(processes):
        monkeypatch.setattr(supervisor_module, "stub_processes", lambda _: {MODEL: list(processes.living)})
        monkeypatch.setattr(supervisor_module, "is_stub_of", lambda pid, _: pid in processes.living)
        return Supervisor(processes, 1, REPOSITORY, (MODEL,), print)

    return make


def test_process_that_took_over_is_missed_although_the_one_before_lives_on(made):
    processes = Processes()
    supervisor = made(processes)
    supervisor.take_over(MODEL, "CUDA graphs")
    assert supervisor.dead_model() == ""
    processes.living.remove(NEW)  # a client's stream still holds the old one
    assert supervisor.dead_model() == MODEL


def test_process_from_which_another_took_over_may_go(made):
    processes = Processes()
    supervisor = made(processes)
    supervisor.take_over(MODEL, "CUDA graphs")
    processes.living.remove(OLD)
    assert supervisor.dead_model() == ""


def test_process_goes_on_if_the_other_could_not_be_loaded(made):
    processes = Processes("no memory")
    supervisor = made(processes)
    with pytest.raises(ServerError, match="no memory"):
        supervisor.take_over(MODEL, "CUDA graphs")
    assert supervisor.dead_model() == ""
    processes.living.remove(OLD)
    assert supervisor.dead_model() == MODEL


def test_process_that_hangs_while_it_is_loaded_is_ended(made, monkeypatch):
    processes, ended = Processes(), []

    def hang(model, config):
        processes.living.append(NEW)
        raise TimeoutError("timed out")

    processes.load_beside = hang
    monkeypatch.setattr(supervisor_module.os, "kill", lambda pid, number: ended.append(pid))
    supervisor = made(processes)
    with pytest.raises(ServerError, match="not loaded after 15 minutes"):
        supervisor.take_over(MODEL, "CUDA graphs")
    assert ended == [NEW]
    assert supervisor.dead_model() == ""
