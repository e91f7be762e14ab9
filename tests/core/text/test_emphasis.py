"""Stars around words emphasise them; other stars are what they were."""

import pytest

from timbre.text import Frontend, sentence_spans
from timbre.text.emphasis import hidden
from timbre.text.normalize import Normalizer


@pytest.fixture(scope="module")
def frontend():
    return Frontend()


def emphasised(frontend, text):
    return [
        text[sentence.words[place].char_start : sentence.words[place].char_end]
        for sentence in frontend.sentences(text)
        for place in sentence.emphasised
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I *never* said that.", ["never"]),
        ("*Two words* here.", ["Two", "words"]),
        ("One *two* three *four*.", ["two", "four"]),
        ('She said "*no*", (*really*)!', ["no", "really"]),
        ("It was *£3.50* then.", ["£3.50"]),
        ("Say *[[təmˈɑːtoʊ]]* now.", ["[[təmˈɑːtoʊ]]"]),
        ("He said *no.* Then he left.", ["no."]),
        ("*Really?* he asked.", ["Really"]),
        ("A New *York-based* firm.", ["York-based"]),
        ("* one *two*\n* three", ["two"]),
    ],
)
def test_words_between_stars_are_emphasised(text, expected, frontend):
    assert emphasised(frontend, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "3 * 4 is 12.",
        "3*4*5",
        "A 5* hotel and a 4* inn.",
        "Prices* may vary. *See below.",
        "* item one\n* item two",
        "*item one\n*item two",
        "a lone * star",
        "**bold** words",
        "*args and **kwargs",
        "All of *.py and *.txt",
        "* * *\nThen it began.",
        "half*way*there",
        "2 ** 3 ** 4",
        "f(x) = a*b + c*d",
    ],
)
def test_other_stars_mark_nothing(text, frontend):
    assert emphasised(frontend, text) == []


def test_marked_sentence_says_the_same_words_in_the_same_places(frontend):
    marked, plain = "On *March 5* we *read* it, *Dr. Jones* said.", "On March 5 we read it, Dr. Jones said."
    assert Normalizer("en-us").words(marked) == Normalizer("en-us").words(plain)
    (sentence,), (twin,) = frontend.sentences(marked), frontend.sentences(plain)
    assert sentence.phonemes == twin.phonemes
    for word, other in zip(sentence.words, twin.words, strict=True):
        assert marked[word.char_start : word.char_end] == plain[other.char_start : other.char_end]


def test_star_belongs_to_no_word(frontend):
    text = "First. A *blue* chair and *two old* ones."
    words = [word for sentence in frontend.sentences(text) for word in sentence.words]
    assert [text[word.char_start : word.char_end] for word in words] == text.replace("*", "").replace(
        ".", ""
    ).split()


def test_star_behind_a_full_stop_ends_the_sentence():
    text = "He said *no.* Then he left."
    assert [text[start:end] for start, end in sentence_spans(text)] == ["He said *no.*", "Then he left."]


def test_word_without_a_stress_gets_one(frontend):
    assert "ɪz" in frontend.phonemize("She is here.")
    assert "ˈɪz" in frontend.phonemize("She *is* here.")
    assert "kˈæn" in frontend.phonemize("I *can* see.")


def test_words_of_other_languages_are_emphasised():
    text = "Das ist *mein* Haus."
    assert emphasised(Frontend("de"), text) == ["mein"]


def test_hidden_stars_keep_the_places():
    assert hidden("I *never* said 3 * 4.", "_") == "I _never_ said 3 * 4."


def test_many_stars_take_no_time():
    text = "*a " * 3000 + "*" * 3000
    assert Normalizer("en-us").tokens(text, 0, len(text))
