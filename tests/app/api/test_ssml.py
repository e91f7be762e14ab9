"""SSML through the speech API of a real server."""

from __future__ import annotations

import base64
import io
import json
import urllib.error
import urllib.request

import pytest
import soundfile

from tests.app.api.conftest import VOICE, ServedApi
from tests.app.ssml.test_with_server import DOCUMENT, silences

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def ask(api: ServedApi, **fields):
    body = {"model": "timbre", "voice": VOICE, "response_format": "wav", **fields}
    request = urllib.request.Request(
        f"{api.url}/v1/audio/speech", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    return urllib.request.urlopen(request, timeout=60)


def test_api_finds_ssml_out_and_sends_marks_as_events(api: ServedApi):
    with ask(api, input=DOCUMENT) as answer:
        data = answer.read()
    pcm, _ = soundfile.read(io.BytesIO(data[:4] + b"\xff\xff\xff\x7f" + data[8:]), dtype="int16")
    # The watermark blurs the edges of the speech, so the break is not measured as exactly as at the command line.
    assert [length for _, length in silences(pcm)] == pytest.approx([0.6], abs=0.1)
    with ask(api, input=DOCUMENT, stream_format="sse") as answer:
        events = [json.loads(line.removeprefix(b"data: ")) for line in answer if line.strip()]
    assert [event["type"] for event in events if event["type"] != "speech.audio.delta"] == [
        "speech.mark",
        "speech.mark",
        "speech.audio.done",
    ]
    marks = [event for event in events if event["type"] == "speech.mark"]
    assert [mark["name"] for mark in marks] == ["start", "middle"]
    assert marks[1]["time"] == pytest.approx(sum(silences(pcm)[0]), abs=0.1)
    sound = b"".join(base64.b64decode(event["audio"]) for event in events if "audio" in event)
    assert sound == data


def test_api_is_told_whether_it_is_ssml(api: ServedApi):
    document = '<speak><sub alias="World Wide Web Consortium">Hello.</sub></speak>'
    with ask(api, input=document, ssml=False) as answer:
        as_text = answer.read()
    with ask(api, input=document, ssml=True) as answer:
        assert len(answer.read()) > len(as_text)
    for document, sentence in (
        ("Hello.", "not well-formed XML"),
        ("<speak><audio/></speak>", "does not know the element <audio>"),
        ('<speak><voice name="Zoe">a</voice></speak>', "no voice named 'Zoe'"),
        ("<!DOCTYPE a><speak>a</speak>", "<!DOCTYPE …>"),
    ):
        with pytest.raises(urllib.error.HTTPError) as caught:
            ask(api, input=document, ssml=True)
        assert caught.value.code == 400
        assert sentence in json.load(caught.value)["error"]["message"]
