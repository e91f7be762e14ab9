import pytest

from timbre.words import character_error_rate, compare, edit_distance, mark_words, normalize_for_comparison


@pytest.mark.parametrize(
    ("written", "spelled"),
    [
        ("Mr. Smith paid $3.50.", "Mister Smith paid three dollars and fifty cents"),
        ("In 1984, 1,200 people came.", "in nineteen eighty-four one thousand two hundred people came"),
        ("The 1st of 50%", "the first of fifty percent"),
        ("Don’t!", "don't"),
    ],
)
def test_numbers_and_abbreviations_are_the_same_spelled_out(written, spelled):
    assert character_error_rate(spelled, written) < 0.05


@pytest.mark.parametrize(
    ("prompt", "heard"),
    [
        ("This bowl is a hundred and thirty years old.", "This bowl is 130 years old."),
        ("A thousand pieces, and a million and one more.", "1,000 pieces, and 1,000,001 more."),
        ("One hundred and five.", "105"),
    ],
)
def test_a_number_said_in_words_is_the_same_in_digits(prompt, heard):
    assert character_error_rate(prompt, heard) == 0
    assert compare(prompt, heard).error_rate == 0
    assert mark_words(prompt, heard).missed == mark_words(prompt, heard).added == ()


def test_an_and_between_other_words_has_to_be_read():
    prompt = "A hundred and many more, ten and two."
    missed = mark_words(prompt, "100 many more, ten two.").missed
    assert [prompt[start:end] for start, end in missed] == ["and", "and"]


def test_case_and_punctuation_do_not_count():
    assert normalize_for_comparison("«Hello» — World…") == "hello world"
    assert character_error_rate("Hello, world!", "hello world") == 0


def test_compare_finds_missed_and_added_words():
    found = compare("She sells sea shells today.", "she sells shells by today")
    assert found.missed == ("sea",)
    assert found.added == ("by",)
    assert 0 < found.error_rate <= 0.4


@pytest.mark.parametrize(
    ("prompt", "heard"),
    [
        ("The colour is grey.", "the color is gray"),
        ("Gathercole came.", "gather coal came"),
        ("ice cream", "icecream"),
    ],
)
def test_a_word_heard_slightly_differently_was_read(prompt, heard):
    assert compare(prompt, heard).missed == ()


def test_nothing_heard():
    found = compare("One two.", "")
    assert found.missed == ("one", "two")
    assert found.error_rate == 1
    assert compare("", "").error_rate == 0


def test_edit_distance():
    assert edit_distance("kitten", "sitting") == 3
    assert edit_distance("", "abc") == 3


@pytest.mark.parametrize(
    ("heard", "missed", "added"),
    [
        ("Mister Smith paid three dollars and fifty cents today", [], []),
        ("Mr. Smith paid today.", ["$3.50"], []),
        ("Smith paid $3.50", ["Mr.", "today"], []),
        ("So Mr. Smith nearly paid $3.50 today", [], [(0, "so"), (9, "nearly")]),
        ("", ["Mr.", "Smith", "paid", "$3.50", "today"], []),
    ],
)
def test_missed_and_added_words_are_found_in_the_prompts_own_text(heard, missed, added):
    prompt = "Mr. Smith paid $3.50 today."
    marks = mark_words(prompt, heard)
    assert [prompt[start:end] for start, end in marks.missed] == missed
    assert list(marks.added) == added
