"""Tags, notes, and voices that were deleted."""

import dataclasses
from pathlib import Path

import pytest

from tests.helpers.voices import make_voice
from timbre.voice import MAX_BYTES, Voice, VoiceError
from timbre_app import trash
from timbre_app.voices.library import VoiceLibrary
from timbre_app.voices.notes import VoiceNotes, clean_tags


@pytest.fixture
def library(tmp_path: Path) -> VoiceLibrary:
    library = VoiceLibrary(tmp_path / "voices")
    library.add(make_voice("Ada", 1))
    library.add(make_voice("Ben", 2))
    return library


def names(library: VoiceLibrary) -> list[str]:
    return [voice.name for voice in library.voices()]


def test_tags_lose_doubles_spaces_and_commas():
    assert clean_tags([" warm ", "Warm", "", "a,b", "x" * 99]) == ("warm", "a b", "x" * 40)


def test_notes_stay_with_a_renamed_voice_and_travel_with_an_exported_one(library, tmp_path):
    kept = VoiceNotes(("warm", "audiobook"), "Recorded in the kitchen.", "takes/ada")
    library.notes.write(library.find("Ada").id, kept)
    library.rename("Ada", "Cleo")
    voice = library.find("Cleo")
    assert library.notes.read(voice.id) == kept
    library.export("Cleo", tmp_path / "cleo.timbre")
    other = VoiceLibrary(tmp_path / "elsewhere")
    arrived = other.import_file(tmp_path / "cleo.timbre")
    assert arrived.content_hash == voice.content_hash
    assert other.notes.read(arrived.id) == dataclasses.replace(kept, takes="")


def test_notes_that_cannot_be_read_are_none(library):
    assert library.notes.read("0001") == VoiceNotes()
    library.notes.write("0001", VoiceNotes(("a",)))
    library.notes.folder.joinpath("0001.json").write_text("[3", encoding="utf-8")
    assert library.notes.read("0001") == VoiceNotes()


def test_an_id_that_is_no_file_name_stays_in_the_folder(library):
    library.notes.write("../../evil", VoiceNotes(("a",)))
    assert library.notes.read("../../evil").tags == ("a",)
    assert len(list(library.notes.folder.iterdir())) == 1


def test_a_voice_too_full_for_notes_is_exported_without_them(library, tmp_path):
    room = MAX_BYTES - len(make_voice("Full", 3).to_bytes()) - 200
    library.add(make_voice("Full", 3, report={"advice": "x" * room}))
    library.notes.write("0003", VoiceNotes((), "n" * 4000))
    library.export("Full", tmp_path / "full.timbre")
    assert Voice.load(tmp_path / "full.timbre").name == "Full"


def test_a_deleted_voice_comes_back_with_its_notes(library):
    library.notes.write("0001", VoiceNotes(("warm",)))
    key = library.put_away("Ada")
    assert names(library) == ["Ben"]
    assert [(voice.key, voice.name) for voice in library.deleted.list()] == [(key, "Ada")]
    assert library.bring_back(key).name == "Ada"
    assert names(library) == ["Ada", "Ben"]
    assert library.notes.read("0001").tags == ("warm",)
    assert library.deleted.list() == []
    with pytest.raises(VoiceError, match="removed for good"):
        library.bring_back(key)


def test_a_voice_whose_name_was_taken_comes_back_with_a_number(library):
    key = library.put_away("Ada")
    library.add(make_voice("ada", 5))
    assert library.bring_back(key).name == "Ada 2"


def test_a_file_that_is_no_voice_can_be_put_away_and_come_back(library):
    broken = library.folder / "Odd.timbre"
    broken.write_bytes(b"no voice")
    key = library.put_away_file(broken.name)
    assert library.broken() == []
    assert library.bring_back(key) is None
    assert broken.read_bytes() == b"no voice"


def test_deleted_voices_go_for_good_after_a_month(library, monkeypatch):
    library.put_away("Ada")
    assert library.deleted.purge() == 0
    later = trash.time.time() + 31 * 86_400
    monkeypatch.setattr(trash.time, "time", lambda: later)
    assert library.deleted.purge() == 1
    assert library.deleted.list() == []


def test_a_copy_is_another_voice_with_the_same_sound(library):
    library.notes.write("0001", VoiceNotes(("warm",)))
    copy = library.duplicate("Ada", "Ada, slower")
    assert copy.id != "0001"
    assert (copy.tensors["speaker_embedding"] == library.find("Ada").tensors["speaker_embedding"]).all()
    assert library.notes.read(copy.id).tags == ("warm",)
    with pytest.raises(VoiceError, match="already a voice"):
        library.duplicate("Ada", "ben")


def test_importing_a_voice_twice_makes_two(library, tmp_path):
    library.export("Ada", tmp_path / "ada.timbre")
    again = library.import_file(tmp_path / "ada.timbre", name=library.free_name("Ada"))
    assert again.name == "Ada 2"
    assert again.id != library.find("Ada").id


def test_a_voice_of_a_newer_version_is_told_in_one_sentence(library):
    path = library.folder / "Ada.timbre"
    path.write_bytes(path.read_bytes().replace(b'\\"format\\": 1', b'\\"format\\": 9'))
    (broken,) = library.broken()
    assert str(broken.reason) == f"{path} was made by a newer version of Timbre: update Timbre to use it."
