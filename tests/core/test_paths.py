"""Where things are."""

from pathlib import Path

import pytest

from timbre import paths


def test_timbre_home_moves_everything(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path))
    folders = [paths.voices_dir(), paths.takes_dir(), paths.logs_dir(), paths.run_dir(), paths.work_dir()]
    assert {folder.parent for folder in folders} == {tmp_path}
    assert len(set(folders)) == len(folders)


def test_a_relative_home_is_made_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TIMBRE_HOME", "data")
    assert paths.home() == tmp_path / "data"


def test_a_home_of_a_user_that_there_is_not_is_a_plain_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TIMBRE_HOME", "~nobody-of-that-name/data")
    assert paths.home() == tmp_path / "~nobody-of-that-name" / "data"


def test_the_base_model_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.delenv("TIMBRE_BASE", raising=False)
    monkeypatch.setenv("TIMBRE_ASSETS", str(tmp_path))
    assert paths.base_dir() == tmp_path / "base"
    monkeypatch.setenv("TIMBRE_BASE", str(tmp_path / "other"))
    assert paths.base_dir() == tmp_path / "other"


def test_assets_lie_beside_the_sources(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("TIMBRE_ASSETS", raising=False)
    assert (paths.assets_dir().parent / "pyproject.toml").is_file()
