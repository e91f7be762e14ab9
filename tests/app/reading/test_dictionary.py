"""The pronunciation dictionary is a text file that survives everything."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from timbre.text.lexicon import LexiconError, read_lexicon
from timbre_app.reading.dictionary import Dictionary, entries_in


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "dictionary.tsv"


def test_words_are_kept_sorted_and_found_by_others(path: Path):
    one, other = Dictionary(path), Dictionary(path)
    assert one.entries() == {}
    one.put("Timbre", "[tæmbɚ]")
    one.put("ada", " eɪdə ")
    assert other.entries() == {"ada": "eɪdə", "Timbre": "tæmbɚ"}
    assert list(other.entries()) == ["ada", "Timbre"]
    other.put("TIMBRE", "tɪmbɚ")
    assert one.entries() == {"ada": "eɪdə", "TIMBRE": "tɪmbɚ"}
    one.remove("Ada")
    assert read_lexicon(path) == {"TIMBRE": "tɪmbɚ"}
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_two_windows_that_teach_words_at_once_lose_none(path: Path):
    def teach(window: int) -> None:
        for number in range(10):
            Dictionary(path).put(f"w{window}x{number}", "æ")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(teach, range(4)))
    assert len(Dictionary(path).entries()) == 40


@pytest.mark.parametrize(
    ("word", "ipa", "why"),
    [
        ("", "a", "one word"),
        ("a", "", "no vowel or consonant"),
        ("a", "€", "“€” is no phonetic letter"),
        ("a", "%tɛ%n&", "“%&” is no phonetic letter"),
        ("a", "42 ?", "no vowel or consonant"),
        ("a", "ˈː", "no vowel or consonant"),
        ("two words", "a", "one word"),
    ],
)
def test_what_cannot_be_spoken_is_refused(path: Path, word: str, ipa: str, why: str):
    with pytest.raises(LexiconError, match=why):
        Dictionary(path).put(word, ipa)
    assert not path.exists()


@pytest.mark.parametrize("ipa", ["nˈi˨˩˦", "ã", "ç", "t͡ʃɜː.tʃ", "/kæt/"])
def test_all_of_the_ipa_is_taken(path: Path, ipa: str):
    Dictionary(path).put("word", ipa)
    assert Dictionary(path).entries() == {"word": ipa.strip("/")}


def test_a_broken_line_does_not_keep_the_program_from_speaking(path: Path):
    path.parent.mkdir()
    path.write_text("good\tɡʊd\nbad\t€€\n")
    assert Dictionary(path).usable() == {"good": "ɡʊd"}
    path.write_text("no separator here\n")
    assert Dictionary(path).usable() == {}
    with pytest.raises(LexiconError, match="Line 1"):
        Dictionary(path).put("a", "a")
    assert path.read_text() == "no separator here\n"


def test_only_the_words_of_a_sentence_count():
    entries = {"Timbre": "x", "won't": "y", "Ada": "z", "part": "p"}
    assert entries_in("TIMBRE is Ada’s; it won't depart.", entries) == {
        "Timbre": "x",
        "won't": "y",
        "Ada": "z",
    }
