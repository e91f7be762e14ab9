"""What the doctor says on a machine that only serves, and of what compiled networks need."""

import importlib.util

import pytest

from tests.helpers.fake_tensorrt import fake_card
from timbre_app import doctor


def without(monkeypatch, *absent):
    found = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec",
        lambda name, package=None: None if name in absent else found(name, package),
    )


def test_machine_without_window_and_sound_only_serves(monkeypatch):
    without(monkeypatch, *doctor.STUDIO_PACKAGES)
    assert doctor.serves_only()
    checks = doctor.check_packages(), doctor.check_sound(), doctor.check_window()
    assert [found.state for found in checks] == ["good"] * 3
    assert doctor.check_words().state == "warning"
    assert "timbre[transcribe]" in doctor.check_words().remedy


@pytest.mark.parametrize("module", doctor.STUDIO_PACKAGES)
def test_studio_that_lacks_a_package_is_not_taken_for_a_server(monkeypatch, module):
    without(monkeypatch, module)
    found = doctor.check_packages()
    assert (found.state, found.message) == ("missing", f"not installed: {doctor.STUDIO_PACKAGES[module]}")


@pytest.fixture
def bare_card(monkeypatch, tmp_path):
    """A data-centre card, torch with CUDA, neither compiler nor headers."""
    monkeypatch.delenv("TIMBRE_SERVER_URL", raising=False)
    monkeypatch.delenv("TIMBRE_ENGINE", raising=False)
    monkeypatch.delenv("CC", raising=False)
    fake_card(monkeypatch, tmp_path / "driver", "NVIDIA H200", "9.0")
    monkeypatch.setenv("PATH", str(tmp_path / "driver"))
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(tmp_path))
    return tmp_path


def test_compiling_needs_a_compiler_and_headers_only_if_it_is_asked_for(bare_card, monkeypatch):
    found = doctor.check_compiling()
    assert (found.state, found.message) == ("good", "TIMBRE_ENGINE=compiled needs gcc and python3-dev")
    assert found.remedy == "sudo apt-get install gcc python3-dev"
    monkeypatch.setenv("TIMBRE_ENGINE", "compiled")
    assert doctor.check_compiling().state == "warning"
    (bare_card / "Python.h").write_text("")
    assert doctor.check_compiling().message == "TIMBRE_ENGINE=compiled needs gcc"
    monkeypatch.setenv("CC", "/usr/bin/clang")
    assert (doctor.check_compiling().state, doctor.check_compiling().remedy) == ("good", "")


def test_processor_needs_no_compiler(bare_card, monkeypatch):
    monkeypatch.setenv("TIMBRE_ENGINE", "onnx")
    assert "not needed" in doctor.check_compiling().message
