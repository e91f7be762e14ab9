"""Small numerals, notes, early years and lives, as books have them."""

import pytest

from tests.core.text.spoken import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("act iii, scene ii", "act three scene two"),
        ("pp. iv–x", "pages four to ten"),
        ("clause (iv) below", "clause four below"),
        ("ii. Methods", "two Methods"),
        ("Chap. vi", "chapter six"),
        ("edit it with vi", "edit it with vi"),
        ("an iv drip", "an iv drip"),
        ("mix xi", "mix xi"),
        ("GTA III", "GTA three"),
    ],
)
def test_small_numerals(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p. 9 ff.", "page nine and following"),
        ("pp. 30ff.", "pages thirty and following"),
        ("fn. 4 and nn. 5-6", "footnote four and notes five to six"),
        ("col. 2", "column two"),
        ("Col. Lee", "colonel Lee"),
        ("¶ 7", "paragraph seven"),
        ("as found[3, 5] and known.[7–9]", "as found and known"),
        ("in the range [0, 1].", "in the range zero one"),
    ],
)
def test_notes(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(b. 1801)", "born eighteen oh one"),
        ("Ann, d. 1640", "Ann died sixteen forty"),
        ("(r. 1066–1087)", "reigned ten sixty six to ten eighty seven"),
        ("A.D. 306–337", "A D three zero six to three thirty seven"),
        ("the 2007–08 season", "the two thousand seven to oh eight season"),
        ("1999-00", "nineteen ninety nine to two thousand"),
        ("the class of '03", "the class of oh three"),
        ("12/30-1/2", "December thirtieth to January second"),
        ("1/4-1/2 cup", "one quarter to one half cup"),
        ("Jan 30-Feb 2", "January thirtieth to February second"),
        ("Dec. 30-Jan. 3", "December thirtieth to January third"),
        (
            "'98-'99, the 1970s-early '80s",
            "ninety eight to ninety nine the nineteen seventies to early eighties",
        ),
        ("Q1'24–Q2'24", "Q one twenty twenty four to Q two twenty twenty four"),
        ("11 a.m.-noon", "eleven AM to noon"),
        ("M–Th 9–5", "Monday to Thursday nine to five"),
        ("over-30s and under-21s", "over thirties and under twenty ones"),
    ],
)
def test_years(text, expected):
    assert words(text) == expected
