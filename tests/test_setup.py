"""`scripts/setup.sh` says what it does while wheels are installed: on a terminal all the time, in a log once."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
from pathlib import Path

import pytest

SETUP = Path(__file__).parents[1] / "scripts" / "setup.sh"
PYTHON = """#!/bin/sh
case "$*" in
    *"pip"*"install -e"*)
        echo "Collecting torch"
        echo "  Downloading torch-2.0-cp311.whl (800.1 MB)"
        while [ ! -e go ]; do sleep 0.05; done
        if [ -e broken ]; then echo "ERROR: No space left on device"; exit 1; fi ;;
esac
exit 0
"""
PROGRAMS = {
    "dpkg-query": "#!/bin/sh\necho 'install ok installed'\n",  # so that nothing is installed on this machine
    "nvidia-smi": "#!/bin/sh\nexit 1\n",
    "python3": PYTHON,
}


def write_program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose Python and pip are stand-ins; pip waits until there is a file `go`."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(SETUP, tmp_path / "scripts")
    for name in ("pyproject.toml", "requirements-nodeps.txt", "constraints.txt"):
        (tmp_path / name).touch()
    write_program(tmp_path / ".venv" / "bin" / "python", PYTHON)
    for name, text in PROGRAMS.items():
        write_program(tmp_path / "programs" / name, text)
    return tmp_path


def start(project: Path, errors: int) -> subprocess.Popen[bytes]:
    variables = {**os.environ, "PATH": f"{project / 'programs'}:{os.environ['PATH']}"}
    return subprocess.Popen([project / "scripts" / "setup.sh", "run"], env=variables, stderr=errors)


def test_a_terminal_shows_what_pip_is_at(project: Path):
    ours, theirs = pty.openpty()
    setup = start(project, theirs)
    os.close(theirs)
    shown = b""
    while b"Downloading torch" not in shown:
        shown += os.read(ours, 4096)
    assert b"about 2 GB of wheels" in shown
    assert b"minutes" in shown
    assert b"(800.1 MB)" in shown
    (project / "go").touch()
    while b"setup: done" not in shown:
        shown += os.read(ours, 4096)
    assert setup.wait() == 0
    os.close(ours)


def test_a_log_gets_one_line_and_a_second_call_none(project: Path):
    (project / "go").touch()
    log = project / "log.txt"
    for _ in range(2):
        with log.open("ab") as file:
            assert start(project, file.fileno()).wait() == 0
    first, last = log.read_text().splitlines()
    assert first.startswith("setup: downloading and installing about 2 GB of wheels into .venv")
    assert last == "setup: done"
    (project / "pyproject.toml").write_text("changed")
    with log.open("ab") as file:
        assert start(project, file.fileno()).wait() == 0
    assert "setup: bringing the wheels in .venv up to date" in log.read_text()


def test_a_pip_that_fails_says_why(project: Path):
    (project / "go").touch()
    (project / "broken").touch()
    log = project / "log.txt"
    with log.open("wb") as file:
        assert start(project, file.fileno()).wait() == 1
    assert "ERROR: No space left on device" in log.read_text()
    assert "setup: pip could not install the wheels" in log.read_text()
