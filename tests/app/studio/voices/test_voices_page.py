"""Search, tags, notes, takes, copies and deleted voices on the Voices page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea

from tests.app.studio.consented import consented_session
from tests.app.studio.fakes import FakeOutput, FakeVoices
from tests.helpers.voices import make_voice
from timbre.voice import VoiceError
from timbre_app.sound.wave_file import WaveWriter
from timbre_app.studio.backstage import StudioVoices
from timbre_app.studio.items import DeletedItem, VoiceItem, WaitingItem
from timbre_app.studio.main_window import LEAST_SIZE
from timbre_app.takes.prompts import Prompt, PromptList
from timbre_app.takes.recordings import RecordingSession
from timbre_app.voices.library import VoiceLibrary
from timbre_app.voices.notes import VoiceNotes


def names(page):
    return [page.voice_list.item(row).text() for row in range(page.voice_list.count())]


@pytest.fixture
def page_of(open_studio):
    def open_one(*names, **replaced):
        voices = replaced.pop("voices", None) or FakeVoices(*(names or ("Anton", "Maria")))
        studio = open_studio(voices=voices, **replaced)
        return studio, studio.window.voices_page, voices

    return open_one


def test_the_search_looks_at_names_tags_and_notes(page_of, qtbot):
    studio, page, voices = page_of("Anton", "Maria", "Mark")
    page.select("anton")
    qtbot.keyClicks(page.detail.tags_edit, "warm, deep")
    qtbot.keyClicks(page.detail.notes_edit, "from the kitchen")
    page.detail.flush()
    qtbot.waitUntil(lambda: voices.items[0].tags == ("warm", "deep") and studio.tasks.busy == 0)
    for typed, found in (("ma", ["Maria", "Mark"]), ("DEEP", ["Anton"]), ("kitchen wa", ["Anton"])):
        page.search_edit.setText(typed)
        assert names(page) == found
    page.search_edit.setText("nobody")
    assert names(page) == []
    assert page.nothing_label.isVisible()
    assert not page.name_label.isVisible()
    page.search_edit.clear()
    qtbot.waitUntil(lambda: page.tag_box.isVisible())
    page.tag_box.setCurrentIndex(page.tag_box.findData("warm"))
    assert names(page) == ["Anton"]
    page.select("maria")
    assert page.current_id == "maria"


def test_notes_are_kept_a_moment_after_the_last_key_and_when_the_window_closes(page_of, qtbot):
    studio, page, voices = page_of()
    qtbot.keyClicks(page.detail.notes_edit, "first")
    qtbot.waitUntil(lambda: voices.items[0].notes == "first")
    qtbot.keyClicks(page.detail.notes_edit, ", second")
    studio.window.close()
    assert voices.items[0].notes == "first, second"


def test_choosing_another_voice_keeps_what_was_typed_about_the_first(page_of, qtbot):
    _, page, voices = page_of()
    qtbot.keyClicks(page.detail.tags_edit, "warm")
    page.select("maria")
    assert page.detail.tags_edit.text() == ""
    qtbot.waitUntil(lambda: voices.items[0].tags == ("warm",))
    assert voices.items[1].tags == ()


def test_typing_survives_a_new_list(page_of, qtbot):
    studio, page, _ = page_of()
    qtbot.keyClicks(page.detail.notes_edit, "half a sen")
    page.set_voices([VoiceItem("anton", "Anton", notes="older")])
    assert page.detail.notes_edit.toPlainText() == "half a sen"
    page.detail._unsaved = False
    studio.voices.refresh()


def test_a_deleted_voice_comes_back_by_the_message_by_key_and_by_the_menu(page_of, qtbot):
    studio, page, _ = page_of()
    for bring_back in (
        lambda: studio.window.message_bar.action_button.click(),
        lambda: qtbot.keyClick(page.voice_list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier),
        lambda: page.deleted_button.menu().actions()[0].trigger(),
    ):
        page.select("anton")
        page.voice_list.setFocus()
        qtbot.keyClick(page.voice_list, Qt.Key.Key_Delete)
        qtbot.waitUntil(lambda: names(page) == ["Maria"] and page.deleted_button.isVisible())
        bring_back()
        qtbot.waitUntil(lambda: names(page) == ["Anton", "Maria"])
        assert page.current_id == "anton"
    assert not page.deleted_button.isVisible()


def test_a_copy_is_made_and_chosen(page_of, qtbot):
    studio, page, _ = page_of()
    page.duplicate_button.click()
    qtbot.waitUntil(lambda: names(page) == ["Anton", "Anton 2", "Maria"])
    assert page.current_id == "anton-2"
    assert studio.window.message_bar.text == "Anton 2 is a copy of Anton."


def test_the_report_and_the_takes_are_shown_and_a_take_plays(page_of, qtbot):
    _, page, _ = page_of()
    detail = page.detail
    qtbot.waitUntil(lambda: detail.take_list.count() == 3)
    figures = [label.text() for label in detail.findChildren(QLabel)]
    assert "86 %" in figures
    assert "20 takes, 94 s of speech" in figures
    detail.play_take_button.click()
    qtbot.waitUntil(lambda: bool(FakeOutput.made) and len(FakeOutput.made[-1].chunks) == 2)
    assert detail.play_take_button.text() == "Stop"
    detail.play_take_button.click()
    assert detail.play_take_button.text() == "Play take"


def test_voice_files_dropped_on_the_page_are_imported(page_of, qtbot, tmp_path):
    _, page, _ = page_of()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / name)) for name in ("lena.timbre", "photo.png")])
    actions, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    page.dropEvent(QDropEvent(QPointF(5, 5), actions, data, button, Qt.KeyboardModifier.NoModifier))
    qtbot.waitUntil(lambda: names(page) == ["Anton", "Lena", "Maria"])


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_a_voice_of_a_newer_version_is_shown_with_one_sentence_and_can_be_put_away(home, page_of, qtbot):
    library = VoiceLibrary()
    library.add(make_voice("Ada", 1))
    path = library.add(make_voice("Ben", 2))
    newer = path.read_bytes().replace(b'\\"format\\": 1', b'\\"format\\": 9')
    path.write_bytes(newer)
    studio, page, _ = page_of(voices=StudioVoices())
    assert names(page) == ["Ada", "⚠ Ben"]
    page.select("file:Ben.timbre")
    said = "⚠ Ben.timbre was made by a newer version of Timbre: update Timbre to use it."
    assert page.verdict_label.text() == said
    assert not page.speak_button.isEnabled()
    assert studio.window.speak_page.findChildren(type(page.tag_box))[0].findText("Ben") == -1
    page.delete_button.click()
    qtbot.waitUntil(lambda: names(page) == ["Ada"])
    studio.window.message_bar.action_button.click()
    qtbot.waitUntil(lambda: names(page) == ["Ada", "⚠ Ben"])
    assert path.read_bytes() == newer


def test_a_voice_that_another_program_adds_appears(home, page_of, qtbot):
    VoiceLibrary().add(make_voice("Ada", 1))
    _, page, _ = page_of(voices=StudioVoices())
    VoiceLibrary().add(make_voice("Ben", 2))
    qtbot.waitUntil(lambda: names(page) == ["Ada", "Ben"])


def test_importing_a_name_that_is_taken_gives_a_number(home, tmp_path):
    voices = StudioVoices()
    VoiceLibrary().add(make_voice("Ada", 1))
    voices.set_notes("0001", ["warm"], "Nice.")
    voices.export("0001", tmp_path / "ada.timbre")
    again = voices.import_file(tmp_path / "ada.timbre")
    assert (again.name, again.tags, again.notes) == ("Ada 2", ("warm",), "Nice.")


def test_the_takes_of_a_voice_are_those_noted_or_those_of_its_name(home, tmp_path):
    session = RecordingSession.create(
        home / "takes", "Ada", PromptList("I agree.", (Prompt("p1", "One two."),))
    )
    with WaveWriter(session.begin_take("p1"), 48000) as writer:
        writer.write(np.zeros(24000, np.int16))
    session.complete_take("p1")
    library, voices = VoiceLibrary(), StudioVoices()
    library.add(make_voice("Ada", 1))
    (take,) = voices.detail("0001").takes
    assert (take.text, take.duration_s) == ("One two.", 0.5)
    library.rename("Ada", "Cleo")
    assert voices.detail("0001").takes == ()
    library.notes.write("0001", VoiceNotes(takes=str(session.folder)))
    assert voices.detail("0001").takes_folder == session.folder
    samples, rate = voices.take_sound(take.path)
    assert (len(samples), rate) == (24000, 48000)
    take.path.write_bytes(b"broken")
    with pytest.raises(VoiceError, match="cannot be played"):
        voices.take_sound(Path(take.path))


@pytest.mark.parametrize("text_size", [100, 150])
def test_the_page_never_scrolls_sideways(page_of, qtbot, text_size):
    studio, page, _ = page_of()
    studio.settings.set_value("look/text_percent", text_size)
    studio.options.appearance.apply()
    rows = [one.parentWidget() for one in (page.speak_button, page.rename_button)]
    for width, columns in ((820, [2, 2]), (1400, [3, 4])):
        studio.window.resize(max(width, studio.window.minimumWidth()), 600)
        if text_size == 100:
            qtbot.waitUntil(lambda columns=columns: [row.columns for row in rows] == columns)
        qtbot.waitUntil(lambda: page.detail.horizontalScrollBar().maximum() == 0)


def test_takes_that_wait_are_named_where_there_is_no_voice(open_studio, qtbot):
    class Waiting(FakeVoices):
        def waiting(self):
            return (WaitingItem("Ada", 11, Path("ada")), WaitingItem("Ben", 1, Path("ben")))

    page = open_studio(voices=Waiting()).window.voices_page
    assert page.empty_library.waiting_label.isVisible()
    assert (
        page.empty_library.waiting_label.text()
        == "11 takes for Ada are waiting: no voice has been made from them yet.\n"
        "1 take for Ben is waiting: no voice has been made from it yet."
    )
    assert page.first_control is page.empty_library.continue_button
    page = open_studio(voices=FakeVoices()).window.voices_page
    assert not page.empty_library.waiting_label.isVisible()
    assert not page.empty_library.continue_button.isVisible()
    assert page.first_control is page.first_voice_button


def test_a_button_leads_to_the_takes_that_wait(open_studio, qtbot, tmp_path):
    session = consented_session(tmp_path / "takes", "Ada")

    class Waiting(FakeVoices):
        def waiting(self):
            return (WaitingItem("Ada", 1, session.folder),)

    studio = open_studio(voices=Waiting())
    button = studio.window.voices_page.empty_library.continue_button
    assert button.text() == "Go on with Ada"
    button.click()
    qtbot.waitUntil(lambda: studio.record.session is not None)
    assert studio.record.session.folder == session.folder
    assert studio.window.page == studio.window.RECORD


def test_an_import_leaves_the_folder_for_exports_as_it_is(page_of, dialogs, tmp_path, qtbot):
    studio, page, _ = page_of()
    exports = tmp_path / "exports"
    exports.mkdir()
    studio.settings.export_folder = exports
    inside = tmp_path / "usb"
    inside.mkdir()
    dialogs.path = inside / "Ada.timbre"
    page.import_button.click()
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert studio.settings.export_folder == exports
    assert studio.settings.import_folder == inside


def test_the_head_of_the_page_fits_the_least_window_after_a_deletion(page_of, qtbot):
    studio, page, _ = page_of()
    window = studio.window
    window.resize(LEAST_SIZE)
    page.deleted_button.set_items([DeletedItem("0001", "Ben", 0.0)])
    area = page.parentWidget().parentWidget()
    assert isinstance(area, QScrollArea)
    qtbot.waitUntil(lambda: page.deleted_button.isVisible() and studio.tasks.busy == 0)
    QApplication.processEvents()
    assert area.horizontalScrollBar().maximum() == 0
    right = page.record_button.mapTo(window, page.record_button.rect().topRight()).x()
    assert right < window.width()
