"""Sketches in the library: which voice gives way to which, and what is kept."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.helpers.speech_like import speech_like
from tests.helpers.takes import write_take, write_takes
from tests.helpers.voices import make_voice
from timbre.archive import TakesError
from timbre.voice import Voice, VoiceError
from timbre_app.voices import cloning
from timbre_app.voices.library import VoiceLibrary
from timbre_app.voices.notes import VoiceNotes
from timbre_app.voices.order import CloneOrder
from timbre_app.voices.sketches import gives_way, is_sketch


@pytest.fixture
def library(tmp_path: Path) -> VoiceLibrary:
    return VoiceLibrary(tmp_path / "voices")


@pytest.fixture
def takes(tmp_path: Path) -> Path:
    return write_takes(tmp_path / "takes")


def sketch(seed: int) -> Voice:
    return make_voice("Ada", seed, provenance={"sketch": True, "steps": 0})


def test_the_voice_of_the_same_takes_replaces_a_sketch_for_good(library: VoiceLibrary, takes: Path):
    order = CloneOrder(takes, "Ada")
    cloning.keep(replace(order, sketch=True), sketch(1), library)
    assert [is_sketch(voice) for voice in library.voices()] == [True]
    library.notes.write("0001", replace(library.notes.read("0001"), tags=("warm",)))
    before = sorted(path.read_bytes() for path in (takes / "wavs").iterdir())
    assert cloning.prepare(order, library).usable
    assert cloning.keep(order, make_voice("ada", 2), library) == ""
    assert [(voice.name, voice.id) for voice in library.voices()] == [("ada", "0002")]
    assert library.notes.read("0002") == VoiceNotes(("warm",), "", str(takes.resolve()))
    assert library.deleted.list() == []
    assert sorted(path.read_bytes() for path in (takes / "wavs").iterdir()) == before


def test_a_sketch_of_other_takes_keeps_its_name(library: VoiceLibrary, takes: Path, tmp_path: Path):
    cloning.keep(CloneOrder(takes, "Ada", sketch=True), sketch(1), library)
    others = write_takes(tmp_path / "others")
    assert not gives_way(library, "Ada", others)
    with pytest.raises(VoiceError, match="already a voice named 'Ada'"):
        cloning.prepare(CloneOrder(others, "Ada"), library)
    key = cloning.keep(CloneOrder(others, "Ada", replace=True), make_voice("Ada", 2), library)
    assert [voice.key for voice in library.deleted.list()] == [key]


def test_a_sketch_never_replaces_a_voice_by_itself(library: VoiceLibrary, takes: Path):
    order = CloneOrder(takes, "Ada")
    cloning.keep(order, make_voice("Ada", 1), library)
    cloning.keep_sketch(replace(order, sketch=True), sketch(2), library)
    assert [voice.id for voice in library.voices()] == ["0001"]


def test_a_new_sketch_replaces_the_older_one(library: VoiceLibrary, takes: Path):
    for seed in (1, 2):
        cloning.keep_sketch(CloneOrder(takes, "Ada", sketch=True), sketch(seed), library)
    assert [voice.id for voice in library.voices()] == ["0002"]
    assert library.deleted.list() == []


def test_one_take_is_enough_for_a_sketch_if_it_holds_some_speech(tmp_path: Path):
    folder = write_takes(tmp_path / "takes", count=1, seconds=6.0)
    assert len(cloning.read_takes(folder, for_sketch=True).usable) == 1
    write_take(folder / "wavs" / "00.wav", speech_like(1.5))
    with pytest.raises(TakesError, match=r"at least 3 s in 1"):
        cloning.read_takes(folder, for_sketch=True)
