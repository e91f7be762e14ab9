"""The gateway before the real server: who is let in, and what they get."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.certificates import make_certificate
from tests.helpers.command import complaint, run_timbre
from tests.helpers.ports import free_port
from tests.helpers.speech_server import (
    LONG_TEXT,
    SpeechServer,
    children,
    command_line,
    is_alive,
    kill,
    own_home,
    wait_until,
)
from timbre import contract
from timbre.speech.acoustic import Controls
from timbre.text import TextError
from timbre_app.client.streams import RequestError
from timbre_app.client.timbre_client import Detail, TimbreClient
from timbre_app.server import ServerError, ServerOptions, open_server, stop_server
from timbre_app.server.access import KeyRefusedError
from timbre_app.voices.library import VoiceLibrary

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

ADA, BEN = "a" * 43, "b" * 43
NOBODY = 65_534


@dataclass(frozen=True)
class Open:
    """A server that listens on TCP.

    Attributes:
        server: As its owner sees it.
        url: As others do.
        metrics: Port of its metrics.
    """

    server: SpeechServer
    url: str
    metrics: int


@contextlib.contextmanager
def opened(home: Path, base: Path, **options: str) -> Iterator[Open]:
    keys = home.parent / "keys"
    keys.write_text(f"ada {ADA}\nben {BEN}\n")
    keys.chmod(0o600)
    port, metrics = free_port(), free_port()
    chosen = ServerOptions(grpc_port=port, metrics_port=metrics, key_file=str(keys), **options)
    with own_home(home, base), open_server(chosen) as handle:
        try:
            with TimbreClient(handle.url, handle.revive) as client:
                server = SpeechServer(home, base, handle.url, client)
                yield Open(server, f"127.0.0.1:{port}", metrics)
        finally:
            stop_server()


@pytest.fixture(scope="module")
def _open_server(tiny_base: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    with opened(tmp_path_factory.mktemp("open") / "home", tiny_base) as found:
        yield found


@pytest.fixture
def open_to_all(_open_server: Open) -> Iterator[Open]:
    with own_home(_open_server.server.home, _open_server.server.base):
        yield _open_server


@pytest.fixture
def connect(monkeypatch):
    with contextlib.ExitStack() as stack:

        def begin(url: str, key: str = "") -> TimbreClient:
            with monkeypatch.context() as patch:
                patch.setenv("TIMBRE_SERVER_KEY", key)
                patch.setenv("TIMBRE_SERVER_URL", url)
                return stack.enter_context(TimbreClient(url))

        yield begin


def test_speech_through_the_gateway_is_the_server_s_own(open_to_all, connect):
    voice = open_to_all.server.voice()
    own = np.concatenate([chunk.pcm for chunk in open_to_all.server.client.speak("Good morning.", voice)])
    client = connect(open_to_all.url, ADA)
    client.wait_ready()
    for _ in range(2):
        heard = np.concatenate([chunk.pcm for chunk in client.speak("Good morning.", voice)])
        np.testing.assert_array_equal(heard, own)
    with pytest.raises(TextError):
        list(client.speak("🙂", voice))


def test_wrong_key_is_said_at_once(open_to_all, connect):
    for key in "", BEN[:-1]:
        with pytest.raises(KeyRefusedError):
            connect(open_to_all.url, key).wait_ready()
        assert not connect(open_to_all.url, key).is_ready()


def test_command_says_that_it_needs_a_key(open_to_all, tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_SERVER_URL", open_to_all.url)
    voice = open_to_all.server.voice()
    VoiceLibrary().add(voice, replace=True)
    words = ["say", "--voice", voice.name, "Hello.", "-o", tmp_path / "hello.wav"]
    sentence = complaint(run_timbre(*words))
    assert f"The speech server at {open_to_all.url} wants a key: set TIMBRE_SERVER_KEY" in sentence
    assert "does not know this key" in complaint(run_timbre(*words, TIMBRE_SERVER_KEY=BEN[:-1]))
    key = tmp_path / "key"
    key.write_text(ADA + "\n")
    done = run_timbre(*words, TIMBRE_SERVER_KEY_FILE=str(key))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "hello.wav").stat().st_size > 1000


def test_known_id_is_cancelled_by_its_own_key_only(open_to_all, connect):
    voice = open_to_all.server.voice()
    ada, ada_too, ben = (connect(open_to_all.url, key) for key in (ADA, ADA, BEN))
    text, slow = LONG_TEXT * 4, Controls(pace=0.5)  # takes far longer than a cancel does on a busy machine
    whole = sum(len(chunk.pcm) for chunk in ada.speak(text, voice, slow, detail=Detail()))
    for other, is_heard in (ben, True), (ada_too, False):
        with ada.speak(text, voice, slow, detail=Detail()) as stream:
            heard = len(next(stream).pcm)
            other.cancel(stream.request_id)
            with contextlib.suppress(RequestError):
                heard += sum(len(chunk.pcm) for chunk in stream)
        assert (heard == whole) is is_heard


def test_known_hash_speaks_for_the_key_that_sent_the_voice_only(open_to_all, connect):
    voice = open_to_all.server.voice("tiny:1")
    ada, ben = connect(open_to_all.url, ADA), connect(open_to_all.url, BEN)
    list(ada.speak("Hello.", voice))
    ben._sent_voices.add(voice.content_hash)  # it knows the hash, and has no file
    stream = ben.open_stream()
    passages = ben.speak("Hello.", voice)
    tensors = passages._request(passages._passages[0], False)
    passages.close()
    stream.send("tts", {**tensors, "VOICE": np.zeros(1, np.uint8)}, "one")
    response = stream.receive(10)
    stream.close()
    assert type(response.error).__name__ == "UnknownVoiceError"
    assert sum(len(chunk.pcm) for chunk in ben.speak("Hello.", voice)) > 0  # the client sends the file then


def test_inner_models_and_the_repository_are_closed(open_to_all, connect):
    client = connect(open_to_all.url, ADA)
    for model in "fastpitch", "tts", "evil":
        with pytest.raises((RequestError, ServerError)):
            client._calls.load_model(model)
        with pytest.raises((RequestError, ServerError)):
            client.unload_model(model)
    with pytest.raises((RequestError, ServerError)):
        client.is_model_ready("hifigan")
    with pytest.raises((RequestError, ServerError)):
        client.statistics()
    with pytest.raises(Exception, match="cannot be changed"):
        client._calls.client.load_model(
            "finetune", config="{}", files={"file:1/model.py": b"raise SystemExit"}
        )
    assert open_to_all.server.client.is_ready()


def test_model_that_is_asked_for_is_loaded_by_the_keeper(open_to_all, connect):
    client = connect(open_to_all.url, ADA)
    assert not client.is_model_ready("finetune")
    stream = client.open_stream()
    stream.send("finetune", {"TAKES": np.zeros(0, np.uint8), "OPTIONS": b"{}"}, "clone")
    response = stream.receive(120)
    stream.close()
    assert type(response.error).__name__ in ("CloneError", "TakesError")
    assert client.is_model_ready("finetune")
    client.unload_model("finetune")
    assert wait_until(lambda: not client.is_model_ready("finetune"))


def test_client_that_is_killed_leaves_nothing_at_work(open_to_all):
    program = (
        "import sys, time\nfrom pathlib import Path\nfrom timbre_app.client.timbre_client import Detail, TimbreClient\n"
        "from timbre.speech.acoustic import Controls\n"
        "client, voice = TimbreClient(sys.argv[1]), Path(sys.argv[2]).read_bytes()\n"
        "slow, whole = Controls(pace=0.5), Detail()\n"
        "streams = [client.speak(sys.argv[3], voice, slow, detail=whole) for _ in range(8)]\n"
        "[next(stream) for stream in streams]\nprint('speaks', flush=True)\ntime.sleep(60)\n"
    )
    voice = open_to_all.server.home / "voice"
    voice.write_bytes(open_to_all.server.voice().to_bytes())
    command = [sys.executable, "-c", program, open_to_all.url, str(voice), LONG_TEXT * 16]
    environment = {**os.environ, "TIMBRE_SERVER_KEY": ADA}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as client:
        assert client.stdout is not None
        assert client.stdout.readline() == b"speaks\n"
        assert wait_until(lambda: open_to_all.server.figures.streams > 0)
        client.kill()
    assert wait_until(lambda: open_to_all.server.figures.requests.get("cancelled", 0) >= 8)


def test_gateway_that_is_killed_comes_back(open_to_all, connect):
    keeper = open_to_all.server.status.pid
    (gateway,) = [pid for pid in children(keeper) if "timbre_app.gateway" in command_line(pid)]
    kill(gateway)
    client = connect(open_to_all.url, ADA)
    assert wait_until(client.is_ready)
    assert sum(len(chunk.pcm) for chunk in client.speak("Hello.", open_to_all.server.voice())) > 0
    assert not is_alive(gateway)


def test_server_that_dies_behind_the_gateway_is_asked_again(open_to_all, connect):
    voice = open_to_all.server.voice()
    client = connect(open_to_all.url, ADA)
    whole = np.concatenate([chunk.pcm for chunk in client.speak(LONG_TEXT, voice)])
    with client.speak(LONG_TEXT, voice) as stream:
        heard = [next(stream).pcm]
        kill(open_to_all.server.status.server_pid)
        heard += [chunk.pcm for chunk in stream]
    np.testing.assert_array_equal(np.concatenate(heard), whole)


def test_status_says_what_is_open(open_to_all):
    done = run_timbre("serve", "--status")
    assert f"Programs with a key may speak and clone at {open_to_all.url}." in done.stdout.decode()
    status = json.loads(run_timbre("serve", "--status", "--json").stdout)
    assert status["gateway"]["metrics"] == open_to_all.metrics
    assert "started with other options" in complaint(run_timbre("serve", "--grpc-port", str(free_port())))


def test_metrics_are_read_over_http(open_to_all):
    import urllib.error
    import urllib.request

    url = f"http://127.0.0.1:{open_to_all.metrics}"

    def figures() -> bytes:
        with urllib.request.urlopen(f"{url}/metrics", timeout=60) as answer:
            return answer.read()

    # A model that has just started publishes its figures once a second.
    assert wait_until(lambda: b"timbre_streams_in_flight" in figures())
    for request in (
        urllib.request.Request(f"{url}/metrics", headers={"Host": "evil.example"}),
        urllib.request.Request(f"{url}/metrics", headers={"Origin": "https://evil.example"}),
        urllib.request.Request(f"{url}/v2/repository/models/evil/load", data=b"{}"),
    ):
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(request, timeout=60)
        caught.value.close()


ATTEMPT = """
import grpc, sys
with grpc.insecure_channel(sys.argv[1]) as channel:
    metadata = [("authorization", f"Bearer {sys.argv[2]}")] if sys.argv[2] else []
    try:
        channel.unary_unary("/inference.GRPCInferenceService/ServerLive")(b"", metadata=metadata, timeout=60)
        print("in")
    except grpc.RpcError as error:
        print(error.code().name)
"""


def attempt(prefix: list[str], url: str, key: str = "") -> str:
    """What another user, or another place, is told."""
    # The test's Python may lie where that user may not enter: the system's own comes with no grpc.
    done = subprocess.run(
        [*prefix, sys.executable, "-c", ATTEMPT, url, key],
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"{prefix[0]} or Python cannot be run so: {done.stderr[-200:]}")
    return done.stdout.strip()


def test_another_user_comes_in_with_a_key_only(open_to_all):
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("needs root and setpriv")
    other = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    assert attempt(other, open_to_all.url) == "UNAUTHENTICATED"
    assert attempt(other, open_to_all.url, BEN) == "in"
    assert attempt(other, open_to_all.server.url) == "UNAVAILABLE"  # the private socket


def test_another_network_has_no_listener(open_to_all):
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        pytest.skip("needs root and unshare")
    assert attempt(["unshare", "-n"], open_to_all.url, ADA) == "UNAVAILABLE"
    assert (
        attempt(["unshare", "-n", "sh", "-c", 'ip link set lo up; exec "$0" "$@"'], open_to_all.url, ADA)
        == "UNAVAILABLE"
    )


def listening_processes(pids: list[int]) -> list[int]:
    """Those that listen on TCP."""
    lines = [
        line.split()
        for name in ("tcp", "tcp6")
        for line in Path(f"/proc/net/{name}").read_text().splitlines()
    ]
    sockets = {f"socket:[{fields[9]}]" for fields in lines if fields[3] == "0A"}
    return [pid for pid in pids if not sockets.isdisjoint(_files_of(pid))]


def _files_of(pid: int) -> Iterator[str]:
    with contextlib.suppress(FileNotFoundError):  # of a process that ends
        for link in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                yield str(link.readlink())


def family(pid: int) -> list[int]:
    """A process and all that come from it."""
    return [pid, *(below for child in children(pid) for below in family(child))]


def test_nothing_listens_that_was_not_asked_for(own_server):
    status = own_server.status
    assert status.server_pid in family(status.pid)
    assert listening_processes(family(status.pid)) == []


def test_gateway_alone_listens_where_it_was_asked_to(open_to_all):
    status = open_to_all.server.status
    (gateway,) = listening_processes(family(status.pid))
    assert "timbre_app.gateway" in command_line(gateway)


def test_encrypted_traffic(tiny_base, tmp_path, connect, monkeypatch):
    certificate, private_key = make_certificate(tmp_path)
    with opened(tmp_path / "home", tiny_base, tls_cert=certificate, tls_key=private_key) as found:
        monkeypatch.setenv("TIMBRE_SERVER_CA", certificate)
        client = connect(f"grpcs://{found.url}", ADA)
        client.wait_ready(60)
        assert sum(len(chunk.pcm) for chunk in client.speak("Hello.", found.server.voice())) > 0
        with pytest.raises(KeyRefusedError):
            connect(f"grpcs://{found.url}", "x" * 43).wait_ready(60)
        monkeypatch.delenv("TIMBRE_SERVER_CA")
        with pytest.raises(ServerError, match="TIMBRE_SERVER_CA"):
            connect(f"grpcs://{found.url}", ADA).wait_ready(1)
        assert not connect(found.url, ADA).is_ready()


def test_many_speak_at_once_through_one_gateway(open_to_all, connect):
    voice = open_to_all.server.voice()
    client = connect(open_to_all.url, ADA)
    whole = np.concatenate([chunk.pcm for chunk in client.speak(LONG_TEXT, voice)])
    heard: list[np.ndarray] = []

    def listen() -> None:
        heard.append(np.concatenate([chunk.pcm for chunk in client.speak(LONG_TEXT, voice)]))

    threads = [threading.Thread(target=listen) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(heard) == 8
    for pcm in heard:
        np.testing.assert_array_equal(pcm, whole)
    assert contract.TTS_MODEL is client.speech_model
