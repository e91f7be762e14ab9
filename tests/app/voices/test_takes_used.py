"""Which takes a voice did not learn from, and why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.helpers.speech_like import speech_like
from tests.helpers.takes import SENTENCE, write_take, write_takes
from tests.helpers.voices import make_voice
from timbre.messages import Message
from timbre.voice import Voice
from timbre_app.takes.notes import TakeNotes
from timbre_app.voices.takes_used import LATER, NOT_AS_A_TAKE, UNKNOWN, left_out_takes


def made_of(*ids: str, created: str = "2999-01-01T00:00:00+00:00") -> Voice:
    voice = make_voice("Ada")
    return replace(voice, created=created, provenance={**voice.provenance, "take_ids": list(ids)})


def test_every_take_that_was_left_out_has_a_reason(tmp_path: Path):
    folder = write_takes(tmp_path / "takes", count=5)
    write_take(folder / "wavs" / "01.wav", np.zeros(60_000, np.float32))
    write_take(folder / "wavs" / "consent.wav", speech_like(4.0))
    with (folder / "metadata.csv").open("a") as file:
        file.write("consent|I agree.\n")
    misread = Message.of("Not heard: {words}. Read the sentence once more.", words="“dog”")
    line = {"severity": "error", "message": misread.to_json(), "code": "missed_words"}
    TakeNotes(folder).write("02", folder / "wavs" / "02.wav", {"sound": [], "words": {"lines": [line]}})
    left_out = left_out_takes(made_of("00", "04"), folder)
    assert [take.text for take in left_out] == [SENTENCE] * 3 + ["I agree."]
    reasons = [take.reason for take in left_out]
    assert str(reasons[0]).startswith("Nothing was heard")
    assert reasons[1:] == [misread, UNKNOWN, NOT_AS_A_TAKE]


def test_a_take_that_came_later_is_no_fault(tmp_path: Path):
    folder = write_takes(tmp_path / "takes", count=2)
    (later,) = left_out_takes(made_of("00", created="2020-01-01T00:00:00+00:00"), folder)
    assert later.reason == LATER


def test_a_voice_that_does_not_name_its_takes_says_nothing(tmp_path: Path):
    assert left_out_takes(make_voice("Ada"), write_takes(tmp_path / "takes")) == []
