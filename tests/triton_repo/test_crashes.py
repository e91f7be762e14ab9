"""Processes that die in the middle, and what comes after."""

import subprocess
import sys

import numpy as np
import pytest

from tests.helpers.speech_server import (
    LONG_TEXT,
    children,
    is_alive,
    kill,
    own_home,
    regions_of,
    running_server,
    wait_until,
)
from timbre import contract
from timbre_app.server import open_server
from timbre_app.server.locks import live_leases

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

CLIENT = """
import sys, time
from pathlib import Path
from timbre.voice import Voice
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.server import open_server
handle = open_server()
stream = TimbreClient(handle.url).speak(sys.argv[2], Path(sys.argv[1]).read_bytes())
next(stream)
print("speaking", flush=True)
time.sleep(600)
"""


@pytest.fixture(scope="module")
def _mortal_server(tiny_base, tmp_path_factory):
    with running_server(tmp_path_factory.mktemp("mortal") / "home", tiny_base) as server:
        yield server


@pytest.fixture
def mortal_server(_mortal_server):
    """A server for all tests here that leave its keeper alive, because the keeper mends whatever else they kill."""
    with own_home(_mortal_server.home, _mortal_server.base):
        yield _mortal_server


def speak(server, text="Hello again."):
    return np.concatenate([c.pcm for c in server.client.speak(text, server.voice())])


@pytest.mark.parametrize("model", ["text_frontend", "fastpitch", "hifigan"])
def test_next_request_works_after_a_model_died(mortal_server, model):
    expected = speak(mortal_server)
    kill(mortal_server.stub(model))
    np.testing.assert_array_equal(speak(mortal_server), expected)
    np.testing.assert_array_equal(speak(mortal_server), expected)


@pytest.mark.parametrize("model", ["fastpitch", "hifigan"])
def test_stream_survives_the_death_of_a_model(mortal_server, model):
    """Nothing is said twice and nothing is left out."""
    expected = speak(mortal_server, LONG_TEXT * 2)
    stream = mortal_server.client.speak(LONG_TEXT * 2, mortal_server.voice())
    chunks = [next(stream)]
    kill(mortal_server.stub(model))
    chunks += stream
    np.testing.assert_array_equal(np.concatenate([c.pcm for c in chunks]), expected)
    starts = np.cumsum([0, *(len(c.pcm) for c in chunks[:-1])])
    assert [c.timing.first_sample for c in chunks] == starts.tolist()


def test_stream_survives_the_death_of_the_server(mortal_server):
    expected = speak(mortal_server, LONG_TEXT * 2)
    before = mortal_server.status
    stream = mortal_server.client.speak(LONG_TEXT * 2, mortal_server.voice())
    chunks = [next(stream)]
    kill(before.server_pid)
    chunks += stream
    np.testing.assert_array_equal(np.concatenate([c.pcm for c in chunks]), expected)
    words = [w for c in chunks for w in c.timing.words]
    assert len(words) == len((LONG_TEXT * 2).split())
    after = mortal_server.status
    assert after.url == before.url
    assert after.server_pid != before.server_pid


def test_killed_client_leaves_no_lease_and_no_work(mortal_server, tmp_path):
    voice = tmp_path / "voice"
    mortal_server.voice().save(voice)
    command = [sys.executable, "-c", CLIENT, str(voice), LONG_TEXT * 50]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert "speaking" in process.stdout.readline()
        assert mortal_server.status.clients == 2
        kill(process.pid)
    assert wait_until(lambda: mortal_server.status.clients == 1)
    assert len(speak(mortal_server))


def test_death_of_the_keeper_takes_the_server_with_it(own_server):
    status = own_server.status
    processes = [status.server_pid, *children(status.server_pid)]
    assert len(processes) > len(contract.PROCESSES[contract.TTS_MODEL.name])
    kill(status.pid)
    assert wait_until(lambda: not any(map(is_alive, processes)))
    with open_server() as handle:
        assert handle.start_s > 0
        assert regions_of(status.pid) == [], "the next start sweeps what the dead server left"
        assert len(live_leases(own_server.home / "run" / "leases")) == 2
