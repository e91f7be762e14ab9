"""What is really behind the window: the library on disk, the checks, the speech server."""

from __future__ import annotations

import numpy as np
import pytest
import soundfile

from tests.app.studio.fakes import FakeOutput
from tests.helpers.speech_like import SAMPLE_RATE, speech_like
from tests.helpers.takes import SENTENCE, write_take
from tests.helpers.voices import make_voice
from timbre.voice import VoiceError
from timbre_app.library import VoiceLibrary
from timbre_app.studio.backstage import (
    NotYetReadyError,
    StudioChecks,
    StudioServer,
    StudioSpeech,
    StudioVoices,
    clone_progress,
    voice_item,
)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_voices_come_from_the_library(home, tmp_path):
    VoiceLibrary().add(make_voice("Ada", 1))
    VoiceLibrary().add(make_voice("Ben", 2))
    voices = StudioVoices()
    ada, ben = voices.list()
    assert (ada.name, ben.name) == ("Ada", "Ben")
    assert voices.has("ada")
    voices.rename(ada.id, "Cleo")
    assert {voice.id: voice.name for voice in voices.list()} == {ada.id: "Cleo", ben.id: "Ben"}
    voices.export(ada.id, tmp_path / "cleo.timbre")
    voices.delete(ada.id)
    assert [voice.name for voice in voices.list()] == ["Ben"]
    assert voices.import_file(tmp_path / "cleo.timbre").name == "Cleo"
    with pytest.raises(VoiceError):
        voices.rename(ben.id, "a/b")


def test_voices_are_in_the_order_in_which_people_count(home):
    for number, name in enumerate(("10", "Ben 10", "1", "ben 9", "2", "11", "Émile", "Zoe"), 1):
        VoiceLibrary().add(make_voice(name, number))
    (home / "voices" / "3.timbre").write_bytes(b"no voice")
    names = [voice.name for voice in StudioVoices().list()]
    assert names == ["1", "2", "10", "11", "ben 9", "Ben 10", "Émile", "Zoe", "3"]


def test_a_voice_of_another_base_model_says_what_to_do(home, monkeypatch):
    VoiceLibrary().add(make_voice("Ada", base_id="0123456789abcdef"))
    (ada,) = StudioVoices().list()
    assert "the takes it was made of cannot be found" in ada.problem
    monkeypatch.setenv("TIMBRE_SERVER_URL", "elsewhere:8001")
    (ada,) = StudioVoices().list()
    assert not ada.problem


def test_a_voices_verdict_is_its_report_in_words():
    report = {"verdict": "fair", "advice": "Record more.", "similarity": 0.7}
    assert voice_item(make_voice(report=report)).verdict == "Fair likeness. Record more."
    assert voice_item(make_voice(report={})).verdict == ""


def test_progress_may_lack_anything():
    progress = clone_progress({"stage": "adapt", "step": 3, "max_steps": 9, "loss": 0.5})
    assert (progress.stage, progress.step, progress.max_steps, progress.loss) == ("adapt", 3, 9, 0.5)
    assert clone_progress({}).eta_s is None
    assert (clone_progress({}).voice, clone_progress({"voice": b"voice"}).voice) == (b"", b"voice")


def test_a_take_is_checked_without_a_server(tmp_path):
    checks = StudioChecks(StudioServer())
    quiet = tmp_path / "quiet.wav"
    write_take(quiet, speech_like(4.0) * 1e-5, SAMPLE_RATE)
    (line,) = [line for line in checks.sound(quiet, SENTENCE) if line.severity == "error"]
    assert line.message.startswith("Nothing was heard")
    with pytest.raises(NotYetReadyError, match="once the speech server is up"):
        checks.words(quiet, SENTENCE)


@pytest.mark.e2e
def test_the_window_speaks_and_exports_through_the_real_server(
    speech_server, open_studio, qtbot, tmp_path, dialogs
):
    VoiceLibrary().add(speech_server.voice(), replace=True)
    server = StudioServer()
    studio = open_studio(server=server, voices=StudioVoices(), speech=StudioSpeech(server))
    qtbot.waitUntil(lambda: "ready" in studio.window.server_status, timeout=60_000)
    studio.window.show_page(studio.window.SPEAK)
    page = studio.window.speak_page
    qtbot.waitUntil(lambda: page.voice_id is not None)
    page.text_edit.setPlainText("One two three. Four five six.")
    page.speak_button.click()
    qtbot.waitUntil(lambda: bool(FakeOutput.made) and len(FakeOutput.made[-1].chunks) > 1, timeout=30_000)
    qtbot.waitUntil(lambda: page.text_edit.extraSelections() != [], timeout=10_000)
    FakeOutput.made[-1].release.set()
    qtbot.waitUntil(lambda: page.speak_button.isEnabled(), timeout=30_000)
    spoken = np.concatenate(FakeOutput.made[-1].chunks)
    dialogs.path = tmp_path / "speech.flac"
    page.export_button.click()
    qtbot.waitUntil(lambda: "Saved" in page.status_label.text(), timeout=30_000)
    exported, rate = soundfile.read(dialogs.path, dtype="int16")
    assert rate == 22050
    np.testing.assert_array_equal(exported, spoken)


@pytest.mark.e2e
def test_nothing_to_speak_is_one_sentence(speech_server, open_studio, qtbot):
    VoiceLibrary().add(speech_server.voice(), replace=True)
    server = StudioServer()
    studio = open_studio(server=server, voices=StudioVoices(), speech=StudioSpeech(server))
    studio.window.show_page(studio.window.SPEAK)
    page = studio.window.speak_page
    qtbot.waitUntil(lambda: page.voice_id is not None)
    page.text_edit.setPlainText("😀")
    page.speak_button.click()
    qtbot.waitUntil(lambda: studio.window.message_bar.text != "", timeout=30_000)
    assert "nothing to speak" in studio.window.message_bar.text.lower()
    assert page.speak_button.isEnabled()
