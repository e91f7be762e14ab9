"""The doctor finds what is missing and never fails itself."""

import sys
from pathlib import Path

import pytest

from timbre_app import doctor
from timbre_app.server import shared_memory


def finding(subject: str) -> doctor.Finding:
    return next(found for found in doctor.examine() if found.subject == subject)


def test_every_check_gives_a_finding():
    findings = list(doctor.examine())
    assert len(findings) == len(doctor.CHECKS)
    assert all(found.message for found in findings)


def test_a_missing_base_model_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("TIMBRE_BASE", str(tmp_path))
    assert finding("base model").state == "missing"


def test_a_base_model_that_is_there_is_good(monkeypatch: pytest.MonkeyPatch, tiny_base: Path):
    monkeypatch.setenv("TIMBRE_BASE", str(tiny_base))
    assert finding("base model").state == "good"


def test_a_package_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(doctor, "PACKAGES", {"no_such_module_here": "nothing-here"})
    found = doctor.check_packages()
    assert (found.state, found.message) == ("missing", "not installed: nothing-here")


def test_a_server_that_does_not_answer_is_missing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TIMBRE_SERVER_URL", "127.0.0.1:1")
    assert "does not answer" in finding("speech server").message


def test_shared_memory_of_the_servers_own_needs_no_room_in_that_of_all(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shared_memory, "is_private_possible", lambda: True)
    assert finding("shared memory").state == "good"
    monkeypatch.setattr(shared_memory, "is_private_possible", lambda: False)
    found = finding("shared memory")
    assert found.state == "warning"
    assert "docs/security.md" in found.remedy


def test_too_little_shared_memory_is_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shared_memory, "is_private_possible", lambda: False)
    monkeypatch.setattr(shared_memory, "MIN_FREE_BYTES", 1 << 60)
    monkeypatch.setattr(shared_memory.check_space, "__defaults__", (shared_memory.SHM, 1 << 60))
    found = finding("shared memory")
    assert found.state == "missing"
    assert "too small" in found.message


def test_a_data_folder_that_cannot_be_written_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "file" / "home"))
    found = finding("data folder")
    assert found.state == "missing"
    assert "TIMBRE_HOME" in found.remedy


def test_a_data_folder_that_others_get_into_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "new"))
    assert finding("data folder").state == "good"
    (tmp_path / "new").chmod(0o1777)
    found = finding("data folder")
    assert found.state == "warning"
    assert "open to other users" in found.message
    assert "TIMBRE_HOME" in found.remedy


@pytest.mark.parametrize(("system", "program", "word"), [("win32", "wsl", "WSL2"), ("darwin", "docker", "container"), ("darwin", "", "Linux machine")])  # fmt: skip
def test_other_systems_are_told_how_to_get_a_server(
    monkeypatch: pytest.MonkeyPatch, system: str, program: str, word: str
):
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(doctor.shutil, "which", lambda name: name if name == program else None)
    found = doctor.check_speech_server()
    assert word in found.remedy
    assert "TIMBRE_SERVER_URL" in found.remedy


def test_a_check_that_fails_is_a_finding(monkeypatch: pytest.MonkeyPatch):
    def check_luck() -> doctor.Finding:
        raise RuntimeError("out of\nluck")

    monkeypatch.setattr(doctor, "CHECKS", (check_luck,))
    assert list(doctor.examine()) == [doctor.Finding("luck", "missing", "out of luck")]
