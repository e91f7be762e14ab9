"""Times, spans of days and months, seasons and quarters."""

import pytest

from tests.core.text.spoken import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0800 hours", "oh eight hundred hours"),
        ("1530 hrs", "fifteen thirty hours"),
        ("at 0900", "at oh nine hundred"),
        ("at 0:00", "at zero hundred hours"),
        ("from 0:00 to 1:30", "from zero to one thirty"),
        ("15h30", "fifteen thirty"),
        ("15:30h", "fifteen thirty"),
        ("10:30:15 AM", "ten thirty and fifteen seconds AM"),
        ("2024-01-05 10:30:00", "January fifth twenty twenty four ten thirty"),
        ("2024-01-05T10:30:00+02:00", "January fifth twenty twenty four ten thirty plus two"),
        ("6:30p", "six thirty PM"),
        ("9a-5:30p", "nine AM to five thirty PM"),
        ("M-F 9-5", "Monday to Friday nine to five"),
        ("24-7", "twenty four seven"),
        ("24x7", "twenty four seven"),
        ("UTC-5", "U T C minus five"),
        ("3:00 GMT+2", "three o'clock G M T plus two"),
        ("GMT-05:30", "G M T minus five thirty"),
        ("noon–1 p.m.", "noon to one PM"),
        ("10:00Z", "ten o'clock U T C"),
        ("1500 hours of work", "one thousand five hundred hours of work"),
    ],
)
def test_times(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5h 30m", "five hours thirty minutes"),
        ("2m30s", "two minutes thirty seconds"),
        ("1d 2h", "one day two hours"),
        ("a 30s timeout", "a thirty second timeout"),
        ("5d ago", "five days ago"),
        ("every 15m", "every fifteen minutes"),
        ("a 5m pole", "a five meter pole"),
        ("in his 30s", "in his thirties"),
        ("3x/week", "three times per week"),
        ("24 hrs/day", "twenty four hours per day"),
        ("2 days/week", "two days per week"),
        ("5-yr-old", "five year old"),
        ("5 y.o.", "five year old"),
    ],
)
def test_lapses(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5-7 January", "the fifth to the seventh of January"),
        ("Jan 5–Feb 7", "January fifth to February seventh"),
        ("Jan-Mar 2024", "January to March twenty twenty four"),
        ("in Feb and Mar 5", "in February and March fifth"),
        ("Jan '24", "January twenty four"),
        ("05-Jan-24", "the fifth of January twenty twenty four"),
        ("2007-Jan-01", "January first two thousand seven"),
        ("20240105", "January fifth twenty twenty four"),
        ("account 20240105", "account two zero two four zero one zero five"),
        ("Tue at noon", "Tuesday at noon"),
        ("Sat & Sun", "Saturday and Sunday"),
        ("The Sun is up", "The Sun is up"),
        ("Mon, Jan 5", "Monday January fifth"),
        ("a Wed 5pm call", "a Wednesday five PM call"),
        ("2023/24", "twenty twenty three twenty four"),
        ("Q1'24", "Q one twenty twenty four"),
        ("Q1-Q3", "Q one to Q three"),
        ("Windows 10/11", "Windows ten eleven"),
        ("18th c.", "eighteenth century"),
        ("XVII century", "seventeenth century"),
    ],
)
def test_days_and_months(text, expected):
    assert words(text) == expected
