"""Programs that change a file in turn."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from timbre import files, locks

_COUNTS = """
import sys
from pathlib import Path
from timbre import files, locks

locks.ALONE_PATIENCE_S = 600  # a busy disk may make each of them wait for long
path = Path(sys.argv[1])
for _ in range(20):
    with locks.alone(path.parent):
        files.write(path, str(int(path.read_text()) + 1))
"""


def test_changes_of_several_programs_are_all_there(tmp_path: Path):
    path = tmp_path / "count.txt"
    path.write_text("0")
    programs = [subprocess.Popen([sys.executable, "-c", _COUNTS, str(path)]) for _ in range(4)]
    assert [program.wait(600) for program in programs] == [0] * 4
    assert path.read_text() == "80"
    assert list(tmp_path.iterdir()) == [path]


def test_a_program_that_was_stopped_does_not_keep_others_out_for_ever(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(locks, "ALONE_PATIENCE_S", 0.05)
    with locks.alone(tmp_path), locks.alone(tmp_path):
        files.write(tmp_path / "a.txt", "a")
    assert (tmp_path / "a.txt").read_text() == "a"
