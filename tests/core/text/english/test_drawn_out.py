"""Words that are drawn out are said as the word they are, and emphasised."""

import pytest

from timbre.text import Frontend
from timbre.text.normalize import Normalizer


@pytest.fixture(scope="module")
def frontend():
    return Frontend()


@pytest.mark.parametrize(
    ("drawn_out", "word"),
    [
        ("Soooo", "So"),
        ("NOOOOO", "NO"),
        ("Nooo", "No"),
        ("NOOO", "NO"),
        ("Whaaaat", "What"),
        ("reeeally", "really"),
        ("reallllly", "really"),
        ("goooood", "good"),
        ("cooollll", "cool"),
        ("Yesss", "Yes"),
        ("Pleeeease", "Please"),
        ("helloooo", "hello"),
        ("hellllo", "hello"),
        ("Ohhhh", "Oh"),
        ("Aaaah", "Ah"),
        ("Ooooh", "Ooh"),
        ("daddddy", "daddy"),
        ("whyyyy", "why"),
    ],
)
def test_letters_too_many_are_not_said(frontend, drawn_out, word):
    assert frontend.phonemize(f"{drawn_out}!") == frontend.phonemize(f"{word}!").replace("ˌ", "ˈ")


@pytest.mark.parametrize(
    "text",
    [
        "IEEE and AAAS",
        "www xxx",
        "VIII viii",
        "an XXXL shirt",
        "see aaa.org",
        "mail yyyou@x.org",
        "item_ooo",
        "i7ooo",
    ],
)
def test_codes_and_numerals_are_left_as_they_are(text):
    tokens = Normalizer("en-us").tokens(text, 0, len(text))
    assert [token.is_emphasised for token in tokens] == [False] * len(tokens)


def test_phonemes_in_a_text_are_left_as_they_are(frontend):
    assert frontend.phonemize("[[ˈɑːːː sss]]") == "ˈɑːːː sss."


def test_words_keep_their_ranges_in_the_text(frontend):
    text = "It was *sooo* loooong, and then it ended."
    (sentence,) = frontend.sentences(text)
    assert [text[word.char_start : word.char_end] for word in sentence.words] == [
        *("It", "was", "sooo", "loooong", "and", "then", "it", "ended")
    ]
    assert [sentence.words[place].text for place in sentence.emphasised] == ["sooo", "loooong"]


def test_last_letter_belongs_to_the_range_although_it_is_taken_out(frontend):
    text = "Nooooo!"
    (word,) = frontend.sentences(text)[0].words
    assert (word.char_start, word.char_end) == (0, 6)


def test_interjections_are_not_emphasised(frontend):
    assert frontend.sentences("Hmmmmm, I see.")[0].emphasised == ()


def test_other_languages_have_their_own_letters():
    text = "Schifffahrt"
    (token,) = Normalizer("de").tokens(text, 0, len(text))
    assert token.spoken == (text,)
