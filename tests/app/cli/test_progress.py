"""A clone's progress on the command line."""

from __future__ import annotations

import io
import json

import pytest

from timbre_app.cli.progress import ProgressLine

START = "It starts from the nearest speaker."
STEPS = [
    {"stage": "start"},
    {"stage": "adapt", "step": 0, "max_steps": 80, "held_out_loss": 0.5, "message": START},
    {"stage": "adapt", "step": 10, "max_steps": 80, "loss": 0.4, "eta_s": 65.0, "message": START},
    {"stage": "adapt", "step": 11, "max_steps": 80, "loss": 0.4, "likeness": 0.715, "likeness_step": 10},
    {"stage": "done", "message": None},
]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def written(out: io.StringIO, as_json: bool = False) -> str:
    line = ProgressLine(out, as_json)
    for progress in STEPS:
        line(progress)
    line.end()
    return out.getvalue()


def test_a_file_gets_a_line_for_each_stage_and_each_message_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("timbre_app.cli.progress.PLAIN_EVERY_S", 0.0)
    assert written(io.StringIO()).splitlines() == [
        "looking for where the voice starts",
        START,
        "adapting, step 0 of at most 80, on held-out takes 0.500",
        "adapting, step 10 of at most 80, loss 0.400, at most 1 min 5 s left",
        "adapting, step 11 of at most 80, loss 0.400, likeness 72% at step 10",
        "done",
    ]


def test_a_terminal_keeps_messages_and_writes_the_rest_over():
    lines = written(Terminal()).split("\n")
    assert [line.split("\r")[-1].rstrip() for line in lines] == [START, "done", ""]


def test_json_is_a_line_a_progress():
    assert [json.loads(line) for line in written(io.StringIO(), as_json=True).splitlines()] == STEPS
