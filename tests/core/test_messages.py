"""Messages: templates with arguments, in exceptions and in JSON."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from timbre.messages import InputError, Message, TimbreError, message_of


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (Message.of("{name!r} is taken.", name="Zoe"), "'Zoe' is taken."),
        (Message.of("{size:,} bytes in {folder}", size=12_345, folder=Path("/tmp")), "12,345 bytes in /tmp"),
        (Message.of("{seconds:.0f} s, {pace:g} times", seconds=2.71, pace=1.5), "3 s, 1.5 times"),
        (Message.of("No {what}.", what=Message.of("take {number}", number=3)), "No take 3."),
        (Message.of("Not {read}.", read=InputError("{number} is odd", number=3)), "Not 3 is odd."),
        (Message("A plain {text} with {0} and {} and {a.b}."), "A plain {text} with {0} and {} and {a.b}."),
        (Message("{size:,}", {"size": "many"}), "many"),
    ],
)
def test_places_are_filled(message, text):
    assert str(message) == text
    assert str(Message.from_json(json.loads(json.dumps(message.to_json())))) == text


def test_a_translation_may_change_the_order():
    message = Message.of("{done} of {all} {what}", done=1, all=2, what=Message.of("takes"))
    chinese = {"{done} of {all} {what}": "{all}{what}中的{done}", "takes": "条录音"}
    assert message.filled(chinese.__getitem__) == "2条录音中的1"


def test_equal_messages_are_one_in_a_set():
    assert len({Message.of("{count} takes", count=3), Message.of("{count} takes", count=3)}) == 1


def test_a_text_of_another_origin_is_a_message_without_arguments():
    assert Message.from_json("The disk is full.") == Message("The disk is full.")
    assert message_of(ValueError("two\nlines")) == Message("two lines")


def test_an_error_carries_its_message():
    error = InputError("{pace:g} is out of range", pace=3.0)
    assert str(error) == str(error.message) == "3 is out of range"
    assert isinstance(error, ValueError)
    assert message_of(TimbreError(error.message)) is error.message
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.message) == (str(error), error.message)
