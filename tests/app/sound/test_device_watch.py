from __future__ import annotations

import json
import subprocess
import sys

import pytest

from timbre_app.sound.device_watch import NO_SOURCE, WATCH, Change, follow, recorded_from

LOOKS = [["A"], ["A"], ["A", "B"], ["A", "B"], ["B"]]


def saying(*looks):
    """A command that looks so, and then waits for its end."""
    lines = [json.dumps(look) for look in looks]
    script = f"import sys\nfor line in {lines!r}: print(line, flush=True)\nsys.stdin.read()"
    return sys.executable, "-c", script


def changes(*looks):
    """What is told about these looks."""
    told, asked = [], []

    def should_stop():
        asked.append(1)
        return len(asked) > len(looks)

    follow(told.append, should_stop, saying(*looks, looks[-1]))
    return told


def test_only_changes_are_told():
    assert changes(*([names, {}] for names in LOOKS)) == [Change(["A", "B"]), Change(["B"])]


def test_a_stream_that_is_taken_from_another_source_was_moved():
    looks = [{}, {"7": 0}, {"7": 0}, {"7": 2}, {"7": 2}, {}, {"7": 2}, {"7": 0, "8": 1}]
    assert changes(*([["A"], sources] for sources in looks)) == [Change(["A"], moved=True)] * 2


@pytest.mark.parametrize(
    "said", ["", "[]", "[{}]", '{"index": 1}', "false", '[{"index": 7, "source": 0, "properties": []}]']
)
def test_where_pactl_says_nothing_of_use_nothing_is_known(tmp_path, monkeypatch, said):
    pactl = tmp_path / "pactl"
    pactl.write_text(f"#!/bin/sh\necho '{said}'\n")
    pactl.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert recorded_from(1) == {}


def test_only_streams_of_the_process_and_with_a_source_count(tmp_path, monkeypatch):
    streams = [
        {"index": index, "source": source, "properties": {"application.process.id": process}}
        for index, source, process in ((7, 0, "42"), (8, 1, "43"), (9, NO_SOURCE, "42"))
    ]
    pactl = tmp_path / "pactl"
    pactl.write_text(f"#!/bin/sh\necho '{json.dumps(streams)}'\n")
    pactl.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert recorded_from(42) == {"7": 0}


def test_it_ends_when_told_to():
    asked = []

    def should_stop():
        asked.append(1)
        return len(asked) == 2

    told = []
    follow(told.append, should_stop, saying(*([names, {}] for names in LOOKS)))
    assert told == []


def test_the_process_looks_and_ends_when_its_input_closes():
    with subprocess.Popen(
        WATCH, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        names, sources = json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait(60) == 0
    assert isinstance(names, list)
    assert sources == {}
