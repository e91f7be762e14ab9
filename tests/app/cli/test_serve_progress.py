"""What `timbre serve` says while a faster engine is prepared behind a server that speaks."""

import json
import time

import pytest

from tests.helpers.fake_tensorrt import fake_card
from timbre import files, paths
from timbre.base import BaseModel
from timbre.engines import verdict
from timbre.engines.card import find_card
from timbre.engines.verdict import Verdict, write_progress, write_verdict
from timbre.messages import Message
from timbre_app.cli import serve
from timbre_app.server import ServerError, ServerOptions
from timbre_app.server.keeper import SERVER_LOCK, STATE_FILE
from timbre_app.server.locks import FileLock


def test_progress_and_result_of_a_trial_are_said_once_each(monkeypatch, tmp_path, tiny_base, capsys):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TIMBRE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TIMBRE_BASE", str(tiny_base))
    monkeypatch.setattr("importlib.util.find_spec", lambda name, package=None: object())
    fake_card(monkeypatch, tmp_path / "driver")
    building = Message.of("building engine {number} of {count} for TensorRT for RTX", number=1, count=3)

    def end():
        write_verdict(
            find_card(), BaseModel.open(tiny_base), Verdict("faster", Message.of("it is the faster"))
        )
        write_progress(None)

    steps = iter((lambda: None, lambda: write_progress(building), lambda: None, end, lambda: None))

    def look():
        step = next(steps, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    monkeypatch.setattr("timbre_app.server.server_status", look)
    monkeypatch.setattr(serve, "WATCH_S", 0.0)
    serve._watch(ServerOptions())
    assert capsys.readouterr().out.splitlines() == [
        "In the background: building engine 1 of 3 for TensorRT for RTX.",
        "Speech runs on rtx: it is the faster.",
        "The server stops.",
    ]
    assert verdict.trial_progress() is None


def test_server_that_starts_again_for_long_has_not_ended(monkeypatch, tmp_path):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    run_dir = files.make_folder(paths.run_dir())
    lock = FileLock(run_dir / SERVER_LOCK)
    assert lock.acquire()
    looks = []

    def look():
        looks.append(time.monotonic())
        state = "starting" if looks[-1] - looks[0] < 0.5 else "failed"
        (run_dir / STATE_FILE).write_text(json.dumps({"status": state}))

    monkeypatch.setattr("timbre_app.server.server_status", look)
    monkeypatch.setattr(serve, "WATCH_S", 0.01)
    monkeypatch.setattr(serve, "GONE_AFTER_S", 0.1)
    with pytest.raises(ServerError, match="has ended"):
        serve._watch(ServerOptions())
    assert looks[-1] - looks[0] > 0.5
    lock.release()
