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
    *".[rtx]"*)
        echo tried >> rtx
        if [ -e offline ]; then echo "ERROR: No network"; exit 1; fi ;;
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


def set_up(project: Path) -> str:
    """What setup says; it must end well."""
    log = project / "log.txt"
    with log.open("wb") as file:
        assert start(project, file.fileno()).wait() == 0
    return log.read_text()


@pytest.fixture
def rtx_project(project: Path) -> Path:
    """A project on a machine with two cards, of which the second is an RTX card."""
    (project / "go").touch()
    write_program(project / "programs" / "nvidia-smi", "#!/bin/sh\necho 6.1\necho 8.9\n")
    return project


def tries(project: Path) -> int:
    """How often pip was to install TensorRT."""
    return len((project / "rtx").read_text().splitlines()) if (project / "rtx").exists() else 0


def test_tensorrt_that_could_not_be_installed_is_tried_again_and_nothing_else_is(rtx_project: Path):
    (rtx_project / "offline").touch()
    said = set_up(rtx_project)
    assert "ERROR: No network" in said
    assert "TensorRT could not be installed" in said
    assert said.endswith("setup: done\n")
    (rtx_project / "broken").touch()  # what is installed already is not installed again
    assert "the next `make setup` tries again" in set_up(rtx_project)
    (rtx_project / "offline").unlink()
    assert set_up(rtx_project) == "setup: installing TensorRT for this RTX card\n"
    assert set_up(rtx_project) == ""
    assert tries(rtx_project) == 3


def test_driver_that_comes_later_or_fails_for_a_while_installs_tensorrt_alone(rtx_project: Path):
    driver = rtx_project / "programs" / "nvidia-smi"
    answer = driver.read_text()
    write_program(driver, "#!/bin/sh\nexit 9\n")
    set_up(rtx_project)
    (rtx_project / "broken").touch()
    assert (set_up(rtx_project), tries(rtx_project)) == ("", 0)
    write_program(driver, answer)
    assert "installing TensorRT" in set_up(rtx_project)
    write_program(
        driver, "#!/bin/sh\necho 'Failed to initialize NVML: Driver/library version mismatch'\nexit 18\n"
    )
    assert (set_up(rtx_project), tries(rtx_project)) == ("", 1)


def test_driver_without_its_program_is_asked_by_its_library(rtx_project: Path):
    write_program(rtx_project / "programs" / "nvidia-smi", "#!/bin/sh\nexit 127\n")
    probe = "case $* in *cuda_probe.py*) echo 12.0; exit;; esac\n"
    write_program(rtx_project / "programs" / "python3", PYTHON.replace("case", probe + "case", 1))
    set_up(rtx_project)
    assert tries(rtx_project) == 1
