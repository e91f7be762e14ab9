"""A book is chosen, read, paused, corrected and saved by somebody who has nothing but a keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.app.studio.books.test_books_page import BOOK, AnyVoices, CountingSpeech, spoken
from tests.app.studio.keys_alone import Keys
from timbre_app.jobs import book as jobs_of_books
from timbre_app.studio.books.page import IDLE, SPEAKING

Key = Qt.Key
PATIENCE_MS = 20_000


@pytest.fixture
def speech() -> CountingSpeech:
    return CountingSpeech()


@pytest.fixture
def studio(open_studio, tmp_path, dialogs, speech, monkeypatch):
    """A studio with a book that its file dialog chooses."""
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(jobs_of_books, "VoiceNarrator", lambda *_, **__: speech)
    monkeypatch.setattr(jobs_of_books, "Voices", AnyVoices)
    dialogs.batch, dialogs.path = tmp_path / "lamp.txt", tmp_path / "out"
    dialogs.batch.write_text(BOOK, encoding="utf-8")
    return open_studio(speech=speech)


@pytest.fixture
def keys(studio, qtbot):
    """The keyboard, with the Books page before it."""
    keys = Keys(qtbot)
    keys.ctrl("5")
    return keys


@pytest.fixture
def page(studio, keys, qtbot):
    """The page, with the book in it: the button that matters has the focus."""
    page = studio.window.books_page
    assert keys.at is page.first_book_button
    keys.press(Key.Key_Space)
    qtbot.waitUntil(lambda: page.sentence_list.count() > 0)
    return page


def test_after_a_book_is_opened_the_focus_is_in_its_chapters(page, keys):
    assert keys.at is page.chapter_list


def test_a_book_is_read_paused_and_gone_on_with(page, keys, qtbot, speech):
    speech.gate.clear()
    keys.ctrl(Key.Key_Return)
    qtbot.waitUntil(lambda: page.mode == SPEAKING)
    assert page.isAncestorOf(keys.at), "the keys that pause must reach the page"
    keys.ctrl(Key.Key_Return)
    qtbot.waitUntil(lambda: page.mode == IDLE)
    assert page.status_label.text().startswith("Paused")
    speech.gate.set()
    keys.ctrl(Key.Key_Return)
    qtbot.waitUntil(lambda: page.mode == IDLE and all(spoken(page)), timeout=PATIENCE_MS)
    assert page.isAncestorOf(keys.at)


def shows(page, text: str) -> bool:
    """Whether a sentence with this text is in the list of the chapter's sentences."""
    return any(text in page.sentence_list.item(row).text() for row in range(page.sentence_list.count()))


def test_chapters_and_parts_are_chosen(page, keys, qtbot):
    keys.tab_to(page.chapter_list)
    keys.press(Key.Key_End)
    ticked = page.chapter_list.ticked
    keys.press(Key.Key_Space)
    assert page.chapter_list.ticked == ticked[:-1]
    keys.press(Key.Key_Up)
    qtbot.waitUntil(lambda: shows(page, "The keeper climbed"), timeout=PATIENCE_MS)
    assert not shows(page, "A note about lamps")
    keys.tab_to("Footnotes")
    keys.press(Key.Key_Space)
    qtbot.waitUntil(lambda: shows(page, "A note about lamps"), timeout=PATIENCE_MS)
    assert page.isAncestorOf(keys.at)


def test_a_sentence_is_heard_and_read_in_another_way(page, keys, qtbot, speech):
    keys.ctrl(Key.Key_Return)
    qtbot.waitUntil(lambda: page.mode == IDLE and all(spoken(page)), timeout=PATIENCE_MS)
    keys.tab_to(page.sentence_list)
    keys.press(Key.Key_Home)
    keys.press(Key.Key_Down)
    count, text = len(speech.said), page.sentence_list.currentItem().toolTip()
    keys.ctrl("r")
    qtbot.waitUntil(lambda: len(speech.said) == count + 1, timeout=PATIENCE_MS)
    assert speech.said[-1].strip() == text.strip()
    assert keys.at is page.sentence_list
    keys.press(Key.Key_Down)
    keys.press(Key.Key_Return)  # hears it
    qtbot.waitUntil(page.play_button.isEnabled)


def test_the_files_are_chosen_and_saved_and_the_focus_stays(page, keys, qtbot, tmp_path):
    keys.tab_to(page.format_box)
    keys.press("f")
    assert page.format_box.currentData() == "flac"
    keys.tab_to(page.m4b_box)
    keys.press(Key.Key_Space)
    assert page.m4b_box.isChecked()
    keys.ctrl("e")
    qtbot.waitUntil(lambda: page.status_label.text().startswith("Saved"), timeout=PATIENCE_MS)
    assert {path.suffix for path in (tmp_path / "out").iterdir()} >= {".flac", ".m4b"}
    assert keys.at is page.m4b_box
