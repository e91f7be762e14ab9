from __future__ import annotations

import numpy as np
import pytest

from timbre_app.talk.board import Place, board_rows, completed, with_letter, without_word
from timbre_app.talk.chime import at_volume, chime
from timbre_app.talk.options import TalkOptions
from timbre_app.talk.search import matches, next_words, suggestions
from timbre_app.talk.words import WordFeed


def typed(feed, text):
    """What is handed out while a text is typed letter by letter."""
    return [words for end in range(1, len(text) + 1) if (words := feed.grown(text[:end]))]


def test_each_word_is_handed_out_when_it_is_finished_and_the_last_one_on_enter():
    feed = WordFeed()
    assert typed(feed, "I paid $3.50, really") == ["I", "paid", "$3.50,"]
    assert feed.rest("I paid $3.50, really") == "really"
    assert typed(feed, "Next one") == ["Next"]


def test_words_that_arrive_together_are_handed_out_together():
    feed = WordFeed()
    assert feed.grown("a whole pasted sen") == "a whole pasted"
    assert feed.rest("a whole pasted sentence") == "sentence"


def test_correcting_the_word_under_way_says_nothing_twice():
    feed = WordFeed()
    typed(feed, "I want ")
    assert feed.grown("I want te") == ""
    assert feed.grown("I want t") == ""
    assert feed.grown("I want tea ") == "tea"


def test_changed_words_are_said_again_from_the_change_on():
    feed = WordFeed()
    typed(feed, "I want tea ")
    assert feed.grown("I want te") == ""
    assert feed.grown("I want ten ") == "ten"


def test_chinese_is_cut_at_its_signs():
    assert typed(WordFeed(), "你好，我想喝茶。") == ["你好，", "我想喝茶。"]


def test_search_takes_parts_of_words_without_case_and_accents():
    assert matches("Could I have a Café au lait?", "cafe HAVE")
    assert matches("anything", "")
    assert not matches("Could I have tea?", "tea coffee")


def test_sentences_that_begin_like_the_text_are_suggested_once():
    known = ["I would like tea.", "I would LIKE tea.", "Would you?", "I would go."]
    assert suggestions("i  wou", known) == ["I would like tea.", "I would go."]
    assert suggestions("i", known) == []
    assert suggestions("I would go.", known) == []


def test_words_are_suggested_by_how_often_they_were_used():
    known = ["The train is late.", "Thank you, the tea is good.", "Take the train."]
    assert next_words("Where is t", known) == ["the", "train", "take"]
    assert next_words("Where is ", known) == []
    assert next_words("", known) == []


@pytest.mark.parametrize(
    ("text", "letter", "after"),
    [
        ("", "h", "H"),
        ("H", "i", "Hi"),
        ("Hi", "_", "Hi "),
        ("Hi ", "_", "Hi "),
        ("Hi ", ".", "Hi. "),
        ("Hi. ", "y", "Hi. Y"),
    ],
)
def test_letters_of_the_board_make_sentences(text, letter, after):
    assert with_letter(text, letter) == after


def test_words_of_the_board_are_deleted_and_completed():
    assert without_word("I want te") == "I want "
    assert without_word("I want ") == "I "
    assert without_word("I") == ""
    assert completed("I want te", "tea") == "I want tea "
    assert completed("I wa", "I want tea.") == "I want tea."
    assert completed("te", "tea") == "tea "


def test_the_board_has_no_empty_rows():
    rows = board_rows((), ("Yes.", "No.", "a", "b", "c"), ())
    assert all(rows)
    assert rows[-1] == (Place("phrase", "c"),)
    letters = "".join(place.text for row in rows for place in row if place.deed == "letters")
    assert set("abcdefghijklmnopqrstuvwxyz_.,?!'") == set(letters)


def test_options_survive_and_nonsense_is_left_at_the_default():
    options = TalkOptions("ada", 40, speaks_words=True, switches=2, dwell_s=0.8)
    assert TalkOptions.from_json(options.to_json()) == options
    for nonsense in ("", "[]", '{"volume_percent": 900, "switches": 7, "letters_px": "a", "on_top": 1}'):
        assert TalkOptions.from_json(nonsense) == TalkOptions()


def test_volume_turns_down_by_its_share_and_up_without_clipping():
    samples = np.array([0, 1000, -20000, 32767], np.int16)
    np.testing.assert_allclose(at_volume(samples, 50), samples / 2, atol=2)
    loud = at_volume(samples, 150)
    assert loud.dtype == np.int16
    assert abs(int(loud[1]) - 1500) <= 2
    assert 32767 * 0.9 < loud[3] < 32767
    assert not at_volume(samples, 0).any()
    assert at_volume(samples, 100) is samples


def test_the_chime_rises_and_ends_in_silence():
    sound = chime(22050)
    assert 8000 < np.abs(sound).max() <= 11000
    assert abs(int(sound[0])) < 50
    assert abs(int(sound[-1])) < 50
    first, second = sound[2000:4000], sound[7000:9000]

    def pitch(part):
        return np.argmax(np.abs(np.fft.rfft(part * np.hanning(len(part)), 22050)))

    assert pitch(second) > pitch(first) * 1.2
