"""History entries survive the disk, the newest first, and a broken one does not hide the others."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from timbre_app.reading import history
from timbre_app.reading.history import Entry, History, SentenceSettings, matching
from timbre_app.reading.sentence import Edits, HowToSpeak

ENTRY = Entry(
    "Hello there. 🙂 你好",
    "ada",
    "Ada",
    HowToSpeak(1.2, -1, 3),
    {1: SentenceSettings(HowToSpeak(0.8), Edits((0.0, 2.0), (1.0, 1.5)))},
    2.5,
)


@pytest.fixture
def kept(tmp_path: Path) -> History:
    return History(tmp_path)


def test_an_entry_comes_back_as_it_was(kept: History):
    before = time.time()
    stored = kept.keep(ENTRY)
    assert kept.entries() == [stored]
    assert stored.is_like(ENTRY)
    assert before <= stored.created <= time.time()


def test_the_newest_comes_first_and_the_same_again_only_once(kept: History):
    kept.keep(ENTRY)
    kept.keep(replace(ENTRY, text="Other."))
    kept.keep(replace(ENTRY, text="Other.", duration_s=9.0))
    assert [(entry.text, entry.duration_s) for entry in kept.entries()] == [
        ("Other.", 9.0),
        (ENTRY.text, 2.5),
    ]


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("berlin")
def test_the_newest_comes_first_in_the_hour_that_clocks_repeat(
    kept: History, monkeypatch: pytest.MonkeyPatch
):
    clocks_go_back_s = 1_792_890_000  # 2026-10-25, 3:00 in summer
    for minutes, text in ((-30, "Before."), (10, "After.")):
        monkeypatch.setattr(time, "time", lambda now=clocks_go_back_s + 60 * minutes: float(now))
        kept.keep(replace(ENTRY, text=text))
    assert [entry.text for entry in kept.entries()] == ["After.", "Before."]


def test_work_on_the_melody_fills_no_history(kept: History):
    kept.keep(replace(ENTRY, own={}))
    for semitones in (0.5, 1.0, 1.5):
        kept.keep(replace(ENTRY, own={0: SentenceSettings(edits=Edits((semitones,), (1.0,)))}))
    (entry,) = kept.entries()
    assert entry.own[0].edits.pitch == (1.5,)
    kept.keep(replace(ENTRY, voice_id="ben"))
    assert len(kept.entries()) == 2


def test_old_entries_go(kept: History, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(history, "KEPT", 3)
    for number in range(5):
        kept.keep(replace(ENTRY, text=f"{number}."))
    assert [entry.text for entry in kept.entries()] == ["4.", "3.", "2."]


def test_one_is_forgotten_or_all(kept: History, tmp_path: Path):
    first = kept.keep(ENTRY)
    kept.keep(replace(ENTRY, text="Other."))
    kept.remove(first.key)
    kept.remove("../../outside")
    assert [entry.text for entry in kept.entries()] == ["Other."]
    kept.keep_draft(ENTRY)
    kept.clear()
    assert (kept.entries(), kept.draft()) == ([], None)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"format": 99}', '{"format": 1, "own": 3}'])
def test_a_broken_file_is_left_out(kept: History, tmp_path: Path, content: str):
    kept.keep(ENTRY)
    (tmp_path / "history" / "99999999-broken.json").write_text(content)
    (tmp_path / "draft.json").write_text(content)
    assert len(kept.entries()) == 1
    assert kept.draft() is None


def test_a_draft_is_kept_until_the_text_is_empty(kept: History):
    kept.keep_draft(ENTRY)
    assert kept.draft() == ENTRY
    kept.keep_draft(replace(ENTRY, text=" "))
    assert kept.draft() is None


def test_search_finds_words_of_text_and_voice():
    other = replace(ENTRY, text="Good bye.", voice_name="Bob")
    assert matching([ENTRY, other], "HELLO ada") == [ENTRY]
    assert matching([ENTRY, other], "") == [ENTRY, other]
    assert matching([ENTRY, other], "hello bob") == []
