"""Triton's stub knows ASCII names alone; a home or sources under any other name work too."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.helpers.speech_server import own_home
from tests.helpers.takes import write_takes
from timbre.archive import pack_takes
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.voice import Voice
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.server import ascii_names, open_server, stop_server, system
from timbre_app.server.ascii_names import AsciiNames
from timbre_app.server.options import model_repository

FOREIGN = "Téléchargements 声音"


@pytest.fixture
def names(tmp_path):
    return AsciiNames(tmp_path / "names")


def test_an_ascii_path_is_used_as_it_is(names, tmp_path):
    assert names.of(tmp_path, "home") == tmp_path
    assert names.backends(tmp_path) == tmp_path
    assert not names.folder.exists()


def test_another_path_gets_a_link_that_stays(names, tmp_path):
    folder = tmp_path / FOREIGN
    folder.mkdir()
    link = names.of(folder, "home")
    assert str(link).isascii()
    assert link.samefile(folder)
    assert names.of(folder, "home") == link


def test_links_that_would_be_no_better_are_not_made(tmp_path):
    names = AsciiNames(tmp_path / FOREIGN / "names")
    assert names.of(tmp_path / FOREIGN, "home") == tmp_path / FOREIGN
    assert not names.folder.exists()


def test_sources_are_imported_from_beside_the_backends(names, tmp_path, monkeypatch):
    sources = tmp_path / FOREIGN / "timbre"
    sources.mkdir(parents=True)
    (sources / "__init__.py").touch()
    folder = tmp_path / "backends"
    (folder / "python").mkdir(parents=True)
    (folder / "python" / "stub").symlink_to(sys.executable)
    monkeypatch.setattr(ascii_names, "_packages", lambda: {"timbre": sources})
    copy = names.backends(folder)
    assert (copy / "python" / "timbre" / "__init__.py").is_file()
    assert (copy / "python" / "stub").is_symlink()
    assert names.backends(folder) == copy
    assert not (folder / "python" / "timbre").exists()


def test_python_is_found_through_a_link_to_its_environment(names, tmp_path, monkeypatch):
    programs = tmp_path / FOREIGN / "bin"
    programs.mkdir(parents=True)
    (programs / "python3").touch()
    monkeypatch.setattr(system.sys, "executable", str(programs / "python3"))
    folder = names.python_folder()
    assert str(folder).isascii()
    assert (folder / "python3").samefile(programs / "python3")


def test_settings_name_the_folders_that_are_no_ascii(names, tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / FOREIGN))
    monkeypatch.setenv("TIMBRE_CACHE", str(tmp_path / "cache"))
    settings = names.settings()
    assert Path(settings["TIMBRE_HOME"]).readlink() == tmp_path / FOREIGN
    assert "TIMBRE_CACHE" not in settings


@pytest.mark.e2e
@pytest.mark.slow
@pytest.mark.parametrize("name", [FOREIGN, "b\udce9tes"], ids=["unicode", "not UTF-8"])
def test_a_server_speaks_and_clones_wherever_it_lies(tmp_path, tiny_base, monkeypatch, name):
    folder = tmp_path / name
    base, repository = folder / "base", folder / "triton_repo"
    shutil.copytree(tiny_base, base)
    shutil.copytree(model_repository(), repository)
    monkeypatch.setenv("TIMBRE_TRITON_REPO", str(repository))
    takes = pack_takes(write_takes(tmp_path / "takes", 4))
    voices = BaseVoices(BaseModel.open(base))
    voice = voices.voice(voices.base.speakers[0]).to_bytes()
    with own_home(folder / "home", base), open_server() as handle:
        with TimbreClient(handle.url, handle.revive) as client:
            client.wait_ready()
            assert sum(len(chunk.pcm) for chunk in client.speak("Hello there.", voice)) > 0
            *_, made = client.clone(takes, {"name": "Ada", "max_steps": 0})
        stop_server()
    assert Voice.from_bytes(made).name == "Ada"
