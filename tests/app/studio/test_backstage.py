"""What is really behind the window: the library on disk, the checks, the speech server."""

from __future__ import annotations

import contextlib
import json
import math
import os
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
import soundfile

from tests.app.studio.consented import consented_session
from tests.app.studio.fakes import FakeOutput
from tests.helpers.speech_like import SAMPLE_RATE, speech_like
from tests.helpers.takes import SENTENCE, write_take, write_takes
from tests.helpers.voices import make_voice
from timbre import paths
from timbre.base import BaseModel
from timbre.messages import Message
from timbre.voice import Delivery, PitchStats, VoiceError
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.jobs.office import JobOffice
from timbre_app.server.errors import ServerError
from timbre_app.studio.app import server_environment
from timbre_app.studio.backstage import (
    NotYetReadyError,
    StudioChecks,
    StudioCloning,
    StudioServer,
    StudioSpeech,
    StudioVoices,
    clone_progress,
    voice_item,
)
from timbre_app.studio.backstage.traits import speaker_traits, voice_traits
from timbre_app.studio.items import WaitingItem
from timbre_app.studio.speak.page import IDLE
from timbre_app.takes.notes import TakeNotes
from timbre_app.voices.library import VoiceLibrary
from timbre_app.voices.order import CloneOrder
from timbre_finetune.clone.request import Progress


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
    assert voices.is_taken(CloneOrder(tmp_path, "ada"))
    assert not voices.is_taken(CloneOrder(tmp_path, "Cleo"))
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
    assert "its takes cannot be found" in str(ada.problem)
    monkeypatch.setenv("TIMBRE_SERVER_URL", "elsewhere:8001")
    (ada,) = StudioVoices().list()
    assert not ada.problem


def test_a_voices_verdict_is_its_report_in_words():
    report = {"verdict": "fair", "advice": "Record more.", "similarity": 0.7}
    assert voice_item(make_voice(report=report)).verdict == Message.of(
        "{likeness} likeness. {advice}", likeness=Message("Fair"), advice=Message("Record more.")
    )
    assert voice_item(make_voice(report={})).verdict is None


def test_a_listed_voice_says_how_long_it_pauses():
    assert voice_item(replace(make_voice(), delivery=Delivery(pauses=1.3))).pauses == 1.3
    assert voice_item(make_voice()).pauses == 1.0


def test_progress_may_lack_anything():
    progress = clone_progress({"stage": "adapt", "step": 3, "max_steps": 9, "loss": 0.5})
    assert (progress.stage, progress.step, progress.max_steps, progress.loss) == ("adapt", 3, 9, 0.5)
    assert clone_progress({}).eta_s is None
    assert clone_progress({}).likeness is None
    assert clone_progress({}).message is None


def test_progress_brings_the_likeness_from_the_server():
    sent = json.loads(Progress("adapt", likeness=0.71, likeness_step=20).to_json())
    assert (clone_progress(sent).likeness, clone_progress(sent).likeness_step) == (0.71, 20)


@pytest.fixture
def shipped_base(monkeypatch):
    """The base model that ships, whichever the tests' server has."""
    monkeypatch.setenv("TIMBRE_BASE", str(paths.assets_dir() / "base"))


def test_traits_of_a_voice_lie_beside_those_of_the_base_models_speakers(shipped_base):
    report = {"brightness_hz": 1400.0, "words_a_minute": 150.0}
    voice = replace(make_voice(report=report), pitch=PitchStats(math.log(200), 0.1))
    pitch, brightness, pace = voice_traits(voice)
    assert (pitch.value, brightness.value, pace.value) == (pytest.approx(200), 1400.0, 150.0)
    assert 12 * math.log2(pitch.high / pitch.low) == pytest.approx(24 * 1.2816 * 0.1 / math.log(2))
    speakers = BaseModel.open(paths.base_dir()).speakers
    assert [len(trait.speakers) for trait in (pitch, brightness, pace)] == [len(speakers)] * 3
    assert pitch.speakers[0] == pytest.approx(math.exp(speakers[0].log_hz_mean))


def test_a_voice_made_before_lacks_what_was_not_measured():
    pitch, brightness, pace = voice_traits(
        make_voice(report={"brightness_hz": "bright", "words_a_minute": 0})
    )
    assert pitch.value is not None
    assert (brightness.value, pace.value) == (None, None)


def test_the_sample_voice_has_the_traits_of_its_speaker(shipped_base):
    speaker = BaseModel.open(paths.base_dir()).speakers[0]
    traits = speaker_traits(speaker.name)
    assert traits[1].value == speaker.brightness_hz is not None
    assert speaker_traits("nobody") == ()


def test_progress_brings_its_message_from_the_server():
    message = Message.of("Looking for the nearest speaker")
    progress = json.loads(Progress("nearest", message=message).to_json())
    assert progress["message"] == "Looking for the nearest speaker"
    assert clone_progress(progress).message == message
    assert (clone_progress({}).voice, clone_progress({"voice": b"voice"}).voice) == (b"", b"voice")


def test_the_table_of_takes_says_what_was_measured_of_each(tmp_path):
    folder = write_takes(tmp_path / "takes")
    write_take(folder / "wavs" / "00.wav", 0.003 * speech_like(4.0))
    missed = {"sound": [], "words": {"lines": [], "missed": [[0, len(SENTENCE.split()[0])]]}}
    TakeNotes(folder).write("01", folder / "wavs" / "01.wav", missed)
    quiet, compared, *_ = StudioChecks(StudioServer()).table(folder)
    assert quiet.level_db < compared.level_db - 20
    assert (quiet.severity, quiet.missed) == ("error", None)
    assert compared.missed == (SENTENCE.split()[0],)
    assert compared.text == SENTENCE


def test_a_take_is_checked_without_a_server(tmp_path):
    checks = StudioChecks(StudioServer())
    quiet = tmp_path / "quiet.wav"
    write_take(quiet, speech_like(4.0) * 1e-5, SAMPLE_RATE)
    (line,) = [line for line in checks.sound(quiet, SENTENCE) if line.severity == "error"]
    assert str(line.message).startswith("Nothing was heard")
    with pytest.raises(NotYetReadyError, match="once the speech server is up"):
        checks.words(quiet, SENTENCE)


def test_nobody_listens_for_words_in_silence(tmp_path):
    quiet = tmp_path / "quiet.wav"
    write_take(quiet, speech_like(4.0) * 1e-5, SAMPLE_RATE)
    invented = SimpleNamespace(words=[SimpleNamespace(text="you")])
    client = SimpleNamespace(transcribe=lambda _: invented)
    words = StudioChecks(SimpleNamespace(is_ready=True, client=lambda: client)).words(quiet, SENTENCE)
    assert (words.added, words.heard, words.lines) == ((), "", ())


def test_recordings_without_a_voice_wait(tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path))
    ada = consented_session(paths.takes_dir(), "Ada")
    consented_session(paths.takes_dir(), "Ben").voice_made(1)
    (paths.takes_dir() / "broken").mkdir()
    assert StudioVoices().waiting() == (WaitingItem("Ada", 1, ada.folder),)


def test_the_essential_words_of_a_consent_must_be_heard(tmp_path, monkeypatch):
    statement = "I agree that Timbre makes a synthetic voice named Ada from these recordings of my own voice."
    take = tmp_path / "consent.wav"
    write_take(take, speech_like(6.0), SAMPLE_RATE)
    heard = "I agree that timber makes a synthetic voice named Aida from these recordings of my own voice."
    client = SimpleNamespace(
        transcribe=lambda _: SimpleNamespace(words=[SimpleNamespace(text=word) for word in heard.split()])
    )
    server = SimpleNamespace(is_ready=True, client=lambda: client)
    checks = StudioChecks(server)
    words = checks.words(take, statement, ("Ada", ""))
    assert (words.lines, words.heard) == ((), heard)
    heard = heard.replace("timber", "Tamber")  # as English says it
    words = checks.words(take, statement, ("Ada", ""))
    assert (words.lines, words.missed, words.added, words.heard) == ((), (), (), heard)
    heard = heard.replace("agree", "hope").replace("named Aida", "")
    (line, *_) = checks.words(take, statement, ("Ada", "")).lines
    assert (line.severity, line.code) == ("error", "unheard_consent")
    assert "“agree”, “Ada”" in str(line.message)
    assert "unheard_consent" not in [line.code for line in checks.words(take, statement).lines]


@pytest.mark.parametrize(("setting", "started_with"), [("", "torch"), ("onnx", "onnx")])
def test_the_server_is_started_with_the_engine_of_the_settings_unless_the_environment_names_one(
    monkeypatch, setting, started_with
):
    asked = []

    def open_server(options, on_wait):
        asked.append(options.engine)
        raise ServerError("No server is started in this test.")

    monkeypatch.setattr("timbre_app.server.open_server", open_server)
    monkeypatch.delenv("TIMBRE_SERVER_URL", raising=False)
    monkeypatch.setenv("TIMBRE_ENGINE", setting)
    with pytest.raises(ServerError):
        StudioServer(engine=lambda: "torch").start()
    assert asked == [started_with]
    assert os.environ["TIMBRE_ENGINE"] == setting


@pytest.mark.parametrize(("setting", "started_with"), [("", "fused"), ("0", "ensemble")])
def test_the_server_is_started_with_the_pipeline_of_the_settings_unless_the_environment_names_one(
    monkeypatch, setting, started_with
):
    asked = []

    def open_server(options, on_wait):
        asked.append(options.pipeline)
        raise ServerError("No server is started in this test.")

    monkeypatch.setattr("timbre_app.server.open_server", open_server)
    monkeypatch.delenv("TIMBRE_SERVER_URL", raising=False)
    monkeypatch.setenv("TIMBRE_FUSED", setting)
    with pytest.raises(ServerError):
        StudioServer(pipeline=lambda: "fused").start()
    assert asked == [started_with]


def test_a_server_elsewhere_is_not_described_by_what_this_machine_has(monkeypatch):
    monkeypatch.setenv("TIMBRE_SERVER_URL", "10.0.0.7:8001")
    about = StudioServer().about()
    assert (about.url, about.is_local) == ("10.0.0.7:8001", False)


@pytest.mark.parametrize("setting", ["localhost:1", ""])
def test_while_a_server_elsewhere_is_waited_for_its_address_is_told(monkeypatch, setting):
    """The address of the settings, or else that of the environment."""
    monkeypatch.setenv("TIMBRE_SERVER_URL", "localhost:1")
    told = []

    def wait_ready(_client):
        assert str(told[-1]) == "Connecting to the speech server at localhost:1…"
        raise ServerError("It does not answer.")

    monkeypatch.setattr(TimbreClient, "wait_ready", wait_ready)
    with pytest.raises(ServerError, match="It does not answer"):
        StudioServer(url=lambda: setting).start(told.append)
    assert len(told) == 1


def test_jobs_speak_with_the_server_that_speaks_in_the_window(monkeypatch):
    """The address of the settings goes before that of the environment, and the key with it."""
    monkeypatch.setenv("TIMBRE_SERVER_URL", "10.0.0.7:8001")
    monkeypatch.setenv("TIMBRE_SERVER_KEY", "of-seven")
    settings = {"server/url": "10.0.0.8:8001", "server/key": "of-eight"}
    environment = server_environment(lambda key: settings.get(key, ""))
    assert environment["TIMBRE_SERVER_URL"] == "10.0.0.8:8001"
    assert environment["TIMBRE_SERVER_KEY"] == "of-eight"
    settings["server/url"] = ""
    environment = server_environment(lambda key: settings.get(key, ""))
    assert "TIMBRE_SERVER_URL" not in environment
    assert "TIMBRE_SERVER_KEY" not in environment


@pytest.mark.parametrize(("wish", "value"), [("auto", None), ("ensemble", "0"), ("fused", "1")])
def test_jobs_get_the_pipeline_of_the_settings(monkeypatch, wish, value):
    monkeypatch.delenv("TIMBRE_FUSED", raising=False)
    environment = server_environment(lambda key: wish if key == "server/pipeline" else "")
    assert environment.get("TIMBRE_FUSED") == value


@pytest.mark.e2e
def test_the_window_speaks_and_exports_through_the_real_server(
    speech_server, open_studio, qtbot, tmp_path, dialogs
):
    VoiceLibrary().add(speech_server.voice(), replace=True)
    server = StudioServer()
    parts = {"server": server, "voices": StudioVoices(), "speech": StudioSpeech(server), "jobs": JobOffice()}
    studio = open_studio(**parts)
    qtbot.waitUntil(lambda: "ready" in studio.window.server_status)
    studio.window.show_page(studio.window.SPEAK)
    page = studio.window.speak_page
    qtbot.waitUntil(lambda: page.voice_id is not None)
    page.text_edit.setPlainText("One two three. Four five six.")
    page.speak_button.click()
    qtbot.waitUntil(lambda: bool(FakeOutput.made) and len(FakeOutput.made[-1].chunks) > 1)
    qtbot.waitUntil(lambda: page.text_edit.extraSelections() != [])
    FakeOutput.made[-1].release.set()
    qtbot.waitUntil(lambda: page.mode == IDLE)
    spoken = np.concatenate(FakeOutput.made[-1].chunks)
    dialogs.path = tmp_path / "speech.flac"
    page.export_button.click()
    qtbot.waitUntil(lambda: "Saved" in page.status_label.text())
    exported, rate = soundfile.read(dialogs.path, dtype="int16")
    assert rate == 22050
    assert len(exported) == len(spoken)
    assert np.corrcoef(exported, spoken)[0, 1] > 0.99  # the file has the watermark too
    page.text_edit.setPlainText("This was not spoken before. It is made by the runner alone.")
    dialogs.path = tmp_path / "more.wav"
    page.export_button.click()
    qtbot.waitUntil(lambda: "more.wav" in page.status_label.text())
    qtbot.waitUntil(lambda: "Saved" in page.status_label.text())
    assert soundfile.info(dialogs.path).frames > 0
    qtbot.waitUntil(lambda: "Saved more.wav" in studio.window.message_bar.text)


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
    qtbot.waitUntil(lambda: studio.window.message_bar.text != "")
    assert "nothing to speak" in studio.window.message_bar.text.lower()
    assert page.mode == IDLE


class SketchingServer:
    """A server, and its client, that sends a sketch for any takes."""

    def __init__(self) -> None:
        self.is_ready, self.is_loaded, self.asked = True, False, []

    def client(self):
        return self

    def load_model(self, name):
        was_loaded, self.is_loaded = self.is_loaded, True
        return not was_loaded

    def unload_model(self, name):
        self.is_loaded = False

    @contextlib.contextmanager
    def clone(self, takes, options):
        self.asked.append(options)
        provenance = {"sketch": options.get("max_steps") == 0, "speech_s": 6.2}
        yield iter([make_voice(options["name"], len(self.asked), provenance=provenance).to_bytes()])


def test_a_sketch_is_made_anew_only_of_other_takes_and_gives_way_to_the_voice(home, tmp_path):
    server, order = SketchingServer(), CloneOrder(write_takes(tmp_path / "takes"), "Ada", consent="I agree.")
    cloning = StudioCloning(server)
    first = cloning.sketch(order, lambda: False)
    assert cloning.sketch(order, lambda: False) is first
    assert len(server.asked) == 1
    assert {"max_steps": 0, "consent": "I agree."}.items() <= server.asked[0].items()
    assert server.is_loaded
    write_take(tmp_path / "takes" / "wavs" / "00.wav", speech_like(5.0))
    assert cloning.sketch(order, lambda: False) != first
    (shown,) = StudioVoices().list()
    assert (shown.name, shown.is_sketch) == ("Ada", True)
    assert not StudioVoices().is_taken(order)
    made = cloning.clone(order, lambda _: None, lambda: False, lambda: False)
    assert (made.replaced_key, made.voice.is_sketch) == ("", False)
    assert [voice.is_sketch for voice in StudioVoices().list()] == [False]
    assert not server.is_loaded  # what made the sketches goes with the clone
    assert StudioVoices().is_taken(order)


def test_what_makes_sketches_stays_loaded_until_it_is_released(home):
    server = SketchingServer()
    cloning = StudioCloning(server)
    cloning.prepare_sketch()
    assert server.is_loaded
    cloning.release_sketching()
    assert not server.is_loaded
    server.load_model("finetune")  # by somebody else
    cloning.prepare_sketch()
    cloning.release_sketching()
    assert server.is_loaded
