"""What travels between the stages: plans, timings, errors; and what a request may have."""

import json

import numpy as np
import pytest

from timbre.serving.errors import UnknownVoiceError, describe
from timbre.serving.limits import Limits
from timbre.serving.mel_timing import MelTiming
from timbre.serving.plan import SpeechPlan, TextService
from timbre.text import TextError
from timbre.timing import ChunkTiming, TimedWord


def test_text_too_long_for_a_request_is_refused():
    with pytest.raises(ValueError, match="5,001 characters and a request may have 5,000"):
        TextService(limits=Limits(text_characters=5000)).plan("x" * 5001)


def test_limits_come_from_the_settings(monkeypatch):
    monkeypatch.setenv("TIMBRE_MAX_STREAMS", "7")
    monkeypatch.setenv("TIMBRE_MAX_CLONES", "3")
    assert Limits.from_environment() == Limits(streams=7, clones=3)
    monkeypatch.setenv("TIMBRE_MAX_WAITING", "0")
    with pytest.raises(ValueError, match="at least 1"):
        Limits.from_environment()


def test_plan_survives_the_tensors():
    plan = TextService().plan("Hello there. It costs $3.50, Dr. Who!", b'{"goes_on": true}')
    ids, data = plan.pack()
    back = SpeechPlan.unpack(ids, data)
    assert [s.text for s in back.sentences] == [s.text for s in plan.sentences]
    for one, other in zip(plan.sentences, back.sentences, strict=True):
        np.testing.assert_array_equal(one.ids, other.ids)
        assert one.words == other.words
    with pytest.raises(ValueError, match="phonemes"):
        SpeechPlan.unpack(ids[:-1], data)
    assert back.goes_on
    assert not TextService().plan("Hello.").goes_on


def test_plan_in_the_background_is_so_in_both_stages():
    plan = TextService().plan("Hello there.", b'{"background": true}')
    assert SpeechPlan.unpack(*plan.pack()).background
    assert not SpeechPlan.unpack(*TextService().plan("Hello there.").pack()).background
    timing = MelTiming("s", 1.0, {"final": True, "frontend_ms": 1.0}, background=True)
    assert MelTiming.from_json(timing.to_json()).background
    with pytest.raises(ValueError, match="true or false"):
        TextService().plan("Hello there.", b'{"background": 1}')


def test_text_service_uses_lexicon_and_refuses_silence():
    service = TextService(kept=2)
    lexicon = json.dumps({"lexicon": {"timbre": "tæmbɚ"}}).encode()
    assert len(service.plan("Timbre").pack()[0]) != 0
    assert not np.array_equal(service.plan("Timbre").pack()[0], service.plan("Timbre", lexicon).pack()[0])
    with pytest.raises(TextError):
        service.plan("🙂")


def test_timing_survives_json():
    timing = ChunkTiming([TimedWord("é", 0, 1, 0.5, 0.75)], True, 7, 1.0, 2.0, 3.0)
    back = ChunkTiming.from_json(timing.to_json())
    assert back.words == (TimedWord("é", 0, 1, 0.5, 0.75),)
    assert (back.final, back.first_sample, back.vocoder_ms) == (True, 7, 3.0)


def test_timing_of_a_mel_becomes_that_of_its_sound():
    chunk = ChunkTiming([TimedWord("é", 0, 1, 0.5, 0.75)], True, frontend_ms=1.0, acoustic_ms=2.0)
    back = MelTiming.from_json(MelTiming("s", 12.5, chunk.to_dict()).to_json())
    assert (back.stream, back.arrived_s, back.final) == ("s", 12.5, True)
    heard = ChunkTiming.from_json(back.with_sound(7, 3.0))
    assert heard == ChunkTiming((TimedWord("é", 0, 1, 0.5, 0.75),), True, 7, 1.0, 2.0, 3.0, ())


def test_errors_keep_their_kind():
    assert describe(TextError("Nothing.")) == "timbre[text] Nothing."
    assert describe(UnknownVoiceError("Who?")) == "timbre[voice_unknown] Who?"
    assert describe(ValueError("pace")) == "timbre[input] pace"
    assert describe(RuntimeError("bug")) == "RuntimeError: bug"
