"""The sample voice: there at once, no file, nobody's own, gone for good once it was removed."""

from __future__ import annotations

import pytest

from tests.helpers.tiny_base import make_tiny_base
from tests.helpers.voices import make_voice
from timbre import paths
from timbre_app.output.speaking import find_voice
from timbre_app.studio.backstage import StudioVoices
from timbre_app.voices.library import VoiceLibrary
from timbre_app.voices.sample import SampleVoice


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TIMBRE_BASE", str(paths.assets_dir() / "base"))


def test_an_empty_library_has_a_sample_that_can_be_spoken_with_and_names_no_person():
    (sample,) = StudioVoices(with_sample=True).list()
    assert sample.is_bundled
    assert sample.name == "Sample voice"
    voice = find_voice(sample.id)
    assert voice.provenance_text("consent") == ""
    assert "kokoro" in sample.id  # a speaker whose training speech was synthetic
    assert VoiceLibrary().voices() == []


def test_the_sample_stands_behind_the_persons_own_voices():
    VoiceLibrary().add(make_voice("Zoe", 1))
    assert [voice.name for voice in StudioVoices(with_sample=True).list()] == ["Zoe", "Sample voice"]
    assert [voice.name for voice in StudioVoices().list()] == ["Zoe"]


def test_a_removed_sample_stays_away_until_it_is_brought_back():
    voices = StudioVoices(with_sample=True)
    (sample,) = voices.list()
    key = voices.delete(sample.id)
    assert voices.list() == StudioVoices(with_sample=True).list() == []
    (deleted,) = voices.deleted()
    assert (deleted.key, deleted.name) == (key, "Sample voice")
    assert voices.bring_back(key) == sample
    assert StudioVoices(with_sample=True).list() == [sample]
    assert voices.deleted() == []


def test_a_base_model_without_synthetic_speakers_has_no_sample(tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_BASE", str(make_tiny_base(tmp_path / "tiny")))
    assert SampleVoice().id is None
    monkeypatch.setenv("TIMBRE_BASE", str(tmp_path / "missing"))
    assert StudioVoices(with_sample=True).list() == []
