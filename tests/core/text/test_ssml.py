"""SSML: what each element says, and one sentence for everything that Timbre cannot speak."""

import time

import pytest

from timbre.text.spans import Span
from timbre.text.ssml import Mark, Shown, Silence, Speech, SsmlError, is_ssml, read_ssml
from timbre.text.ssml.say_as import say_as
from timbre.text.ssml.xml import MAX_CHARS, MAX_DEPTH


def parts(inside):
    return read_ssml(f"<speak>{inside}</speak>").parts


def only(inside):
    (part,) = parts(inside)
    return part


def test_text_is_what_is_between_the_elements():
    assert only("Good\n   morning, <!-- nobody --> <?php no ?> Ada.") == Speech("Good morning, Ada.")
    assert only("Tom &amp; &lt;b&gt; &#65;&#x42;.").text == "Tom & <b> AB."


def test_namespace_version_and_declaration_are_accepted():
    document = read_ssml(
        '\ufeff\n<?xml version="1.0" encoding="UTF-16"?>\n<speak version="1.1" xml:lang="en-GB" '
        'xmlns="http://www.w3.org/2001/10/synthesis" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
        'xsi:schemaLocation="a b">Hello.</speak>'
    )
    assert document.parts == (Speech("Hello.", language="en-gb"),)


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("de-DE", "de"),
        ("fr-CA", "fr-fr"),
        ("en", "en-us"),
        ("pt-BR", "pt-br"),
        ("zh-CN", "cmn"),
        ("es_MX", "es"),
    ],
)
def test_language_has_espeak_s_name(tag, language):
    assert only(f'<p xml:lang="{tag}">Hm.</p>').language == language


def test_paragraphs_and_sentences_end_sentences():
    assert only("<p><s>One</s><s>two</s></p>three").text == "One\n\ntwo\n\nthree"


@pytest.mark.parametrize(
    ("element", "seconds"),
    [
        ('<break time="500ms"/>', 0.5),
        ('<break time="1.5s"/>', 1.5),
        ('<break time=".25s"/>', 0.25),
        ('<break strength="strong"/>', 0.8),
        ('<break strength="none"/>', 0),
        ("<break/>", 0.5),
        ('<break time="1s"/> <break time="2s"/>', 3),
    ],
)
def test_breaks_are_silence(element, seconds):
    assert parts(f"One {element} two.") == (Speech("One"), Silence(seconds), Speech("two."))


def test_silence_may_begin_and_end_a_document():
    assert parts('<break time="1s"/>A<break time="2s"/>') == (Silence(1), Speech("A"), Silence(2))


def test_prosody_changes_its_words():
    part = only('Say <prosody rate="80%" pitch="+2st" volume="+6dB">it now</prosody>.')
    assert (part.text, part.spans) == ("Say it now.", (Span(4, 10, 2, 1.25, 6),))


def test_nested_prosody_multiplies():
    part = only(
        '<prosody rate="80%" pitch="+2st" volume="-2dB">a <prosody rate="50%" pitch="-5st" volume="soft">b</prosody> c</prosody>'
    )
    assert [(span.start, span.end) for span in part.spans] == [(0, 1), (2, 3), (4, 5)]
    assert part.spans[0][2:] == part.spans[2][2:] == (2, 1.25, -2, False)
    assert part.spans[1][2:] == pytest.approx((-3, 2.5, -8, False))


@pytest.mark.parametrize(
    ("rate", "duration"),
    [
        ("slow", 4 / 3),
        ("x-fast", 1 / 1.6),
        ("120%", 1 / 1.2),
        ("+20%", 1 / 1.2),
        ("-20%", 1.25),
        ("0.5", 2),
        ("2", 0.5),
    ],
)
def test_rates(rate, duration):
    assert only(f'<prosody rate="{rate}">a</prosody>').spans[0].duration == pytest.approx(duration)


def test_pitch_as_a_percentage_and_by_name():
    assert only('<prosody pitch="+100%">a</prosody>').spans[0].pitch == pytest.approx(12)
    assert only('<prosody pitch="low">a</prosody>').spans[0].pitch == -3


def test_emphasis_marks_its_words():
    assert only("I <emphasis>never</emphasis> said it.").spans == (Span(2, 7, emphasised=True),)
    assert only('I <emphasis level="reduced">never</emphasis> said it.').spans == ()
    part = only('<prosody pitch="high">I <emphasis level="strong">never</emphasis></prosody>')
    assert part.spans == (Span(0, 1, 3), Span(2, 7, 3, emphasised=True))


def test_substitutes_and_phonemes_are_spoken_and_the_original_is_shown():
    part = only(
        'A <sub alias="World Wide Web">WWW</sub>, <phoneme alphabet="ipa" ph="təmˈɑːtoʊ">tomato</phoneme>.'
    )
    assert part.text == "A World Wide Web, [[təmˈɑːtoʊ]]."
    assert part.shown == (Shown(2, 16, "WWW"), Shown(18, 31, "tomato"))
    assert part.written == "A WWW, tomato."
    for word, written in ("A", "A"), ("World", "WWW"), ("Web", "WWW"), ("[[təmˈɑːtoʊ]]", "tomato"):
        at = part.text.index(word)
        start, end = part.range_written(at, at + len(word))
        assert part.written[start:end] == written


def test_marks_stand_in_front_of_what_follows():
    assert parts(
        '<mark name="a"/>One <mark name="b"/>two<mark name="c"/>.<break/><mark name="d"/> three<mark name="e"/>'
    ) == (
        Speech("One two.", marks=(Mark("a", 0), Mark("b", 4), Mark("c", 7))),
        Silence(0.5),
        Speech("three", marks=(Mark("d", 0), Mark("e", 5))),
    )


def test_voices_follow_each_other():
    document = read_ssml(
        '<speak>One. <voice name="Ben">Two. <voice name="Cy" xml:lang="de">Drei</voice>.</voice> '
        '<mark name="m"/>Four.</speak>'
    )
    assert document.parts == (
        Speech("One."),
        Speech("Two.", voice="Ben"),
        Speech("Drei.", voice="Cy", language="de"),
        Speech("Four.", marks=(Mark("m", 0),)),
    )
    assert document.voices == ("Ben", "Cy")
    assert document.written == "One.\nTwo.\nDrei.\nFour."


@pytest.mark.parametrize(
    ("text", "kind", "form", "expected"),
    [
        ("a1-B", "characters", "", "[[ˈeɪ]] one dash B"),
        ("xyz", "spell-out", "", "X Y Z"),
        ("1,234", "cardinal", "", "one thousand two hundred and thirty four"),
        ("-3.5", "number", "", "minus three point five"),
        ("42", "ordinal", "", "forty second"),
        ("3rd", "ordinal", "", "third"),
        ("XIV", "ordinal", "", "fourteenth"),
        ("0042", "digits", "", "zero zero four two"),
        ("3/4/2025", "date", "mdy", "March fourth twenty twenty five"),
        ("3/4/2025", "date", "dmy", "the third of April twenty twenty five"),
        ("2025-04-03", "date", "", "April third twenty twenty five"),
        ("4.1999", "date", "my", "April nineteen ninety nine"),
        ("3:05", "time", "hms12", "three oh five"),
        ("212-555-0123", "telephone", "", "two one two, five five five, zero one two three"),
        ("+44 20 x12", "telephone", "", "plus four four, two zero, extension one two"),
        ("$42.50", "currency", "", "forty two dollars fifty cents"),
        ("USD 5", "currency", "", "five dollars"),
        ("3/4", "fraction", "", "three quarters"),
        ("2+1/2", "fraction", "", "two and a half"),
        ("12 kg", "unit", "", "twelve kilograms"),
        ("5 ft", "measure", "", "five feet"),
        ("1:18:30", "duration", "hms", "one hour eighteen minutes and thirty seconds"),
        ("1-2 3", "number_digit", "", "one two three"),
    ],
)
def test_say_as(text, kind, form, expected):
    assert say_as(text, kind, form, None) == expected
    part = only(f'It is <say-as interpret-as="{kind}" format="{form}">{text}</say-as>.')
    assert (part.text, part.written) == (f"It is {expected}.", f"It is {text}.")


def test_say_as_in_another_language_is_left_to_espeak():
    assert say_as("42", "cardinal", "", "de") == "42"
    assert say_as("ab1", "characters", "", "de") == "a b 1"


@pytest.mark.parametrize(
    ("inside", "sentence"),
    [
        (
            "<audio src='a.wav'/>",
            "does not know the element <audio>: leave it out, or choose among speak, p, s, break",
        ),
        ("<x:y xmlns:x='urn:z'>a</x:y>", "does not know the element <{urn:z}y>"),
        (
            "<break time='5'/>a",
            "<break> cannot have time='5': choose a time of 0 to 60 s, such as 500ms or 1.5s",
        ),
        ("<break time='90s'/>a", "choose a time of 0 to 60 s"),
        ("<break strength='big'/>a", "choose none, x-weak, weak, medium, strong, x-strong"),
        ("<break>a</break>", "<break> holds nothing: write <break/>"),
        ("<prosody rate='quick'>a</prosody>", "rate='quick': choose x-slow, slow"),
        ("<prosody rate='0'>a</prosody>", "rate='0': choose x-slow, slow"),
        ("<prosody rate='nan'>a</prosody>", "rate='nan': choose x-slow, slow"),
        ("<prosody pitch='2st'>a</prosody>", "semitones such as +2st"),
        ("<prosody volume='80'>a</prosody>", "decibels such as +6dB"),
        (
            "<prosody contour='(0%,+1st)'>a</prosody>",
            "no attribute 'contour' in Timbre: it may have rate, pitch, volume",
        ),
        (
            "<prosody rate='3'>a</prosody>",
            "The rate of <prosody> comes to 3 in all: choose values that come to 0.4 to 2.5",
        ),
        ("<prosody rate='2'><prosody rate='2'>a</prosody></prosody>", "comes to 4 in all"),
        ("<prosody pitch='+13st'>a</prosody>", "The pitch of <prosody> comes to 13 in all"),
        ("<emphasis level='huge'>a</emphasis>", "choose strong, moderate, none, reduced"),
        ("<phoneme>a</phoneme>", "<phoneme> needs the attribute ph"),
        ("<phoneme alphabet='x-sampa' ph='a'>a</phoneme>", "alphabet='x-sampa': choose ipa"),
        ("<phoneme ph='[[a'>a</phoneme>", "choose letters of the International Phonetic Alphabet"),
        ("<say-as interpret-as='address'>a</say-as>", "choose characters, spell-out, verbatim, cardinal"),
        ("<say-as interpret-as='cardinal'>abc</say-as>", "'abc' cannot be said as cardinal"),
        ("<say-as interpret-as='date' format='xyz'>1/2/3</say-as>", "choose mdy, dmy"),
        ("<say-as interpret-as='date' format='mdy'>13/45/2020</say-as>", "cannot be said as date"),
        ("<sub>a</sub>", "<sub> needs the attribute alias"),
        ("<sub alias='b'><s>a</s></sub>", "<sub> holds text alone: take <s> out of it"),
        ("<voice gender='female'>a</voice>", "no attribute 'gender' in Timbre: it may have name, xml:lang"),
        ("<mark/>a", "<mark> needs the attribute name"),
        ("<speak>a</speak>", "<speak> stands at the beginning alone"),
        ("", "nothing to speak"),
        ("<break time='1s'/>", "nothing to speak"),
        (" ... ", "nothing to speak"),
        ("a", None),
        ("<p>" * MAX_DEPTH + "a" + "</p>" * MAX_DEPTH, f"nested more than {MAX_DEPTH} elements deep"),
        ("a" * MAX_CHARS, "send it in parts"),
        ("a & b", "not well-formed XML, line 1, column"),
        ("&nbsp;", "undefined entity"),
        ("&#0;", "not well-formed XML"),
        ("\ud800", "characters that XML cannot have"),
    ],
)
def test_what_cannot_be_spoken_is_said_in_one_sentence(inside, sentence):
    document = f"<speak>{inside}</speak>"
    if sentence is None:
        read_ssml(document)
        return
    with pytest.raises(SsmlError) as caught:
        read_ssml(document)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("text", "place"), [("a & b", "line 1, column 4"), ("a\nb & c", "line 2, column 4")])
def test_the_place_of_an_error_is_counted_in_the_text_itself(text, place):
    with pytest.raises(SsmlError, match=place):
        read_ssml(text, has_root=False)


@pytest.mark.parametrize(
    "beginning",
    [
        "<!DOCTYPE speak>",
        '<!DOCTYPE speak SYSTEM "http://127.0.0.1:1/ssml.dtd">',
        '<!DOCTYPE speak [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE speak [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]>',
    ],
)
def test_document_types_and_entities_are_refused(beginning):
    with pytest.raises(SsmlError, match="leave <!DOCTYPE …> out"):
        read_ssml(f"{beginning}<speak>a</speak>")


def test_other_roots_are_refused():
    with pytest.raises(SsmlError, match="begins with <speak>, not with <p>"):
        read_ssml("<p>a</p>")
    with pytest.raises(SsmlError, match="not well-formed"):
        read_ssml("Good morning.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<speak>a</speak>", True),
        ("  \n<speak version='1.0'>", True),
        ("\ufeff<?xml version='1.0'?>\n<!-- a --><speak>", True),
        ("<speaker>", False),
        ("Say <speak>", False),
        ("<p>a</p>", False),
        ("", False),
    ],
)
def test_document_is_known_by_its_beginning(text, expected):
    assert is_ssml(text) == expected


def test_large_hostile_documents_take_little_time():
    began = time.process_time()
    for document in (
        "<speak>" * 100_000,
        "<speak>" + "<p>" * 150_000 + "</p>" * 149_999,
        "<!--" * 100_000,
        "<speak " + " ".join(f"a{n}='b'" for n in range(50_000)) + ">a</speak>",
        "<speak>" + "<break/>" * 100_000 + "</speak>",
    ):
        is_ssml(document)
        with pytest.raises(SsmlError):
            read_ssml(document)
    read_ssml("<speak>" + "<prosody rate='2'>a</prosody> " * 30_000 + "</speak>")
    assert time.process_time() - began < 20
