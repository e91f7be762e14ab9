from __future__ import annotations

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QListWidget, QPlainTextEdit, QSlider

from tests.app.studio.fakes import FakeOutput, FakeServer, FakeSpeech, FakeVoices


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
    studio.window.voices_page.record_button.click()
    assert studio.window.page == studio.window.RECORD


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


def test_a_server_that_does_not_start_is_said_in_one_sentence(open_studio, qtbot):
    server = FakeServer()
    server.error = OSError("The speech server needs 64 MB in /dev/shm: free some.")
    studio = open_studio(server=server)
    qtbot.waitUntil(lambda: studio.window.server_status == "Speech server: not running")
    assert studio.window.message_bar.text == "The speech server needs 64 MB in /dev/shm: free some."
    server.error = None
    assert studio.window.message_bar.action_button.text() == "Connect again"
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
    assert nameless == []
    buttons = [b for b in window.findChildren(QAbstractButton) if not b.objectName().startswith("qt_")]
    assert buttons
    assert [b.text() for b in buttons if not b.toolTip() and b.text() != "Close"] == []
