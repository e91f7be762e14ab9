"""One run of a server, here a shell that does what the Python backend does."""

import os
import subprocess
import sys

import pytest

from timbre_app.server import launcher, leftovers
from timbre_app.server.process import ServerPlaces, TritonProcess, command_line
from timbre_app.server.sockets import Sockets


@pytest.fixture
def places(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    prefix = leftovers.own_names().prefix(1)
    yield ServerPlaces(Sockets(tmp_path), prefix, private=launcher.can_make_shared_memory_private())
    leftovers.sweep(launcher_shm(), keep_generation=2)


def launcher_shm():
    from timbre_app.server.shared_memory import SHM

    return SHM


def test_a_killed_server_leaves_no_folder_and_keeps_what_is_not_its_own(tmp_path, monkeypatch, places):
    monkeypatch.setattr(leftovers, "BACKEND_FOLDERS", tmp_path)
    others, own = tmp_path / "python_env_others", tmp_path / "python_env_own"
    others.mkdir()
    command = ["/bin/sh", "-c", f"mkdir {own}; sleep 60"]
    with (tmp_path / "log").open("wb") as log:
        server = TritonProcess(command, dict(os.environ), log, places)
        noted = []

        def stop_after_the_next_look():
            noted.append(own.is_dir())
            return len(noted) > 1 and noted[-2]

        server.wait_ready((), stop_after_the_next_look)
    later = tmp_path / "python_env_of_a_later_server"
    later.mkdir()
    server.stop()
    assert places.temporary.is_dir()
    leftovers.sweep(tmp_path, keep_generation=2)
    assert leftovers.backend_folders() == {others, later}
    assert not places.temporary.exists()


@pytest.mark.skipif(not launcher.can_make_shared_memory_private(), reason="the system does not allow it")
def test_server_has_a_shared_memory_of_its_own(tmp_path, places):
    command = ["/bin/sh", "-c", "touch /dev/shm/timbre-test-secret; ls -ld /dev/shm; ls /dev/shm"]
    with (tmp_path / "log").open("wb") as log:
        server = TritonProcess(command, dict(os.environ), log, places)
        assert server._process.wait(60) == 0
        server.stop()
    said = (tmp_path / "log").read_text()
    assert said.startswith("drwx------")
    assert "timbre-test-secret" in said
    assert not (launcher_shm() / "timbre-test-secret").exists()


def test_regions_that_others_could_read_are_closed(tmp_path):
    from timbre_app.server.shared_memory import close_to_others

    for name in ("timbre-1-region", "another"):
        (tmp_path / name).write_bytes(b"x")
        (tmp_path / name).chmod(0o644)
    close_to_others("timbre-1-", tmp_path)
    assert (tmp_path / "timbre-1-region").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "another").stat().st_mode & 0o777 == 0o644


def test_server_ends_with_the_process_that_started_it(tmp_path):
    """Even if that has ended before the launcher could ask the kernel for it."""
    arguments = [
        sys.executable,
        "-P",
        launcher.__file__,
        "1",
        str(tmp_path / "scratch"),
        "0",
        "/bin/echo",
        "begun",
    ]
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stdout) == (1, "")


def test_no_secret_that_opens_anything_stands_on_the_command_line(tmp_path):
    """Every user can read a command line."""
    places = ServerPlaces(Sockets(tmp_path), "prefix-", private=True)
    first, second = (command_line(tmp_path, tmp_path, "models", ("tts",), places) for _ in range(2))
    keys = {part for part in {*first} ^ {*second} if "restricted" in part}
    assert len(keys) == 4  # made anew each time, and used by nobody
    assert not any("0.0.0.0" in part or "127.0.0.1" in part for part in first)
