import random
import threading
import time

import numpy as np
import pytest

from timbre.text import Frontend, TextError
from timbre.text.frontend import MAX_PHONEMES, MAX_SENTENCE_IDS
from timbre.text.symbols import END_ID, START_ID, symbol_ids


@pytest.fixture(scope="module")
def frontend():
    return Frontend("en-us")


def by_word(sentence):
    return [
        (word.text, sentence.phonemes[word.phoneme_start - 1 : word.phoneme_end - 1])
        for word in sentence.words
    ]


def check(text, sentences):
    last = 0
    for sentence in sentences:
        assert sentence.ids.dtype == np.int64
        assert sentence.ids.tolist() == symbol_ids(sentence.phonemes)
        assert len(sentence.ids) == len(sentence.phonemes) + 2
        assert len(sentence.phonemes) <= MAX_PHONEMES + 2
        assert sentence.phonemes.strip() == sentence.phonemes
        assert "  " not in sentence.phonemes
        phoneme = 1
        for word in sentence.words:
            assert text[word.char_start : word.char_end] == word.text
            assert word.char_start >= last
            assert phoneme <= word.phoneme_start < word.phoneme_end <= len(sentence.ids) - 1
            last, phoneme = word.char_end, word.phoneme_end
    return sentences


def test_words_have_their_phonemes(frontend):
    (sentence,) = check("Hello, big world!", frontend.sentences("Hello, big world!"))
    assert sentence.text == "Hello, big world!"
    assert sentence.phonemes == "həlˈoʊ, bˈɪɡ wˈɜːld!"
    assert by_word(sentence) == [("Hello", "həlˈoʊ"), ("big", "bˈɪɡ"), ("world", "wˈɜːld")]
    assert sentence.ids[0] == START_ID
    assert sentence.ids[-1] == END_ID


def test_spoken_forms_belong_to_what_was_written(frontend):
    text = "It cost $3.50 out of the box."
    (sentence,) = check(text, frontend.sentences(text))
    phonemes = dict(by_word(sentence))
    assert phonemes["$3.50"] == "θɹˈiː dˈɑːlɚz fˈɪfti sˈɛnts"
    assert phonemes["of"].endswith("v")
    assert phonemes["box"] == "bˈɑːks"


def test_the_context_decides_the_pronunciation(frontend):
    (sentence,) = frontend.sentences("the apple and the pear")
    assert [p for w, p in by_word(sentence) if w == "the"] == ["ðɪ", "ðə"]


def test_sentences_always_end_with_a_mark(frontend):
    assert [s.phonemes[-1] for s in frontend.sentences("Well\n\nWho? Stop! as follows:")] == list(".?!.")


def test_overrides_are_spoken_as_written(frontend):
    text = "Say [[təmˈɑːtoʊ]], please."
    (sentence,) = check(text, frontend.sentences(text))
    assert ("[[təmˈɑːtoʊ]]", "təmˈɑːtoʊ") in by_word(sentence)


def test_unknown_symbols_of_an_override_are_dropped(frontend, caplog):
    (sentence,) = frontend.sentences("[[bˈi語ː]]")
    assert sentence.phonemes == "bˈiː."
    assert any("U+8A9E" in record.getMessage() for record in caplog.records)


def test_the_lexicon_wins_over_espeak():
    frontend = Frontend("en-us", {"timbre": "tˈæmbɚ", "GPT4": "tʃˈæt"})
    (sentence,) = frontend.sentences("Timbre's new GPT4, TIMBRE.")
    assert [p for _, p in by_word(sentence)] == ["tˈæmbɚz", "nˈuː", "tʃˈæt", "tˈæmbɚ"]


@pytest.mark.parametrize(
    "text", ["", " \n\t ", "😀👍🏽", "👩‍👩‍👧", "...", "—", "''", "[[]]", "[[日]]", "***", "\x00", "\ud800"]
)
def test_nothing_to_speak_is_one_clear_sentence(frontend, text):
    with pytest.raises(TextError, match=r"^There is nothing to speak.*\.$"):
        frontend.sentences(text)


@pytest.mark.parametrize(
    "text",
    [
        "word",
        "I",
        "“Curly” ‘quotes’ and 'straight' \"ones\", don’t!",
        "- milk\n- two eggs\n* bread\n1. flour\n2) salt\n",
        "😀 hello 👩‍👩‍👧 world 🎉",
        "null\x00 bell\x07 zero\u200bwidth soft\u00adhyphen \ufeffmark lone\ud800surrogate",
        "cafe\u0301 naïve Straße ﬁne ½ x² 你好 привет مرحبا हिन्दी",
        "(a) [b] {c} <d> | e \\ f / g ~ h ` i ^ j _ k",
        "!!! ??? ... ,,, a ;;; :::",
        "[[ unclosed ]] [[",
        "C++ == --- ++ -- &&",
        "a" * 5000,
        "[[" + "a" * 2000 + "]]",
        "1" * 700,
        "word " * 400,
        "one, " * 200,
        "\r\nWindows\r\nlines\r\n",
    ],
)
def test_odd_text_is_spoken(frontend, text):
    assert check(text, frontend.sentences(text))


def test_long_sentences_are_split_at_marks_and_between_words(frontend):
    text = "When the wind is up, " * 30 + "we stay."
    sentences = check(text, frontend.sentences(text))
    assert len(sentences) > 1
    assert all(sentence.phonemes[-1] in ",." for sentence in sentences)
    assert [w.text for s in sentences for w in s.words] == text.replace(",", "").replace(".", "").split()


@pytest.mark.parametrize(
    "piece", ["The quick gray cat sat down, and said no. ", "no stops at all ", "1,1,", '"', "a@", "["]
)
def test_fifty_thousand_characters(frontend, piece):
    text = (piece * 50_000)[:50_000] + " end"
    sentences = check(text, frontend.sentences(text))
    assert sentences[-1].words[-1].text == "end"


def test_the_first_sentence_does_not_wait_for_the_rest(frontend):
    text = "First one. " + "Then another. " * 3000
    assert next(frontend.iter_sentences(text)).text == "First one."


def test_phonemize_joins_sentences(frontend):
    assert frontend.phonemize("Yes. No!") == "jˈɛs. nˈoʊ!"


def test_many_texts_are_as_one_by_one(frontend):
    texts = ["One of the best.", "😀", "Two? Three."]
    assert frontend.phonemize_many(texts) == [frontend.phonemize(texts[0]), "", frontend.phonemize(texts[2])]


def test_threads_share_a_front_end(frontend):
    texts = [f"Number {i} of the {i} cats, out of {i * i}." for i in range(40)]
    expected = frontend.phonemize_many(texts)
    results = {}

    def work(name):
        results[name] = Frontend("en-us").phonemize_many(texts)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(results[name] == expected for name in range(4))


@pytest.mark.parametrize(
    ("language", "text", "count"),
    [
        ("cmn", "你好，世界。我们三个人。", 9),
        ("de", "Das kostet 3,50 € und 20 %.", 7),
        ("fr-fr", "L’été, c’est bon : non ?", 4),
        ("es", "¿Qué tal? ¡Muy bien!", 4),
        ("ru", "Здравствуйте, мир!", 2),
    ],
)
def test_other_languages(language, text, count, caplog):
    sentences = check(text, Frontend(language).sentences(text))
    assert sum(len(sentence.words) for sentence in sentences) == count
    assert not caplog.records


def test_languages_do_not_disturb_each_other(frontend):
    before = frontend.phonemize("hello world")
    Frontend("de").phonemize("Guten Tag")
    assert frontend.phonemize("hello world") == before


def test_no_sentence_is_longer_than_the_acoustic_model_takes():
    """A long override behind a sentence that was cut made one of 504 phonemes."""
    text = f"[[{'a' * 150}]], [[{'a' * 140}]] [[{'a' * 290}]]."
    lengths = [len(sentence.ids) for sentence in Frontend("en-us").sentences(text)]
    assert max(lengths) <= MAX_SENTENCE_IDS


@pytest.mark.parametrize("first", [0x4E00, 0x0900, 0x10000])
def test_rows_of_strange_characters_take_no_minutes(first):
    """espeak-ng spells their names, hundreds of phonemes a word; to align them took minutes."""
    chance = random.Random(1)
    text = "".join(chr(first + chance.randrange(3000)) if chance.randrange(8) else " " for _ in range(3000))
    began = time.process_time()
    assert Frontend("en-us").sentences(text)
    assert time.process_time() - began < 5
