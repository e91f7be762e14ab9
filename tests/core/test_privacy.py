"""A data folder that an older version left open is closed at the next start."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.machine import small_disk
from timbre import files
from timbre.privacy import is_closed, secure_home


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """As the versions before made it."""
    home = tmp_path / "home"
    monkeypatch.setenv("TIMBRE_HOME", str(home))
    for place in ("voices/.notes/a.json", "takes/ada/wavs/1.wav", "logs/server.log", "run/start.lock",
                  "work/x/takes/metadata.csv", "speech/draft.json", "dictionary.tsv", "studio.ini"):  # fmt: skip
        (home / place).parent.mkdir(parents=True, exist_ok=True)
        (home / place).write_text("mine")
    for path in (home, *home.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return home


def modes(home: Path) -> set[int]:
    return {stat.S_IMODE(path.lstat().st_mode) for path in (home, *home.rglob("*")) if not path.is_symlink()}


def test_everything_in_an_open_home_is_closed(home: Path):
    assert not is_closed(home)
    secure_home()
    assert is_closed(home)
    assert modes(home) == {0o700, 0o600}


def test_a_home_that_is_closed_is_not_walked_again(home: Path, monkeypatch: pytest.MonkeyPatch):
    secure_home()
    inside = home / "takes" / "ada" / "wavs" / "1.wav"
    inside.chmod(0o644)
    monkeypatch.setattr(os, "fwalk", lambda *_: pytest.fail("the home was walked again"))
    secure_home()
    monkeypatch.undo()
    monkeypatch.setenv("TIMBRE_HOME", str(home))
    (home / "takes").chmod(0o755)
    secure_home()
    assert modes(home) == {0o700, 0o600}


def test_a_home_in_which_something_was_never_made_is_closed_too(home: Path):
    shutil.rmtree(home / "voices")
    (home / "run" / "start.lock").unlink()
    secure_home()
    assert modes(home) == {0o700, 0o600}


def test_links_are_not_followed(home: Path, tmp_path: Path):
    outside = tmp_path / "outside"
    (outside / "folder").mkdir(parents=True)
    (outside / "file").touch()
    for path in (outside, outside / "folder", outside / "file"):
        path.chmod(0o755)
    (home / "takes" / "link").symlink_to(outside)
    (home / "takes" / "file-link").symlink_to(outside / "file")
    secure_home()
    assert modes(outside) == {0o755}
    assert modes(home) == {0o700, 0o600}


def test_what_is_not_timbres_stays_as_it_is(home: Path):
    (home / "notes.txt").touch()
    (home / "notes.txt").chmod(0o644)
    secure_home()
    assert stat.S_IMODE((home / "notes.txt").stat().st_mode) == 0o644


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_belongs_to_another_user_stays_as_it_is(home: Path):
    other = home / "takes" / "ada" / "wavs" / "1.wav"
    os.chown(other, 54_321, 54_321)
    secure_home()
    assert stat.S_IMODE(other.stat().st_mode) == 0o644
    os.chown(home, 54_321, 54_321)
    home.chmod(0o755)
    secure_home()
    assert stat.S_IMODE(home.stat().st_mode) == 0o755


def test_a_place_for_everybody_stays_open(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    for name, mode in (("like-tmp", 0o1777), ("persons", 0o755)):
        place = tmp_path / name
        place.mkdir()
        place.chmod(mode)
        monkeypatch.setenv("TIMBRE_HOME", str(place))
        monkeypatch.setenv("HOME", str(tmp_path / "persons"))
        secure_home()
        assert stat.S_IMODE(place.stat().st_mode) == mode
        assert not list(place.iterdir())


def test_a_home_that_is_not_there_is_not_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    secure_home()
    assert not (tmp_path / "home").exists()
    files.make_folder(tmp_path / "home" / "voices")
    assert is_closed(tmp_path / "home")


def test_a_disk_that_cannot_be_written_is_no_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    with small_disk(tmp_path / "disk", kilobytes=64) as disk:
        (disk / "home" / "takes").mkdir(parents=True)
        monkeypatch.setenv("TIMBRE_HOME", str(disk / "home"))
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        secure_home()


def test_every_command_closes_the_home(home: Path):
    subprocess.run([sys.executable, "-m", "timbre_app.cli", "voices"], check=True, capture_output=True)
    assert modes(home) == {0o700, 0o600}
