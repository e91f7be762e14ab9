"""Voice files open by double click."""

import importlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from timbre.voice import SUFFIX
from timbre_app.cli.main import main
from timbre_app.desktop import entry as desktop_entry

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux desktops only")


@pytest.fixture
def data_home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_the_desktop_learns_of_voice_files(data_home):
    desktop_entry.register()
    entry = (data_home / "applications" / "timbre.desktop").read_text(encoding="utf-8")
    assert "MimeType=application/x-timbre-voice;" in entry
    assert f'Exec="{sys.executable.removesuffix("python")}timbre" studio %F' in entry
    kind = ElementTree.parse(data_home / "mime" / "packages" / "timbre-voice.xml").getroot()[0]
    assert kind.attrib == {"type": "application/x-timbre-voice"}
    assert [child.attrib["pattern"] for child in kind if child.tag.endswith("glob")] == ["*.timbre"]


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="no desktop-file-utils here")
@pytest.mark.parametrize("folder", ["/usr/bin", '/home/ada/my 100 % $new "tools" `here`'])
def test_the_entry_is_valid_wherever_the_program_lies(folder, data_home, monkeypatch):
    monkeypatch.setattr(sys, "executable", f"{folder}/python")
    desktop_entry.register()
    entry = data_home / "applications" / "timbre.desktop"
    done = subprocess.run(["desktop-file-validate", entry], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_characters_that_mean_something_to_the_desktop_are_quoted(data_home, monkeypatch):
    monkeypatch.setattr(sys, "executable", '/a $b/"c"/d%/python')
    desktop_entry.register()
    entry = (data_home / "applications" / "timbre.desktop").read_text(encoding="utf-8")
    assert r'Exec="/a \\$b/\\"c\\"/d%%/timbre" studio %F' in entry.splitlines()


@pytest.mark.skipif(shutil.which("update-mime-database") is None, reason="no shared-mime-info here")
def test_the_kind_of_file_is_known_to_the_desktop(data_home):
    desktop_entry.register()
    done = subprocess.run(
        ["update-mime-database", data_home / "mime"], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    globs = (data_home / "mime" / "globs2").read_text(encoding="utf-8")
    assert f"50:{desktop_entry.MIME_TYPE}:*{SUFFIX}" in globs.splitlines()


def test_a_folder_that_cannot_be_written_is_said(data_home):
    (data_home / "applications").write_text("in the way", encoding="utf-8")
    with pytest.raises(desktop_entry.DesktopError, match="cannot be written"):
        desktop_entry.register()


@pytest.mark.parametrize("arguments", [["ada.timbre"], ["studio", "ada.timbre"], ["-v", "ada.timbre"]])
def test_a_voice_file_on_the_command_line_opens_the_window(arguments, monkeypatch):
    opened = []
    monkeypatch.setattr("timbre_app.studio.app.run_studio", lambda argv: opened.append(argv) or 0)
    assert main(arguments) == 0
    assert opened == [[*(["-v"] if "-v" in arguments else []), "ada.timbre"]]


def test_the_suffix_is_that_of_voice_files():
    assert importlib.import_module("timbre_app.cli.main").SUFFIX == SUFFIX
