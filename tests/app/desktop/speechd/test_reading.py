"""What speech-dispatcher sends: settings, texts with marks, characters and keys."""

from __future__ import annotations

import pytest

from timbre.messages import InputError
from timbre_app.desktop.speechd.marked_text import Mark, MarkedText, read_ssml
from timbre_app.desktop.speechd.settings import FASTEST, SpeechSettings
from timbre_app.desktop.speechd.spelling import character_name, key_name, spelled


def settings(*lines: str) -> SpeechSettings:
    result = SpeechSettings()
    for line in lines:
        result = result.with_line(line)
    return result


def test_settings_that_were_not_changed_are_the_voices_own():
    controls = SpeechSettings().controls
    assert (controls.pace, controls.pitch, controls.liveliness, SpeechSettings().gain) == (1, 0, 1, 1)


@pytest.mark.parametrize(
    ("rate", "pace"), [(100, FASTEST), (-100, 1 / FASTEST), (50, FASTEST**0.5), (400, FASTEST)]
)
def test_rate_is_a_factor_of_the_pace(rate, pace):
    assert settings(f"rate={rate}").controls.pace == pytest.approx(pace)


def test_pitch_volume_and_range():
    changed = settings("pitch=50", "pitch_range=-100", "volume=0")
    assert (changed.controls.pitch, changed.controls.liveliness, changed.gain) == (6, 0, 0.5)


def test_null_is_nothing():
    assert settings("synthesis_voice=Ada", "synthesis_voice=NULL").synthesis_voice == ""


def test_other_settings_of_later_versions_change_nothing():
    assert settings("punctuation_mode=all", "something_new=1") == SpeechSettings()


@pytest.mark.parametrize("line", ["rate=fast", "rate"])
def test_what_is_no_setting_is_refused(line):
    with pytest.raises(InputError):
        settings(line)


def test_marks_are_found_between_the_words():
    marked = read_ssml(
        '<speak>Fish &amp; chips.<mark name="__spd_0"/> <emphasis>Two</emphasis><mark name="b"/>.</speak>'
    )
    assert marked.text == "Fish & chips. Two."
    assert marked.marks == (Mark("__spd_0", 13), Mark("b", 17))


@pytest.mark.parametrize("ssml", ["<speak>See [[Main]] [[[x]]]</speak>", "See [[Main]] <b>[[[x]]]"])
def test_brackets_of_a_page_are_no_ipa(ssml):
    assert "[[" not in read_ssml(ssml).text
    assert "Main" in read_ssml(ssml).text


def test_sentences_that_are_elements_stay_apart():
    assert read_ssml("<speak><s>One.</s><s>Two.</s></speak>").text.split() == ["One.", "Two."]


@pytest.mark.parametrize(
    "ssml",
    [
        '<!DOCTYPE speak [<!ENTITY e "secret">]><speak>Hello &e; there</speak>',
        '<!DOCTYPE speak [<!ENTITY e SYSTEM "file:///etc/passwd">]><speak>Hello there &e;</speak>',
        "<speak>Hello <b>there</speak>",
        "Hello there",
        "<speak>Hello \x01there",
    ],
)
def test_what_is_no_ssml_is_read_without_its_tags(ssml):
    marked = read_ssml(ssml)
    assert "Hello" in marked.text
    assert "there" in marked.text
    assert not any(hidden in marked.text for hidden in ("secret", "root:", "<b>", "<speak>"))
    assert marked.marks == ()


@pytest.mark.parametrize(
    ("character", "name"),
    [("a", "a"), ("A", "A"), ("7", "7"), ("@", "commercial at"), (" ", "space"), ("é", "é"), ("字", "字")],
)
def test_characters_have_names(character, name):
    assert character_name(character) == name


@pytest.mark.parametrize(("language", "name"), [("en-US", "capital A"), ("de", "groß A"), ("xx", "A")])
def test_capitals_are_told_when_that_is_asked_for(language, name):
    assert character_name("A", language, tells_capitals=True) == name


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("shift_a", "shift a"),
        ("KP_Enter", "KP Enter"),
        ("_", "low line"),
        ("control_@", "control commercial at"),
    ],
)
def test_keys_have_names(key, name):
    assert key_name(key) == name


def test_spelling_keeps_the_marks_at_their_places():
    marked = spelled(MarkedText("Hi, a.", (Mark("m", 4), Mark("end", 6))))
    assert marked.text == "H, i, comma, a, full stop."
    assert [marked.text[mark.char :] for mark in marked.marks] == ["a, full stop.", ""]
