"""The client's speech stream against a wire made of lists."""

from collections import deque

import numpy as np
import pytest

from timbre import contract
from timbre.text import TextError
from timbre.timing import ChunkTiming, TimedWord
from timbre_app.client.streams import (
    BusyError,
    Passage,
    RequestError,
    Response,
    SpeechStream,
    UnknownVoiceError,
    passages_of,
)
from timbre_app.server.errors import ServerError

RATE = 22_050


class FakeStream:
    """Answers each request with what the script says for it."""

    def __init__(self, wire):
        self.wire = wire
        self.answers = deque()
        self.closed = False

    def new_request_id(self):
        return f"{id(self)}.{len(self.wire.sent)}"

    def send(self, model, tensors, request_id):
        self.wire.sent.append(tensors)
        for answer in self.wire.script.popleft():
            if isinstance(answer, Exception):
                self.answers.append(Response("", {}, answer))
            elif answer is None:
                self.answers.append(None)
            else:
                pcm, timing = answer
                self.answers.append(Response(request_id, {"PCM": pcm, "TIMING": timing.to_json()}))

    def receive(self, timeout_s):
        return self.answers.popleft()

    def close(self, patience_s=1.0):
        self.closed = True


class FakeWire:
    speech_model = contract.TTS_MODEL

    def __init__(self, *script, recoverable=(), probe=None):
        self.script = deque(script)
        self.sent, self.streams, self.cancelled, self.recovered = [], [], [], []
        self.recoverable = recoverable
        self.probe_result = probe

    def open_stream(self):
        self.streams.append(FakeStream(self))
        return self.streams[-1]

    def cancel(self, request_id):
        self.cancelled.append(request_id)

    def probe(self):
        return self.probe_result

    def recover(self, error):
        self.recovered.append(error)
        return isinstance(error, self.recoverable)


def chunk(first, values, words=(), final=False):
    pcm = np.array(values, np.int16)
    timed = [TimedWord(text, at, at + len(text), second, second + 0.1) for text, at, second in words]
    return pcm, ChunkTiming(words=timed, final=final, first_sample=first)


def request(passage, with_voice):
    return {"text": passage.text, "with_voice": with_voice}


def speak(wire, *texts):
    at, passages = 0, []
    for text in texts:
        passages.append(Passage(text, at))
        at += len(text) + 1
    return SpeechStream(wire, passages, request)


def pcm_of(chunks):
    return np.concatenate([c.pcm for c in chunks]).tolist()


def test_passages_become_one_stream_with_one_time():
    wire = FakeWire(
        [chunk(0, [1, 2], [("one", 0, 0.0)]), chunk(2, [3], final=True)],
        [chunk(0, [4], [("two", 0, 0.5)], final=True)],
    )
    chunks = list(speak(wire, "one.", "two."))
    assert pcm_of(chunks) == [1, 2, 3, 4]
    assert [c.timing.first_sample for c in chunks] == [0, 2, 3]
    assert [c.timing.final for c in chunks] == [False, False, True]
    word = chunks[2].timing.words[0]
    assert (word.char_start, word.char_end) == (5, 8)
    assert word.start_s == pytest.approx(0.5 + 3 / RATE)
    assert wire.streams[0].closed
    assert wire.cancelled == []


def test_second_passage_is_requested_when_the_first_is_done():
    wire = FakeWire([chunk(0, [1]), chunk(1, [2], final=True)], [chunk(0, [3], final=True)])
    stream = speak(wire, "one.", "two.")
    next(stream)
    assert len(wire.sent) == 1
    next(stream)
    assert len(wire.sent) == 2


def test_crash_in_the_middle_repeats_nothing_and_leaves_nothing_out():
    words = [("one", 0, 0.0), ("two", 4, 0.2)]
    wire = FakeWire(
        [chunk(0, [1, 2], words[:1]), ConnectionError("gone")],
        [chunk(0, [1], words[:1]), chunk(1, [2, 3], words[1:]), chunk(3, [4], final=True)],
        recoverable=ConnectionError,
    )
    chunks = list(speak(wire, "one two."))
    assert pcm_of(chunks) == [1, 2, 3, 4]
    assert [w.text for c in chunks for w in c.timing.words] == ["one", "two"]
    assert [c.timing.first_sample for c in chunks] == [0, 2, 3]
    assert wire.sent[1]["with_voice"], "a server that restarted has no voices"
    assert wire.streams[0].closed


def test_crash_that_cannot_be_mended_is_raised():
    wire = FakeWire([ConnectionError("gone")])
    with pytest.raises(ConnectionError):
        next(speak(wire, "one."))
    assert wire.streams[0].closed


def test_crash_again_and_again_is_raised():
    wire = FakeWire(*[[ConnectionError("gone")]] * 3, recoverable=ConnectionError)
    with pytest.raises(ConnectionError):
        next(speak(wire, "one."))
    assert len(wire.recovered) == 2


def test_busy_server_is_asked_again():
    wire = FakeWire([BusyError("busy")], [chunk(0, [1], final=True)], recoverable=BusyError)
    assert pcm_of(speak(wire, "one.")) == [1]


def test_silence_is_looked_into():
    wire = FakeWire(
        [chunk(0, [1]), None],
        [chunk(0, [1, 2], final=True)],
        recoverable=ServerError,
        probe=ServerError("dead"),
    )
    assert pcm_of(speak(wire, "one.")) == [1, 2]


def test_slow_server_is_waited_for():
    wire = FakeWire([None, None, None, chunk(0, [1], final=True)])
    assert pcm_of(speak(wire, "one.")) == [1]


def test_unknown_voice_is_sent():
    wire = FakeWire([UnknownVoiceError("who?")], [chunk(0, [1], final=True)])
    assert pcm_of(speak(wire, "one.")) == [1]
    assert [tensors["with_voice"] for tensors in wire.sent] == [False, True]


def test_passage_with_nothing_to_speak_is_skipped():
    wire = FakeWire([chunk(0, [1], final=True)], [TextError("nothing")], [chunk(0, [2], final=True)])
    chunks = list(speak(wire, "one.", "🙂", "two."))
    assert pcm_of(chunks) == [1, 2]
    assert [c.timing.final for c in chunks] == [False, True]


@pytest.mark.parametrize("passages", [1, 3])
def test_text_with_nothing_to_speak_at_all_is_refused(passages):
    wire = FakeWire(*[[TextError("nothing")]] * passages)
    with pytest.raises(TextError):
        list(speak(wire, *["🙂"] * passages))


def test_refused_request_is_raised_and_closes():
    wire = FakeWire([RequestError("no")])
    stream = speak(wire, "one.")
    with pytest.raises(RequestError):
        next(stream)
    assert wire.streams[0].closed
    with pytest.raises(StopIteration):
        next(stream)


def test_closing_cancels_what_is_in_flight_once():
    wire = FakeWire([chunk(0, [1]), chunk(1, [2])])
    with speak(wire, "one.") as stream:
        next(stream)
    stream.close()
    assert len(wire.cancelled) == 1
    with pytest.raises(StopIteration):
        next(stream)


def test_a_pause_is_asked_for_where_a_sentence_ends_and_another_follows():
    long_sentence = "one two three four, " * 40 + "five."
    passages = passages_of(f"First this. {long_sentence} Then that.", whole=False)
    assert [passage.text[-5:] for passage in passages] == ["this.", "four,", "that."]
    assert [passage.goes_on for passage in passages] == [True, False, False]
    assert passages_of("First this. Then that.", whole=True) == [Passage("First this. Then that.", 0)]
    assert passages_of("Only this.", whole=False) == [Passage("Only this.", 0)]


@pytest.mark.parametrize("is_ending", [False, True])
def test_a_forgotten_stream_is_closed_unless_the_interpreter_is_ending(monkeypatch, is_ending):
    """gRPC's threads are gone by then, and a script that failed while it spoke would wait for them for ever."""
    wire = FakeWire([None])
    speech = SpeechStream(wire, [Passage("Hello.", 0)], lambda *_: {})
    monkeypatch.setattr("sys.is_finalizing", lambda: is_ending)
    del speech
    assert wire.streams[0].closed is not is_ending
