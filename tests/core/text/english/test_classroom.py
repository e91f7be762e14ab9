"""Factorials, marks, remainders, ratios, and what else stands on worksheets and in papers."""

import pytest

from tests.core.text.spoken import words
from timbre.text.passages import sentence_spans


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4! = 24 and 3! = 6.", "four factorial equals twenty four and three factorial equals six"),
        ("Evaluate 6!/4!.", "Evaluate six factorial divided by four factorial"),
        ("What is 9!?", "What is nine factorial"),
        ("There are 5! ways", "There are five factorial ways"),
        ("n! grows", "n factorial grows"),
        ("(n-1)! = 6", "n minus one factorial equals six"),
        ("Give me 5! Now.", "Give me five Now"),
        ("Top 10! Here", "Top ten Here"),
        ("= 3 r 2", "equals three remainder two"),
        ("P(A|B) or P(2X|Y)", "P of A given B or P of two X given Y"),
        ("sin²θ, cos 60° and a sin", "sine squared theta cosine sixty degrees and a sin"),
        ("4πr² and ΔT", "four pi r squared and delta T"),
        ("5 - x = 2", "five minus x equals two"),
        ("√3/2", "square root of three over two"),
        ("x\u0304 and p\u0302", "x bar and p hat"),
        ("a = F/m", "a equals F divided by m"),
        ("f(x) = x² - 4x + 4", "f of x equals x squared minus four x plus four"),
        ("b² - 4ac", "b squared minus four ac"),
        ("x^2 - 1, 5x²-3x", "x squared minus one five x squared minus three x"),
        ("(x - 1)² - 4", "x minus one squared minus four"),
        ("3x - 4y, 2x - 3 = 11", "three x minus four y two x minus three equals eleven"),
        ("y = 3x - 4", "y equals three x minus four"),
        ("a - b = c, x = a - b", "a minus b equals c x equals a minus b"),
        ("(x+1) - (x-2)", "x plus one minus x minus two"),
        ("sin x - cos x", "sine x minus cosine x"),
        ("5 m² - a lawn", "five square meters a lawn"),
        ("2x - 3x faster", "two x to three times faster"),
        ("E = mc² - a formula", "E equals mc squared a formula"),
        ("(see above) - (below)", "see above below"),
        ("△ABC", "triangle ABC"),
    ],
)
def test_sums(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He scored 17/20 today", "He scored seventeen out of twenty today"),
        ("Mark: 14/15 (93%)", "Mark fourteen out of fifteen ninety three percent"),
        ("got 7/8 of it", "got seven eighths of it"),
        ("this is 9/10", "this is nine out of ten"),
        ("it is 9/10 of it", "it is nine tenths of it"),
        ("She took the SAT. On SAT. 5 May", "She took the SAT On Saturday the fifth of May"),
        ("the PSAT, GRE and MCAT", "the P S A T G R E and M cat"),
        ("K-12 and a K-9 unit", "K through twelve and a K nine unit"),
        ("a GPA of 3.75/4.0", "a GPA of three point seven five out of four point zero"),
        ("Vision is 20/50", "Vision is twenty fifty"),
        ("Flat 3/1", "Flat three one"),
        ("HP 10/12, MP: 3/40", "HP ten out of twelve M P three out of forty"),
    ],
)
def test_marks(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the ratio 3:4:5", "the ratio three to four to five"),
        ("the ratio 15:25, at 15:25", "the ratio fifteen to twenty five at fifteen twenty five"),
        ("a scale of 1:50 000", "a scale of one to fifty thousand"),
        ("ISO 9001:2015 norms", "ISO nine thousand and one twenty fifteen norms"),
        ("Gen 1:1–2:3", "Genesis one one to two three"),
        ("Mk. 4:35–5:1", "Mark four thirty five to five one"),
        ("Q7-Q9, L5-S1", "Q seven to Q nine L five S one"),
        ("exs. 3-5, Wk 2, cl. 4", "exercises three to five week two clause four"),
        ("under s. 12(3)", "under section twelve three"),
        ("ch. IX, Mk II, mvt. III", "chapter nine mark two movement three"),
        ("a type II error, class I device", "a type two error class one device"),
        ("the class I teach", "the class I teach"),
        ("stage IIIB", "stage three B"),
        ("Lee et al. v. Park, No. 21-cv-345", "Lee et al versus Park number twenty one C V three forty five"),
    ],
)
def test_labels_of_papers(text, expected):
    assert words(text) == expected


def test_a_sentence_goes_on_behind_a_factorial():
    text = "4! = 24. Give me 5! Now."
    assert [text[start:end] for start, end in sentence_spans(text)] == ["4! = 24.", "Give me 5!", "Now."]
