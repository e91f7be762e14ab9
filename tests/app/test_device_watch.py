from __future__ import annotations

import json
import subprocess
import sys

from timbre_app.device_watch import WATCH, follow

LOOKS = [["A"], ["A"], ["A", "B"], ["A", "B"], ["B"]]
SCRIPT = f"import sys\nfor names in {[json.dumps(names) for names in LOOKS]!r}: print(names, flush=True)\nsys.stdin.read()"


def test_only_changes_are_told():
    told = []
    last_look = f"{SCRIPT.removesuffix('sys.stdin.read()')}print('[]', flush=True)"
    follow(told.append, lambda: told[-1:] == [["B"]], (sys.executable, "-c", last_look))
    assert told == [["A", "B"], ["B"]]


def test_it_ends_when_told_to():
    asked = []

    def should_stop():
        asked.append(1)
        return len(asked) == 2

    told = []
    follow(told.append, should_stop, (sys.executable, "-c", SCRIPT))
    assert told == []


def test_the_process_looks_and_ends_when_its_input_closes():
    with subprocess.Popen(
        WATCH, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        names = json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait(20) == 0
    assert isinstance(names, list)
