"""The Books page on stand-ins for speech; books, sentences and files are real."""

from __future__ import annotations

import threading
from pathlib import Path

import av
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from tests.app.studio.fakes import FakeOutput, FakeSpeech
from timbre_app.books.project import BookProject
from timbre_app.jobs import book as jobs_of_books
from timbre_app.jobs.job import WINDOW, Job, State
from timbre_app.server.errors import ServerError
from timbre_app.studio.backstage.books import StudioBooks
from timbre_app.studio.books.page import EXPORTING, IDLE, PAUSED
from timbre_app.studio.items import VoiceItem
from timbre_app.studio.wiring import Studio

BOOK = """Title: The Lamp
Author: Ada Reader

A story.

CHAPTER I. The Stairs

The keeper climbed the stairs. He lit the lamp.

[1] A note about lamps.

CHAPTER II. The Sea

The sea was dark. Nobody came. It was late.
"""


class CountingSpeech(FakeSpeech):
    """Counts what is spoken; waits at a gate."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.gate = threading.Event()
        self.gate.set()

    def say(self, job, should_stop):
        while not self.gate.wait(0.02):
            if should_stop():
                return
        self.said.append(job.text)
        yield from super().say(job, should_stop)


class AnyVoices:
    """Has a voice of every name."""

    def find(self, name: str) -> str:
        return name


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "lamp.txt"
    path.write_text(BOOK, encoding="utf-8")
    return path


@pytest.fixture
def speech() -> CountingSpeech:
    return CountingSpeech()


@pytest.fixture
def shown(open_studio, qtbot, home, book, dialogs, speech, monkeypatch):
    """A studio that shows a book, and its page."""
    monkeypatch.setattr(jobs_of_books, "VoiceNarrator", lambda *_, **__: speech)
    monkeypatch.setattr(jobs_of_books, "Voices", AnyVoices)
    studio = open_studio(speech=speech)
    studio.window.show_page(studio.window.BOOKS)
    dialogs.batch = book
    page = studio.window.books_page
    page.open_button.click()
    qtbot.waitUntil(lambda: page.sentence_list.count() > 0)
    return studio, page


def texts(page) -> list[str]:
    return [page.sentence_list.item(row).text() for row in range(page.sentence_list.count())]


def spoken(page) -> list[bool]:
    return [text.startswith("✓") for text in texts(page)]


def start(page, qtbot) -> None:
    page.start_button.click()
    qtbot.waitUntil(lambda: page.mode == IDLE)
    qtbot.waitUntil(lambda: all(spoken(page)))


def test_an_opened_book_shows_its_chapters_and_sentences(shown):
    _, page = shown
    rows = [page.chapter_list.item(row) for row in range(page.chapter_list.count())]
    assert [row.text() for row in rows][1:] == ["CHAPTER I. The Stairs", "CHAPTER II. The Sea"]
    assert page.chapter_list.ticked == [2, 3]  # not the lines before the first chapter
    assert [text[1:].strip() for text in texts(page)] == [
        "CHAPTER I.", "The Stairs", "The keeper climbed the stairs.", "He lit the lamp.",
    ]  # fmt: skip
    assert not any(spoken(page))


def test_start_says_that_the_speech_is_made_and_not_played(shown, qtbot):
    _, page = shown
    assert "nothing is played" in page.start_button.toolTip()
    said = []
    set_status = page.set_status
    page.set_status = lambda text, severity="": (said.append(text), set_status(text, severity))
    start(page, qtbot)
    qtbot.waitUntil(lambda: "hear a sentence with Play" in said[-1])
    assert "nothing is played" in said[0]
    assert FakeOutput.made == []


def test_parts_are_read_by_choice(shown, qtbot):
    _, page = shown
    page.part_boxes["footnotes"].click()
    qtbot.waitUntil(lambda: page.sentence_list.count() == 5)
    assert texts(page)[-1].endswith("A note about lamps.")
    page.part_boxes["front-matter"].click()
    assert page.chapter_list.ticked == [1, 2, 3]


def test_a_look_that_ends_late_does_not_hide_a_newer_one(shown, qtbot, monkeypatch):
    studio, page = shown
    usual, began, late = StudioBooks.sentences, threading.Event(), threading.Event()

    def sentences(self, *order):
        is_first = not began.is_set()
        began.set()
        found = usual(self, *order)
        if is_first:
            late.wait()
        return found

    monkeypatch.setattr(StudioBooks, "sentences", sentences)
    page.choices_changed.emit()  # without footnotes
    qtbot.waitUntil(began.is_set)
    page.part_boxes["footnotes"].click()
    qtbot.waitUntil(lambda: page.sentence_list.count() == 5)
    late.set()
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert texts(page)[-1].endswith("A note about lamps.")


def test_start_speaks_the_ticked_chapters_alone(shown, qtbot, speech):
    _, page = shown
    page.chapter_list.item(2).setCheckState(Qt.CheckState.Unchecked)
    start(page, qtbot)
    assert sorted(speech.said) == [
        "CHAPTER I.",
        "He lit the lamp.",
        "The Stairs",
        "The keeper climbed the stairs.",
    ]
    assert page.progress_bar.value() == page.progress_bar.maximum()
    assert page.status_label.property("severity") == "ok"
    page.chapter_list.item(2).setCheckState(Qt.CheckState.Checked)
    assert page.progress_bar.value() == 0
    assert page.status_label.text() == ""


def test_pause_keeps_what_was_spoken_and_start_goes_on(shown, qtbot, speech):
    studio, page = shown
    page.chapter_list.item(2).setCheckState(Qt.CheckState.Unchecked)
    start(page, qtbot)
    page.chapter_list.item(2).setCheckState(Qt.CheckState.Checked)
    speech.gate.clear()
    page.start_button.click()
    assert page.start_button.text() == "Pause"
    page.start_button.click()
    assert page.mode == IDLE
    assert "Paused" in page.status_label.text()
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    speech.gate.set()
    before = len(speech.said)
    start(page, qtbot)
    again = [text for text in speech.said[before:] if text in speech.said[:before]]
    assert again == []
    assert {"The sea was dark.", "Nobody came.", "It was late."} <= set(speech.said)


def test_make_again_changes_one_sentence_alone(shown, qtbot, speech):
    studio, page = shown
    start(page, qtbot)
    folder = studio.books._project.folder / "sentences"
    before = {path: path.read_bytes() for path in folder.rglob("*.flac")}
    speech.said.clear()
    page.sentence_list.setCurrentRow(2)
    page.again_button.click()
    qtbot.waitUntil(lambda: bool(FakeOutput.made and FakeOutput.made[-1].played_samples))
    assert speech.said == ["The keeper climbed the stairs."]
    after = set(folder.rglob("*.flac"))
    assert len(after - set(before)) == 1
    assert all(path.read_bytes() == content for path, content in before.items())
    qtbot.waitUntil(lambda: all(spoken(page)))


def studio_jobs(studio: Studio) -> list[Job]:
    return studio._backstage.jobs.queue.list()


def export(shown, qtbot, dialogs, tmp_path, speech) -> None:
    """Begin to export; the speech waits at its gate."""
    _, page = shown
    dialogs.path = tmp_path / "out"
    speech.gate.clear()
    page.format_box.setCurrentIndex(page.format_box.findData("flac"))
    page.m4b_box.setChecked(False)
    page.export_button.click()
    qtbot.waitUntil(lambda: page.mode == EXPORTING)


def test_an_export_is_a_job_that_pauses_and_goes_on(shown, qtbot, tmp_path, dialogs, speech):
    studio, page = shown
    export(shown, qtbot, dialogs, tmp_path, speech)
    assert page.start_button.text() == "Pause"
    assert not page.export_button.isEnabled()
    qtbot.waitUntil(lambda: "% of the book" in page.status_label.text())
    qtbot.waitUntil(lambda: studio.window.job_status_button.text().startswith("The Lamp: "))
    page.start_button.click()
    qtbot.waitUntil(lambda: page.mode == PAUSED)
    assert page.start_button.text() == "Go on"
    assert "Paused" in page.status_label.text()
    (job,) = studio_jobs(studio)
    assert job.state is State.CANCELLED
    speech.gate.set()
    page.start_button.click()
    qtbot.waitUntil(lambda: page.status_label.text().startswith("Saved 2 files"))
    (job,) = studio_jobs(studio)
    assert job.state is State.DONE
    assert page.start_button.text() == "Start"
    assert len(list((tmp_path / "out").glob("*.flac"))) == 2


def test_after_another_choice_a_paused_export_is_left(shown, qtbot, tmp_path, dialogs, speech):
    studio, page = shown
    export(shown, qtbot, dialogs, tmp_path, speech)
    page.start_button.click()
    qtbot.waitUntil(lambda: page.mode == PAUSED)
    page.chapter_list.item(2).setCheckState(Qt.CheckState.Unchecked)
    assert page.mode == IDLE
    assert page.start_button.text() == "Start"
    speech.gate.set()
    start(page, qtbot)
    assert [job.state for job in studio_jobs(studio)] == [State.CANCELLED]


def test_a_job_removed_elsewhere_is_followed_no_more(shown, qtbot, tmp_path, dialogs, speech):
    studio, page = shown
    export(shown, qtbot, dialogs, tmp_path, speech)
    (job,) = studio_jobs(studio)
    studio._backstage.jobs.remove(job.id)
    qtbot.waitUntil(lambda: page.mode == IDLE)
    assert page.status_label.text() == ""
    speech.gate.set()


def test_a_window_that_is_opened_anew_follows_the_export(
    shown, qtbot, tmp_path, dialogs, speech, open_studio, book
):
    studio, _ = shown
    export(shown, qtbot, dialogs, tmp_path, speech)
    office = studio._backstage.jobs
    studio.window.close()
    other = open_studio(speech=speech, jobs=office)
    other.window.show_page(other.window.BOOKS)
    page = other.window.books_page
    page.open_button.click()
    qtbot.waitUntil(lambda: page.mode == EXPORTING)
    assert page.start_button.text() == "Pause"
    speech.gate.set()
    qtbot.waitUntil(lambda: page.status_label.text().startswith("Saved 2 files"))


def test_an_export_that_fails_says_why_and_goes_on_from_there(shown, qtbot, tmp_path, dialogs, speech):
    studio, page = shown
    speech.error = ServerError("The speech server does not answer.")
    dialogs.path = tmp_path / "out"
    page.export_button.click()
    bar = studio.window.message_bar
    qtbot.waitUntil(lambda: "The Lamp: The speech server does not answer." in bar.text)
    assert page.mode == IDLE
    assert "Not saved" in page.status_label.text()
    speech.error = None
    bar.action_button.click()
    qtbot.waitUntil(lambda: page.status_label.text().startswith("Saved"))


def test_export_writes_chapters_an_m4b_and_a_report(shown, qtbot, tmp_path, dialogs):
    studio, page = shown
    dialogs.path = tmp_path / "out"
    page.format_box.setCurrentIndex(page.format_box.findData("flac"))
    page.m4b_box.setChecked(True)
    page.report_box.setChecked(True)
    page.export_button.click()
    qtbot.waitUntil(lambda: page.mode == IDLE and "Saved" in page.status_label.text())
    names = sorted(path.name for path in dialogs.path.iterdir())
    assert names == [
        "02 - CHAPTER I. The Stairs.flac",
        "03 - CHAPTER II. The Sea.flac",
        "The Lamp.m4b",
        "report.txt",
    ]
    with av.open(str(dialogs.path / "The Lamp.m4b")) as file:
        assert [chapter["metadata"]["title"] for chapter in file.chapters()] == [
            "CHAPTER I. The Stairs", "CHAPTER II. The Sea",
        ]  # fmt: skip
    assert "not as shops ask" in (dialogs.path / "report.txt").read_text()
    qtbot.waitUntil(lambda: "A shop would refuse 2 of the files" in studio.window.message_bar.text)
    assert page.status_label.text().startswith(f"Saved 3 files in {dialogs.path} (")
    assert page.progress_bar.value() == page.progress_bar.maximum()
    qtbot.waitUntil(lambda: all(spoken(page)))
    (job,) = studio_jobs(studio)
    assert (job.kind, job.origin, job.title, job.state) == ("book", WINDOW, "The Lamp", State.DONE)


def test_a_book_that_is_none_is_refused_in_a_sentence(open_studio, qtbot, home, tmp_path, dialogs):
    studio = open_studio()
    studio.window.show_page(studio.window.BOOKS)
    dialogs.batch = tmp_path / "broken.epub"
    dialogs.batch.write_bytes(b"no archive")
    page = studio.window.books_page
    page.open_button.click()
    qtbot.waitUntil(lambda: "damaged" in studio.window.message_bar.text)
    assert page.open_button.isEnabled()
    assert not page.start_button.isEnabled()


def test_a_book_is_opened_by_dropping_it(open_studio, qtbot, home, book):
    studio = open_studio()
    studio.window.show_page(studio.window.BOOKS)
    page, data = studio.window.books_page, QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(book))])
    action, buttons, keys = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    entering = QDragEnterEvent(page.rect().center(), action, data, buttons, keys)
    page.dragEnterEvent(entering)
    assert entering.isAccepted()
    page.dropEvent(QDropEvent(QPointF(page.rect().center()), action, data, buttons, keys))
    qtbot.waitUntil(lambda: page.chapter_list.count() == 3)


def test_a_book_that_was_begun_is_offered_again(shown, qtbot, open_studio, speech):
    studio, page = shown
    start(page, qtbot)
    studio.window.close()
    other = open_studio(speech=speech)
    other.window.show_page(other.window.BOOKS)
    begun = other.window.books_page.begun_list
    qtbot.waitUntil(lambda: begun.count() == 1)
    assert begun.item(0).text() == "The Lamp — Ada Reader"
    begun.itemActivated.emit(begun.item(0))
    qtbot.waitUntil(lambda: other.window.books_page.sentence_list.count() == 4)
    qtbot.waitUntil(lambda: all(spoken(other.window.books_page)))
    assert isinstance(other.books._project, BookProject)


def test_the_sample_voice_gives_way_to_the_first_voice_of_ones_own(open_studio):
    """With one voice alone the person has chosen nothing."""
    page = open_studio().window.books_page
    sample, maria, anton = (VoiceItem(name.lower(), name) for name in ("Sample", "Maria", "Anton"))
    page.set_voices([sample])
    page.set_voices([maria, sample])
    assert page.voice_id == "maria"
    page.voice_box.setCurrentIndex(1)
    page.set_voices([anton, maria, sample])
    assert page.voice_id == "sample"
