"""Jobs over HTTP before the real server."""

from __future__ import annotations

import io
from pathlib import Path

import httpx2 as httpx
import numpy as np
import openai
import pytest
import soundfile

from tests.app.api.conftest import KEY, VOICE, ServedApi
from tests.app.jobs.test_with_server import CLIPS
from tests.app.ssml.test_with_server import silences
from tests.helpers.dying_program import dying_program
from tests.helpers.ports import free_port
from tests.helpers.runner import wait_for_no_runner
from tests.helpers.speech_server import wait_until
from timbre.audio import SYNTHETIC_TAG
from timbre_app.api.options import ApiLimits, ApiOptions
from timbre_app.api.service import ApiService
from timbre_app.jobs.process import RunnerLock
from timbre_app.jobs.queue import JobQueue

pytestmark = [pytest.mark.e2e, pytest.mark.slow]
OTHER_KEY = "o" * 43
TEXT = "This is the first sentence. " + "Here is another one, and it takes a while. " * 10
PATIENCE_S = 600.0


@pytest.fixture
def client(api: ServedApi):
    with httpx.Client(base_url=f"{api.url}/v1", timeout=60) as client:
        yield client
    queue = JobQueue()
    for job in queue.list():
        queue.remove(job.id)
    assert wait_until(lambda: not RunnerLock(queue).is_held, PATIENCE_S)


def submit(client, **fields) -> httpx.Response:
    return client.post("/jobs", json={"model": "timbre", "voice": VOICE, "input": TEXT, **fields})


def status(client, job_id: str) -> str:
    return client.get(f"/jobs/{job_id}").json()["status"]


def ended(client, job_id: str) -> dict:
    assert wait_until(lambda: status(client, job_id) not in ("queued", "in_progress"), PATIENCE_S)
    return client.get(f"/jobs/{job_id}").json()


@pytest.mark.parametrize("form", ["wav", "mp3", "opus"])
def test_a_text_is_submitted_and_its_sound_fetched(form, client):
    answer = submit(client, response_format=form)
    assert answer.status_code == 202
    job = answer.json()
    assert (job["object"], job["status"], job["error"]) == ("job", "queued", None)
    early = client.get(f"/jobs/{job['id']}/result")
    assert (early.status_code, early.headers["retry-after"]) == (409, "1")
    assert early.json()["error"]["code"] == "job_not_completed"
    job = ended(client, job["id"])
    assert (job["status"], job["progress"], job["sentences"]) == ("completed", 100, {"done": 11, "total": 11})
    sound = client.get(f"/jobs/{job['id']}/result")
    assert sound.status_code == 200
    with soundfile.SoundFile(io.BytesIO(sound.content)) as file:
        assert file.comment == SYNTHETIC_TAG
        assert file.frames / file.samplerate == pytest.approx(job["duration_s"], abs=0.1)
    assert [other["id"] for other in client.get("/jobs").json()["data"]] == [job["id"]]
    assert client.delete(f"/jobs/{job['id']}").json()["deleted"]
    assert client.get("/jobs").json()["data"] == []
    assert client.get(f"/jobs/{job['id']}/result").status_code == 404


def test_the_runner_is_killed_and_the_job_goes_on_while_nobody_asks(client, monkeypatch, tmp_path):
    queue = JobQueue()
    wait_for_no_runner(PATIENCE_S)  # one of the test before would live on
    runner = dying_program(monkeypatch, tmp_path / "dying", CLIPS, 1)  # the text has two different sentences
    job_id = submit(client, input=TEXT * 3, response_format="wav").json()["id"]
    runner.wait(PATIENCE_S)
    assert wait_until(lambda: not queue.get(job_id).state.is_open, PATIENCE_S)
    whole = submit(client, input=TEXT * 3, response_format="wav").json()["id"]
    assert ended(client, whole)["status"] == "completed"
    sounds = [client.get(f"/jobs/{name}/result").content for name in (job_id, whole)]
    samples = [soundfile.read(io.BytesIO(sound), dtype="int16")[0] for sound in sounds]
    np.testing.assert_array_equal(*samples)


def test_delete_ends_a_job_at_work(client):
    queue = JobQueue()
    job_id = submit(client, input=TEXT * 20).json()["id"]
    assert wait_until(lambda: status(client, job_id) == "in_progress", PATIENCE_S)
    assert client.delete(f"/jobs/{job_id}").status_code == 200
    assert wait_until(lambda: not RunnerLock(queue).is_held, PATIENCE_S)
    assert not queue.folder_of(job_id).exists()


def test_clients_see_no_job_of_the_person(client, tmp_path):
    queue = JobQueue()
    own = queue.submit("text", "secret.wav", {"text": "A", "voice": "a", "out": str(tmp_path / "a.wav")}, 1)
    queue.cancel(own.id)
    assert client.get("/jobs").json()["data"] == []
    for answer in (
        client.get(f"/jobs/{own.id}"),
        client.get(f"/jobs/{own.id}/result"),
        client.delete(f"/jobs/{own.id}"),
    ):
        assert answer.status_code == 404
        assert answer.json()["error"]["code"] == "job_not_found"
    assert queue.get(own.id).title == "secret.wav"


@pytest.mark.parametrize(
    ("fields", "code", "hint"),
    [
        ({"voice": "Nobody"}, 400, "no voice named 'Nobody'"),
        ({"input": " "}, 400, "the text is empty"),
        ({"speed": 9}, 400, "choose 0.4 to 2.5"),
        ({"response_format": "pcm"}, 400, "'mp3', 'opus'"),
        ({"model": "whisper-1"}, 404, "tts-1-hd"),
        ({"input": "half \ud83d"}, 400, "no valid Unicode"),
    ],
)
def test_bad_request_is_one_sentence_in_openai_s_form(fields, code, hint, client):
    import json

    body = json.dumps({"model": "timbre", "voice": VOICE, "input": TEXT, **fields})
    answer = client.post("/jobs", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == code
    assert hint in answer.json()["error"]["message"]
    assert client.get("/jobs").json()["data"] == []


def test_openai_s_client_asks_with_its_key(client, api, key_file):
    """With a key file the routes need the key; the client's own methods for other paths carry it."""
    port = free_port()
    Path(key_file).write_text(f"ada {KEY}\nben {OTHER_KEY}\n")
    options = ApiOptions(port=port, key_file=key_file, limits=ApiLimits(jobs=1))
    with ApiService(options, api.server.client):
        url = f"http://127.0.0.1:{port}/v1"
        assert httpx.get(f"{url}/jobs").status_code == 401
        with openai.OpenAI(base_url=url, api_key=KEY, max_retries=0) as own:
            fields = {"model": "timbre", "voice": VOICE, "input": "Hello there."}
            job = own.post("/jobs", body=fields, cast_to=dict)
            assert job["status"] == "queued"
            with pytest.raises(openai.RateLimitError, match="delete them"):
                own.post("/jobs", body=fields, cast_to=dict)
            other = httpx.get(f"{url}/jobs", headers={"Authorization": f"Bearer {OTHER_KEY}"})
            assert other.json()["data"] == []
            assert client.get(f"/jobs/{job['id']}").status_code == 404
            assert wait_until(
                lambda: own.get(f"/jobs/{job['id']}", cast_to=dict)["progress"] == 100, PATIENCE_S
            )


def test_ssml_is_a_job_too(client):
    document = '<speak>One.<break time="1500ms"/> <mark name="b"/>Two.</speak>'
    job = submit(client, input=document, response_format="wav").json()
    assert "marks" not in job
    assert ended(client, job["id"])["status"] == "completed"
    sound = client.get(f"/jobs/{job['id']}/result").content
    samples, rate = soundfile.read(io.BytesIO(sound), dtype="int16")
    assert 1.4 < max(length for _, length in silences(samples)) < 1.7
    assert len(samples) / rate == pytest.approx(
        client.get(f"/jobs/{job['id']}").json()["duration_s"], abs=0.1
    )
    (mark,) = client.get(f"/jobs/{job['id']}").json()["marks"]
    assert mark["name"] == "b"
    assert 1.5 < mark["time"] < len(samples) / rate
    listed = client.get("/jobs").json()["data"]
    assert [other["id"] for other in listed] == [job["id"]]


@pytest.mark.parametrize(
    ("document", "hint"),
    [
        ("<speak>One.", "SSML"),
        ('<speak><voice name="Nobody">Hi.</voice></speak>', "no voice named"),
        ("<speak><break/></speak>", "no words"),
    ],
)
def test_bad_ssml_makes_no_job(document, hint, client):
    answer = submit(client, input=document)
    assert answer.status_code in (400, 404)
    assert hint in answer.json()["error"]["message"]
    assert client.get("/jobs").json()["data"] == []
