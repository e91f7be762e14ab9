import time

import pytest

from tests.core.text.spoken import spoken
from timbre.text import normalize
from timbre.text.english import tables, units
from timbre.text.normalize import Normalizer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one—two – three - four -- five", "one, two, three, four, five"),
        ("wait... what", "wait, what"),
        ("gone...", "gone."),
        ("what?!", "what?"),
        ("no!!!", "no!"),
        ("he (quietly) left", "he, quietly, left"),
        ("“yes,” she said", "yes, she said"),
        ("one; two: three", "one; two: three"),
        ("1. First", "one, First"),
    ],
)
def test_marks(text, expected):
    assert spoken(text) == expected


@pytest.mark.parametrize("before", ["", "5 ", "3", "Henry ", "A&", "'", ".", "a@", "(", "x-"])
def test_ordinary_words_are_spoken_as_the_rules_would(before, monkeypatch):
    words = [*tables.ABBREVIATIONS, *tables.BARE_ABBREVIATIONS, *tables.MONTHS, *tables.STREETS, *units.UNITS]
    words += [*tables.ELISIONS, "http", "www", "x", "I", "IV", "a" * 48, "a" * 49, "A" + "a" * 48]
    ends = [" ", "", ", ", "! x", "; 5", "?x", ".", ". X", ".com", "://x", "@a.de", "'s", "-x", "/o", "&a"]
    forms = [form for word in words for form in (word, word.capitalize(), word.upper())]
    texts = [before + form + behind for form in forms for behind in ends]
    quick = Normalizer("en-us")
    monkeypatch.setattr(normalize, "_ORDINARY", "(?P<ordinary>(?!))")
    by_rules = Normalizer("en-us")
    for text in texts:
        assert quick.tokens(text, 0, len(text)) == by_rules.tokens(text, 0, len(text))


def test_capitals_throughout_are_read_as_words():
    assert spoken("STOP THE CAR NOW") == "stop the car now"
    assert spoken("The NASA and FBI") == "The NASA and FBI"


def test_other_languages_leave_numbers_to_espeak():
    assert spoken("3,50 € & 20 %", "de") == "3,50 € & 20 %"


def test_chinese_characters_are_tokens_of_their_own():
    tokens = Normalizer("cmn").tokens("你好，世界。", 0, 6)
    assert [(t.text, t.is_glued, t.mark) for t in tokens] == [
        ("你", False, ""),
        ("好", True, ","),
        ("世", False, ""),
        ("界", True, "."),
    ]


@pytest.mark.parametrize("text", ["x" * 500, "1" * 500, "https://a.com/" + "b/" * 200, "A." * 100])
def test_long_tokens_are_cut_and_cover_the_text(text):
    tokens = Normalizer("en-us").tokens(text, 0, len(text))
    assert len(tokens) > 1
    assert all(len(token.spoken) <= 16 and len(token.spoken[0]) <= 48 for token in tokens)
    assert "".join(token.text for token in tokens) in text


def test_ranges_index_the_whole_text():
    text = "Skip this. It costs $3.50, Dr. Who."
    for token in Normalizer("en-us").tokens(text, 11, len(text)):
        assert text[token.char_start : token.char_end] == token.text


def test_words_of_a_whole_text():
    text = "It is 5 pm. I read [[ɹˈɛd]] on."
    assert Normalizer("en-us").words(text) == ["It", "is", "five", "PM", "I", "read", "[[ɹˈɛd]]", "on"]
    assert Normalizer("de").words("3 & 4") == ["3", "&", "4"]


@pytest.mark.parametrize(
    "piece", ["1 Main ", "a1-", "1 1/", "1x2 ", "8 A St", "1-800-", "on 1/2 ", "x.y@", "$"]
)
def test_rows_of_beginnings_take_no_minutes(piece):
    text = (piece * 8000)[:8000]
    began = time.process_time()
    Normalizer("en-us").tokens(text, 0, len(text))
    assert time.process_time() - began < 5
