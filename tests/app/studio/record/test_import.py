from __future__ import annotations

import pytest
import soundfile
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from tests.app.studio.fakes import FakeImporting, FakeOutput
from tests.app.studio.recording import press, record_one
from tests.helpers.speech_like import speech_like
from tests.helpers.takes import SENTENCE, write_takes
from timbre_app.studio.record.import_panel import NAME, TEXT
from timbre_app.studio.record.take_strip import StripItem, TakeState, TakeStrip

RATE = 22050


@pytest.fixture
def recordings(tmp_path):
    """Two recordings, the first with its text."""
    folder = tmp_path / "recordings"
    folder.mkdir()
    for at, name in enumerate(("first", "second")):
        soundfile.write(folder / f"{name}.wav", speech_like(3.0, sample_rate=RATE, seed=at), RATE)
    (folder / "first.txt").write_text("I have a text.", encoding="utf-8")
    return folder


@pytest.fixture
def importing(open_studio, qtbot, dialogs):
    """A studio that imports for the voice Maria."""

    def open_one(path, importing=None):
        dialogs.path = path
        studio = open_studio(importing=importing or FakeImporting())
        window = studio.window
        window.show_page(window.RECORD)
        start = window.record_page.start_panel
        assert not start.import_button.isEnabled()
        qtbot.keyClicks(start.name_edit, "Maria")
        start.import_button.click()
        panel = window.record_page.import_panel
        assert window.record_page.showing is panel
        panel.folder_button.click()
        qtbot.waitUntil(
            lambda: panel.table.rowCount() > 0 or "error" in str(panel.state_label.property("severity"))
        )
        return studio, panel

    return open_one


def test_missing_texts_are_recognised_and_shown_for_correction(importing, recordings, qtbot):
    studio, panel = importing(recordings)
    qtbot.waitUntil(
        lambda: [text for _, text in panel.texts] == ["I have a text.", "What was heard in second."]
    )
    panel.table.item(1, TEXT).setText("What was really said.")
    panel.take_over_button.click()
    qtbot.waitUntil(lambda: studio.record.session is not None)
    session = studio.record.session
    assert [prompt.text for prompt in session.takes] == ["I have a text.", "What was really said."]
    assert session.prompt.id == "consent"
    assert "Now read the consent" in studio.window.message_bar.text
    strip = studio.window.record_page.session_panel.strip
    qtbot.waitUntil(
        lambda: strip.states[:4] == [TakeState.MISSING, TakeState.WARNED, TakeState.WARNED, TakeState.MISSING]
    )


def test_without_a_server_the_texts_are_typed(importing, recordings, qtbot):
    fake = FakeImporting()
    fake.server_up = False
    _, panel = importing(recordings, fake)
    qtbot.waitUntil(lambda: "you can type them" in panel.state_label.text())
    assert not panel.take_over_button.isEnabled()
    panel.table.item(1, TEXT).setText("Typed.")
    assert panel.take_over_button.isEnabled()


def test_what_was_typed_is_not_overwritten(importing, recordings, qtbot):
    fake = FakeImporting()
    fake.gate.clear()
    studio, panel = importing(recordings, fake)
    panel.table.item(1, TEXT).setText("Typed.")
    fake.gate.set()
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert panel.table.item(1, TEXT).text() == "Typed."


def test_more_recordings_are_added_to_those_on_the_page(importing, recordings, qtbot, dialogs):
    studio, panel = importing(recordings / "first.wav")
    panel.table.item(0, TEXT).setText("Corrected.")
    dialogs.path = recordings
    panel.folder_button.click()
    qtbot.waitUntil(lambda: [text for _, text in panel.texts] == ["Corrected.", "What was heard in second."])
    panel.take_over_button.click()
    assert not panel.take_over_button.isEnabled()  # a second press would make a second folder
    qtbot.waitUntil(lambda: studio.record.session is not None)
    assert len(studio.record.session.takes) == 2


def test_a_recording_can_be_heard_and_left_out(importing, recordings, qtbot):
    studio, panel = importing(recordings)
    panel.table.setCurrentCell(1, TEXT)
    panel.play_button.click()
    qtbot.waitUntil(lambda: bool(FakeOutput.made) and bool(FakeOutput.made[-1].chunks))
    assert len(FakeOutput.made[-1].chunks[0]) == soundfile.info(recordings / "second.wav").frames
    panel.table.item(1, NAME).setCheckState(Qt.CheckState.Unchecked)
    panel.take_over_button.click()
    qtbot.waitUntil(lambda: studio.record.session is not None)
    assert len(studio.record.session.takes) == 1


def test_a_broken_file_is_one_line_with_its_reason_and_the_others_go_on(importing, recordings, qtbot):
    (recordings / "a.wav").write_bytes(b"not a sound")
    studio, panel = importing(recordings)
    qtbot.waitUntil(lambda: panel.take_over_button.isEnabled())
    assert [panel.table.item(row, NAME).text() for row in range(3)] == ["first", "second", "a.wav"]
    assert panel.table.item(2, TEXT).text().startswith("a.wav cannot be read")
    assert "Left out: 1" in panel.state_label.text()
    panel.table.setCurrentCell(2, TEXT)
    panel.play_button.click()  # does nothing for a file without sound
    panel.take_over_button.click()
    qtbot.waitUntil(lambda: studio.record.session is not None)
    assert len(studio.record.session.takes) == 2


def test_a_broken_file_that_was_mended_is_a_recording(importing, recordings, qtbot, dialogs):
    good = (recordings / "second.wav").read_bytes()
    (recordings / "second.wav").write_bytes(b"not a sound")
    (recordings / "first.wav").unlink()
    _, panel = importing(recordings)
    assert panel.table.rowCount() == 1
    assert "No recording was found" in panel.state_label.text()
    assert not panel.take_over_button.isEnabled()
    (recordings / "second.wav").write_bytes(good)
    dialogs.path = recordings / "second.wav"
    panel.files_button.click()
    qtbot.waitUntil(lambda: [text for _, text in panel.texts] == ["What was heard in second."])
    assert panel.table.rowCount() == 1


def test_nothing_is_made_when_the_person_goes_back(importing, recordings, tmp_path):
    studio, panel = importing(recordings)
    panel.back_button.click()
    assert studio.window.record_page.showing is studio.window.record_page.start_panel
    assert not (tmp_path / "takes").exists()


def test_the_person_is_asked_before_typed_texts_are_closed(importing, recordings, dialogs):
    studio, panel = importing(recordings)
    dialogs.close = False
    studio.window.close()
    assert dialogs.asked == ["import"]
    assert studio.window.isVisible()
    panel.back_button.click()
    studio.window.close()
    assert studio.window.isHidden()


def drop(widget, *paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, buttons, keys)
    widget.dropEvent(event)


def test_a_folder_in_ljspeech_layout_is_dropped_on_the_first_page(open_studio, qtbot, tmp_path):
    studio = open_studio()
    window = studio.window
    window.show_page(window.RECORD)
    start = window.record_page.start_panel
    qtbot.keyClicks(start.name_edit, "Maria")
    drop(start, write_takes(tmp_path / "lj"), tmp_path / "studio.ini")
    panel = window.record_page.import_panel
    qtbot.waitUntil(lambda: [text for _, text in panel.texts] == [SENTENCE] * 4)
    assert panel.take_over_button.isEnabled()


def test_a_recording_of_the_consent_is_dropped_on_its_sentence(begin, qtbot, recordings):
    studio, panel = begin()
    drop(panel, recordings / "first.wav")
    qtbot.waitUntil(lambda: studio.record.session.has_consent)
    qtbot.waitUntil(lambda: len(panel.findings) == 2)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    record_one(qtbot, studio, panel)


def test_a_recording_of_one_sentence_is_chosen_from_the_keyboard(begin, qtbot, recordings, dialogs):
    studio, panel = begin()
    press(qtbot, panel, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: studio.record.session.position == 1)
    dialogs.path = recordings / "second.wav"
    panel.setFocus()
    qtbot.keyClick(panel, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: [take.id for take in studio.record.session.takes] == ["p001"])


def test_hundreds_of_recordings_fit_into_two_rows(qtbot):
    strip = TakeStrip()
    qtbot.addWidget(strip)
    strip.resize(560, 40)
    strip.set_items([StripItem("One.", TakeState.GOOD)] * 340, 5)
    assert strip.height() <= 60
    boxes = [strip._box(at) for at in range(340)]
    assert max(box.right() for box in boxes) <= 561
    assert len({(round(box.x(), 1), box.y()) for box in boxes}) == 340
    chosen = []
    strip.chosen.connect(chosen.append)
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=boxes[200].center().toPoint())
    assert chosen[0] in (199, 200, 201)
