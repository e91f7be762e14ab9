"""Clients that close, die or ask for too much leave nothing behind on the real server."""

import re
import statistics
import subprocess
import sys
import threading
import time

import pytest

from tests.helpers.speech_server import LONG_TEXT, kill, wait_until
from timbre.speech.acoustic import Controls
from timbre_app.client.connection import Connection
from timbre_app.client.streams import BusyError
from timbre_app.client.timbre_client import Detail, RequestCancelled, TimbreClient

pytestmark = pytest.mark.e2e

SLOW = Controls(pace=0.4)
"""Makes a text long, so that its end is far behind whatever a busy machine does meanwhile."""
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
def voice_file(speech_server, tmp_path):
    path = tmp_path / "voice.timbre"
    path.write_bytes(speech_server.voice().to_bytes())
    return path


def figures(server):
    """Streams in flight and chunks that wait, of all stages; a stage that has not told any yet is left out."""
    found = re.findall(r"^timbre_(?:streams_in_flight|queue_length)\{.*\} (\S+)$", server.metrics, re.M)
    return [int(float(value)) for value in found]


def is_quiet(server):
    return set(figures(server)) == {0}


def cancelled(server):
    """How many requests the server gave up that it would have spoken."""
    return server.figures.requests.get("cancelled", 0)


def is_busy(server, streams=1):
    return max(figures(server), default=0) >= streams


def first_audio_s(server, client=None):
    started = time.monotonic()
    with (client or server.client).speak("Hello there.", server.voice()) as stream:
        next(stream)
        return time.monotonic() - started


@pytest.fixture
def many_texts(speech_server, voice_file):
    """Starts a process that has many texts spoken; returns it when it hears some of them."""
    processes = []

    def start(texts=TEXTS):
        command = [
            sys.executable,
            "-c",
            MANY_TEXTS,
            speech_server.url,
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


def test_nobody_waits_for_the_texts_of_a_client_that_was_killed(speech_server, many_texts):
    for _ in range(3):
        first_audio_s(speech_server)
    alone_s = statistics.median(first_audio_s(speech_server) for _ in range(9))
    before = cancelled(speech_server)
    process = many_texts()
    assert wait_until(lambda: is_busy(speech_server, TEXTS / 2))
    kill(process.pid)
    # The texts would take many minutes. The best of some tries counts, because the machine may be busy.
    assert wait_until(lambda: first_audio_s(speech_server) <= max(2 * alone_s, 0.05))
    assert wait_until(lambda: is_quiet(speech_server) and cancelled(speech_server) >= before + TEXTS / 2)


def test_others_hear_the_same_speech_while_a_client_is_killed(speech_server, many_texts):
    whole = [chunk.pcm.tobytes() for chunk in speech_server.client.speak(LONG_TEXT, speech_server.voice())]
    process = many_texts(8)
    heard = []
    for chunk in speech_server.client.speak(LONG_TEXT, speech_server.voice()):
        heard.append(chunk.pcm.tobytes())
        kill(process.pid)
    assert b"".join(heard) == b"".join(whole)
    assert wait_until(lambda: is_quiet(speech_server))


def test_stream_that_is_closed_early_leaves_nothing(speech_server):
    before = cancelled(speech_server)
    with speech_server.client.speak(LONG_TEXT * 18, speech_server.voice(), SLOW, detail=Detail()) as stream:
        next(stream)
        assert wait_until(lambda: is_busy(speech_server))
    assert wait_until(lambda: is_quiet(speech_server) and cancelled(speech_server) > before)


@pytest.mark.parametrize("processes", ["speech_server", "fused_server"])
def test_connection_that_is_lost_leaves_nothing(request, processes):
    """Nobody cancels anything: the client's machine is gone, or what was between."""
    server = request.getfixturevalue(processes)
    before = cancelled(server)
    client = TimbreClient(server.url)
    client.cancel = lambda request_id: None
    stream = client.speak(LONG_TEXT * 18, server.voice(), SLOW, detail=Detail())
    for _ in range(3):
        next(stream)
    assert wait_until(lambda: is_busy(server))
    client._calls.close()
    assert wait_until(lambda: is_quiet(server) and cancelled(server) > before)
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
        thread.join(180)
    assert len(outcomes) == len(threads)
    assert set(outcomes) == {"heard", "busy"}
    assert wait_until(lambda: is_quiet(small_server))
    assert first_audio_s(small_server) > 0


def test_presence_does_not_keep_a_stream_that_is_finished(speech_server):
    def leaving_s():
        connection = Connection(speech_server.url)
        connection.listen(lambda *_: None)
        connection.new_request_id()
        connection.announce()
        started = time.monotonic()
        connection.leave(answered=True, may_stay=False)
        return time.monotonic() - started

    assert any(leaving_s() < 0.5 for _ in range(5))  # the best of five, on a busy machine


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
            stream = client.speak(LONG_TEXT * 18, speech_server.voice(), SLOW, detail=Detail())
            with pytest.raises(RequestCancelled) as error:
                list(stream)
        outcomes.append(error.value)

    threads = [threading.Thread(target=speak) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert wait_until(lambda: is_busy(speech_server, 2))
    speech_server.client.cancel("raw.2")  # of somebody else
    speech_server.client.cancel("raw.1")
    for thread in threads:
        thread.join(60)
    assert len(outcomes) == 2
    assert wait_until(lambda: is_quiet(speech_server))
