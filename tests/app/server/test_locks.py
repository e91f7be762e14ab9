"""Locks: whose they are, and what a person who waits is told."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.helpers.command import complaint, run_timbre
from timbre.messages import Message
from timbre_app.server import locks
from timbre_app.server.lock_holder import _program
from timbre_app.server.locks import FileLock, ForeignLockError, live_leases

OTHER_UID = 54_321
needs_another_user = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as another user")
HOLD = "import fcntl, sys; f = open(sys.argv[1]); fcntl.flock(f, fcntl.LOCK_EX); print('held', flush=True); sys.stdin.read()"


@contextmanager
def held(path: Path, uid: int | None = None) -> Iterator[int]:
    """A process that holds the lock of a file that it may read."""
    before = [] if uid is None else ["setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups"]
    python = sys.executable if uid is None else "/usr/bin/python3"
    command = [*before, python, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        yield holder.pid


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users get into, unlike those of tests."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="timbre-test-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_a_lock_file_is_this_users_alone(tmp_path: Path):
    lock = FileLock(tmp_path / "lock")
    assert lock.acquire()
    assert (tmp_path / "lock").stat().st_mode & 0o777 == 0o600
    lock.release()


def test_the_holder_is_known(tmp_path: Path):
    lock = FileLock(tmp_path / "lock")
    assert lock.holder() is None
    (tmp_path / "lock").touch()
    assert lock.holder() is None
    with held(tmp_path / "lock") as pid:
        holder = lock.holder()
        assert holder is not None
        assert (holder.pid, holder.uid, holder.is_foreign) == (pid, os.geteuid(), False)


def test_a_wait_is_explained_after_two_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert locks.TELL_AFTER_S == 2.0
    (tmp_path / "lock").touch()
    messages: list[Message] = []
    with held(tmp_path / "lock") as pid:
        monkeypatch.setattr(locks, "TELL_AFTER_S", 600.0)  # a busy machine may make any wait longer
        assert not FileLock(tmp_path / "lock").acquire(0.05, messages.append)
        assert messages == []
        monkeypatch.setattr(locks, "TELL_AFTER_S", 0.0)
        assert not FileLock(tmp_path / "lock").acquire(0.3, messages.append)
    assert len(messages) == 1
    assert str(messages[0]).startswith(f"Waiting for another Timbre (process {pid}, python")
    assert str(messages[0]).endswith(") to finish starting the speech server …")


def test_a_program_is_named_without_what_it_says():
    for words, name in (
        ("/x/.venv/bin/python -m timbre_app.cli say secret -o a.wav", "timbre say"),
        ("/x/.venv/bin/python /x/.venv/bin/timbre -v studio", "timbre studio"),
        ("/x/bin/python /x/bin/timbre", "timbre studio"),
        ("/x/bin/python /x/bin/timbre Ada.timbre", "timbre studio"),
        ("/x/bin/python -m timbre_app.server.keeper {}", "timbre's keeper of the speech server"),
        ("/usr/bin/flock x", "flock"),
    ):
        assert _program(words.replace(" ", "\0").encode() + b"\0") == name


def test_a_lock_whose_file_was_removed_is_not_taken_for_the_new_one(tmp_path: Path):
    path = tmp_path / "lock"
    path.touch()
    with held(path):
        path.unlink()
        lock = FileLock(path)
        assert lock.acquire()
        assert FileLock(path).held_by_another
        lock.release()


def test_a_lock_waited_for_is_the_one_that_others_see(tmp_path: Path):
    """The file is exchanged while somebody waits for the older one."""
    path = tmp_path / "lock"
    first, waiting = FileLock(path), FileLock(path)
    assert first.acquire()
    waiter = threading.Thread(target=lambda: waiting.acquire(10))
    waiter.start()
    time.sleep(0.1)
    path.unlink()
    first.release()
    waiter.join()
    assert FileLock(path).held_by_another
    waiting.release()
    assert not FileLock(path).held_by_another


@needs_another_user
def test_a_lock_file_of_another_user_is_refused(tmp_path: Path):
    path = tmp_path / "lock"
    path.touch()
    os.chown(path, OTHER_UID, OTHER_UID)
    for ask in (FileLock(path).acquire, lambda: FileLock(path).held_by_another):
        with pytest.raises(
            ForeignLockError,
            match=r"lock belongs to another user of this machine: remove it, or set TIMBRE_HOME",
        ):
            ask()


@needs_another_user
def test_a_lock_held_by_another_user_is_refused_at_once(open_folder: Path):
    path = open_folder / "lock"
    path.touch(0o644)
    with held(path, OTHER_UID) as pid:
        for ask in (lambda: FileLock(path).acquire(30), lambda: FileLock(path).held_by_another):
            started = time.monotonic()
            with pytest.raises(
                ForeignLockError, match=rf"process {pid}\) holds Timbre's lock .*remove that file"
            ):
                ask()
            assert time.monotonic() - started < 25  # it did not wait for the lock
        path.unlink()  # as the sentence says
        assert FileLock(path).acquire()


@needs_another_user
def test_a_lease_of_another_user_does_not_keep_the_server(open_folder: Path):
    path = open_folder / "1-2.lease"
    path.touch(0o644)
    with held(path, OTHER_UID):
        assert live_leases(open_folder) == []
    assert not path.exists()


def test_a_link_is_no_lock(tmp_path: Path):
    (tmp_path / "target").touch()
    (tmp_path / "lock").symlink_to(tmp_path / "target")
    with pytest.raises(ForeignLockError, match="is a link"):
        FileLock(tmp_path / "lock").acquire()


@needs_another_user
@pytest.mark.e2e
def test_say_refuses_a_lock_that_another_user_holds(open_folder: Path, tiny_base: Path):
    start_lock = open_folder / "home" / "run" / "start.lock"
    start_lock.parent.mkdir(parents=True)
    start_lock.touch(0o644)
    environment = {"TIMBRE_HOME": str(open_folder / "home"), "TIMBRE_BASE": str(tiny_base)}
    with held(start_lock, OTHER_UID) as pid:
        said = complaint(
            run_timbre("say", "--voice", "base:tiny:0", "Hello.", "-o", open_folder / "a.wav", **environment)
        )
    assert said.startswith(f"Another user of this machine (process {pid}) holds Timbre's lock {start_lock}")


@pytest.mark.e2e
def test_say_tells_what_it_waits_for(open_folder: Path, tiny_base: Path):
    start_lock = open_folder / "home" / "run" / "start.lock"
    start_lock.parent.mkdir(parents=True)
    start_lock.touch()
    environment = {**os.environ, "TIMBRE_HOME": str(open_folder / "home"), "TIMBRE_BASE": str(tiny_base)}
    command = [
        sys.executable,
        "-m",
        "timbre_app.cli",
        "say",
        "--voice",
        "base:tiny:0",
        "Hello.",
        "-o",
        "a.wav",
    ]
    with (
        held(start_lock) as pid,
        subprocess.Popen(command, stderr=subprocess.PIPE, env=environment) as talker,
    ):
        assert talker.stderr is not None
        said = talker.stderr.readline().decode()
        talker.kill()
    assert said.startswith(f"timbre: Waiting for another Timbre (process {pid}, python")
    assert said.endswith(") to finish starting the speech server …\n")
