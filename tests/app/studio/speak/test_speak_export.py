from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest
import soundfile
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QProxyStyle, QPushButton, QStyle

from tests.app.studio.fakes import RATE, FakeSpeech
from tests.app.studio.speaking import speak
from timbre.audio import SYNTHETIC_TAG
from timbre_app.jobs.job import State
from timbre_app.output.batch import COLUMNS
from timbre_app.output.export import FileKind
from timbre_app.output.speaking import Saving
from timbre_app.reading.sentence import Edits, HowToSpeak, SentenceRequest
from timbre_app.reading.timeline import PAUSE_S
from timbre_app.studio.export_dialog import ExportDialog
from timbre_app.studio.jobs.dialog import JobsDialog
from timbre_app.studio.speak import export as speak_export
from timbre_app.studio.speak.page import IDLE

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # a dialog on the offscreen platform


def export(qtbot, page, dialogs, path, saving=None):
    dialogs.path, dialogs.saving = path, saving
    page.export_button.click()
    qtbot.waitUntil(lambda: "Saved" in page.status_label.text())


def end_the_job(qtbot, studio):
    """End the only job in the dialog of the jobs."""
    studio.window.jobs_wanted.emit()
    dialog = studio.window.findChild(JobsDialog)
    qtbot.waitUntil(lambda: dialog.current is not None and dialog.current.state is State.RUNNING)
    dialog.cancel_button.click()
    qtbot.waitUntil(lambda: dialog.current.state is State.CANCELLED)
    dialog.reject()


def test_export_makes_what_is_missing_and_writes_one_file(speaking, qtbot, tmp_path, dialogs):
    speech = FakeSpeech()
    studio, page = speaking(speech=speech)
    page.text_edit.setPlainText("One two. Three.")
    folder = tmp_path / "out"
    folder.mkdir()
    export(qtbot, page, dialogs, folder / "speech.flac", Saving(subtitles=(".srt",)))
    with soundfile.SoundFile(folder / "speech.flac") as file:
        assert (file.samplerate, file.comment, file.title) == (RATE, SYNTHETIC_TAG, "One two. Three.")
        samples = file.read(dtype="int16")
    assert len(samples) == pytest.approx((0.3 + PAUSE_S) * RATE, abs=2)
    assert np.abs(samples[-1000:]).max() > 0
    assert "00:00:00,664 --> 00:00:00,764\nThree.\n" in (folder / "speech.srt").read_text()
    assert sorted(path.name for path in folder.iterdir()) == ["speech.flac", "speech.srt"]
    assert (studio.settings.export_folder, studio.settings.export_suffix) == (folder, ".flac")
    assert studio.settings.export_saving.subtitles == (".srt",)


def test_what_was_heard_already_is_not_made_again(speaking, qtbot, tmp_path, dialogs):
    speech = FakeSpeech()
    _, page = speaking(speech=speech)
    speak(qtbot, page, "One two. Three.")
    assert len(speech.asked) == 2
    export(qtbot, page, dialogs, tmp_path / "again.wav", Saving())
    assert len(speech.asked) == 2
    assert soundfile.info(tmp_path / "again.wav").frames == pytest.approx((0.3 + PAUSE_S) * RATE, abs=2)


def test_the_page_can_go_on_while_a_file_is_made(speaking, qtbot, tmp_path, dialogs):
    speech = FakeSpeech()
    speech.gate.clear()
    _, page = speaking(speech=speech)
    page.text_edit.setPlainText("One two. Three.")
    dialogs.path = tmp_path / "out.wav"
    page.export_button.click()
    qtbot.waitUntil(lambda: "out.wav is being made" in page.status_label.text())
    qtbot.waitUntil(lambda: bool(speech.asked))
    assert page.mode == IDLE
    assert page.speak_button.isEnabled()
    page.text_edit.setPlainText("Another text.")
    speech.gate.set()
    qtbot.waitUntil(lambda: "Saved" in page.status_label.text())
    assert soundfile.info(tmp_path / "out.wav").frames == pytest.approx((0.3 + PAUSE_S) * RATE, abs=2)


def test_sentences_keep_their_own_settings_in_the_file(speaking, qtbot, tmp_path, dialogs):
    speech = FakeSpeech()
    studio, page = speaking(speech=speech)
    speak(qtbot, page, "One two. Three.")
    studio.speak.reading.sentences[1].how = HowToSpeak(1.5, 2.0)
    studio.speak.reading.sentences[1].edits = Edits((1.0,), (2.0,))
    export(qtbot, page, dialogs, tmp_path / "own.wav", Saving())
    assert speech.requests[-1] == SentenceRequest(
        "Three.", "anton", HowToSpeak(1.5, 2.0), Edits((1.0,), (2.0,))
    )


def test_after_an_export_the_focus_is_where_it_was(speaking, qtbot, tmp_path, dialogs):
    studio, page = speaking()
    page.text_edit.setPlainText("One two. Three.")
    page.export_button.setFocus()
    export(qtbot, page, dialogs, tmp_path / "speech.wav", Saving())
    assert studio.window.focusWidget() is page.export_button


def test_a_file_for_each_sentence(speaking, qtbot, tmp_path, dialogs):
    _, page = speaking()
    page.text_edit.setPlainText("One two. Three.")
    saving = Saving(FileKind("24", 48_000), (".vtt",), by_sentence=True)
    folder = tmp_path / "out"
    folder.mkdir()
    export(qtbot, page, dialogs, folder / "s.wav", saving)
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["s-001.vtt", "s-001.wav", "s-002.vtt", "s-002.wav"]
    with soundfile.SoundFile(folder / "s-002.wav") as file:
        assert (file.samplerate, file.subtype) == (48_000, "PCM_24")
        assert file.frames == pytest.approx(0.1 * 48_000, abs=300)
    assert "00:00:00.000 --> 00:00:00.100\nThree.\n" in (folder / "s-002.vtt").read_text()


def test_the_setting_leaves_out_the_watermark_and_the_tag_says_so(speaking, qtbot, tmp_path, dialogs):
    studio, page = speaking()
    page.text_edit.setPlainText("One two. Three.")
    comments, sounds = [], []
    for is_on in (True, False):
        studio.settings.set_value("export/watermark", is_on)
        page.set_status("")
        export(qtbot, page, dialogs, tmp_path / f"{is_on}.wav", Saving())
        with soundfile.SoundFile(tmp_path / f"{is_on}.wav") as file:
            comments.append(file.comment)
            sounds.append(file.read(dtype="int16"))
    assert comments == [SYNTHETIC_TAG, f"{SYNTHETIC_TAG}, without watermark"]
    assert len(sounds[0]) == len(sounds[1])
    assert (sounds[0] != sounds[1]).any()


def test_stopping_an_export_leaves_nothing(speaking, qtbot, tmp_path, dialogs):
    speech = FakeSpeech()
    speech.gate.clear()
    studio, page = speaking(speech=speech)
    page.text_edit.setPlainText("One two. Three.")
    dialogs.path = tmp_path / "out.wav"
    page.export_button.click()
    qtbot.waitUntil(lambda: bool(speech.asked))
    end_the_job(qtbot, studio)
    speech.gate.set()
    qtbot.waitUntil(lambda: "no half-written file" in page.status_label.text())
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert [path.name for path in tmp_path.iterdir() if "out" in path.name] == []


def test_export_of_an_unknown_kind_is_refused(speaking, tmp_path, dialogs):
    studio, page = speaking()
    dialogs.path = tmp_path / "speech.doc"
    page.text_edit.setPlainText("Hello.")
    page.export_button.click()
    assert "ends in .wav, .flac" in studio.window.message_bar.text


def test_a_missing_folder_is_one_sentence(speaking, qtbot, tmp_path, dialogs):
    studio, page = speaking()
    before = studio.settings.export_folder
    dialogs.path = tmp_path / "none" / "speech.wav"
    page.text_edit.setPlainText("Hello.")
    page.export_button.click()
    said = f"There is no {dialogs.path}, or no folder for it: choose another place."
    qtbot.waitUntil(lambda: studio.window.message_bar.text == said)
    assert page.mode == IDLE
    assert studio.settings.export_folder == before


def choose_batch(studio, page):
    page.batch_button.click()
    studio.speak.export.batch_dialog.choose_button.click()


def test_a_batch_is_explained_before_a_file_is_asked_for(speaking, qtbot, tmp_path, dialogs, monkeypatch):
    asked = []
    monkeypatch.setattr(dialogs, "batch_to_read", asked.append)
    studio, page = speaking()
    page.batch_button.click()
    dialog = studio.speak.export.batch_dialog
    said = " ".join(part.text() for part in dialog.findChildren(QLabel))
    assert all(word in said for word in (".txt", ".csv", "text,file,voice", *COLUMNS))
    dialog.cancel_button.click()
    assert asked == []
    choose_batch(studio, page)
    assert len(asked) == 1


def test_a_batch_of_lines(speaking, qtbot, tmp_path, dialogs):
    speech = FakeSpeech()
    studio, page = speaking(speech=speech)
    page.pace.set_value(1.5)
    dialogs.batch, dialogs.path = tmp_path / "texts.csv", tmp_path / "out"
    dialogs.batch.write_text("text,voice,pace,file\nHello.,maria,,one\n🙂,,,two\nBye.,,0.5,three\n", "utf-8")
    choose_batch(studio, page)
    qtbot.waitUntil(lambda: "Saved 2 files" in page.status_label.text())
    assert sorted(path.name for path in dialogs.path.iterdir()) == ["one.wav", "three.wav"]
    assert [(text, voice, how.pace) for text, voice, how in speech.asked] == [
        ("Hello.", "maria", 1.5),
        ("🙂", "anton", 1.5),
        ("Bye.", "anton", 0.5),
    ]
    assert studio.window.message_bar.text == (
        "1 of 3 texts could not be spoken; the first is line 3: There is nothing to speak in this text."
    )


def test_a_batch_can_be_stopped(speaking, qtbot, tmp_path, dialogs):
    speech = FakeSpeech()
    speech.gate.clear()
    studio, page = speaking(speech=speech)
    dialogs.batch, dialogs.path = tmp_path / "texts.txt", tmp_path / "out"
    dialogs.batch.write_text("One.\nTwo.\nThree.\n")
    choose_batch(studio, page)
    qtbot.waitUntil(lambda: len(speech.asked) == 1)
    end_the_job(qtbot, studio)
    speech.gate.set()
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert len(speech.asked) == 1


def test_a_batch_file_that_makes_no_sense_is_one_sentence(speaking, qtbot, tmp_path, dialogs):
    studio, page = speaking()
    dialogs.batch = tmp_path / "texts.csv"
    dialogs.batch.write_text("name\nAda\n")
    choose_batch(studio, page)
    qtbot.waitUntil(lambda: "no column named “text”" in studio.window.message_bar.text)


def test_a_batch_file_is_read_while_the_window_goes_on(speaking, qtbot, tmp_path, dialogs, monkeypatch):
    threads = []

    def read(path):
        threads.append(threading.current_thread())
        return []

    monkeypatch.setattr(speak_export, "read_batch", read)
    studio, page = speaking()
    dialogs.batch = tmp_path / "texts.txt"
    choose_batch(studio, page)
    qtbot.waitUntil(lambda: bool(threads))
    assert threads != [threading.main_thread()]


def test_the_dialog_offers_what_each_format_can_hold(qtbot):
    dialog = ExportDialog(".wav", Saving(FileKind("float", 48_000), (".srt",), True))
    qtbot.addWidget(dialog)
    assert (dialog.suffix, dialog.saving) == (".wav", Saving(FileKind("float", 48_000), (".srt",), True))
    dialog.format_box.setCurrentIndex(dialog.format_box.findText("OGG Opus"))
    rates = [dialog.rate_box.itemData(at) for at in range(dialog.rate_box.count())]
    assert rates == [0, 16_000, 24_000, 48_000]
    assert not dialog.depth_box.isEnabled()
    assert dialog.saving.kind == FileKind("", 48_000)
    for at in range(dialog.format_box.count()):
        dialog.format_box.setCurrentIndex(at)
        for rate in range(dialog.rate_box.count()):
            dialog.rate_box.setCurrentIndex(rate)
            dialog.saving.kind.check(Path(f"a{dialog.suffix}"))


class StyleWithIcons(QProxyStyle):
    """As the style of a desktop may be."""

    def styleHint(self, hint, option=None, widget=None, data=None):  # noqa: N802 - Qt's name
        has_icons = hint == QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons
        return 1 if has_icons else super().styleHint(hint, option, widget, data)


def test_buttons_of_dialogs_have_no_icons_as_no_button_has(qtbot):
    box = QDialogButtonBox()
    qtbot.addWidget(box)
    style = StyleWithIcons("fusion")
    box.setStyle(style)
    assert box.addButton(QDialogButtonBox.StandardButton.Cancel).icon().isNull()


def test_the_examples_of_a_batch_are_seen_whole(speaking, qtbot):
    studio, page = speaking()
    page.batch_button.click()
    dialog = studio.speak.export.batch_dialog
    qtbot.waitUntil(dialog.isVisible)
    cut = [
        part.text()
        for part in dialog.findChildren(QLabel)
        if part.height() < part.heightForWidth(part.width())
    ]
    gaps = dialog.height() - dialog.layout().totalHeightForWidth(dialog.width())
    dialog.cancel_button.click()
    assert cut == []
    assert gaps == 0


def test_what_goes_on_stands_right_of_cancel_as_in_all_dialogs(speaking, qtbot):
    studio, _ = speaking()
    dialog = ExportDialog(".wav", Saving(), studio.window)
    dialog.show()
    onward, cancel = (
        next(part for part in dialog.findChildren(QPushButton) if part.text() == text)
        for text in ("Choose the file…", "Cancel")
    )
    assert cancel.mapTo(dialog, QPoint(0, 0)).x() < onward.mapTo(dialog, QPoint(0, 0)).x()
    dialog.close()


def test_return_goes_on_wherever_the_focus_is(speaking, qtbot):
    studio, _ = speaking()
    for part in ("format_box", "srt_box", "one_button"):
        dialog = ExportDialog(".wav", Saving(), studio.window)
        dialog.show()
        dialog.activateWindow()
        getattr(dialog, part).setFocus()
        qtbot.waitUntil(getattr(dialog, part).hasFocus)
        qtbot.keyClick(getattr(dialog, part), Qt.Key.Key_Return)
        assert dialog.result() == QDialog.DialogCode.Accepted, part
