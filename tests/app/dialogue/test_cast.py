"""Who speaks with which voice."""

import pytest

from timbre.voice import VoiceError
from timbre_app.dialogue.cast import find_cast, parse_cast
from timbre_app.dialogue.plain_text import parse_text
from timbre_app.dialogue.script import ScriptError

SCRIPT = parse_text("Ann: Hi.\nBEN: Hi.\nann: Bye.\n")


def find(name: str) -> str:
    if name not in ("Ada", "Clone 2", "base:x:y", "Ann"):
        raise VoiceError("There is no voice named {name!r}.", name=name)
    return f"<{name}>"


def test_a_cast_in_any_capitals():
    cast = parse_cast(["ann=Ada, Ben = Clone 2"])
    assert find_cast(SCRIPT, cast, find) == {"Ann": "<Ada>", "BEN": "<Clone 2>"}


def test_a_later_cast_wins_and_a_namesake_speaks_without_one():
    cast = parse_cast(["Ben=Ada", "Ben=base:x:y"])
    assert find_cast(SCRIPT, cast, find) == {"Ann": "<Ann>", "BEN": "<base:x:y>"}


@pytest.mark.parametrize(
    ("cast", "sentence"),
    [
        ("Ann=Ada", "Line 2: 'BEN' has no voice: name one in the cast, such as BEN=VOICE."),
        (
            "Ann=Ada,Bne=Ada",
            "The cast names 'Bne', who says nothing in this script: its speakers are Ann, BEN.",
        ),
        ("Ann", "'Ann' is no part of a cast: write SPEAKER=VOICE."),
        ("Ann=Zoe,Ben=Ada", "There is no voice named 'Zoe'."),
    ],
)
def test_a_wrong_cast_is_one_sentence(cast, sentence):
    with pytest.raises((ScriptError, VoiceError)) as error:
        find_cast(SCRIPT, parse_cast([cast]), find)
    assert str(error.value) == sentence
