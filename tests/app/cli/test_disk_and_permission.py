"""A full disk and folders that may not be written: one sentence, and nothing half-written stays."""

from pathlib import Path

import pytest

from tests.helpers.command import complaint, run_timbre
from tests.helpers.machine import obey_permissions, small_disk
from tests.helpers.voices import make_voice
from timbre_app.voices.library import VoiceLibrary


def test_a_voice_on_a_full_disk(tmp_path: Path):
    make_voice("Ada").save(tmp_path / "ada.timbre")
    with small_disk(tmp_path / "home", kilobytes=16) as home:
        (home / "filler").write_bytes(bytes(16 * 1024))
        said = complaint(run_timbre("voices", "import", tmp_path / "ada.timbre", TIMBRE_HOME=str(home)))
        assert "The disk is full: free some space and try again." in said
        assert list((home / "voices").iterdir()) == []


def test_a_home_that_may_not_be_written(tmp_path: Path):
    make_voice("Ada").save(tmp_path / "ada.timbre")
    home = tmp_path / "home"
    home.mkdir(mode=0o500)
    done = run_timbre(
        "voices", "import", tmp_path / "ada.timbre", TIMBRE_HOME=str(home), before=obey_permissions
    )
    assert "Permission denied" in complaint(done)


def test_voices_that_may_not_be_read(tmp_path: Path):
    home = tmp_path / "home"
    VoiceLibrary(home / "voices").add(make_voice("Ada"))
    (home / "voices").chmod(0o000)
    try:
        done = run_timbre("voices", TIMBRE_HOME=str(home), before=obey_permissions)
    finally:
        (home / "voices").chmod(0o700)
    assert "cannot be read: Permission denied" in complaint(done)


def test_takes_that_may_not_be_read(tmp_path: Path):
    folder = tmp_path / "takes"
    folder.mkdir(mode=0o000)
    try:
        done = run_timbre(
            "clone", folder, "--name", "Ada", TIMBRE_HOME=str(tmp_path), before=obey_permissions
        )
    finally:
        folder.chmod(0o700)
    assert "This account may not use" in complaint(done)


@pytest.mark.parametrize("name", ["none/out.wav", "/proc/out.wav"])
def test_a_voice_to_a_place_that_is_not_there(tmp_path: Path, name: str):
    VoiceLibrary(tmp_path / "voices").add(make_voice("Ada"))
    said = complaint(run_timbre("voices", "export", "Ada", tmp_path / name, TIMBRE_HOME=str(tmp_path)))
    assert "could not be written" in said
