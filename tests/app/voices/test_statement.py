"""What must have been heard of a statement of consent."""

from __future__ import annotations

import pytest

from timbre.words import mark_words
from timbre_app.voices.statement import unheard, with_names

OWN = "I agree that Timbre makes a synthetic voice named {} from these recordings of my own voice."
OTHERS = "My name is {}, and " + OWN


@pytest.mark.parametrize(
    ("name", "heard"),
    [
        (
            "Ada",
            "I agree that Timbre makes a synthetic voice named Ada from these recordings of my own voice.",
        ),
        (
            "Ada",
            "I agree that timber makes a synthetic voice named Aida from these recordings of my own voice",
        ),
        (
            "Ada",
            "I agree that Tambor makes a synthetic voice name dada from these recordings of my own voice",
        ),
        (
            "Zoë 2",
            "I agree that tamber makes a synthetic voice named Zoey 2 from this recording of my voice.",
        ),
        ("Xiaoling", "I agree that Timbre makes a synthetic voice named Shaoling from these recordings."),
        ("晓玲", "I agree that Timbre makes a synthetic voice named Shaoling from these recordings."),
        ("Katherine", "I agree that Timber makes a synthetic voice named Catherine from these recordings."),
    ],
)
def test_a_statement_counts_although_names_are_written_otherwise(name, heard):
    assert unheard(OWN.format(name), (name, ""), heard) == ()


@pytest.mark.parametrize(
    ("heard", "missing"),
    [
        ("I hate that Timbre makes a synthetic voice named Ada from these recordings.", ("agree",)),
        ("That Timbre makes a synthetic voice named Ada from these recordings.", ("agree",)),
        ("I agree that makes a synthetic voice named Ada from these recordings.", ("Timbre",)),
        ("I agree that Timbre makes a synthetic voice named from these recordings.", ("Ada",)),
        ("I agree that Timbre makes a synthetic voice named Robert from these recordings.", ("Ada",)),
        ("I agree that Timbre makes a voice named Ada from these recordings.", ("synthetic voice",)),
        ("", ("agree", "Timbre", "synthetic voice", "Ada")),
        ("The weather will be fine.", ("agree", "Timbre", "synthetic voice", "Ada")),
    ],
)
def test_essential_words_that_were_not_heard_are_named(heard, missing):
    assert unheard(OWN.format("Ada"), ("Ada",), heard) == missing


def test_the_person_is_named_too():
    statement = OTHERS.format("Otto Berg", "Ada")
    assert unheard(statement, ("Ada", "Otto Berg"), "My name is Auto Berg and " + OWN.format("Ada")) == ()
    assert unheard(statement, ("Ada", "Otto Berg"), OWN.format("Ada")) == ("Otto Berg",)


def test_another_statement_has_its_own_words():
    assert unheard("Thanks to Edith.", ("Maria",), "Thanks to Edith") == ()


@pytest.mark.parametrize(
    ("heard", "marked"),
    [
        ("I agree that Tamber makes a synthetic voice named Aida from these recordings of my own voice.", []),
        (
            "I agree that Tam Burr makes a synthetic voice named Ada from recordings of my own voice.",
            ["these"],
        ),
        (
            "I agree that Tamber makes a synthetic voice named Robert from these recordings of my own voice.",
            ["Ada"],
        ),
        ("I agree that makes a synthetic voice named Ada from these recordings of my own voice.", ["Timbre"]),
        ("The weather will be fine.", OWN.format("Ada").rstrip(".").split()),
    ],
)
def test_a_name_that_was_heard_is_not_marked_however_it_is_written(heard, marked):
    statement = OWN.format("Ada")
    missed = mark_words(statement, with_names(statement, ("Ada", ""), heard)).missed
    assert [statement[start:end] for start, end in missed] == marked
