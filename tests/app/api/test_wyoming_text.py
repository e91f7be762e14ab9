"""What the Wyoming service makes of texts in pieces and of names of languages."""

from __future__ import annotations

import pytest

from timbre_app.api.wyoming.sentences import SentenceBuffer
from timbre_app.voices.locale import locale


def test_sentence_is_complete_when_the_next_one_begins():
    buffer = SentenceBuffer()
    assert buffer.add("Dr. Smith came. ") == ""
    assert buffer.add("He") == "Dr. Smith came."
    assert buffer.add(" left at 3.") == ""
    assert buffer.add("5 o'clock. Then") == "He left at 3.5 o'clock."
    assert buffer.rest() == "Then"
    assert buffer.rest() == ""
    assert buffer.characters == len("Dr. Smith came. He left at 3.5 o'clock. Then")


@pytest.mark.parametrize(
    ("language", "name"), [("en-us", "en-US"), ("de", "de"), ("en-gb-x-rp", "en-GB"), ("cmn", "zh-CN")]
)
def test_languages_are_named_as_home_assistant_names_them(language, name):
    assert locale(language) == name
