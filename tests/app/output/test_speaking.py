"""Chunks reach the writers in order, and a stopped export leaves no file."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.helpers.voices import make_voice
from timbre.text import TextError
from timbre.timing import ChunkTiming, TimedWord
from timbre.voice import VoiceError
from timbre_app.client.streams import RequestCancelled, SpeechChunk
from timbre_app.output import speaking
from timbre_app.reading.dictionary import Dictionary
from timbre_app.voices.library import VoiceLibrary

WORD = TimedWord("Hello", 0, 5, 0.0, 0.3)


class FakeClient:
    """Speaks three chunks of counting samples."""

    def __init__(self) -> None:
        self.closed = False

    def speak(self, text, voice, controls=None, language="en-us", lexicon=None):
        self.language, self.lexicon = language, lexicon
        return self

    def __iter__(self):
        for number in range(3):
            pcm = np.full(2_205, number + 1, np.int16)
            timing = ChunkTiming((WORD,) if not number else (), number == 2, number * 2_205)
            yield SpeechChunk(pcm, timing)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.closed = True


class Collector:
    def __init__(self) -> None:
        self.chunks = []

    def write(self, pcm):
        self.chunks.append(pcm)


def test_chunks_reach_all_writers_in_order():
    collectors = [Collector(), Collector()]
    client = FakeClient()
    spoken = speaking.speak_to(collectors, client, "Hello", make_voice())
    for collector in collectors:
        assert [chunk[0] for chunk in collector.chunks] == [1, 2, 3]
    assert (spoken.duration_s, spoken.words, spoken.complete) == (pytest.approx(0.3), (WORD,), True)
    assert 0 < spoken.first_audio_s <= spoken.total_s
    assert client.closed
    assert client.language == "en-us"


def test_a_file_gets_the_speech(tmp_path: Path):
    path = tmp_path / "speech.wav"
    speaking.speak_to_file(path, FakeClient(), "Hello", make_voice())
    samples, _ = soundfile.read(path, dtype="int16")
    np.testing.assert_array_equal(samples, np.repeat(np.array([1, 2, 3], np.int16), 2_205))


def test_subtitles_stand_beside_the_file(tmp_path: Path):
    saving = speaking.Saving(subtitles=(".srt", ".vtt"))
    speaking.speak_to_file(tmp_path / "s.mp3", FakeClient(), "Hello", make_voice(), saving=saving)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["s.mp3", "s.srt", "s.vtt"]
    assert "00:00:00,000 --> 00:00:00,300\nHello\n" in (tmp_path / "s.srt").read_text()


def test_the_dictionary_of_the_person_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path))
    Dictionary().put("Timbre", "tæmbɚ")
    client = FakeClient()
    speaking.speak_to([], client, "Timbre", make_voice())
    assert client.lexicon == {"Timbre": "tæmbɚ"}
    speaking.speak_to([], client, "Timbre", make_voice(), lexicon={})
    assert client.lexicon == {}


def test_stopping_an_export_leaves_no_file(tmp_path: Path):
    client = FakeClient()
    with pytest.raises(RequestCancelled):
        speaking.speak_to_file(tmp_path / "s.wav", client, "Hello", make_voice(), should_stop=lambda: True)
    assert client.closed
    assert list(tmp_path.iterdir()) == []


def test_an_empty_text_is_refused():
    with pytest.raises(TextError, match="nothing to speak"):
        speaking.speak_to([], FakeClient(), " \n", make_voice())


def test_voices_of_the_library_and_speakers_of_the_base_model(
    tmp_path: Path, tiny_base: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TIMBRE_BASE", str(tiny_base))
    library = VoiceLibrary(tmp_path)
    library.add(make_voice("Ada"))
    assert speaking.find_voice("ada", library).name == "Ada"
    assert speaking.find_voice("base:tiny:2", library).provenance == {"base_speaker": "tiny:2"}
    for name in ("Bob", "base:nobody"):
        with pytest.raises(VoiceError):
            speaking.find_voice(name, library)
