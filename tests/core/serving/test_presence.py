"""Clients that come and go, as the `cancel` model sees them."""

import os
import threading
import time

import pytest

from tests.helpers.speech_server import wait_until
from timbre.serving.cancellation import CancelFlags
from timbre.serving.presence import CLIENTS_A_LOOK, Presences
from timbre.serving.speech_bell import RING_S, SpeechBell


class Client:
    """One that leaves when it is told to."""

    def __init__(self, name):
        self.name, self.gone, self.asked = name, False, 0
        self.answers, self.answered = [], threading.Event()

    def is_gone(self):
        self.asked += 1
        return self.gone

    def answer(self, answer):
        self.answers.append(answer)
        self.answered.set()


@pytest.fixture
def flags(tmp_path):
    return CancelFlags(tmp_path / "flags")


@pytest.fixture
def presences(flags):
    presences = Presences(flags)
    yield presences
    presences.close()


def join(presences, *names):
    clients = [Client(name) for name in names]
    for client in clients:
        presences.add(client.name, client.is_gone, client.answer)
    return clients


def test_client_that_goes_is_flagged_and_answered_once(presences, flags):
    here, gone = join(presences, "a", "b")
    gone.gone = True
    assert presences.look()
    assert flags.is_set("b.1")
    assert not flags.is_set("a.1")
    assert not presences.look()
    assert (len(here.answers), len(gone.answers), len(presences)) == (0, 1, 1)


def test_presence_ends_when_it_is_cancelled(presences, flags):
    client, other = join(presences, "a", "b")
    presences.cancel("a")
    assert client.answers
    assert client.answers[0].last
    assert client.answers[0].tensors["CANCELLED"].tolist() == [True]
    assert flags.is_set("a.1")
    assert not other.answers


def test_client_is_not_answered_while_it_is_asked_nor_asked_afterwards(presences):
    asked = threading.Event()
    answers_while_asked = []
    client = Client("a")

    def is_gone():
        asked.set()
        time.sleep(0.1)  # the answer would come meanwhile
        answers_while_asked.append(len(client.answers))
        return False

    presences.add("a", is_gone, client.answer)
    looking = threading.Thread(target=presences.look)
    looking.start()
    assert asked.wait(60)
    presences.cancel("a")
    looking.join()
    presences.look()
    assert answers_while_asked == [0]


def test_cancel_of_a_request_leaves_its_stream_there(presences, flags):
    (client,) = join(presences, "a")
    presences.cancel("a.1")
    assert flags.is_set("a.1")
    assert not flags.is_set("a.2")
    assert not client.answers


def test_many_clients_are_asked_in_turn(presences):
    clients = join(presences, *(str(number) for number in range(2 * CLIENTS_A_LOOK)))
    for looks in ([1, 0], [1, 1], [2, 1]):
        presences.look()
        assert [clients[0].asked, clients[-1].asked] == looks


def test_all_streams_of_a_process_that_died_are_flagged_at_once_while_somebody_speaks(presences, flags):
    clients = join(presences, *(str(number) for number in range(5 * CLIENTS_A_LOOK)))
    for client in clients[1:]:
        client.gone = True
    CancelFlags(flags._folder).bell.ring()  # of another process
    assert all(client.answered.wait(60) for client in clients[1:])
    assert not clients[0].answers


def test_nobody_is_asked_while_nobody_speaks(presences):
    (client,) = join(presences, "a")
    assert not client.answered.wait(0.3)
    assert client.asked == 0


def test_clients_are_answered_at_the_end(flags):
    presences = Presences(flags)
    (client,) = join(presences, "a")
    presences.close()
    assert client.answers


def test_bell_that_nobody_hears_is_harmless_and_heard_later(tmp_path, monkeypatch):
    bell, hearing = SpeechBell(tmp_path / "bell"), SpeechBell(tmp_path / "bell")
    now = [100.0]
    monkeypatch.setattr("timbre.serving.speech_bell.time.monotonic", lambda: now[0])
    bell.ring()
    hearing.hear()
    assert not hearing.is_recent
    bell.ring()  # too soon after the first
    assert not hearing.is_recent
    now[0] += RING_S
    bell.ring()
    hearing.wait(60)
    assert hearing.is_recent
    now[0] += 60
    assert not hearing.is_recent
    hearing.close()


def test_bell_rings_for_the_model_that_was_loaded_again(tmp_path):
    bell, first, second = (SpeechBell(tmp_path / "bell") for _ in range(3))
    first.hear()
    bell.ring()
    first.close()
    second.hear()
    bell._rung_s = float("-inf")
    bell.ring()
    assert wait_until(lambda: second.is_recent)
    second.close()
    assert oct((tmp_path / "bell").stat().st_mode & 0o777) == "0o600"
    for _ in range(3):  # nobody hears any more
        bell._rung_s = float("-inf")
        bell.ring()
    os.close(bell._ringing)
