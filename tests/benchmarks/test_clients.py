"""Loads dealt out to processes, with speakers that say which process speaks."""

import os
import time
from contextlib import contextmanager

import pytest

from timbre_bench.clients import Clients
from timbre_bench.speaker import SpeakerError

SENTENCES = ("a", "b", "c")
LETTER_S = 0.001


@contextmanager
def speaker():
    """Speaks for as many seconds as its process's id says, so that a test sees who spoke."""

    def speak(text):
        yield float(os.getpid())
        yield ord(text) * LETTER_S

    yield speak


@contextmanager
def slow_speaker():
    def speak(text):
        time.sleep(0.1)
        yield 1.0

    yield speak


@contextmanager
def broken_speaker():
    raise SpeakerError("There is no server.")
    yield


@contextmanager
def dying_speaker():
    yield lambda text: os._exit(1)


def processes(result):
    return {one.arrivals[0][1] for one in result.heard}


def sentences(result):
    return sorted(chr(round(one.arrivals[1][1] / LETTER_S)) for one in result.heard)


def test_closed_loop_is_shared_by_all_processes():
    with Clients(2, speaker) as clients:
        result = clients.closed_loop(SENTENCES, streams=3, requests=9)
        assert (len(result.answered), len(processes(result))) == (9, 2)
        assert sentences(result) == sorted(SENTENCES * 3)
        assert result.load == "closed, 3 at once"
        alone = clients.closed_loop(SENTENCES, streams=1, requests=4)
        assert (len(alone.answered), len(processes(alone))) == (4, 1)


def test_open_loop_is_dealt_out_and_keeps_its_rate():
    with Clients(2, speaker) as clients:
        result = clients.open_loop(SENTENCES, rate=100.0, requests=30)
    assert (len(result.answered), len(processes(result))) == (30, 2)
    assert sentences(result) == sorted(SENTENCES * 10)
    assert result.wall_s > 0.1  # 30 arrivals at 100 a second


def test_requests_that_wait_for_a_busy_process_count_from_when_they_were_due():
    with Clients(1, slow_speaker) as clients:
        result = clients.closed_loop(SENTENCES, streams=2, requests=4)
        assert result.wall_s >= 0.2
        assert min(one.first_ms for one in result.heard) >= 100


def test_warm_up_asks_one_at_a_time_and_then_all():
    with Clients(1, speaker) as clients:
        asked = []
        clients.closed_loop = lambda sentences, streams, requests: asked.append((streams, requests))
        clients.warm_up(8, SENTENCES)
    assert asked == [(1, 4), (8, 32)]


def test_client_that_cannot_speak_says_why():
    with pytest.raises(SpeakerError, match="There is no server"):
        Clients(2, broken_speaker)


def test_client_that_ends_is_noticed():
    with Clients(1, dying_speaker) as clients, pytest.raises(SpeakerError, match="process has ended"):
        clients.closed_loop(SENTENCES, streams=1, requests=1)
