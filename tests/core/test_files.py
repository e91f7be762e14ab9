"""Files are written whole or not at all, and nobody else may read those of the data folder."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from timbre import files


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(params=[0o022, 0o002, 0o077])
def umask(request: pytest.FixtureRequest):
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_lies_in_the_data_folder_is_the_persons_alone(home: Path, umask: int):
    folder = files.make_folder(home / "takes" / "ada")
    files.write(folder / "a.txt", "ä")
    files.create(folder / "b.wav").close()
    files.append(folder / "c.log").close()
    files.copy(folder / "a.txt", folder / "d.txt")
    with files.writing(folder / "e.bin") as file:
        unfinished = next(path for path in folder.iterdir() if files.is_unfinished(path))
        assert mode(unfinished) == 0o600  # before there is anything in it
        file.write(b"e")
    assert {mode(path) for path in folder.iterdir()} == {0o600}
    assert {mode(path) for path in (home, home / "takes", folder)} == {0o700}
    assert (folder / "d.txt").read_text(encoding="utf-8") == "ä"
    assert sorted(path.name for path in folder.iterdir()) == ["a.txt", "b.wav", "c.log", "d.txt", "e.bin"]


def test_what_lies_elsewhere_has_the_mode_of_the_umask(home: Path, tmp_path: Path, umask: int):
    folder = files.make_folder(tmp_path / "exports" / "today")
    files.write(folder / "a.txt", "a")
    files.create(folder / "b.wav").close()
    files.append(folder / "c.log").close()
    assert {mode(path) for path in folder.iterdir()} == {0o666 & ~umask}
    assert {mode(folder), mode(folder.parent)} == {0o777 & ~umask}


def test_a_data_folder_behind_a_link_is_closed_too(home: Path, tmp_path: Path):
    (tmp_path / "disk").mkdir()
    home.symlink_to(tmp_path / "disk")
    files.write(tmp_path / "disk" / "a.txt", "a")
    files.write(home / "b.txt", "b")
    assert mode(tmp_path / "disk" / "a.txt") == mode(home / "b.txt") == 0o600


def test_a_file_of_older_versions_is_closed_when_it_is_written_again(home: Path):
    files.make_folder(home)
    (home / "a.txt").write_text("older")
    (home / "a.txt").chmod(0o644)
    files.write(home / "a.txt", "newer")
    assert (mode(home / "a.txt"), (home / "a.txt").read_text()) == (0o600, "newer")


def test_the_older_file_stays_when_writing_fails(tmp_path: Path):
    path = tmp_path / "a.txt"
    files.write(path, "older")
    with pytest.raises(RuntimeError, match="half"), files.writing(path) as file:  # noqa: PT012
        file.write(b"new")
        raise RuntimeError("half")
    assert path.read_text() == "older"
    assert list(tmp_path.iterdir()) == [path]


def test_an_existing_file_stays_unless_it_may_be_overwritten(tmp_path: Path):
    path = tmp_path / "a.txt"
    files.write(path, "older", overwrite=False)
    with pytest.raises(FileExistsError):
        files.write(path, "newer", overwrite=False)
    assert path.read_text() == "older"
    assert list(tmp_path.iterdir()) == [path]


def test_the_error_names_the_file_that_was_asked_for(tmp_path: Path):
    with pytest.raises(FileNotFoundError) as error:
        files.write(tmp_path / "nowhere" / "a.txt", "a")
    assert error.value.filename == str(tmp_path / "nowhere" / "a.txt")


def test_a_folder_in_the_place_of_a_file_is_named(tmp_path: Path):
    (tmp_path / "a").mkdir()
    with pytest.raises(IsADirectoryError) as caught:
        files.write(tmp_path / "a", "content")
    assert caught.value.filename == str(tmp_path / "a")
    with pytest.raises(IsADirectoryError):
        files.write(Path(), "content")


def test_a_file_where_a_folder_is_wanted(tmp_path: Path):
    (tmp_path / "a").touch()
    with pytest.raises(FileExistsError):
        files.make_folder(tmp_path / "a")
    files.make_folder(tmp_path)


def test_what_a_killed_writer_left_is_swept_after_a_day(tmp_path: Path):
    for name in (".a.txt-0123.part", ".b.txt-0123.part", ".hidden", "c.part"):
        (tmp_path / name).touch()
        if name != ".b.txt-0123.part":
            os.utime(tmp_path / name, (0, 0))
    files.sweep(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".b.txt-0123.part", ".hidden", "c.part"]
    files.sweep(tmp_path / "nowhere")


def test_beside_a_persons_file_only_what_was_to_become_it_is_swept(tmp_path: Path):
    old = ".a.wav-0123456789abcdef.part"
    others = [".b.wav-0123456789abcdef.part", ".a.wav-mine.part", "a.wav", ".a.wav-0123456789abcdee.part"]
    for name in (old, *others):
        (tmp_path / name).touch()
        if name != others[-1]:
            os.utime(tmp_path / name, (0, 0))
    files.sweep_beside(tmp_path / "a.wav")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(others)


_KILLED = """
import os, signal, sys
from pathlib import Path
from timbre import files

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

if sys.argv[2] == "before the rename":
    files.place = die
    files.write(Path(sys.argv[1]), b"newer" * 100_000)
elif sys.argv[2] == "after the rename":
    files.sync_folder = die
    files.write(Path(sys.argv[1]), b"newer" * 100_000)
else:
    with files.writing(Path(sys.argv[1])) as file:
        file.write(b"newer" * 100_000)
        die()
"""


@pytest.mark.parametrize(
    ("moment", "content"),
    [
        ("while it writes", b"older"),
        ("before the rename", b"older"),
        ("after the rename", b"newer" * 100_000),
    ],
)
def test_a_killed_writer_leaves_a_whole_file(tmp_path: Path, moment: str, content: bytes):
    path = tmp_path / "a.txt"
    path.write_bytes(b"older")
    killed = subprocess.run([sys.executable, "-c", _KILLED, str(path), moment], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert path.read_bytes() == content
    assert all(files.is_unfinished(left) for left in tmp_path.iterdir() if left != path)
    files.write(path, b"newest")
    assert path.read_bytes() == b"newest"
