"""What `timbre desktop install` writes and `remove` takes away again; speech-dispatcher's version is set by the test."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from timbre_app import doctor
from timbre_app.cli.main import main
from timbre_app.desktop.speechd import installation

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux desktops only")

NO_MODULES = '# AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"\nDefaultVolume 100\n'
MODULES = NO_MODULES.replace("# ", "")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A person's home, and a system whose configuration names no modules, as Debian's."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    system = tmp_path / "etc" / "speechd.conf"
    system.parent.mkdir()
    system.write_text(NO_MODULES)
    monkeypatch.setattr(installation, "SYSTEM_CONFIG", system)
    monkeypatch.setattr(installation, "version", lambda: (0, 11, 4))
    return tmp_path


def contents(home: Path) -> dict[str, str]:
    return {str(path.relative_to(home)): path.read_text() for path in home.rglob("*") if path.is_file()}


def own_config(text: str) -> None:
    installation.config().parent.mkdir(parents=True)
    installation.config().write_text(text)


def block(*lines: str) -> list[str]:
    return [installation._BEGIN, *lines, installation._END]  # pyright: ignore[reportPrivateUsage]


def test_one_file_is_enough_where_no_modules_are_named(home):
    before = contents(home)
    installation.install()
    assert set(contents(home)) - set(before) == {".local/libexec/speech-dispatcher-modules/sd_timbre"}
    assert installation.starter().stat().st_mode & 0o111 == 0o111
    assert (home / ".local" / "share").is_dir()  # on the way to the file as speech-dispatcher goes it
    installation.remove()
    assert contents(home) == before


@pytest.mark.parametrize("as_default", [False, True])
@pytest.mark.parametrize("system", [NO_MODULES, MODULES])
@pytest.mark.parametrize("own", ["", NO_MODULES, MODULES, "DefaultModule espeak-ng"])
def test_removing_leaves_what_was_there(home, own, system, as_default):
    installation.SYSTEM_CONFIG.write_text(system)
    if own:
        own_config(own)
    before = contents(home)
    installation.install(as_default)
    after = contents(home)
    installation.install(as_default)
    assert contents(home) == after
    assert installation.installed() == installation.Installed(True, True, as_default)
    installation.remove()
    assert {name: text.rstrip("\n") for name, text in contents(home).items()} == {
        name: text.rstrip("\n") for name, text in before.items()
    }


def test_a_configuration_that_names_modules_names_this_one_too(home):
    own_config(MODULES)
    installation.install()
    line = f'AddModule "timbre" "{installation.starter()}" "timbre.conf"'
    assert installation.config().read_text().splitlines() == [*MODULES.splitlines(), *block(line)]


def test_a_systems_configuration_that_names_modules_is_included(home):
    installation.SYSTEM_CONFIG.write_text(MODULES)
    installation.install()
    lines = [
        f'Include "{installation.SYSTEM_CONFIG}"',
        f'AddModule "timbre" "{installation.starter()}" "timbre.conf"',
    ]
    assert installation.config().read_text().splitlines() == block(*lines)


def test_the_default_is_set_on_request_and_stays_at_an_update(home):
    installation.install(as_default=True)
    expected = block(f'Include "{installation.SYSTEM_CONFIG}"', "DefaultModule timbre")
    assert installation.config().read_text().splitlines() == expected
    installation.install()
    assert installation.config().read_text().splitlines() == expected


def test_what_the_person_changes_meanwhile_stays(home):
    own_config("DefaultRate 10\n")
    installation.install(as_default=True)
    with installation.config().open("a") as file:
        file.write("DefaultPitch 20\n")
    installation.remove()
    assert installation.config().read_text() == "DefaultRate 10\nDefaultPitch 20\n"


def test_a_configuration_that_is_a_link_or_no_utf8_stays_so(home):
    elsewhere = home / "dotfiles.conf"
    elsewhere.write_bytes(b"# caf\xe9\n")
    installation.config().parent.mkdir(parents=True)
    installation.config().symlink_to(elsewhere)
    installation.install(as_default=True)
    assert installation.config().is_symlink()
    installation.remove()
    assert elsewhere.read_bytes() == b"# caf\xe9\n"


def test_the_starter_hands_on_the_variables_of_its_installation(home, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", "/it's mine")
    installation.install()
    assert (
        """[ -n "$TIMBRE_HOME" ] || export TIMBRE_HOME='/it'"'"'s mine'\n"""
        in installation.starter().read_text()
    )
    monkeypatch.delenv("TIMBRE_HOME")
    assert not installation.installed().is_current


@pytest.mark.parametrize(("found", "message"), [((), "is not installed"), ((0, 10, 2), "is version 0.10.2")])
def test_a_speech_dispatcher_that_is_missing_or_old_is_said(home, monkeypatch, capsys, found, message):
    monkeypatch.setattr(installation, "version", lambda: found)
    before = contents(home)
    assert main(["desktop", "install"]) == 1
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
    assert contents(home) == before


def test_a_folder_that_cannot_be_written_is_said(home, capsys):
    (home / ".local").write_text("no folder")
    assert main(["desktop", "install"]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_the_command_installs_tells_and_removes(capsys):
    assert main(["desktop"]) == 1
    assert "does not know the voices" in capsys.readouterr().out
    assert main(["desktop", "install", "--default"]) == 0
    assert str(installation.starter()) in capsys.readouterr().out
    assert main(["desktop", "status", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"is_known": True, "is_current": True, "is_default": True}
    assert main(["desktop", "remove"]) == 0
    capsys.readouterr()
    assert main(["desktop", "remove"]) == 0
    assert "did not know" in capsys.readouterr().out


def test_the_doctor_asks_the_module_for_its_voices():
    assert "is not told" in doctor.check_system_voice().message
    installation.install()
    found = doctor.check_system_voice()
    assert found.state == "good"
    assert "voices on request" in found.message
    installation.starter().write_text("#!/bin/sh\nexit 1\n")
    assert doctor.check_system_voice().state == "warning"


def test_the_doctor_says_when_speech_dispatcher_has_gone(monkeypatch):
    installation.install()
    monkeypatch.setattr(installation, "version", lambda: ())
    assert doctor.check_system_voice().remedy.startswith("sudo apt-get install speech-dispatcher")
