"""Errors on their way to the client: a sentence for people, and its template for programs that translate."""

from __future__ import annotations

import pytest

from timbre.contract import MAX_TEMPLATE_BYTES, decode_error, encode_error
from timbre.messages import Message

TAKEN = Message.of("The name {name!r} is taken by {count} voices.", name="Zoe", count=2)


@pytest.mark.parametrize("around", ["{}", "in ensemble 'tts', {}", "inference failed: {}\n; see the log\n"])
@pytest.mark.parametrize("message", [TAKEN, Message("Nothing to fill in {here}.")])
def test_the_message_is_found_inside_what_triton_adds(message, around):
    assert decode_error(around.format(encode_error("voice", message))) == ("voice", message)


def test_clients_of_other_makers_read_a_sentence_in_the_first_line():
    first, second = encode_error("voice", TAKEN).splitlines()
    assert first == "timbre[voice] The name 'Zoe' is taken by 2 voices."
    assert second.startswith('{"template": "The name {name!r}')
    assert encode_error("text", Message("Two\nlines.")) == "timbre[text] Two lines."


def test_a_template_that_would_be_too_long_stays_behind():
    text = encode_error("voice", Message("{name} is long.", {"name": "a" * MAX_TEMPLATE_BYTES}))
    assert "\n" not in text
    kind, message = decode_error(text)
    assert (kind, message.arguments) == ("voice", {})
    assert str(message).startswith("aaa")


def test_what_is_no_unicode_stays_behind():
    text = encode_error("voice", Message("{name} is odd.", {"name": "\ud800"}))
    assert text == "timbre[voice] \\ud800 is odd."


@pytest.mark.parametrize(
    "template", ["{" * 1500 + "}", '{"a": ' + "[" * 1900 + "}", '{"template": "x' + "y" * 3000 + '"}']
)
def test_a_template_of_a_hostile_server_leaves_the_sentence(template):
    assert decode_error(f"timbre[voice] Odd.\n{template}") == ("voice", Message("Odd."))


def test_a_broken_template_leaves_the_sentence():
    text = 'timbre[voice] The name is taken.\n{"template": }'
    assert decode_error(text) == ("voice", Message("The name is taken."))


def test_an_error_of_another_origin_is_none_of_ours():
    assert decode_error("failed to load the model") is None
