"""Scripts as text, tables and screenplays; errors name the line in one sentence."""

from pathlib import Path

import pytest

from timbre_app.dialogue.opening import LARGEST_BYTES, parse_script, read_script
from timbre_app.dialogue.plain_text import parse_text, write_text
from timbre_app.dialogue.screenplay import BEAT_S, parse_fountain
from timbre_app.dialogue.script import TOGETHER, Line, ScriptError
from timbre_app.dialogue.table import parse_table
from timbre_app.reading.sentence import HowToSpeak

TEXT = """# A remark
Ann: Good morning. Did you sleep well?
Ben (pace 1.1, pause 0.6): Not at all. The wind was
 loud: all night long.
[ANN pause=-0.3 energy=−2] Oh no!
(pause 2)
[Cid] See http://example.org: [[kˈɔfi]] *now*?

Dr. Müller-Smith：Yes.
[Ben together, liveliness 1.5, seed 3]
Yes, please.
"""

SCREENPLAY = """Title: The Diner

INT. DINER - NIGHT

Jacob sits.

JACOB (V.O.)
(whispering)
Vi, I'm *so* sorry.
And more.

VIOLET ^
You should be. [[a note]]

/*
NOBODY
Not said.
*/

@McCLANE
(pause 0.5, pace 1.2)
Yippee.
(beat)
Again.

CUT TO:
"""


def said(script):
    return [(line.number, line.speaker, line.text) for line in script.lines]


def test_text_in_both_ways_of_writing():
    script = parse_text(TEXT)
    assert said(script) == [
        (2, "Ann", "Good morning. Did you sleep well?"),
        (3, "Ben", "Not at all. The wind was loud: all night long."),
        (5, "Ann", "Oh no!"),
        (7, "Cid", "See http://example.org: [[kˈɔfi]] *now*?"),
        (9, "Dr. Müller-Smith", "Yes."),
        (10, "Ben", "Yes, please."),
    ]
    assert [line.pause_s for line in script.lines] == [None, 0.6, -0.3, 2.0, None, TOGETHER]
    assert script.lines[1].how == HowToSpeak(pace=1.1)
    assert script.lines[2].how == HowToSpeak(energy=-2)
    assert script.lines[5].how == HowToSpeak(liveliness=1.5, seed=3)
    assert script.speakers == ("Ann", "Ben", "Cid", "Dr. Müller-Smith")


def test_what_is_written_is_read_again():
    script = parse_text(TEXT)
    again = parse_text(write_text(script))
    assert [line.number for line in again.lines] == [1, 2, 3, 4, 5, 6]
    assert [Line(0, line.speaker, line.text, line.pause_s, line.how) for line in again.lines] == [
        Line(0, line.speaker, line.text, line.pause_s, line.how) for line in script.lines
    ]


def test_a_name_that_is_no_word_is_written_in_brackets():
    script = parse_table("speaker,text\n7 of 9 (the second of many),Hello.\n")
    assert parse_text(write_text(script)).lines == (Line(1, "7 of 9 (the second of many)", "Hello."),)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The script has no lines: write a name, a colon and what is said, such as Ann: Hello."),
        ("Hello there.", "Line 1 has no speaker: begin it with a name and a colon, such as Ann: Hello."),
        (
            "Ann: Hi.\n\nHello there.",
            "Line 3 has no speaker: begin it with a name and a colon, such as Ann: Hello.",
        ),
        ("Ann: Hi.\nBen:\n", "Line 2 has no words for Ben: write what is said behind the name."),
        (
            "Ann (softly): Hi.",
            "Line 1: 'softly' is no setting: use pause, pace, pitch, energy, liveliness, seed with a number, "
            "or together.",
        ),
        ("\nAnn (pace 9): Hi.", "Line 2: pace 9 is out of range: choose 0.4 to 2.5."),
        ("Ann (pause 9999): Hi.", "Line 1: a pause of 9999 s is too long: choose at most 600 s."),
        (
            "(pace 2)\nAnn: Hi.",
            "Line 1: only a pause can stand alone: write the other settings behind a name.",
        ),
    ],
)
def test_an_error_names_the_line(text, sentence):
    with pytest.raises(ScriptError) as error:
        parse_text(text)
    assert str(error.value) == sentence


def test_a_table():
    script = parse_table(
        "Speaker;text;pause;pace;pitch;energy;liveliness\n"
        'Ann;"Well; hello.";;;;;\n'
        "ben;Hi.;-0,5;1,1;−2;3;0.5\n"
        ";;;;;;\n"
        "ANN;Bye.;together;;;;\n"
    )
    assert said(script) == [(2, "Ann", "Well; hello."), (3, "ben", "Hi."), (5, "Ann", "Bye.")]
    assert [line.pause_s for line in script.lines] == [None, -0.5, TOGETHER]
    assert script.lines[1].how == HowToSpeak(1.1, -2, 3, 0.5)


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("who,text\nAnn,Hi\n", "The table has no column named 'speaker': name it in the first line."),
        ("speaker,text\n,Hi\n", "Line 2 has no speaker: write a name in the column speaker."),
        ("speaker,text\nAnn,\n", "Line 2 has no words for Ann: write what is said behind the name."),
        (
            "speaker,text\nAnn,Hi, all of you.\n",
            "Line 2 has more cells than the first line: put a text with , between quotes.",
        ),
        ("speaker,text,pace\nAnn,Hi,fast\n", "Line 2: 'fast' in the column pace is no number."),
        ("speaker,text,pitch\nAnn,Hi,40\n", "Line 2: pitch 40 is out of range: choose -12 to 12 semitones."),
    ],
)
def test_an_error_in_a_table_names_the_line(table, sentence):
    with pytest.raises(ScriptError) as error:
        parse_table(table)
    assert str(error.value) == sentence


def test_a_cell_that_is_too_large_is_one_sentence():
    with pytest.raises(ScriptError, match=r"^Line 2 cannot be read as a row of a table: [^\n]*\.$"):
        parse_table(f"speaker,text\nAnn,{'a' * 200_000}\n")


def test_a_screenplay():
    script = parse_fountain(SCREENPLAY)
    assert [(line.speaker, line.text, line.pause_s) for line in script.lines] == [
        ("JACOB", "Vi, I'm *so* sorry. And more.", None),
        ("VIOLET", "You should be.", TOGETHER),
        ("McCLANE", "Yippee.", 0.5),
        ("McCLANE", "Again.", BEAT_S),
    ]
    assert [line.number for line in script.lines] == [9, 13, 22, 24]
    assert script.lines[2].how == HowToSpeak(pace=1.2)


def test_a_screenplay_without_dialogue_and_with_a_wrong_setting():
    with pytest.raises(ScriptError, match=r"^The screenplay has no dialogue: "):
        parse_fountain("INT. DINER - NIGHT\n\nJacob sits.\n")
    with pytest.raises(ScriptError) as error:
        parse_fountain("ANN\n(pace 7)\nHello.\n")
    assert str(error.value) == "Line 2: pace 7 is out of range: choose 0.4 to 2.5."


def test_the_suffix_says_how_a_file_is_written(tmp_path: Path):
    for name, content in (
        ("a.txt", "\ufeffAnn: Hello."),
        ("a.csv", "speaker,text\nAnn,Hello.\n"),
        ("a.tsv", "speaker\ttext\nAnn\tHello.\n"),
        ("a.fountain", "ANN\nHello.\n"),
    ):
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        assert [(line.speaker.title(), line.text) for line in read_script(path).lines] == [("Ann", "Hello.")]


def test_a_file_that_is_no_script():
    with pytest.raises(ScriptError, match=r"^a\.txt is not UTF-8 text: save it as UTF-8\.$"):
        parse_script(b"Ann: \xff", "a.txt")
    with pytest.raises(ScriptError, match=r"^a\.txt is too large for a script: "):
        parse_script(b" " * (LARGEST_BYTES + 1), "a.txt")
