"""The person's voices on disk."""

import os
import threading
from pathlib import Path

import pytest

from tests.helpers.voices import make_voice
from timbre import files
from timbre.voice import Voice, VoiceError
from timbre_app.voices.library import VoiceLibrary, file_name
from timbre_app.voices.notes import VoiceNotes


@pytest.fixture
def library(tmp_path: Path) -> VoiceLibrary:
    return VoiceLibrary(tmp_path / "voices")


def names(library: VoiceLibrary) -> list[str]:
    return [voice.name for voice in library.voices()]


def test_an_empty_library_has_no_voices(library: VoiceLibrary):
    assert library.voices() == []
    with pytest.raises(VoiceError, match="there are none yet"):
        library.find("Ada")


def test_voices_are_found_by_name_capitals_and_id(library: VoiceLibrary):
    library.add(make_voice("Zoë", 1))
    library.add(make_voice("Ada", 2))
    assert names(library) == ["Ada", "Zoë"]
    assert library.find("Ada").id == library.find("ada").id == library.find("0002").id
    with pytest.raises(VoiceError, match=r"There is no voice named 'Bob'; there are Ada, Zoë\."):
        library.find("Bob")


@pytest.mark.parametrize("letter", ["声", "🎙", "<"])
def test_the_longest_name_in_any_script_can_be_saved_deleted_and_replaced(library: VoiceLibrary, letter: str):
    long_names = letter * 80, letter * 79 + "a"
    for number, name in enumerate(long_names):
        library.add(make_voice(name, number))
    assert set(names(library)) == set(long_names)
    library.replace(make_voice(long_names[0], 5))
    key = library.put_away(long_names[1])
    assert library.bring_back(key).name == long_names[1]


def test_a_voice_that_an_older_version_gave_a_longer_file_can_be_deleted(library: VoiceLibrary):
    library.add(make_voice("声" * 80))
    library.path("声" * 80).rename(library.folder / ("声" * 80 + ".timbre"))
    assert library.bring_back(library.put_away("声" * 80)).name == "声" * 80


def test_a_taken_name_is_refused_whatever_its_capitals(library: VoiceLibrary):
    library.add(make_voice("Ada", 1))
    for name in ("Ada", "ADA"):
        with pytest.raises(VoiceError, match="already a voice"):
            library.add(make_voice(name, 2))
    assert library.find("Ada").id == "0001"


def test_replacing_leaves_one_voice(library: VoiceLibrary):
    library.add(make_voice("Ada", 1))
    library.add(make_voice("ADA", 2), replace=True)
    assert [(voice.name, voice.id) for voice in library.voices()] == [("ADA", "0002")]
    assert [voice.name for voice in library.deleted.list()] == ["Ada"]


def test_a_voice_that_comes_back_beside_itself_has_an_id_of_its_own(library: VoiceLibrary):
    library.add(make_voice("Ada", 1))
    library.add(make_voice("Ada", 1), replace=True)
    library.bring_back(library.deleted.list()[0].key)
    first, second = library.voices()
    assert (first.name, second.name) == ("Ada", "Ada 2")
    assert first.id != second.id


def test_a_voice_that_gives_way_is_put_away_and_can_come_back(library: VoiceLibrary):
    assert library.replace(make_voice("Ada", 1)) == ""
    library.notes.write("0001", VoiceNotes(("warm",), "Nice."))
    key = library.replace(make_voice("Ada", 2))
    assert [(voice.name, voice.id) for voice in library.voices()] == [("Ada", "0002")]
    assert library.notes.read("0002") == VoiceNotes(("warm",), "Nice.")
    brought = library.bring_back(key, instead_of="0002")
    assert brought is not None
    assert [(voice.name, voice.id) for voice in library.voices()] == [("Ada", "0001")]
    assert [voice.name for voice in library.deleted.list()] == ["Ada"]


def test_a_voice_that_cannot_be_written_leaves_the_older_one(
    library: VoiceLibrary, monkeypatch: pytest.MonkeyPatch
):
    library.add(make_voice("Ada", 1))

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "write", full)
    with pytest.raises(VoiceError, match="The disk is full: free some space and try again"):
        library.replace(make_voice("Ada", 2))
    assert [voice.id for voice in library.voices()] == ["0001"]
    assert library.deleted.list() == []


def test_two_programs_adding_the_same_name_leave_one_whole_voice(library: VoiceLibrary):
    outcomes: list[str] = []
    start = threading.Barrier(8)

    def add(seed: int) -> None:
        start.wait()
        try:
            library.add(make_voice("Ada", seed))
            outcomes.append("kept")
        except VoiceError:
            outcomes.append("refused")

    threads = [threading.Thread(target=add, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["kept"] + ["refused"] * 7
    assert [path.name for path in library.folder.iterdir()] == ["Ada.timbre"]
    assert names(library) == ["Ada"]


def test_renaming_keeps_the_voice(library: VoiceLibrary):
    library.add(make_voice("Ada", 1))
    library.add(make_voice("Bob", 2))
    library.rename("Ada", "Countess")
    assert [(voice.name, voice.id) for voice in library.voices()] == [("Bob", "0002"), ("Countess", "0001")]
    library.rename("Countess", "countess")
    assert names(library) == ["Bob", "countess"]
    library.rename("countess", "countess")
    with pytest.raises(VoiceError, match="already a voice"):
        library.rename("Bob", "Countess")
    with pytest.raises(VoiceError, match="slashes"):
        library.rename("Bob", "a/b")
    assert names(library) == ["Bob", "countess"]
    assert len(list(library.folder.iterdir())) == 2


def test_deleting(library: VoiceLibrary):
    library.add(make_voice("Ada"))
    library.delete("Ada")
    assert names(library) == []
    with pytest.raises(VoiceError):
        library.delete("Ada")


def test_export_and_import(library: VoiceLibrary, tmp_path: Path):
    library.add(make_voice("Ada"))
    target = library.export("Ada", tmp_path / "copy.timbre")
    assert Voice.load(target).content_hash == library.find("Ada").content_hash
    with pytest.raises(VoiceError, match="already exists"):
        library.export("Ada", target)
    library.export("Ada", target, replace=True)
    assert library.export("Ada", tmp_path) == tmp_path / "Ada.timbre"
    with pytest.raises(VoiceError, match="already a voice"):
        library.import_file(target)
    library.import_file(target, name="Other")
    assert names(library) == ["Ada", "Other"]


def test_importing_what_is_no_voice(library: VoiceLibrary, tmp_path: Path):
    (tmp_path / "x.timbre").write_text("hello")
    with pytest.raises(VoiceError, match="no voice"):
        library.import_file(tmp_path / "x.timbre")
    with pytest.raises(VoiceError, match="cannot be read"):
        library.import_file(tmp_path / "none.timbre")
    assert not library.folder.exists()


def test_a_broken_file_does_not_hide_the_others(library: VoiceLibrary):
    library.add(make_voice("Ada"))
    (library.folder / "bad.timbre").write_bytes(b"broken")
    (library.folder / ".new-x.part").write_bytes(b"half")
    assert names(library) == ["Ada"]
    assert [broken.path.name for broken in library.broken()] == ["bad.timbre"]


@pytest.mark.parametrize("name", ["a/b", "../up", "a\\b", "", ".x"])
def test_names_that_leave_the_folder_are_refused(library: VoiceLibrary, name: str):
    with pytest.raises(VoiceError):
        library.check_new_name(name)


@pytest.mark.parametrize(
    ("name", "file"),
    [("Ada", "Ada.timbre"), ("Zoë 2", "Zoë 2.timbre"), ("who?", "who%3F.timbre"), ("100%", "100%25.timbre"),
     ("nul", "%6E%75%6C.timbre"), ("a:b", "a%3Ab.timbre"), ("v1.2", "v1.2.timbre")],
)  # fmt: skip
def test_file_names_are_good_on_every_system(library: VoiceLibrary, name: str, file: str):
    assert file_name(name) == file
    library.add(make_voice(name))
    assert library.path(name).name == file
    assert library.find(name).name == name


def test_a_failed_write_leaves_nothing(library: VoiceLibrary, monkeypatch: pytest.MonkeyPatch):
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(VoiceError, match="The disk is full: free some space and try again"):
        library.add(make_voice("Ada"))
    assert list(library.folder.iterdir()) == []


def test_a_file_system_without_links(library: VoiceLibrary, monkeypatch: pytest.MonkeyPatch):
    def refuse(source: object, target: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    library.add(make_voice("Ada", 1))
    assert names(library) == ["Ada"]
    assert len(list(library.folder.iterdir())) == 1
