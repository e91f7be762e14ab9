"""A stutter is the sound that the word begins with, not the name of its letter."""

import pytest

from timbre.text import Frontend
from timbre.text.english import stutter


@pytest.fixture(scope="module")
def frontend():
    return Frontend()


@pytest.mark.parametrize(
    ("written", "phonemes"),
    [
        ("W-wait!", "wə wˈeɪt!"),
        ("W-w-w-wait!", "wə wə wə wˈeɪt!"),
        ("Wh-who", "hə hˈuː."),
        ("K-know", "nə nˈoʊ."),
        ("S-she", "ʃə ʃiː."),
        ("Th-th-this", "ðə ðə ðˈɪs."),
        ("Th-three", "θə θɹˈiː."),
        ("J-just", "dʒə dʒˈʌst."),
        ("St-stop", "stə stˈɑːp."),
        ("S-stop", "sə stˈɑːp."),
        ("Qu-quiet", "kwə kwˈaɪət."),
        ("P-PLEASE", "pə plˈiːz."),
        ("O-okay", "oʊ oʊkˈeɪ."),
        ("E-everyone", "ɛ ˈɛvɹɪwˌʌn."),
    ],
)
def test_stutter_is_the_first_sound(frontend, written, phonemes):
    assert frontend.phonemize(written) == phonemes


@pytest.mark.parametrize(
    "term",
    ["D-Day", "t-test", "C-Class", "e-edition", "T-shirt", "non-native", "x-ray", "R-rated", "re-read"],
)
def test_terms_are_none(frontend, term):
    assert " " not in frontend.phonemize(term)


def test_stutter_is_one_word_of_the_text(frontend):
    (sentence,) = frontend.sentences("I s-s-said it.")
    assert [word.text for word in sentence.words] == ["I", "s-s-said", "it"]


def test_lexicon_pronounces_the_word_behind_its_first_sound():
    assert Frontend(lexicon={"Xavi": "tʃˈɑːvi"}).phonemize("X-Xavi") == "tʃə tʃˈɑːvi."


def test_only_the_end_of_a_run_is_left_when_all_its_words_are_whole():
    assert stutter.voiced(["w-", "what", "now"], ["wˈʌt", "nˈaʊ"]) == ["wə", "wˈʌt", "nˈaʊ"]
    assert stutter.voiced([], []) == []
