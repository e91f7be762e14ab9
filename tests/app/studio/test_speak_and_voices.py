from __future__ import annotations

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QSlider,
)

from tests.app.studio.fakes import FakeOutput, FakeServer, FakeSpeech, FakeVoices
from timbre.messages import Message
from timbre_app.studio.items import VoiceItem
from timbre_app.studio.server_status import ServerController


def names(page):
    return [page.voice_list.item(row).text() for row in range(page.voice_list.count())]


def test_voices_are_listed_by_name_with_what_is_known(open_studio):
    page = open_studio().window.voices_page
    assert names(page) == ["Anton", "Maria"]
    assert page.name_label.text() == "Anton"
    assert page.about_label.text() == "American English · November 21, 2026"
    assert page.verdict_label.text() == "Good likeness. It sounds like the person."


def test_rename_delete_and_import(open_studio, qtbot, dialogs, tmp_path):
    studio = open_studio()
    page = studio.window.voices_page
    dialogs.name = "Zoe"
    page.rename_button.click()
    qtbot.waitUntil(lambda: names(page) == ["Maria", "Zoe"])
    page.select("anton")
    page.delete_button.click()
    qtbot.waitUntil(lambda: names(page) == ["Maria"])
    dialogs.path = tmp_path / "lena.timbre"
    page.import_button.click()
    qtbot.waitUntil(lambda: names(page) == ["Lena", "Maria"])
    assert page.current_id == "lena"
    dialogs.path = tmp_path / "lena.txt"
    page.import_button.click()
    qtbot.waitUntil(lambda: studio.window.message_bar.text == "lena.txt is not a voice file.")


def test_a_bad_name_is_said_in_the_window(open_studio, qtbot, dialogs):
    studio = open_studio()
    dialogs.name = "a/b"
    studio.window.voices_page.rename_button.click()
    qtbot.waitUntil(lambda: "slash" in studio.window.message_bar.text)


def test_export_of_a_voice(open_studio, qtbot, dialogs, tmp_path):
    voices = FakeVoices("Maria")
    studio = open_studio(voices=voices)
    dialogs.path = tmp_path / "maria.timbre"
    studio.window.voices_page.export_button.click()
    qtbot.waitUntil(lambda: voices.exported == [("maria", dialogs.path)])
    qtbot.waitUntil(lambda: "maria.timbre" in studio.window.message_bar.text)


def test_play_sample_and_stop(open_studio, qtbot):
    speech = FakeSpeech()
    studio = open_studio(speech=speech)
    page = studio.window.voices_page
    page.play_button.click()
    qtbot.waitUntil(lambda: bool(FakeOutput.made) and bool(FakeOutput.made[-1].chunks))
    assert page.play_button.text() == "Stop"
    assert "Anton" in speech.asked[0][0]
    page.play_button.click()
    assert page.play_button.text() == "Play sample"


def test_speak_with_a_voice_turns_the_page(open_studio):
    studio = open_studio()
    page = studio.window.voices_page
    page.select("maria")
    page.speak_button.click()
    assert studio.window.page == studio.window.SPEAK
    assert studio.window.speak_page.voice_id == "maria"


def test_no_voices_offers_to_record(open_studio):
    studio = open_studio(voices=FakeVoices())
    assert not studio.window.voices_page.voice_list.isVisible()
    studio.window.voices_page.first_voice_button.click()
    assert studio.window.page == studio.window.RECORD


def test_the_sample_voice_is_beside_the_button_that_records(open_studio, qtbot):
    voices = FakeVoices()
    voices.items = [VoiceItem("base:heart", "Sample voice", is_bundled=True)]
    studio = open_studio(voices=voices)
    page, strip = studio.window.voices_page, studio.window.voices_page.sample_strip
    qtbot.waitUntil(strip.isVisible)
    assert page.first_voice_button.isVisible()
    strip.play_button.click()
    qtbot.waitUntil(lambda: strip.play_button.text() == "Stop")
    strip.play_button.click()
    qtbot.waitUntil(lambda: strip.play_button.text() == "Listen")
    strip.speak_button.click()
    assert studio.window.page == studio.window.SPEAK
    assert studio.window.speak_page.voice_id == "base:heart"
    strip.remove_button.click()
    qtbot.waitUntil(lambda: not strip.isVisibleTo(page))
    assert "Sample voice was removed." in studio.window.message_bar.text


def test_the_sample_voice_cannot_be_given_away_as_a_persons(open_studio, qtbot):
    voices = FakeVoices("Ada")
    voices.items.append(VoiceItem("base:heart", "Sample voice", is_bundled=True))
    page = open_studio(voices=voices).window.voices_page
    page.select("base:heart")
    assert not page.sample_strip.isVisible()
    closed = (page.export_button, page.rename_button, page.duplicate_button, page.detail.compare_button)
    assert not any(button.isEnabled() for button in closed)
    assert page.play_button.isEnabled()
    assert page.delete_button.isEnabled()


def test_the_first_voice_of_ones_own_takes_the_place_of_the_sample_voice(open_studio, qtbot):
    voices = FakeVoices()
    sample = VoiceItem("base:heart", "A sample voice", is_bundled=True)
    voices.items = [sample]
    studio = open_studio(voices=voices)
    page = studio.window.speak_page
    qtbot.waitUntil(lambda: page.voice_id == "base:heart")
    voices.items = [sample, VoiceItem("maria", "Maria")]
    studio.voices.refresh()
    qtbot.waitUntil(lambda: page.voice_box.count() == 2)
    assert page.voice_id == "maria"
    page.select_voice("base:heart")
    voices.items = [*voices.items, VoiceItem("ben", "Ben")]
    studio.voices.refresh()
    qtbot.waitUntil(lambda: page.voice_box.count() == 3)
    assert page.voice_id == "base:heart"


def test_the_welcome_lets_the_sample_voice_speak_at_once(open_studio, qtbot):
    voices, speech = FakeVoices(), FakeSpeech()
    voices.items = [VoiceItem("base:heart", "Sample voice", is_bundled=True)]
    studio = open_studio(welcomed=False, voices=voices, speech=speech)
    qtbot.waitUntil(lambda: studio.voices.sample_id == "base:heart")
    studio.window.welcome_page.sample_button.click()
    page = studio.window.speak_page
    assert studio.window.page == studio.window.SPEAK
    assert page.voice_id == "base:heart"
    assert page.text.startswith("Hello!")
    qtbot.waitUntil(lambda: bool(FakeOutput.made) and bool(FakeOutput.made[-1].chunks))
    assert speech.asked[0][0].startswith("Hello!")


def test_a_server_that_is_well_is_not_mentioned_until_asked_for(open_studio, qtbot):
    server = FakeServer()
    window = open_studio(server=server).window
    qtbot.waitUntil(lambda: window.server_status == "Speech server: ready")
    assert not window.statusBar().isVisible()
    assert "Speech server: ready" in window.settings_button.toolTip()
    window.set_clone_status("Ada: 40 %")
    assert window.statusBar().isVisible()
    assert "Speech server" not in [
        part.text() for part in window.statusBar().findChildren(QLabel) if part.isVisible()
    ]


def test_a_slow_start_of_the_server_is_mentioned(open_studio, qtbot, monkeypatch):
    monkeypatch.setattr(ServerController, "SLOW_MS", 50)
    server = FakeServer()
    studio = open_studio(server=server)
    server.waiting = "The models are being loaded …"
    studio.server.restart()
    qtbot.waitUntil(studio.window.statusBar().isVisible)
    assert studio.window.server_status in ("Speech server: starting…", server.waiting)
    server.may_go_on.set()
    qtbot.waitUntil(lambda: not studio.window.statusBar().isVisible())


def test_the_server_starts_behind_the_window_and_is_released(open_studio, qtbot):
    server = FakeServer()
    studio = open_studio(server=server)
    qtbot.waitUntil(lambda: studio.window.server_status == "Speech server: ready")
    studio.window.close()
    assert server.released


def test_the_status_line_says_what_a_start_waits_for(open_studio, qtbot):
    server = FakeServer()
    studio = open_studio(server=server)
    server.waiting = "Waiting for another Timbre to finish starting the speech server …"
    studio.server.restart()
    qtbot.waitUntil(lambda: studio.window.server_status == server.waiting)
    server.may_go_on.set()
    qtbot.waitUntil(lambda: studio.window.server_status == "Speech server: ready")


def test_the_status_line_says_what_is_prepared_behind_a_server_that_speaks(open_studio, qtbot, monkeypatch):
    monkeypatch.setattr("timbre_app.studio.server_status.LOOK_MS", 10)
    server = FakeServer()
    server.work = Message.of("building engine {number} of {count} for TensorRT for RTX", number=1, count=3)
    studio = open_studio(server=server)
    before = "Speech server: ready"
    qtbot.waitUntil(
        lambda: studio.window.server_status == f"{before}; building engine 1 of 3 for TensorRT for RTX"
    )
    server.work = Message.of("timing TensorRT for RTX and CUDA graphs")
    qtbot.waitUntil(lambda: studio.window.server_status.endswith("timing TensorRT for RTX and CUDA graphs"))
    server.work = None
    qtbot.waitUntil(lambda: studio.window.server_status == before)
    qtbot.waitUntil(lambda: not studio.server._looks_left)  # nobody looks for ever


def test_a_server_that_does_not_start_is_said_in_one_sentence(open_studio, qtbot):
    server = FakeServer()
    server.error = OSError("The speech server needs 64 MB in /dev/shm: free some.")
    studio = open_studio(server=server)
    qtbot.waitUntil(lambda: studio.window.server_status == "Speech server: not running")
    assert studio.window.message_bar.text == "The speech server needs 64 MB in /dev/shm: free some."
    server.error = None
    assert studio.window.message_bar.action_button.text() == "Reconnect"
    studio.window.message_bar.action_button.click()
    qtbot.waitUntil(lambda: studio.window.server_status == "Speech server: ready")


def name_for_screen_readers(widget):
    """What is read aloud: the accessible name, or the text of a button or tick box."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def test_every_control_has_an_accessible_name_and_every_button_a_tooltip(open_studio):
    window = open_studio().window
    kinds = (QAbstractButton, QComboBox, QLineEdit, QListWidget, QPlainTextEdit, QSlider)
    nameless = [
        widget
        for kind in kinds
        for widget in window.findChildren(kind)
        if not name_for_screen_readers(widget) and not widget.objectName().startswith("qt_")
    ]
    assert [(type(widget).__name__, widget.parent()) for widget in nameless] == []
    buttons = [b for b in window.findChildren(QAbstractButton) if not b.objectName().startswith("qt_")]
    assert buttons
    assert [b.text() for b in buttons if not b.toolTip() and b.text() != "Close"] == []
