import math
import random

import pytest

from timbre.text import align_words as aligning
from timbre.text.align_words import align_words, cut_joined
from timbre.text.espeak import Espeak, LanguageError


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("the king of the hill", "əŋvəl"),
        ("out of the blue", "ɾvəː"),
        ("time for a bit", "mɹət"),
        ("he was a man who would have come", "ːzɐnːdvm"),
        ("I paid for the store of the king", "ɪdɚəɹvəŋ"),
    ],
)
def test_joined_words_get_their_own_phonemes(text, ends):
    voice = Espeak("en-us")
    words = text.split()
    context = voice.clause(text)
    assert len(context) < len(words)
    aligned = align_words(words, context, voice.word)
    assert "".join(phonemes[-1] for phonemes in aligned) == ends
    assert "".join(aligned) == "".join(context)


def test_a_split_word_is_put_together():
    voice = Espeak("en-us")
    words = ["Robert", "N", "McClelland"]
    aligned = align_words(words, voice.clause(" ".join(words)), voice.word)
    assert aligned[2].endswith("klˈɛlənd")
    assert aligned[2].startswith("mə")
    assert aligned[1] == "ˈɛn"


def test_silent_words_have_no_phonemes():
    alone = {"a": "ˈeɪ", "": "", "b": "bˈiː"}
    assert align_words(["a", "", "b"], ["ˈeɪ", "bˈiː"], alone.__getitem__) == ["ˈeɪ", "", "bˈiː"]


def test_nothing_in_common_falls_back_to_the_words_alone():
    alone = {"x": "ˈɛks", "y": "wˈaɪ"}
    assert align_words(["x", "y"], [], alone.__getitem__) == ["ˈɛks", "wˈaɪ"]


def test_looking_at_few_groupings_finds_what_looking_at_all_finds(monkeypatch):
    chance = random.Random(1)
    alone = ["".join(chance.choices("aəiˈptsnː", k=chance.randint(1, 6))) for _ in range(12)]
    for _ in range(500):
        words = chance.choices(alone, k=chance.randint(2, 9))
        heard = "".join(chance.choice((word, word[1:], "tə")) + chance.choice(" n") for word in words).split()
        monkeypatch.undo()
        few = align_words(words, heard, str)
        monkeypatch.setattr(aligning, "_MARGINS", (math.inf,))
        assert few == align_words(words, heard, str)


def test_cuts_keep_stress_and_length_with_their_sounds():
    assert cut_joined("ˌaʊɾəv", ("ˈaʊt", "ʌv")) == ("ˌaʊɾ", "əv")
    assert cut_joined("ðɪˈiː", ("ðə", "ˈiː")) == ("ðɪ", "ˈiː")
    assert cut_joined("a", ("a", "b")) is None


def test_an_unknown_language_is_an_error():
    with pytest.raises(LanguageError, match="cannot speak 'xx-nowhere'"):
        Espeak("xx-nowhere")
