"""SSML in scripts: which lines are SSML, what it says where it is wrong, and where its silences go."""

from types import SimpleNamespace

import numpy as np
import pytest

from tests.app.dialogue.speaking import ToneSpeech
from timbre.contract import SAMPLE_RATE
from timbre.text.ssml import Silence
from timbre.timing import TimedMark
from timbre.voice import VoiceError
from timbre_app.dialogue.cast import find_cast
from timbre_app.dialogue.markup import read_markup, silences_of
from timbre_app.dialogue.opening import parse_script
from timbre_app.dialogue.performance import How, LineError, perform
from timbre_app.dialogue.plain_text import parse_text, write_text
from timbre_app.dialogue.plan import LEAD_S, plan
from timbre_app.dialogue.script import ScriptError
from timbre_app.dialogue.speech import ServerSpeech
from timbre_app.reading.sentence import SaidChunk


@pytest.mark.parametrize(
    "text", ["I <3 you.", "a < b > c", "Press <Enter> now.", "x <- y", "<laughs> Well.", "No."]
)
def test_text_without_elements_is_no_ssml(text):
    assert read_markup(text) is None
    (line,) = parse_text(f"Ann: {text}").lines
    assert (line.text, line.written, line.document) == (text, text, None)


@pytest.mark.parametrize(
    "text",
    [
        'Wait. <break time="1s"/> Now!',
        '<speak>Wait. <break time="1s"/> Now!</speak>',
        '<speak version="1.1" xmlns="http://www.w3.org/2001/10/synthesis">Wait. <break time="1s"/> Now!</speak>',
        '<?xml version="1.0"?><speak>Wait.<break time="1s"/>Now!</speak>',
    ],
)
def test_a_line_is_ssml_with_or_without_its_root(text):
    (line,) = parse_text(f"Ann: {text}").lines
    assert line.written == "Wait.\nNow!"
    assert line.document.parts[1] == Silence(1.0)
    assert line.silences == (0.0, 1.0, 0.0)


def test_an_element_may_go_over_several_lines():
    script = parse_text("Ann (pace 1.1): <speak>One\n <p>Note: two</p>\n</speak>\nBen: Three.\n")
    assert [line.written.split() for line in script.lines] == [["One", "Note:", "two"], ["Three."]]
    assert script.lines[0].how.pace == 1.1
    assert parse_text(write_text(script)).lines[0].document == script.lines[0].document


def test_tables_and_screenplays_have_ssml_too():
    table = parse_script(b'speaker,text\nAnn,"One <break time=""2s""/> two."\n', "talk.csv")
    play = parse_script(b'INT. HOUSE - DAY\n\nANN\nOne <break time="2s"/> two.\n', "talk.fountain")
    for script in table, play:
        assert script.lines[0].silences.between == 2
        assert script.lines[0].written == "One\ntwo."


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("<blink>Hi.</blink>", "does not know the element <blink>"),
        ("Hi <sound/> there.", "does not know the element <sound>"),
        ("<emphasis>Hi.", "not well-formed XML"),
        ("Tom & <emphasis>Ann</emphasis>", "not well-formed XML"),
        ('<prosody rate="never">Hi.</prosody>', "<prosody> cannot have rate='never'"),
        ('<speak><break time="1s"/></speak>', "the SSML has no words"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><speak>&a;</speak>', "document type"),
        ("<speak>Hi.</speak> Ho.", "not well-formed XML"),
    ],
)
def test_wrong_ssml_is_one_sentence_that_names_the_line(text, hint):
    with pytest.raises(ScriptError) as error:
        parse_text(f"# talk\nBen: Hello.\nAnn: {text}\n")
    said = str(error.value)
    assert said.startswith("Line 3: ")
    assert hint in said
    assert said.count(".\n") == 0
    assert said.endswith(".")


def test_a_voice_that_does_not_exist_is_named_with_its_line():
    script = parse_text('Ann: Hello.\nAnn: I said: <voice name="Bob">no.</voice>')

    def find(name):
        if name == "Bob":
            raise VoiceError("There is no voice named {name!r}: choose one.", name=name)
        return name

    with pytest.raises(ScriptError, match=r"^Line 2: There is no voice named .Bob.: choose one\.$"):
        find_cast(script, {}, find)
    assert find_cast(parse_text('Ann: <voice name="Cid">No.</voice>'), {}, find) == {"Ann": "Ann"}


def test_a_voice_that_has_gone_meanwhile_is_named_with_its_line():
    def find(name):
        raise VoiceError("There is no voice named {name!r}: choose one.", name=name)

    voice = SimpleNamespace(content_hash="5e1f", language="en-us", delivery=None)
    lines = parse_text('Ann: <voice name="Bob">No.</voice>').lines
    speech = ServerSpeech(None, {"Ann": voice}, {}, store=None, find=find)
    with pytest.raises(LineError, match=r"^Line 1 cannot be spoken: There is no voice named 'Bob'"):
        list(perform(lines, speech))


def test_silences_are_told_apart():
    document = read_markup(
        '<break time="1s"/><mark name="a"/><break time="500ms"/>One<break time="2s"/>two.<break time="3s"/><mark name="b"/>'
    )
    assert silences_of(document) == (1.5, 2.0, 3.0)
    assert silences_of(None) == (0, 0, 0)


SCRIPT = parse_text(
    "Ann: one two three\n"
    'Ben (pause 0.5): <break time="2s"/> one two <break time="1s"/>\n'
    "Ann (pause 0.2): one\n"
    'Ben (together): <break time="300ms"/> one\n'
)


def test_silence_at_the_ends_of_a_line_is_added_to_the_pauses():
    placed = []
    blocks = list(perform(SCRIPT.lines, ToneSpeech(), How(stems=("Ann", "Ben"), on_placed=placed.append)))
    spans = [(line.start_s, line.end_s) for line in placed]
    starts = [LEAD_S, LEAD_S + 2.8, LEAD_S + 4.2, LEAD_S + 4.5]
    assert [start for start, _ in spans] == pytest.approx(starts, abs=0.01)
    assert [span.start_s for span in plan(SCRIPT.lines, {0: 0.3, 1: 0.2, 2: 0.1, 3: 0.1})] == pytest.approx(
        starts, abs=0.01
    )
    for line in placed:  # in the sound, too
        stem = np.concatenate([block.stems[line.line.speaker] for block in blocks])
        at = round(line.start_s * SAMPLE_RATE)
        assert np.abs(stem[at : at + 100]).max() > 300
        assert not np.abs(stem[at - 600 : at - 200]).any()


def test_marks_come_with_the_times_of_the_mix():
    class Marking(ToneSpeech):
        def _chunks(self, line):
            for number, chunk in enumerate(super()._chunks(line)):
                marks = [TimedMark(f"{line.number}", 0.23)] if number == 1 else []
                yield SaidChunk(chunk.pcm, chunk.words, marks=marks)

    placed = []
    list(perform(SCRIPT.lines, Marking(), How(on_placed=placed.append)))
    for number, line in enumerate(placed, 1):
        (mark,) = line.marks
        assert mark.name == f"{number}"
        assert mark.time_s == pytest.approx(line.start_s + 0.1, abs=0.01)  # 0.13 s of it are silence
