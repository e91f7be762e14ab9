import pytest

from timbre.text.passages import sentence_spans, split_passages

BASE = "The quick gray cat sat down, and nobody said a word about it. "


def sentences(text):
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  \n ", []),
        ("One", ["One"]),
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("hello. how are you. fine", ["hello.", "how are you.", "fine"]),
        ("Dr. Smith met Mr. J. R. Jones. Then he left.", ["Dr. Smith met Mr. J. R. Jones.", "Then he left."]),
        ("It costs 3.50 now. Yes.", ["It costs 3.50 now.", "Yes."]),
        ("We left at 5 p.m. He stayed.", ["We left at 5 p.m.", "He stayed."]),
        ("At 5 p.m. we left.", ["At 5 p.m. we left."]),
        ("The U.S. Army and the U.N. The end.", ["The U.S. Army and the U.N.", "The end."]),
        ("Plan B. It works.", ["Plan B.", "It works."]),
        ("Is it No. 5? No. It is six.", ["Is it No. 5?", "No.", "It is six."]),
        ('"Really?" she asked. "Yes."', ['"Really?" she asked.', '"Yes."']),
        ("Wait... what? (Yes.) So.", ["Wait... what?", "(Yes.)", "So."]),
        ("- milk\n- eggs\n1. one\n2. two", ["- milk", "- eggs", "1. one", "2. two"]),
        ("Title\n\nText goes\non here.", ["Title", "Text goes\non here."]),
        ("你好。世界！", ["你好。", "世界！"]),
        ("Say [[a. B]] now. Yes.", ["Say [[a. B]] now.", "Yes."]),
    ],
)
def test_sentences(text, expected):
    assert sentences(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Boil 3 qts. water for 10 min. or until hot.",
        "At 210 lbs. he was the lightest of them.",
        "Add 1 c. sugar and 2 T. oil.",
        "It cost $5/sq. ft. before.",
        "Lee et al. (2019) say so.",
        "Sen. Lee (D-Calif.) agreed.",
        "Ann (b. 1801) and Tom (d. 1840) met.",
        "Open Dec. 30-Jan. 2 only.",
        "See fn. 3 and pp. iv-x of it.",
    ],
)
def test_a_full_stop_of_a_measure_or_a_note_ends_no_sentence(text):
    assert sentences(text) == [text]


def test_a_measure_may_end_a_sentence():
    assert sentences("It is 6 ft. Then he left.") == ["It is 6 ft.", "Then he left."]


def test_wrapped_lines_are_one_sentence():
    text = "This is a long line of a letter that was wrapped by the program that wrote\nIt at a column, which happens."
    assert len(sentences(text)) == 1


def test_passages_begin_with_one_sentence_and_cover_the_text():
    text = BASE * 30
    passages = split_passages(text)
    assert text[passages[0].start : passages[0].end] == BASE.strip()
    assert all(end - start <= 600 for start, end, _ in passages)
    assert len(passages) <= 5
    spoken = "".join(text[start:end] for start, end, _ in passages)
    assert spoken.replace(" ", "") == text.replace(" ", "")


def test_a_sentence_of_usual_length_is_one_passage():
    clause = "when the weather had turned and the boats were back, "
    sentence = clause.capitalize() + 3 * clause + "the harbour was quiet again."
    assert 160 < len(sentence) < 300
    assert split_passages(sentence) == [(0, len(sentence), True)]


def test_long_sentences_are_cut_between_words():
    text = "word " * 1000
    passages = split_passages(text, first_chars=50, max_chars=300)
    assert passages[0][1] <= 50
    assert all(0 < end - start <= 300 for start, end, _ in passages)
    assert all(
        text[start:end].split() == ["word"] * len(text[start:end].split()) for start, end, _ in passages
    )


def test_a_word_without_end_is_cut_at_the_limit():
    passages = split_passages("a" * 2000, first_chars=100, max_chars=600)
    assert passages[0] == (0, 100, False)
    assert passages[-1][1] == 2000


def test_an_override_is_not_cut():
    text = "word " * 8 + "[[" + "a b " * 5 + "]] end"
    assert any(text[start:end].startswith("[[") for start, end, _ in split_passages(text, 50, 60))


def test_nothing_has_no_passages():
    assert split_passages("") == []
    assert split_passages(" \n\t ") == []


def test_impossible_limits_are_refused():
    with pytest.raises(ValueError, match="first_chars"):
        split_passages("x", 10, 5)
