from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from timbre_app.talk.phrases import Phrase, PhraseBook, PhraseError, checked_phrase
from timbre_app.talk.recent import KEPT, RecentSentences


@pytest.fixture
def book(tmp_path):
    return PhraseBook(tmp_path / "phrases.json", lambda: ("Yes.", "No."))


def test_somebody_without_phrases_has_the_starters_under_the_first_keys(book):
    assert book.phrases() == (Phrase("Yes.", key=1), Phrase("No.", key=2))


def test_changes_are_on_the_disk_and_keep_their_order(book, tmp_path):
    book.add(checked_phrase("  I would   like tea. ", "Kitchen", 2))
    book.add(Phrase("Open the window.", "Home"))
    again = PhraseBook(tmp_path / "phrases.json")
    assert again.phrases() == (
        Phrase("Yes.", key=1),
        Phrase("No."),  # its key went to the new phrase
        Phrase("I would like tea.", "Kitchen", 2),
        Phrase("Open the window.", "Home"),
    )
    assert again.folders() == ["Kitchen", "Home"]


def test_two_windows_that_add_at_once_lose_nothing(tmp_path):
    def add(window):
        book, recent = PhraseBook(tmp_path / "phrases.json"), RecentSentences(tmp_path / "recent.json")
        for number in range(10):
            book.add(Phrase(f"{window} {number}"))
            recent.add(f"{window} {number}")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, range(4)))
    wanted = {f"{window} {number}" for window in range(4) for number in range(10)}
    assert {phrase.text for phrase in PhraseBook(tmp_path / "phrases.json").phrases()} == wanted
    assert set(RecentSentences(tmp_path / "recent.json").sentences()) == wanted


def test_a_changed_phrase_stays_in_its_place_and_takes_a_key_from_another(book):
    book.change(Phrase("Yes.", key=1), Phrase("Yes, please.", "Polite", 2))
    assert book.phrases() == (Phrase("Yes, please.", "Polite", 2), Phrase("No."))


def test_a_removed_phrase_comes_back_where_it_was(book):
    before = book.phrases()
    book.remove(before[0])
    assert book.phrases() == (Phrase("No.", key=2),)
    book.restore(before[0], before)
    assert book.phrases() == before


def test_a_phrase_moves_among_those_of_its_folder(book):
    for text, folder in (("a", "X"), ("b", "Y"), ("c", "X")):
        book.add(Phrase(text, folder))
    book.move(Phrase("c", "X"), -1)
    assert [phrase.text for phrase in book.phrases()] == ["Yes.", "No.", "c", "b", "a"]
    book.move(Phrase("c", "X"), -1)
    assert [phrase.text for phrase in book.phrases()][2] == "c"


@pytest.mark.parametrize(
    "content", [b"{", b"\xff\xfe", b'{"format": 9, "phrases": []}', b'{"format": 1}', b"[1]"]
)
def test_a_broken_file_is_kept_beside_the_new_one(book, tmp_path, content):
    path = tmp_path / "phrases.json"
    path.write_bytes(content)
    assert book.phrases()[0].text == "Yes."
    book.add(Phrase("New."))
    assert book.set_aside.read_bytes() == content
    assert json.loads(path.read_text(encoding="utf-8"))["phrases"][-1]["text"] == "New."


def test_another_window_s_change_is_seen(book, tmp_path):
    book.add(Phrase("Mine."))
    other = PhraseBook(tmp_path / "phrases.json")
    other.add(Phrase("From the other window."))
    book.add(Phrase("Mine again."))
    assert [phrase.text for phrase in book.phrases()][2:] == [
        "Mine.",
        "From the other window.",
        "Mine again.",
    ]


def test_the_file_is_for_its_owner_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path))
    PhraseBook().add(Phrase("Private."))
    file = tmp_path / "talk" / "phrases.json"
    assert file.stat().st_mode & 0o077 == 0
    assert file.parent.stat().st_mode & 0o077 == 0


def test_a_table_goes_out_and_comes_back(book, tmp_path):
    book.add(Phrase('She said "no", twice.', "Küche", 12))
    book.export(tmp_path / "out.csv")
    other = PhraseBook(tmp_path / "other.json")
    assert other.take_in(tmp_path / "out.csv") == 3
    assert other.phrases() == book.phrases()
    assert other.take_in(tmp_path / "out.csv") == 0


def test_a_text_file_is_a_phrase_a_line(book, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("Good morning.\n\n  Good night.  \nYes.\n", encoding="utf-8")
    assert book.take_in(file) == 2
    assert [phrase.text for phrase in book.phrases()] == ["Yes.", "No.", "Good morning.", "Good night."]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_table_that_a_spreadsheet_has_saved_comes_in(book, tmp_path, mark):
    file = tmp_path / "a.csv"
    file.write_text(f"text{mark}folder\r\nGood morning.{mark}Home\r\n", encoding="utf-8-sig", newline="")
    assert book.take_in(file) == 1
    assert (book.phrases()[-1].text, book.phrases()[-1].folder) == ("Good morning.", "Home")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.txt", b"\n\n", "There is no phrase in a.txt"),
        ("a.csv", b"words,more\nx,y\n", "There is no phrase in a.csv"),
        ("a.csv", b'text\n"open', "There is no phrase in a.csv"),
        ("a.csv", b"text\nYes, please.\n", "Line 2 has more cells than the first line"),
        ("a.txt", b"\xff\xfe\x00", "save it as a text file in UTF-8"),
        ("a.txt", b"x" * 5_000_001, "too large"),
        ("a.txt", b"x" * 2001, "may have 2000 characters"),
    ],
)
def test_a_file_that_is_none_changes_nothing(book, tmp_path, name, content, said):
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(PhraseError, match=said):
        book.take_in(file)
    assert len(book.phrases()) == 2


def test_a_missing_file_is_told(book, tmp_path):
    with pytest.raises(PhraseError, match=r"gone\.txt cannot be read"):
        book.take_in(tmp_path / "gone.txt")


def test_an_empty_phrase_is_refused():
    with pytest.raises(PhraseError, match="Type the phrase first"):
        checked_phrase(" \n ")


def test_recent_sentences_are_there_once_newest_first(tmp_path):
    recent = RecentSentences(tmp_path / "recent.json")
    for sentence in ("One.", "Two.", "ONE.", " "):
        recent.add(sentence)
    assert RecentSentences(tmp_path / "recent.json").sentences() == ("ONE.", "Two.")
    recent.remove("Two.")
    assert recent.sentences() == ("ONE.",)


def test_only_so_many_recent_sentences_are_kept(tmp_path):
    path = tmp_path / "recent.json"
    old = [f"Sentence {number}." for number in range(KEPT)]
    path.write_text(json.dumps({"format": 1, "sentences": old}), encoding="utf-8")
    recent = RecentSentences(path)
    recent.add("New.")
    assert recent.sentences() == ("New.", *old[: KEPT - 1])
