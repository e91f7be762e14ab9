"""What a program sends wrong becomes one sentence, before any network sees it."""

import json

import numpy as np
import pytest

from timbre.contract import MAX_SENTENCE_BYTES
from timbre.engines.graph_engine import LONGEST_ALONE
from timbre.serving.errors import describe
from timbre.serving.limits import MAX_CHUNK_FRAMES, MAX_LEXICON_WORDS, MAX_OPEN_STREAMS, MAX_STREAM_CHARS
from timbre.serving.mel_timing import MelTiming
from timbre.serving.plan import SpeechPlan, TextService
from timbre.serving.service import SpeechRequest
from timbre.serving.tensors import read_bytes, read_json, read_number, read_recording, read_text
from timbre.serving.waveform import check_mel
from timbre.text import SYMBOLS
from timbre.text.frontend import MAX_SENTENCE_IDS

IDS = np.array([1, 2, 3, 4, 5], np.int64)
WORD = ["Hello", 0, 5, 0, 5]


def plan(sentences, **fields):
    return json.dumps({"frontend_ms": 1.0, "sentences": sentences, **fields}).encode()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"{}", "as text_frontend does"),
        (b"null", "JSON object"),
        (b"[", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 5000, "not JSON"),
        (plan([]), "as text_frontend does"),
        (plan(5), "as text_frontend does"),
        (plan([5]), "as text_frontend does"),
        (plan([[5, "a"]]), "as text_frontend does"),
        (plan([[-5, "a", []]]), "1 to 302 phonemes"),
        (plan([[True, "a", []]]), "as text_frontend does"),
        (plan([[5.0, "a", []]]), "as text_frontend does"),
        (plan([[5, None, []]]), "as text_frontend does"),
        (plan([[10**9, "a", []]]), "1 to 302 phonemes"),
        (plan([[6, "a", []]]), "describes 6 phonemes"),
        (plan([[4, "a", []]]), "describes 4 phonemes"),
        (plan([[5, "a", [[1, 2, 3, 4, 5]]]]), "as text_frontend does"),
        (plan([[5, "a", [5]]]), "as text_frontend does"),
        (plan([[5, "a", [["a", 0, 1, 0, 1, 1]]]]), "as text_frontend does"),
        (plan([[5, "a", [["a", 0, 1, 0, None]]]]), "as text_frontend does"),
        (plan([[5, "a", [["a", 0, 1, -9, 5]]]]), "outside"),
        (plan([[5, "a", [["a", 0, 1, 0, 6]]]]), "outside"),
        (plan([[5, "a", [["a", 2, 1, 0, 5]]]]), "outside"),
        (plan([[5, "a", []]], frontend_ms=float("nan")), "not JSON"),
        (plan([[5, "a", []]], frontend_ms="1"), "as text_frontend does"),
        (b'{"frontend_ms": 1e999, "sentences": [[5, "a", []]]}', "as text_frontend does"),
    ],
)
def test_a_plan_that_is_none_is_refused(data, why):
    with pytest.raises(ValueError, match=why):
        SpeechPlan.unpack(IDS, data)


@pytest.mark.parametrize("symbol", [-1, len(SYMBOLS), 2**62])
def test_phonemes_outside_of_the_table_are_refused(symbol):
    with pytest.raises(ValueError, match="PHONEME_IDS must hold numbers of 0 to"):
        SpeechPlan.unpack(np.array([1, 2, 3, 4, symbol], np.int64), plan([[5, "a", [WORD]]]))


def test_the_longest_sentence_of_the_front_end_is_accepted_and_no_longer_one():
    longest = np.ones(MAX_SENTENCE_IDS, np.int64)
    accepted = SpeechPlan.unpack(longest, plan([[len(longest), "a", [["a", 0, 1, 0, len(longest)]]]]))
    assert len(accepted.sentences[0].ids) == MAX_SENTENCE_IDS
    with pytest.raises(ValueError, match="1 to 302"):
        SpeechPlan.unpack(np.ones(20_000, np.int64), plan([[20_000, "a", []]]))
    with pytest.raises(ValueError, match="PHONEME_IDS"):
        SpeechPlan.unpack(IDS[:0], plan([[1, "a", []]]))


def strings(*values):
    return np.array(values, np.object_)


def request(**changed):
    tensors = {
        "VOICE": np.zeros(1, np.uint8),
        "VOICE_HASH": strings(b"0" * 64),
        "PACE": np.ones(1, np.float32),
        "PITCH": np.zeros(1, np.float32),
        "ENERGY": np.zeros(1, np.float32),
        **changed,
    }
    return SpeechRequest.unpack("r", SpeechPlan.unpack(IDS, plan([[5, "a", [WORD]]])), tensors)


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        *(
            (name, np.array([value], np.float32), name)
            for name in ("PACE", "PITCH", "ENERGY")
            for value in (np.nan, np.inf, -np.inf)
        ),
        ("PACE", np.zeros(0, np.float32), "PACE must hold one"),
        ("PACE", np.ones(2, np.float32), "PACE must hold one"),
        ("PACE", np.array([2.5001], np.float32), "out of range"),
        ("PITCH", np.array([-12.01], np.float32), "out of range"),
        ("ENERGY", np.array([1e30], np.float32), "out of range"),
        ("VOICE_HASH", strings(), "VOICE_HASH must hold one"),
        ("VOICE_HASH", strings(b"\xff"), "not UTF-8"),
        ("VOICE_HASH", strings(b"0" * 5000), "5,000 bytes"),
        *(
            (name, np.full(5, value, np.float32), "out of range")
            for name in ("PHONEME_PITCH", "PHONEME_DURATION")
            for value in (np.nan, np.inf, -1e30, 1e30)
        ),
        ("PHONEME_PITCH", np.zeros(4, np.float32), "do not fit 5 phonemes"),
        ("PHONEME_DURATION", np.ones(100_000, np.float32), "do not fit 5 phonemes"),
    ],
)
def test_controls_and_edits_are_checked(name, value, why):
    assert request().controls.pace == 1
    with pytest.raises(ValueError, match=why):
        request(**{name: value})


@pytest.mark.parametrize(
    "mel",
    [
        np.zeros((80, 0), np.float32),
        np.zeros((80, MAX_CHUNK_FRAMES + 1), np.float32),
        *(np.full((80, 4), value, np.float32) for value in (np.nan, np.inf, -np.inf, 3e38)),
    ],
)
def test_mel_that_is_none_is_refused(mel):
    with pytest.raises(ValueError, match="MEL"):
        check_mel(mel)


def test_the_longest_chunk_of_any_engine_is_accepted():
    assert LONGEST_ALONE + 16 <= MAX_CHUNK_FRAMES
    check_mel(np.full((80, MAX_CHUNK_FRAMES), -11.5, np.float32))


@pytest.mark.parametrize(
    "changed",
    [
        {"stream": 5},
        {"stream": ""},
        {"stream": "s" * (MAX_STREAM_CHARS + 1)},
        {"arrived_s": "0"},
        {"arrived_s": None},
        {"chunk": None},
        {"chunk": {}},
        {"chunk": {"final": 1, "frontend_ms": 0}},
        {"chunk": {"final": True, "frontend_ms": "0"}},
    ],
)
def test_timing_that_is_none_is_refused(changed):
    fields = {"stream": "s", "arrived_s": 0.0, "chunk": {"final": True, "frontend_ms": 0}}
    assert MelTiming.from_json(json.dumps(fields).encode()).final
    with pytest.raises(ValueError, match="TIMING must"):
        MelTiming.from_json(json.dumps(fields | changed).encode())


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (b"[]", "JSON object"),
        (b"null", "JSON object"),
        (b"\xff", "not JSON"),
        (b"[" * 5000, "not JSON"),
        (b'{"language": 5}', "language must be a text"),
        (b'{"language": "xx"}', "cannot speak 'xx'"),
        (b'{"language": "' + b"a" * 70_000 + b'"}', "cannot speak 'aaa"),
        (b'{"language": "\\ud800"}', "cannot speak"),
        (b'{"lexicon": ["a"]}', "lexicon must be an object"),
        (b'{"lexicon": {"a": 5}}', "lexicon must be an object"),
        (b'{"lexicon": {"": ""}}', "no pronunciation"),
        (b'{"goes_on": 1}', "true or false"),
        (json.dumps({"lexicon": {"a": "a" * 400}}).encode(), "300 characters"),
        (
            json.dumps({"lexicon": dict.fromkeys(map(str, range(MAX_LEXICON_WORDS + 1)), "a")}).encode(),
            "10,001 words",
        ),
        (json.dumps({"lexicon": {f"w{i}": "a" for i in range(200_000)}}).encode(), "smaller lexicon"),
    ],
)
def test_options_that_are_none_are_refused(options, why):
    service = TextService()
    with pytest.raises(ValueError, match=why) as refusal:
        service.plan("Hello.", options)
    assert len(describe(refusal.value)) < 400
    assert not service._known


def test_lexicons_that_are_kept_are_bounded_in_bytes():
    service = TextService()
    for number in range(30):
        lexicon = {f"{number}w{i}{'x' * 200}": "a" for i in range(2000)}
        service.plan("Hello.", json.dumps({"lexicon": lexicon}).encode())
    assert sum(map(len, service._known)) <= 1 << 21
    assert service._known


def test_tensors_are_read_safely():
    assert read_text({"A": strings("é".encode())}, "A") == "é"
    assert read_number({"A": np.array([[2.5]], np.float32)}, "A") == 2.5
    for value in (strings(), strings(b"a", b"b"), np.ones(1)):
        with pytest.raises(ValueError, match="A must hold one"):
            read_bytes({"A": value}, "A")
    with pytest.raises(ValueError, match="A must hold one"):
        read_number({"A": strings(b"1")}, "A")
    with pytest.raises(ValueError, match="B must hold one"):
        read_bytes({"A": strings(b"a")}, "B")
    with pytest.raises(ValueError, match="JSON object"):
        read_json(b"5", "A")


@pytest.mark.parametrize(
    "samples", [np.zeros(0, np.float32), np.full(9, np.nan, np.float32), np.zeros(16_000 * 1801, np.float32)]
)
def test_recordings_that_are_none_are_refused(samples):
    with pytest.raises(ValueError, match=r"AUDIO|recording"):
        read_recording({"AUDIO": samples}, "AUDIO")


def test_a_message_is_short_and_valid_whatever_it_quotes():
    message = describe(ValueError("\ud800" + "é" * 5000))
    assert len(message.encode()) <= MAX_SENTENCE_BYTES + 20


def test_open_streams_are_more_than_requests_are_accepted():
    from timbre.serving.limits import Limits

    assert Limits().streams < MAX_OPEN_STREAMS
