"""Inputs of requests, of which small ones are made once."""

import numpy as np

from timbre import contract
from timbre.speech.acoustic import Controls
from timbre_app.client import connection
from timbre_app.client.requests import TextRequests
from timbre_app.client.streams import Passage

TTS = next(model for model in contract.ALL_MODELS if model.name == "tts")


def contents(text, pace, voice):
    tensors = {
        "TEXT": text,
        "TEXT_OPTIONS": b"{}",
        "VOICE": voice,
        "VOICE_HASH": b"abc",
        **{name: np.array([pace], np.float32) for name in ("PACE", "PITCH", "ENERGY")},
    }
    made = connection._inputs(TTS, tensors)
    assert [one.name() for one in made] == list(tensors)
    return {one.name(): (one, one.shape(), one._get_content()) for one in made}


def test_each_request_has_its_own_values_and_shares_what_is_equal():
    voice = np.arange(connection.CACHED_INPUT_BYTES + 1, dtype=np.uint8)
    first, again = contents(b"One.", 1.0, voice), contents("Zwölf.".encode(), 1.5, voice[:1])
    assert first["TEXT"][2] == b"\x04\0\0\0One."
    assert again["TEXT"][2] == b"\x07\0\0\0" + "Zwölf.".encode()
    assert np.frombuffer(first["PACE"][2], np.float32) == 1.0
    assert np.frombuffer(again["PACE"][2], np.float32) == 1.5
    assert first["VOICE"][1:] == ([len(voice)], voice.tobytes())
    assert again["VOICE"][1:] == ([1], b"\0")
    assert first["TEXT_OPTIONS"][0] is again["TEXT_OPTIONS"][0]
    assert contents(b"One.", 1.0, voice)["VOICE"][0] is not first["VOICE"][0]


def test_half_a_character_that_was_pasted_in_does_not_stop_a_text():
    requests = TextRequests(b"voice", Controls(), "en-us", {}, None, None, set())
    assert requests.tensors(Passage("Half \ud83d.", 0), with_voice=True)["TEXT"] == b"Half ?."
