import pytest

from tests.core.text.spoken import spoken


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("14 Oct. 1066", "the fourteenth of October ten sixty six"),
        ("October 14, 1066", "October fourteenth, ten sixty six"),
        ("On the first, 1066 men", "On the first, one thousand and sixty six men"),
        ("12/05/2024", "December fifth twenty twenty four"),
        ("31/12/1999", "the thirty first of December nineteen ninety nine"),
        ("2024-01-31", "January thirty first twenty twenty four"),
        ("12/05", "December fifth"),
        ("March 5, 2024", "March fifth, twenty twenty four"),
        ("5 March", "the fifth of March"),
        ("Jan. 3", "January third"),
        ("3:05", "three oh five"),
        ("15:30", "fifteen thirty"),
        ("9:00", "nine o'clock"),
        ("3:00 p.m.", "three PM"),
        ("10am", "ten AM"),
    ],
)
def test_dates_and_times(text, expected):
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("july 25 2012", "july twenty fifth twenty twelve"),
        ("jul 25, 2012", "July twenty fifth, twenty twelve"),
        ("JAN 3", "January third"),
        ("Feb-14-2023", "February fourteenth twenty twenty three"),
        ("on the 26th May", "on the twenty sixth of May"),
        ("7 jun 1999", "the seventh of June nineteen ninety nine"),
        ("3 may 2010", "the third of may twenty ten"),
        ("15 may be enough", "fifteen may be enough"),
        ("on 3/4", "on March fourth"),
        ("Mon. 5/6", "Monday May sixth"),
        ("add 3/4 of it", "add three quarters of it"),
        ("24.12.2025", "the twenty fourth of December twenty twenty five"),
        ("April 9th's dinner", "April ninth's dinner"),
        ("420 BC", "four twenty BC"),
        ("3Q24", "the third quarter of twenty four"),
        ("the 1970s-80s", "the nineteen seventies to eighties"),
        ("1:02:03", "one hour two minutes and three seconds"),
        ("7.45 a.m. - 9 pm", "seven forty five AM to nine PM"),
    ],
)
def test_dates_in_other_forms(text, expected):
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tue-Sat", "Tuesday to Saturday"),
        ("2021-03-09T14:05:00Z", "March ninth twenty twenty one fourteen oh five U T C"),
        ("9-Mar-2021", "the ninth of March twenty twenty one"),
        ("June 3-9", "June third to ninth"),
        ("the 2nd-4th rows", "the second to fourth rows"),
        ("wait for 30s in the 30s", "wait for thirty seconds in the thirties"),
        ("on 42nd St. and near", "on forty second street and near"),
        ("W Oak Ave.", "West Oak avenue"),
        ("b/c it is c/o us, &c.", "because it is care of us, et cetera."),
        ("asst. mgr. of the govt.", "assistant manager of the government."),
        ("E♭ and C♯", "E flat and C sharp"),
    ],
)
def test_more_dates_places_and_words(text, expected):
    assert spoken(text).rstrip(".") == expected.rstrip(".")
