"""The keeper's trial of TensorRT for RTX, with small programs in the trial's place."""

import os
import shutil
import sys
import time
from types import SimpleNamespace

import pytest

from tests.helpers.fake_tensorrt import fake_card, no_driver
from tests.helpers.speech_server import wait_until
from timbre.base import BaseModel
from timbre.engines import decision
from timbre.engines.card import find_card
from timbre.engines.decision import Decision, decide
from timbre.engines.verdict import Verdict, read_verdict, trial_progress, write_progress, write_verdict
from timbre.messages import Message
from timbre.paths import base_dir
from timbre_app.server import ServerError, ServerOptions
from timbre_app.server import keeper as keeper_module
from timbre_app.server import trial as trial_module
from timbre_app.server.errors import ServerLostError
from timbre_app.server.figures import ServerFigures
from timbre_app.server.keeper import START_ATTEMPTS, Keeper
from timbre_app.server.options import launch_plan
from timbre_app.server.trial import EngineTrial, take_over

WAITS = "import sys; sys.stdin.buffer.read()"
FASTER = Verdict("faster", Message.of("tried"))


@pytest.fixture
def base(monkeypatch, tmp_path, tiny_base):
    monkeypatch.setenv("TIMBRE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TIMBRE_BASE", str(tiny_base))
    monkeypatch.setattr("importlib.util.find_spec", lambda name, package=None: object())
    fake_card(monkeypatch, tmp_path / "driver")
    return BaseModel.open(tiny_base)


@pytest.fixture
def begin(tmp_path):
    begun = []
    log = (tmp_path / "log").open("ab")

    def make(program, can_take_over=False):
        notes = []
        trial = EngineTrial("auto", log, notes.append, can_take_over, (sys.executable, "-c", program))
        begun.append(trial)
        trial.begin(os.environ)
        return trial, notes

    yield make
    for trial in begun:
        trial.stop()
    log.close()


def ended(trial, is_idle=lambda: True):
    deadline = time.monotonic() + 180
    while trial._process is not None and time.monotonic() < deadline:
        if trial.look(is_idle):
            return True
        time.sleep(0.02)
    return trial.look(is_idle)


def test_better_engine_is_taken_once_when_nobody_speaks(base, begin):
    trial, notes = begin(WAITS)
    assert not trial.look(lambda: True)
    write_verdict(find_card(), base, FASTER)
    trial._process.stdin.close()
    trial._process.wait(180)
    assert not trial.look(lambda: False)
    assert (trial.look(lambda: True), trial.look(lambda: True)) == (True, False)
    assert notes[-1] == "speech runs on rtx: tried"
    trial.begin(os.environ)
    assert trial._process is None


def test_trial_that_crashes_is_a_verdict(base, begin):
    trial, notes = begin("import os; os.abort()")
    assert not ended(trial)
    verdict = read_verdict(find_card(), base)
    assert (verdict.outcome, str(verdict.reason)[-2:]) == ("failed", "-6")
    assert "speech runs on cudagraph" in notes[-1]
    again, _ = begin(WAITS)
    assert again._process is None


@pytest.mark.parametrize("end", ["kill -KILL $$", "kill -TERM $$", "exit 1"])
def test_trial_that_something_else_has_ended_is_tried_again_at_the_next_start(base, begin, end):
    """The kernel for lack of memory, a machine that goes down, a driver that did not answer for a moment."""
    trial, notes = begin(f"import os; os.execv('/bin/sh', ['sh', '-c', {end!r}])")
    assert not ended(trial)
    assert notes[-1].endswith("another trial begins at the next start")
    assert read_verdict(find_card(), base).is_passing
    again, _ = begin(WAITS)
    assert again._process is not None


def test_progress_of_another_servers_trial_stays(base, begin):
    trial, _ = begin(WAITS)
    doing = Message.of("building engine {number} of {count} for TensorRT for RTX", number=1, count=3)
    write_progress(doing)  # this process plays the other trial
    trial.stop()
    assert trial_progress() == doing
    write_progress(doing, pid=(again := begin(WAITS)[0])._process.pid)
    again.stop()
    assert trial_progress() is None


def test_nothing_is_tried_where_it_cannot_be_kept(base, begin, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("TIMBRE_CACHE", str(tmp_path / "file" / "cache"))
    assert begin(WAITS)[0]._process is None
    assert str(decide().reason).endswith("file cannot be written")
    assert "TIMBRE_CACHE" in decide().remedy
    monkeypatch.setenv("TIMBRE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(shutil, "disk_usage", lambda place: SimpleNamespace(free=1 << 20))
    assert begin(WAITS)[0]._process is None
    assert str(decide().reason).endswith("is full")


def test_stopped_trial_leaves_no_verdict(base, begin):
    trial, _ = begin(WAITS)
    trial.stop()
    assert read_verdict(find_card(), base) is None
    again, _ = begin(WAITS)
    assert again._process is not None


def test_machine_without_a_card_tries_nothing(base, begin, monkeypatch, tmp_path):
    no_driver(monkeypatch, tmp_path)
    trial, notes = begin(WAITS)
    assert (trial._process, notes, trial.look(lambda: True)) == (None, [], False)


def test_crash_is_a_verdict_for_good_even_where_memory_was_short_before(base, begin):
    write_verdict(find_card(), base, Verdict("failed", Message.of("no memory"), is_passing=True))
    trial, _ = begin("import os; os.abort()")
    ended(trial)
    assert not read_verdict(find_card(), base).is_passing


def test_crash_after_the_verdict_does_not_change_it(base, begin):
    trial, _ = begin(WAITS)
    write_verdict(find_card(), base, FASTER)
    trial._process.kill()
    assert ended(trial)
    assert read_verdict(find_card(), base) == FASTER


def test_trial_that_hangs_is_ended_and_is_a_verdict(base, begin, monkeypatch):
    monkeypatch.setattr(trial_module, "LONGEST_S", 0.0)
    trial, notes = begin(WAITS)
    process = trial._process
    assert not trial.look(lambda: True)
    assert process.returncode is not None
    assert "took longer than 0 minutes" in str(read_verdict(find_card(), base).reason)
    assert "took longer" in notes[-1]


def test_engine_is_given_up_once(base, begin):
    trial, notes = begin(WAITS)
    reason = Message.of("the speech server crashed")
    assert not trial.give_up(reason)
    write_verdict(find_card(), base, FASTER)
    assert trial.give_up(reason)
    assert notes[-1] == "speech runs on cudagraph: TensorRT for RTX failed: the speech server crashed"
    assert not trial.give_up(reason)
    assert not read_verdict(find_card(), base).is_passing


def test_cache_that_cannot_be_written_ends_nothing(base, begin, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    trial, notes = begin("raise SystemExit(1)")
    monkeypatch.setenv("TIMBRE_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(decision, "cache_trouble", lambda: None)
    assert not ended(trial)
    assert any("could not be kept" in note for note in notes)
    monkeypatch.setattr(
        trial_module, "decide", lambda wish: Decision("rtx", Message.of("tried"), find_card())
    )
    assert not trial.give_up(Message.of("the speech server crashed"))


def test_program_of_the_trial_that_cannot_be_started_is_noted(base, tmp_path):
    notes = []
    with (tmp_path / "log").open("ab") as log:
        EngineTrial("auto", log, notes.append, command=(str(tmp_path / "nothing"),)).begin(os.environ)
    assert "no engine was tried" in notes[-1]


def test_trial_of_compiled_networks_is_begun_where_they_are_wished_for(base, begin, monkeypatch, tmp_path):
    fake_card(monkeypatch, tmp_path / "driver", "NVIDIA H200", "9.0")
    monkeypatch.setenv("TIMBRE_ENGINE", "compiled")
    trial, notes = begin(
        f"import sys, pathlib; pathlib.Path({str(tmp_path / 'asked')!r}).write_text(sys.argv[1])"
    )
    assert notes == ["the trial of compiled networks begins"]
    write_verdict(find_card(), base, Verdict("slower", Message.of("tried")), "compiled")
    assert ended(trial)
    assert (tmp_path / "asked").read_text() == "compiled"
    assert notes[-1] == "speech runs on compiled: tried"


def test_engine_that_can_take_over_waits_for_nobody(base, begin):
    trial, _ = begin(WAITS, can_take_over=True)
    write_verdict(find_card(), base, FASTER)
    trial._process.kill()
    assert ended(trial, is_idle=lambda: False)


@pytest.fixture
def compiled(base, monkeypatch, tmp_path):
    """A card of a data centre on which compiled networks were found the faster ones."""
    fake_card(monkeypatch, tmp_path / "driver", "NVIDIA H200", "9.0")
    monkeypatch.setenv("TIMBRE_ENGINE", "compiled")
    write_verdict(find_card(), base, FASTER, "compiled")


def test_compiled_networks_that_were_tried_before_take_over_after_each_start(compiled, begin):
    trial, notes = begin(WAITS, can_take_over=True)
    assert (trial._process, notes, trial.look(lambda: False)) == (None, [], True)
    assert not trial.look(lambda: True)
    trial.begin(os.environ)  # the server has been started again
    assert trial.look(lambda: False)


def test_compiled_networks_of_three_processes_are_loaded_by_a_start(compiled, begin):
    assert not begin(WAITS)[0].look(lambda: True)


class Taker:
    """A supervisor whose server takes over, or says why not; and what people were told meanwhile."""

    def __init__(self, error=None):
        self.error, self.told = error, ""

    def take_over(self, model, engine):
        self.told = f"{model}, {engine}: {trial_progress()}"
        if self.error is not None:
            raise self.error


def test_people_are_told_while_an_engine_takes_over(compiled, begin):
    taker = Taker()
    take_over(taker, begin(WAITS, can_take_over=True)[0], "CUDA graphs")
    assert (
        taker.told == "tts_fused, CUDA graphs: the better engine is loaded, and CUDA graphs speak meanwhile"
    )
    assert trial_progress() is None
    assert decide("compiled").choice == "compiled"


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (ServerError("no memory"), "failed"),
        (ServerLostError("gone"), "faster"),
        (ServerError("OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB"), "faster"),
    ],
)
def test_engine_that_cannot_take_over_is_not_asked_again_unless_the_server_was_gone(
    compiled, base, begin, error, outcome
):
    take_over(Taker(error), begin(WAITS, can_take_over=True)[0], "CUDA graphs")
    assert read_verdict(find_card(), base, "compiled").outcome == outcome
    assert trial_progress() is None


class Server:
    """A process of the server that cannot load its engines of TensorRT, or that dies."""

    def __init__(self, dies):
        self.exit_code = -11 if dies else None

    def wait_ready(self, models, stopping, extra_s):
        if read_verdict(find_card(), BaseModel.open(base_dir())) == FASTER:
            raise ServerError("The speech server could not load its model tts_fused.")

    def stop(self):
        pass


@pytest.mark.parametrize("dies", [False, True])
def test_keeper_starts_a_server_without_the_engine_that_does_not_start(base, tmp_path, monkeypatch, dies):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    write_verdict(find_card(), base, FASTER)
    launched, ready = [], []
    with (tmp_path / "log").open("ab") as log:
        keeper = Keeper(launch_plan(ServerOptions()), log)
        keeper._private = True
        monkeypatch.setattr(keeper, "_launch", lambda: launched.append(Server(dies)) or launched[-1])
        monkeypatch.setattr(keeper, "_supervise", ready.append)
        keeper._start()
    assert ready == launched[-1:]
    assert len(launched) == (START_ATTEMPTS if dies else 1) + 1
    verdict = read_verdict(find_card(), base)
    assert (verdict.outcome, verdict.is_passing) == ("failed", not dies)


@pytest.mark.parametrize(("pause_s", "outcome"), [(250.0, "failed"), (400.0, "faster")])
def test_engine_with_which_the_server_crashes_now_and_then_is_given_up(
    base, tmp_path, monkeypatch, pause_s, outcome
):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    write_verdict(find_card(), base, FASTER)
    clock, restarts = iter(range(0, 10_000, int(pause_s))), []
    monkeypatch.setattr(keeper_module, "time", SimpleNamespace(monotonic=lambda: float(next(clock))))
    with (tmp_path / "log").open("ab") as log:
        keeper = Keeper(launch_plan(ServerOptions(grace_s=1e6)), log)

        def restart(reason):
            restarts.append(reason)
            keeper._stopping = len(restarts) == 3

        monkeypatch.setattr(keeper, "_ended", lambda: "it ended with exit code -11")
        monkeypatch.setattr(keeper, "_restart", restart)
        keeper._watch()
    assert len(restarts) == 3
    assert read_verdict(find_card(), base).outcome == outcome


def test_take_over_waits_until_the_engine_of_now_has_a_name(compiled, tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    taken, figures = [], [None, ServerFigures(), ServerFigures({"tts_fused": "CUDA graphs"})]
    monkeypatch.setattr(keeper_module, "take_over", lambda *change: taken.append(change[2]))
    monkeypatch.setattr(keeper_module, "read_figures", lambda metrics: figures.pop(0))
    with (tmp_path / "log").open("ab") as log:
        keeper = Keeper(launch_plan(ServerOptions(pipeline="fused")), log)
        keeper._private, keeper._sockets = True, SimpleNamespace(metrics=None)
        keeper._supervisor = SimpleNamespace(look=lambda: None)
        keeper._trial.begin(os.environ)
        for _ in range(5):
            assert keeper._look() == ""
    assert wait_until(lambda: taken == ["CUDA graphs"])
    assert not figures
