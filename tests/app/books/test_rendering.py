"""A book is spoken sentence by sentence; whatever changes, only what it concerns is spoken again."""

from __future__ import annotations

import threading
from dataclasses import replace
from types import SimpleNamespace

import pytest

from timbre.messages import TimbreError
from timbre_app.books.model import BookError
from timbre_app.books.project import BookProject, import_book
from timbre_app.books.rendering import BookOrder, chapter_numbers, lines_of, render
from timbre_app.client.streams import RequestCancelled
from timbre_app.jobs.narrator import JobNarrator
from timbre_app.reading.narrator import VoiceNarrator
from timbre_app.reading.sentence import HowToSpeak, SentenceRequest

ORDER = BookOrder((2, 3), "voice", skipped=frozenset())
ALL = ["He climbed the stairs slowly.", "The Stairs", "The lamp room.", "The sea was dark.", "There were many.",
       "Tide, low"]  # fmt: skip


def keys(project, narrator, order=ORDER) -> dict[tuple[int, int], str]:
    lines = [line for chapter in order.chapters for line in lines_of(project, order, chapter, narrator)]
    return {(line.chapter, line.sentence.number): line.key for line in lines}


def test_every_sentence_is_spoken_once(project, narrator):
    render(project, ORDER, narrator)
    assert sorted(narrator.said) == ALL
    render(project, ORDER, narrator)
    assert len(narrator.said) == len(ALL)
    assert all(project.has_sentence(key) for key in keys(project, narrator).values())


def test_a_pronunciation_makes_only_its_sentences_anew(project, narrator):
    render(project, ORDER, narrator)
    narrator.said.clear()
    narrator.lexicon = {"sea": "siː"}
    render(project, ORDER, narrator)
    assert narrator.said == ["The sea was dark."]


def test_make_again_changes_one_sentence_alone(project, narrator):
    render(project, ORDER, narrator)
    before = keys(project, narrator)
    narrator.said.clear()
    project.read_otherwise(2, 2)
    after = keys(BookProject(project.folder), narrator)
    assert {place for place in before if before[place] != after[place]} == {(2, 2)}
    render(project, ORDER, narrator)
    assert narrator.said == ["He climbed the stairs slowly."]
    with pytest.raises(BookError, match="Chapter 2 has no sentence 9: choose 1 to 4"):
        project.read_otherwise(2, 9)


def test_other_controls_and_voices_have_other_sentences(project, narrator):
    places = [keys(project, narrator, order) for order in (
        ORDER, replace(ORDER, voice_id="other"), replace(ORDER, how=HowToSpeak(pace=1.1)),
    )]  # fmt: skip
    assert len({key for place in places for key in place.values()}) == 3 * len(ALL)


def test_what_was_spoken_stays_after_an_error(project, narrator):
    narrator.fails_at = "The sea was dark."
    with pytest.raises(TimbreError, match="server is gone"):
        render(project, ORDER, narrator, workers=1)
    made = list(narrator.said)
    assert len(made) >= 4
    narrator.fails_at = ""
    render(project, ORDER, narrator)
    assert sorted(narrator.said) == ALL


def test_a_pause_ends_it_soon(project, narrator):
    stop = threading.Event()
    with pytest.raises(RequestCancelled):
        render(project, ORDER, narrator, lambda _: stop.set(), stop.is_set, workers=1)
    assert 0 < len(narrator.said) < len(ALL)
    render(project, ORDER, narrator)
    assert sorted(narrator.said) == ALL


def test_progress_goes_from_nothing_to_all(project, narrator):
    reports = []
    render(project, ORDER, narrator, reports.append, workers=2)
    assert [report.done for report in reports] == sorted(report.done for report in reports)
    assert reports[-1].share == 1.0
    assert reports[-1].left_s == 0
    assert {report.chapter for report in reports} == {2, 3}


def test_a_damaged_sentence_is_made_anew(project, narrator):
    render(project, ORDER, narrator)
    key = keys(project, narrator)[2, 1]
    project.sentence_path(key).write_bytes(b"fLaC")
    with pytest.raises(BookError, match="start again"):
        project.sentence(key)
    narrator.said.clear()
    render(project, ORDER, narrator)
    assert narrator.said == ["The Stairs"]


def test_the_same_book_is_read_once(project, tmp_path):
    inode = (project.folder / "book.json").stat().st_ino
    again = import_book(tmp_path / "lamp.epub")
    assert again.folder == project.folder
    assert (again.folder / "book.json").stat().st_ino == inode
    assert again.entry.title == "The Lamp"
    assert [chapter.title for chapter in again.entry.chapters] == ["All rights.", "The Stairs", "The Sea"]
    assert again.usual_chapters(frozenset({"front-matter"})) == [2, 3]


def test_a_half_read_book_is_none(home, tmp_path, monkeypatch):
    from tests.app.books import makers
    from timbre_app.books import project as module

    def fail(*_):
        raise OSError(28, "No space left on device")

    path = makers.make_epub(tmp_path / "lamp.epub")
    with monkeypatch.context() as patch:
        patch.setattr(module, "_write_chapters", fail)
        with pytest.raises(OSError, match="No space"):
            import_book(path)
    assert list((home / "books").iterdir()) == []
    assert len(import_book(path).entry.chapters) == 3


@pytest.mark.parametrize(("text", "numbers"), [("1-3", [1, 2, 3]), ("7, 2-3", [2, 3, 7]), ("5", [5])])
def test_chapters_by_number(text, numbers):
    assert chapter_numbers(text, 7) == numbers


@pytest.mark.parametrize("text", ["", "a", "3-", "0", "2-99999999999999", "8", "3-1"])
def test_chapters_that_are_not_there(text):
    with pytest.raises(BookError):
        chapter_numbers(text, 7)


def test_another_language_has_other_sentences(project):
    voice = SimpleNamespace(content_hash="5e1f", language="en-us")
    usual, english, german = (
        keys(project, VoiceNarrator(None, voice, {}, language)) for language in (None, "en-us", "de")
    )
    assert usual == english  # the voice's own language
    assert not set(usual.values()) & set(german.values())


def test_a_sentence_of_a_book_is_that_of_a_job(home):
    line, voice = (
        SentenceRequest("The sea was dark.", "ada"),
        SimpleNamespace(content_hash="5e1f", language="en-us"),
    )
    for language in "", "de":
        names = [
            VoiceNarrator(None, voice, {}, language or None).fingerprint(line),
            JobNarrator(lambda: None, {}, language, SimpleNamespace(find=lambda _: voice)).fingerprint(line),
        ]
        assert names[0] == names[1]


def test_a_removal_that_is_killed_leaves_no_half_book(project, tmp_path, monkeypatch):
    from timbre_app.books import project as module

    def killed(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(module.shutil, "rmtree", killed)
        with pytest.raises(KeyboardInterrupt):
            project.remove()
    assert not project.folder.exists()
    assert len(import_book(tmp_path / "lamp.epub").entry.chapters) == 3


def test_a_book_of_which_a_part_was_removed_is_read_again(project, tmp_path):
    (project.folder / "book.json").unlink()
    assert len(import_book(tmp_path / "lamp.epub").entry.chapters) == 3


def test_two_programs_may_read_a_book_at_once(home, tmp_path, monkeypatch):
    from pathlib import Path

    from tests.app.books import makers

    path, rename, others = makers.make_epub(tmp_path / "lamp.epub"), Path.rename, []

    def late(self, target):
        if not others:
            others.append(path)
            others[0] = import_book(path)
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", late)
    assert import_book(path).folder == others[0].folder
    assert [entry.name for entry in (home / "books").iterdir()] == [others[0].folder.name]
