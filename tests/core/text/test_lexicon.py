import pytest

from timbre.text.lexicon import Lexicon, LexiconError, read_lexicon


def test_words_are_found_whatever_their_case():
    lexicon = Lexicon({"Nguyen": "[wˈɪn]"})
    assert lexicon.find("NGUYEN") == "wˈɪn"
    assert lexicon.find("other") is None


@pytest.mark.parametrize(("ipa", "ending"), [("kˈæt", "s"), ("dˈɑːɡ", "z"), ("bˈʌs", "ᵻz")])
def test_possessives_follow_their_owner(ipa, ending):
    assert Lexicon({"x": ipa}).find("X’s") == ipa + ending


@pytest.mark.parametrize("entries", [{"": "a"}, {"a": ""}, {"a": "日"}])
def test_entries_that_cannot_be_spoken_are_refused(entries):
    with pytest.raises(LexiconError, match="no pronunciation"):
        Lexicon(entries)


def test_files_of_entries_are_read(tmp_path):
    path = tmp_path / "lexicon.txt"
    path.write_text("# mine\n\nTimbre\ttˈæmbɚ\nSiobhan = ʃɪvˈɔːn\n", encoding="utf-8")
    assert read_lexicon(path) == {"Timbre": "tˈæmbɚ", "Siobhan": "ʃɪvˈɔːn"}


def test_bad_files_name_the_line(tmp_path):
    path = tmp_path / "lexicon.txt"
    path.write_text("word\n", encoding="utf-8")
    with pytest.raises(LexiconError, match="Line 1"):
        read_lexicon(path)
    with pytest.raises(LexiconError, match="cannot be read"):
        read_lexicon(tmp_path / "missing.txt")
    path.write_bytes("café\tkɐfˈeɪ\n".encode("latin-1", "replace"))
    with pytest.raises(LexiconError, match=r"lexicon\.txt is not UTF-8 text: save it as UTF-8\.$"):
        read_lexicon(path)
