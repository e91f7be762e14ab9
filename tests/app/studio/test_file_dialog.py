"""One dialog asks for files and folders, again and again."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog, QFileSystemModel, QLabel, QLineEdit, QWidget

from timbre_app.studio.dialogs import _file_name
from timbre_app.studio.file_dialog import FileDialog

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # a dialog on the offscreen platform


ANSWER_EVERY_MS, ANSWERS = 300, 50


def answer_after(delay_ms, dialog, answer):
    """Answer a dialog, and go on until it closes: once in hundreds of runs one that was answered stayed open."""
    left = iter(range(ANSWERS))
    timer = QTimer(dialog, interval=delay_ms)

    def again():
        timer.setInterval(ANSWER_EVERY_MS)
        if next(left, None) is None:
            dialog.reject()
        else:
            answer()

    timer.timeout.connect(again)
    dialog.finished.connect(timer.stop)
    timer.start()


@pytest.fixture
def window(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def ask(window, tmp_path):
    """Asks with a name typed and Return pressed, or with Escape."""
    files = FileDialog(window)
    dialog = window.findChild(QFileDialog)
    for name in ("one.wav", "two.wav", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "inside").mkdir()

    def one(how, *arguments, typed=None, accept=True):
        def answer():
            if typed is not None:
                dialog.findChild(QLineEdit, "fileNameEdit").setText(typed)
            dialog.accept() if accept else dialog.reject()

        answer_after(50, dialog, answer)
        return getattr(files, how)(*arguments)

    return one


def test_one_dialog_asks_for_all_that_there_is(ask, tmp_path):
    start = tmp_path / "speech.wav"
    kinds = "WAV (*.wav)"
    assert ask("new_file", "Export", start, kinds) == (start, kinds)
    assert ask("file", "Import", tmp_path, kinds, typed="one.wav") == tmp_path / "one.wav"
    several = ask("files", "Import", tmp_path, kinds, typed='"one.wav" "two.wav"')
    assert several == [tmp_path / "one.wav", tmp_path / "two.wav"]
    assert ask("folder", "Import", tmp_path, typed="inside") == tmp_path / "inside"
    assert ask("new_file", "Export", start, "MP3 (*.mp3)") == (start, "MP3 (*.mp3)")


def test_typing_a_place_lists_no_folder_on_the_way(window, qtbot, tmp_path):
    for name in ("start", "full"):
        (tmp_path / name).mkdir()
    (tmp_path / "full" / "old.wav").write_bytes(b"")
    files = FileDialog(window)
    dialog = window.findChild(QFileDialog)
    listed = []
    dialog.findChild(QFileSystemModel).directoryLoaded.connect(listed.append)
    typed = tmp_path / "full" / "new.wav"

    def answer():
        line = dialog.findChild(QLineEdit, "fileNameEdit")
        line.selectAll()
        qtbot.keyClicks(line, str(typed))
        answer_after(300, dialog, dialog.accept)

    QTimer.singleShot(200, window, answer)
    kinds = "WAV (*.wav)"
    assert files.new_file("Export", tmp_path / "start" / "speech.wav", kinds) == (typed, kinds)
    assert str(tmp_path / "start") in listed
    assert str(tmp_path / "full") not in listed


def test_it_speaks_the_windows_language(window, chinese):
    FileDialog(window)
    dialog = window.findChild(QFileDialog)
    texts = [label.text() for label in dialog.findChildren(QLabel) if label.text()]
    assert len(texts) >= 3
    assert not [text for text in texts if re.search(r"[A-Za-z]{3}", text)]


def test_declining_answers_nothing(ask, tmp_path):
    assert ask("new_file", "Export", tmp_path / "speech.wav", "WAV (*.wav)", accept=False) is None
    assert ask("file", "Import", tmp_path, "WAV (*.wav)", accept=False) is None
    assert ask("folder", "Import", tmp_path, accept=False) is None


def test_a_name_of_another_question_is_gone(ask, window, tmp_path):
    ask("new_file", "Export", tmp_path / "Ada.timbre", "Voices (*.timbre)", accept=False)
    line = window.findChild(QLineEdit, "fileNameEdit")
    seen = []
    line.textChanged.connect(seen.append)
    ask("folder", "A folder", tmp_path, accept=False)
    assert "Ada" not in line.text()
    ask("new_file", "Export", tmp_path / "Ben.timbre", "Voices (*.timbre)", accept=False)
    ask("file", "Import", tmp_path, "Sounds (*.wav)", accept=False)
    assert line.text() == ""


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Maria - The book was dropped, and", "Maria - The book was dropped and"),
        ("Ada - “Don't!” she said:", "Ada - Don't she said"),
        ("晓玲 - 你好,", "晓玲 - 你好"),
        ("...", "speech"),
    ],
)
def test_a_suggested_name_ends_with_a_word(name, file):
    assert _file_name(name) == file
