"""Clients that close, die or ask for too much leave nothing behind on the real server."""

import re
import statistics
import subprocess
import sys
import threading
import time

import pytest

from tests.helpers.speech_server import LONG_TEXT, kill, wait_until
from timbre_app.client.connection import Connection
from timbre_app.client.streams import BusyError
from timbre_app.client.timbre_client import Detail, RequestCancelled, TimbreClient
from timbre_app.server.figures import read_metrics

pytestmark = pytest.mark.e2e

FIGURES_S = 1.5
"""The server's figures are true after so long."""
TEXTS = 60
MANY_TEXTS = """
import sys, threading, time
from pathlib import Path
from timbre_app.client.timbre_client import TimbreClient

client, voice, text = TimbreClient(sys.argv[1]), Path(sys.argv[2]).read_bytes(), sys.argv[3]

def speak():
    for _ in client.speak(text, voice):
        print(flush=True)

for _ in range(int(sys.argv[4])):
    threading.Thread(target=speak, daemon=True).start()
time.sleep(600)
"""


@pytest.fixture
def voice_file(own_server, tmp_path):
    path = tmp_path / "voice.timbre"
    path.write_bytes(own_server.voice().to_bytes())
    return path


def figures(server):
    """Streams in flight and chunks that wait, of all stages; a stage that has not told any yet is left out."""
    text = read_metrics(server.status.sockets.metrics)
    found = re.findall(r"^timbre_(?:streams_in_flight|queue_length)\{.*\} (\S+)$", text, re.M)
    return [int(float(value)) for value in found]


def is_quiet(server):
    return set(figures(server)) == {0}


def is_busy(server, streams=1):
    return max(figures(server), default=0) >= streams


def first_audio_s(server, client=None):
    started = time.monotonic()
    with (client or server.client).speak("Hello there.", server.voice()) as stream:
        next(stream)
        return time.monotonic() - started


@pytest.fixture
def many_texts(own_server, voice_file):
    """Starts a process that has many texts spoken; returns it when it hears some of them."""
    processes = []

    def start(texts=TEXTS):
        command = [
            sys.executable,
            "-c",
            MANY_TEXTS,
            own_server.url,
            str(voice_file),
            LONG_TEXT * 10,
            str(texts),
        ]
        processes.append(subprocess.Popen(command, stdout=subprocess.PIPE))
        for _ in range(2 * texts):
            processes[-1].stdout.readline()
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.wait()
        process.stdout.close()


def test_nobody_waits_for_the_texts_of_a_client_that_was_killed(own_server, many_texts):
    for _ in range(3):
        first_audio_s(own_server)
    alone_s = statistics.median(first_audio_s(own_server) for _ in range(9))
    process = many_texts()
    assert wait_until(lambda: is_busy(own_server, TEXTS / 2), 10)
    kill(process.pid)
    time.sleep(0.5)
    after_s = statistics.median(first_audio_s(own_server) for _ in range(9))
    assert after_s <= max(2 * alone_s, 0.05)
    assert wait_until(lambda: is_quiet(own_server), FIGURES_S)  # since the last of these


def test_others_hear_the_same_speech_while_a_client_is_killed(own_server, many_texts):
    whole = [chunk.pcm.tobytes() for chunk in own_server.client.speak(LONG_TEXT, own_server.voice())]
    process = many_texts(8)
    heard = []
    for chunk in own_server.client.speak(LONG_TEXT, own_server.voice()):
        heard.append(chunk.pcm.tobytes())
        kill(process.pid)
    assert b"".join(heard) == b"".join(whole)


def test_stream_that_is_closed_early_leaves_nothing(own_server):
    with own_server.client.speak(LONG_TEXT * 18, own_server.voice(), detail=Detail()) as stream:
        next(stream)
        assert wait_until(lambda: is_busy(own_server), 5)
    assert wait_until(lambda: is_quiet(own_server), FIGURES_S)


@pytest.mark.parametrize("processes", ["own_server", "fused_server"])
def test_connection_that_is_lost_leaves_nothing(request, processes):
    """Nobody cancels anything: the client's machine is gone, or what was between."""
    own_server = request.getfixturevalue(processes)
    client = TimbreClient(own_server.url)
    client.cancel = lambda request_id: None
    stream = client.speak(LONG_TEXT * 18, own_server.voice(), detail=Detail())
    for _ in range(3):
        next(stream)
    assert wait_until(lambda: is_busy(own_server), 5)
    client._calls.close()
    assert wait_until(lambda: is_quiet(own_server), FIGURES_S)
    stream.close()
    client.close()


@pytest.fixture
def small_server(monkeypatch, request):
    """A server that is soon busy."""
    monkeypatch.setenv("TIMBRE_MAX_STREAMS", "8")
    return request.getfixturevalue("own_server")


def test_server_that_was_asked_for_too_much_is_quiet_afterwards(small_server):
    """Some are refused, some leave early, some hear all."""
    outcomes = []

    def speak(number):
        with TimbreClient(small_server.url) as client:
            client.recover = lambda error: False
            try:
                for count, _ in enumerate(client.speak(LONG_TEXT, small_server.voice())):
                    if number % 3 == count:
                        break
                outcomes.append("heard")
            except BusyError:
                outcomes.append("busy")

    threads = [threading.Thread(target=speak, args=[number]) for number in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(outcomes) == len(threads)
    assert set(outcomes) == {"heard", "busy"}
    assert wait_until(lambda: is_quiet(small_server), FIGURES_S)
    assert first_audio_s(small_server) < 5


def test_presence_does_not_keep_a_stream_that_is_finished(speech_server):
    connection = Connection(speech_server.url)
    connection.listen(lambda *_: None)
    connection.new_request_id()
    connection.announce()
    started = time.monotonic()
    connection.leave(answered=True, may_stay=False)
    assert time.monotonic() - started < 0.5


@pytest.fixture
def named(monkeypatch):
    """Requests of raw clients: with an id of their own, and no presence."""

    def named(request_id):
        monkeypatch.setattr(Connection, "new_request_id", lambda _: request_id)

    return named


@pytest.mark.parametrize("request_id", ["", "7", "a.b.c", "."])
def test_request_without_a_presence_is_served(speech_server, named, request_id):
    named(request_id)
    for _ in range(2):
        assert sum(len(chunk.pcm) for chunk in speech_server.client.speak("Hello.", speech_server.voice()))


def test_two_requests_of_one_id_end_with_one_cancel(speech_server, named):
    named("raw.1")
    outcomes = []

    def speak():
        with TimbreClient(speech_server.url) as client:
            stream = client.speak(LONG_TEXT * 18, speech_server.voice(), detail=Detail())
            with pytest.raises(RequestCancelled) as error:
                list(stream)
        outcomes.append(error.value)

    threads = [threading.Thread(target=speak) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert wait_until(lambda: is_busy(speech_server, 2), 10)
    speech_server.client.cancel("raw.2")  # of somebody else
    speech_server.client.cancel("raw.1")
    for thread in threads:
        thread.join(10)
    assert len(outcomes) == 2
    assert wait_until(lambda: is_quiet(speech_server), FIGURES_S)
