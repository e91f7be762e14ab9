"""The speech API before the real server, asked by OpenAI's own client."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import av
import numpy as np
import openai
import pytest

from tests.app.api.conftest import KEY, VOICE, ServedApi, add_voice
from tests.helpers.certificates import make_certificate
from tests.helpers.ports import free_port
from tests.helpers.speech_server import LONG_TEXT, kill, wait_until
from timbre import contract
from timbre.audio import SYNTHETIC_TAG
from timbre.watermark.detecting import Verdict
from timbre_app.api.formats import FORMATS, PCM_RATE
from timbre_app.api.options import ApiLimits, ApiOptions
from timbre_app.api.service import ApiService
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.output.verifying import verify
from timbre_app.output.watermarking import PcmMarker
from timbre_app.server import open_server
from timbre_app.voices.library import VoiceLibrary

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def connected(url: str, key: str = "none") -> openai.OpenAI:
    return openai.OpenAI(base_url=f"{url}/v1", api_key=key, max_retries=0, timeout=120)


@pytest.fixture
def client(api: ServedApi):
    with connected(api.url) as client:
        yield client


def spoken(server, text: str) -> np.ndarray:
    """What the server says over gRPC."""
    return np.concatenate([chunk.pcm for chunk in server.client.speak(text, server.voice())])


def marked(pcm: np.ndarray) -> np.ndarray:
    """Speech as it is sent: with the watermark."""
    marker = PcmMarker(contract.SAMPLE_RATE)
    return np.concatenate([marker.mark(pcm), marker.finish()])


def decoded(data: bytes) -> tuple[np.ndarray, int]:
    """Samples of a sound, (n,) float64 in -1..1, and its rate."""
    with av.open(io.BytesIO(data)) as container:
        frames = list(container.decode(audio=0))
    samples = [frame.to_ndarray().astype(np.float64).reshape(-1) for frame in frames]
    scale = 1.0 if frames[0].format.name.startswith("flt") else 2.0 ** (8 * frames[0].format.bytes - 1)
    return np.concatenate(samples) / scale, frames[0].sample_rate


def test_wav_has_the_samples_that_grpc_has(api, client):
    answer = client.audio.speech.create(
        model="tts-1", voice=VOICE, input="Good morning.", response_format="wav"
    )
    samples, rate = decoded(answer.read())
    assert rate == contract.SAMPLE_RATE
    np.testing.assert_array_equal(
        (samples * 32768).astype(np.int16), marked(spoken(api.server, "Good morning."))
    )
    assert SYNTHETIC_TAG.encode() in answer.content[:200]


@pytest.mark.parametrize("form", FORMATS)
def test_each_format_is_the_same_speech(form, api, client):
    text = "Good morning, how are you today?"
    answer = client.audio.speech.create(model="timbre", voice=VOICE, input=text, response_format=form)
    assert answer.response.headers["content-type"] == FORMATS[form].media_type
    expected = spoken(api.server, text)
    if form == "pcm":
        samples, rate = np.frombuffer(answer.read(), "<i2") / 32768, PCM_RATE
    else:
        samples, rate = decoded(answer.read())
    assert len(samples) / rate == pytest.approx(len(expected) / contract.SAMPLE_RATE, abs=0.12)
    loudness = np.sqrt(np.mean(np.square(samples)))
    assert loudness == pytest.approx(np.sqrt(np.mean(np.square(expected / 32768))), rel=0.3)


@pytest.mark.parametrize("form", sorted(FORMATS.keys() - {"pcm"}))
def test_each_file_carries_the_watermark(form, client, tmp_path):
    answer = client.audio.speech.create(model="tts-1", voice=VOICE, input=LONG_TEXT, response_format=form)
    (tmp_path / form).write_bytes(answer.read())
    assert verify(tmp_path / form).finding.verdict is Verdict.MARKED


def test_speech_comes_while_it_is_made(client):
    shares = (share_before_the_first_sound(client) for _ in range(3))
    assert any(share < 1 / 2 for share in shares)  # the best of three, on a busy machine


def share_before_the_first_sound(client) -> float:
    with client.audio.speech.with_streaming_response.create(
        model="tts-1", voice=VOICE, input=LONG_TEXT, response_format="wav"
    ) as answer:
        began = time.monotonic()
        arrivals = [time.monotonic() - began for _ in answer.iter_bytes()]
    assert len(arrivals) > 10
    return arrivals[0] / arrivals[-1]


def test_events_have_the_same_speech(api, client):
    with client.audio.speech.with_streaming_response.create(
        model="gpt-4o-mini-tts",
        voice=VOICE,
        input="Good morning.",
        response_format="wav",
        stream_format="sse",
    ) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        events = [json.loads(line.removeprefix("data: ")) for line in answer.iter_lines() if line]
    assert [event["type"] for event in events[:-1]] == ["speech.audio.delta"] * (len(events) - 1)
    assert events[-1]["type"] == "speech.audio.done"
    assert set(events[-1]["usage"]) == {"input_tokens", "output_tokens", "total_tokens"}
    samples, _ = decoded(b"".join(base64.b64decode(event["audio"]) for event in events[:-1]))
    np.testing.assert_array_equal(
        (samples * 32768).astype(np.int16), marked(spoken(api.server, "Good morning."))
    )


def test_speed_and_voice_as_an_object(client):
    def length(**options) -> int:
        answer = client.audio.speech.create(
            model="tts-1", input="Good morning to you all.", response_format="pcm", **options
        )
        return len(answer.read())

    assert length(voice={"id": VOICE}, speed=2.0) < 0.7 * length(voice=VOICE)
    assert length(voice="base:tiny:1") > 0


@pytest.mark.parametrize(
    ("fields", "hint", "param"),
    [
        ({"voice": "Nobody"}, "There is no voice named 'Nobody'; there are Ada.", "voice"),
        ({"speed": 3.9}, "choose 0.4 to 2.5", None),
        ({"response_format": "midi"}, "'mp3', 'opus'", "response_format"),
        ({"input": " "}, "the text is empty", None),
        ({"input": "🙂"}, "nothing to speak", None),
        ({"input": "a" * 50_001}, "send it in parts", "input"),
        ({"language": "klingon"}, "klingon", None),
        ({"voice": "a/\0"}, "leave out slashes", "voice"),
    ],
)
def test_bad_request_is_one_sentence_in_openai_s_form(fields, hint, param, client):
    request = {"model": "tts-1", "voice": VOICE, "input": "Hello.", **fields}
    extra = {"language": request.pop("language")} if "language" in request else None
    with pytest.raises(openai.BadRequestError) as caught:
        client.audio.speech.create(**request, extra_body=extra)
    assert caught.value.type == "invalid_request_error"
    assert hint in caught.value.body["message"]
    assert caught.value.param == param


@pytest.mark.parametrize(
    ("body", "hint", "param"),
    [
        (b'{"model": "tts-1", "voice": "Ada", "input": "half \\ud83d of it"}', "no valid Unicode", "input"),
        (b'{"model": "tts-1", "voice": "half \\ud83d", "input": "Hello."}', "no valid Unicode", "voice"),
        (b'{"model": "tts-1", "voice": "Ada", "input": "Hello.", "speed": NaN}', "finite number", "speed"),
        (b'{"model": "tts-1", "voice": "Ada"', "JSON decode error", None),
        (b"[]", "dictionary", None),
        (b"", "dictionary", None),
        ('{"model": "tts-1", "voice": "Ada", "input": "café"}'.encode("latin-1"), "JSON in UTF-8", None),
        (
            b'{"model": "tts-1", "voice": null, "input": "Hello."}',
            "voice: Input should be a valid string.",
            "voice",
        ),
        (b"\xff\xfe", "JSON decode error", None),
    ],
)
def test_what_no_client_sends_is_refused(body, hint, param, api):
    request = urllib.request.Request(f"{api.url}/v1/audio/speech", body, {"Content-Type": "application/json"})
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=60)
    assert caught.value.code == 400
    error = json.load(caught.value)["error"]
    assert hint in error["message"]
    assert error["param"] == param


@pytest.mark.parametrize(
    ("method", "path", "status", "hint"),
    [
        ("POST", "/v1/audio/speech", 400, "Content-Type: application/json"),  # as `curl -d` sends it
        ("GET", "/v1/audio/speech", 405, "/v1/audio/speech takes POST."),
        ("POST", "/v1/v1/audio/speech", 404, "no path /v1/v1/audio/speech here: /openapi.json lists them."),
    ],
)
def test_a_slip_of_who_tries_it_is_told_with_its_remedy(method, path, status, hint, api):
    body = b'{"model": "tts-1", "voice": "Ada", "input": "Hello."}' if method == "POST" else None
    request = urllib.request.Request(f"{api.url}{path}", body, method=method)
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=60)
    assert caught.value.code == status
    assert hint in json.load(caught.value)["error"]["message"]


def test_health_is_told_to_who_asks_for_the_head_alone(api):
    request = urllib.request.Request(f"{api.url}/healthz", method="HEAD")
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.status == 200
        assert answer.read() == b""


def test_unknown_model_and_unknown_path_are_not_found(client):
    with pytest.raises(openai.NotFoundError, match="tts-1-hd"):
        client.audio.speech.create(model="whisper-1", voice=VOICE, input="Hello.")
    with pytest.raises(openai.NotFoundError, match="Not Found"):
        client.embeddings.create(model="tts-1", input="Hello.")


def test_models_and_voices_are_listed(api, client):
    assert "tts-1" in [model.id for model in client.models.list()]
    assert client.models.retrieve("whisper-1").id == "whisper-1"
    (voice,) = ask(f"{api.url}/v1/audio/voices")["voices"]
    assert (voice["id"], voice["name"], voice["language"]) == (VOICE, VOICE, "en-us")


def ask(url: str, **headers: str):
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=60) as answer:
        return json.load(answer)


def test_new_voice_is_there_at_once(client):
    with pytest.raises(openai.BadRequestError):
        client.audio.speech.create(model="tts-1", voice="Ben", input="Hello.")
    VoiceLibrary().duplicate(VOICE, "Ben")
    try:
        assert client.audio.speech.create(model="tts-1", voice="Ben", input="Hello.").read()
    finally:
        VoiceLibrary().delete("Ben")
    with pytest.raises(openai.BadRequestError):
        client.audio.speech.create(model="tts-1", voice="Ben", input="Hello.")


def test_health_and_figures(api, client):
    client.audio.speech.create(model="tts-1", voice=VOICE, input="Hello.")
    assert ask(f"{api.url}/healthz") == {"status": "ok"}
    assert wait_until(lambda: in_flight(api) == 0)  # an answer is complete a moment before its request ends
    with urllib.request.urlopen(f"{api.url}/metrics", timeout=60) as answer:
        figures = answer.read().decode()
    assert 'timbre_api_requests_total{path="/v1/audio/speech",status="200"}' in figures
    assert "timbre_api_requests_in_flight 0" in figures
    assert "nv_inference_count" in figures


def test_schema_is_served_without_a_page_of_other_sites(api):
    assert "/v1/audio/speech" in ask(f"{api.url}/openapi.json")["paths"]
    with pytest.raises(urllib.error.HTTPError, match="404"):
        ask(f"{api.url}/docs")


def in_flight(api: ServedApi) -> int:
    with urllib.request.urlopen(f"{api.url}/metrics", timeout=60) as answer:
        lines = answer.read().decode().splitlines()
    return int(next(line for line in lines if line.startswith("timbre_api_requests_in_flight")).split()[1])


def test_client_that_goes_ends_the_work(api, client):
    request = {"model": "tts-1", "voice": VOICE, "input": LONG_TEXT * 80, "response_format": "wav"}
    with client.audio.speech.with_streaming_response.create(**request) as answer:
        pieces = answer.iter_bytes()  # closes the answer when it is dropped
        next(pieces)
        assert wait_until(lambda: in_flight(api) == 1)  # those of earlier tests may be ending yet
    assert wait_until(lambda: in_flight(api) == 0)
    assert wait_until(lambda: api.server.figures.streams == 0)


READER = """
import av, sys
with av.open(sys.stdin.buffer) as container:
    print(sum(frame.samples for frame in container.decode(audio=0)) / container.streams.audio[0].rate)
"""


@pytest.mark.parametrize("form", ["wav", "mp3", "opus", "flac", "aac"])
def test_player_reads_it_from_a_pipe(form, api):
    """curl fetches it, and FFmpeg's demuxers, those of most players, read it without seeking."""
    request = {"model": "tts-1", "voice": VOICE, "input": "Good morning to you.", "response_format": form}
    fetch = ["curl", "-sSfN", f"{api.url}/v1/audio/speech", "--json", json.dumps(request)]
    with subprocess.Popen(fetch, stdout=subprocess.PIPE) as fetching:
        play = [sys.executable, "-c", READER]
        done = subprocess.run(play, stdin=fetching.stdout, capture_output=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr.decode()
    expected_s = len(spoken(api.server, "Good morning to you.")) / contract.SAMPLE_RATE
    assert float(done.stdout) == pytest.approx(expected_s, abs=0.12)


def test_web_pages_are_refused(api):
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": api.url},
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        for path in "/v1/audio/voices", "/metrics", "/healthz":
            with pytest.raises(urllib.error.HTTPError) as caught:
                ask(api.url + path, **headers)
            assert caught.value.code == 403
            assert json.load(caught.value)["error"]["type"] == "permission_error"
    assert ask(f"{api.url}/healthz", Host="localhost:1")


def test_key_is_asked_for_where_there_is_one(api, key_file):
    with opened(ApiOptions(port=free_port(), key_file=key_file)) as url:
        request = {"model": "tts-1", "voice": VOICE, "input": "Hello."}
        for key in "wrong", KEY[:-1]:
            with connected(url, key) as client, pytest.raises(openai.AuthenticationError, match="--api"):
                client.audio.speech.create(**request)
        with connected(url, KEY) as client:
            assert client.audio.speech.create(**request).read()
        assert ask(f"{url}/healthz", Host="speech.example") == {"status": "ok"}
        for path in "/metrics", "/openapi.json", "/v1/models":
            with pytest.raises(urllib.error.HTTPError, match="401"):
                ask(url + path)


def test_encrypted_traffic(api, key_file, tmp_path):
    certificate, private_key = make_certificate(tmp_path)
    options = ApiOptions(port=free_port(), key_file=key_file, tls_cert=certificate, tls_key=private_key)
    with opened(options) as url:
        context = ssl.create_default_context(cafile=certificate)
        encrypted = url.replace("http://127.0.0.1", "https://localhost")
        with urllib.request.urlopen(f"{encrypted}/healthz", timeout=60, context=context) as answer:
            assert json.load(answer) == {"status": "ok"}
        with pytest.raises((ConnectionError, urllib.error.URLError)):
            urllib.request.urlopen(f"{url}/healthz", timeout=60)


@contextlib.contextmanager
def opened(options: ApiOptions):
    with (
        open_server() as handle,
        TimbreClient(handle.url, handle.revive) as client,
        ApiService(options, client),
    ):
        yield f"http://127.0.0.1:{options.port}"


def test_too_much_is_refused_with_the_time_to_wait(api):
    limits = ApiLimits(requests=1, body_bytes=100_000)
    request = {"model": "tts-1", "voice": VOICE, "response_format": "wav"}
    with opened(ApiOptions(port=free_port(), limits=limits)) as url, connected(url) as client:
        with client.audio.speech.with_streaming_response.create(**request, input=LONG_TEXT * 80) as answer:
            pieces = answer.iter_bytes()
            next(pieces)
            with pytest.raises(openai.RateLimitError) as caught:
                client.audio.speech.create(**request, input="Hello.")
            assert caught.value.response.headers["retry-after"] == "1"
        assert wait_until(lambda: in_flight(ServedApi(api.server, url)) == 0)
        assert client.audio.speech.create(**request, input="Hello.").read()
        assert wait_until(lambda: in_flight(ServedApi(api.server, url)) == 0)  # the answer is complete before
        with pytest.raises(openai.APIStatusError, match="may have 100,000 bytes"):
            client.audio.speech.create(**request, input="a" * 100_000)


def test_recording_is_transcribed_in_each_form(client):
    take = Path("assets/takes/wavs/01.flac")
    text = client.audio.transcriptions.create(model="whisper-1", file=take).text
    assert len(text.split()) > 5

    def transcribe(form: str, **options):
        return client.audio.transcriptions.create(
            model="whisper-1", file=take, response_format=form, **options
        )

    assert transcribe("text").strip() == text
    assert transcribe("srt").startswith("1\n00:00:0")
    assert transcribe("vtt").startswith("WEBVTT\n\n00:00:0")
    verbose = transcribe("verbose_json", timestamp_granularities=["word", "segment"])
    assert verbose.text == text
    assert [word.word for word in verbose.words] == text.split()
    assert 0 <= verbose.words[0].start < verbose.words[-1].end <= verbose.duration + 0.5
    assert " ".join(segment.text for segment in verbose.segments) == text
    assert transcribe("verbose_json").words is None


def test_what_is_no_recording_is_said(client):
    for data in b"no sound at all" * 100, b"#EXTM3U\nfile:///etc/passwd\n":
        with pytest.raises(openai.BadRequestError, match="cannot be read"):
            client.audio.transcriptions.create(model="whisper-1", file=("a.wav", data))


def test_speech_goes_on_when_the_server_dies(own_server):
    add_voice(own_server)
    text = LONG_TEXT * 6
    whole = marked(spoken(own_server, text))
    request = {"model": "tts-1", "voice": VOICE, "input": text, "response_format": "wav"}
    with (
        opened(ApiOptions(port=free_port())) as url,
        connected(url) as client,
        client.audio.speech.with_streaming_response.create(**request) as answer,
    ):
        pieces = answer.iter_bytes()
        first = next(pieces)
        before = own_server.status.server_pid
        kill(before)
        data = first + b"".join(pieces)
    assert own_server.status.server_pid != before
    samples, _ = decoded(data)
    np.testing.assert_array_equal((samples * 32768).astype(np.int16), whole)
