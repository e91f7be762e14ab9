"""The services behind the server's models, with networks that count."""

import json
import os
import queue
import time
from functools import partial

import numpy as np
import pytest

from tests.helpers.speech_server import wait_until
from tests.helpers.tiny_base import make_tiny_base
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.engines.base import Network
from timbre.engines.select import select_engine
from timbre.serving.acoustic import AcousticService
from timbre.serving.cancellation import MAX_AGE_S, CancelFlags
from timbre.serving.errors import BusyError, CancelledRequestError, UnknownVoiceError, describe
from timbre.serving.fused import SpeechService
from timbre.serving.limits import Limits
from timbre.serving.mel_timing import MelTiming
from timbre.serving.plan import SpeechPlan, TextService
from timbre.serving.service import SpeechRequest
from timbre.serving.voices import VoiceCache
from timbre.serving.waveform import VocoderService, to_pcm
from timbre.speech.acoustic import AcousticModel, Controls
from timbre.speech.batching import Call
from timbre.speech.phoneme_edits import PhonemeEdits
from timbre.speech.vocoder import Vocoder
from timbre.text import TextError
from timbre.timing import ChunkTiming, TimedWord
from timbre.voice import VoiceError


class Frames(Network):
    """A vocoder whose samples are the mel's first band, 256 for each frame."""

    def __init__(self, max_batch=1):
        self.opened = 0
        self.failing = False
        self.max_batch = max_batch
        self.batches = []

    def open(self):
        self.opened += 1
        return self

    def call(self, mel, last):
        return Call(self, {"mel": mel[None]}, "mel", 2)

    def accept(self, results):
        return results["waveform"][0]

    def run(self, inputs):
        if self.failing:
            raise RuntimeError("broken network")
        self.batches.append(len(inputs["mel"]))
        return {"waveform": np.repeat(inputs["mel"][:, 0], 256, axis=1)}


def mel_chunk(value, stream="s", last=False):
    timing = MelTiming(stream, 1.0, ChunkTiming(final=last).to_dict())
    return np.full((80, 2), value, np.float32), timing.to_json()


@pytest.fixture
def flags(tmp_path):
    return CancelFlags(tmp_path / "flags")


@pytest.fixture
def vocoder(flags):
    network = Frames()
    service = VocoderService(network, flags)
    service.network = network
    yield service
    service.close()


def vocode(service, *chunks, request_id="r"):
    answers = queue.Queue()
    for chunk in chunks:
        service.submit(request_id, *chunk, answers.put)
    return [answers.get(timeout=10) for _ in chunks]


def test_pcm_is_scaled_and_clipped():
    assert to_pcm(np.array([0, 1, -1, 2, -2, 0.5], np.float32)).tolist() == [
        0,
        32767,
        -32767,
        32767,
        -32767,
        16384,
    ]


def test_chunks_of_a_stream_share_one_state_until_the_last(vocoder):
    answers = vocode(vocoder, mel_chunk(0.1), mel_chunk(0.2), mel_chunk(0.3, last=True))
    timings = [ChunkTiming.from_json(answer.timing) for answer in answers]
    assert [t.first_sample for t in timings] == [0, 512, 1024]
    assert [t.final for t in timings] == [False, False, True]
    assert vocoder.network.opened == 1
    assert vocoder.open_streams == 0


def test_streams_have_states_of_their_own(vocoder):
    vocode(vocoder, mel_chunk(0.1, "a"), mel_chunk(0.2, "b"))
    assert vocoder.network.opened == 2
    assert vocoder.open_streams == 2


def test_cancelled_stream_is_forgotten(vocoder, flags):
    vocode(vocoder, mel_chunk(0.1))
    flags.set("r")
    (answer,) = vocode(vocoder, mel_chunk(0.2))
    assert isinstance(answer, CancelledRequestError)
    assert vocoder.open_streams == 0


def test_stream_that_failed_stays_failed(vocoder):
    vocode(vocoder, mel_chunk(0.1))
    vocoder.network.failing = True
    vocode(vocoder, mel_chunk(0.2))
    vocoder.network.failing = False
    middle, last = vocode(vocoder, mel_chunk(0.3), mel_chunk(0.4, last=True))
    (other,) = vocode(vocoder, mel_chunk(0.1, "other"))
    assert isinstance(middle, RuntimeError)
    assert isinstance(last, RuntimeError)
    assert other.pcm.any()
    assert vocoder.open_streams == 1  # the other


def test_server_full_of_streams_says_so(base, voice, flags):
    service = AcousticService(AcousticModel.load(base, "onnx"), flags, limits=Limits(streams=1))
    plan = TextService().plan("This sentence is spoken, and the next request is not accepted. " * 20)
    first = SpeechRequest("r", plan, voice.to_bytes(), "", Controls())
    service.submit(first, lambda answer: None)
    with pytest.raises(BusyError, match="busy with 1 request"):
        service.submit(first, lambda answer: None)
    service.close()
    assert describe(BusyError("Busy.")) == "timbre[busy] Busy."


def test_text_too_long_for_a_request_is_refused():
    with pytest.raises(ValueError, match="5,001 characters and a request may have 5,000"):
        TextService(limits=Limits(text_characters=5000)).plan("x" * 5001)


def test_limits_come_from_the_settings(monkeypatch):
    monkeypatch.setenv("TIMBRE_MAX_STREAMS", "7")
    monkeypatch.setenv("TIMBRE_MAX_CLONES", "3")
    assert Limits.from_environment() == Limits(streams=7, clones=3)
    monkeypatch.setenv("TIMBRE_MAX_WAITING", "0")
    with pytest.raises(ValueError, match="at least 1"):
        Limits.from_environment()


def test_streams_that_speak_together_say_what_each_says_alone(base, flags):
    """Batches of the real networks: rows do not mix, and padded last chunks are cut."""
    acoustic, vocoder = AcousticModel.load(base, "onnx"), Vocoder.load(base, "onnx")
    voices = BaseVoices(BaseModel.open(base))
    texts = ["Hello there.", "This is a longer sentence, and it goes on.", "Hello there.", "And another one."]
    requests = [
        SpeechRequest(
            f"r{n}",
            TextService().plan(text),
            voices.voice(voices.base.speakers[n]).to_bytes(),
            "",
            Controls(),
        )
        for n, text in enumerate(texts)
    ]
    spoken = {}
    for batch in (1, 4):
        acoustic.max_batch = vocoder.max_batch = batch
        spoken[batch] = speak_together(
            AcousticService(acoustic, flags), VocoderService(vocoder, flags), requests
        )
        spoken["fused", batch] = speak_in_one(SpeechService(acoustic, vocoder, flags), requests)
    for alone, *others in zip(*spoken.values(), strict=True):
        for other in others:
            assert len(alone) == len(other) > 1000
            assert np.abs(alone.astype(int) - other).max() <= 4  # 1e-4 of full scale is 3.3


def speak_together(acoustic, vocoder, requests):
    """The whole PCM of each request, all of them begun at once."""
    chunks, done = [[] for _ in requests], queue.Queue()

    def on_pcm(number, last, answer):
        chunks[number].append(answer.pcm)
        if last:
            done.put(number)

    def on_mel(number, answer):
        vocoder.submit(f"r{number}", answer.mel, answer.timing, partial(on_pcm, number, answer.last))

    for number, request in enumerate(requests):
        acoustic.submit(request, partial(on_mel, number))
    for _ in requests:
        done.get(timeout=30)
    acoustic.close()
    vocoder.close()
    return [np.concatenate(one) for one in chunks]


def speak_in_one(service, requests):
    """As speak_together, by one service that makes mel and sound."""
    answers = [queue.Queue() for _ in requests]
    for request, own in zip(requests, answers, strict=True):
        service.submit(request, own.put)
    spoken = [until_last(own) for own in answers]
    service.close()
    for chunks in spoken:
        timings = [ChunkTiming.from_json(chunk.timing) for chunk in chunks]
        starts = np.cumsum([0, *(len(chunk.pcm) for chunk in chunks[:-1])])
        assert [timing.first_sample for timing in timings] == starts.tolist()
        assert [timing.final for timing in timings] == [chunk.last for chunk in chunks]
        assert timings[0].words
        assert all(timing.vocoder_ms > 0 for timing in timings[1:])
        assert timings[0].acoustic_ms > 0
    return [np.concatenate([chunk.pcm for chunk in chunks]) for chunks in spoken]


def test_stream_without_news_ends_by_itself(flags):
    now = [0.0]
    service = VocoderService(Frames(), flags, clock=lambda: now[0])
    vocode(service, mel_chunk(0.1, "a"))
    now[0] = 61.0
    assert wait_until(lambda: service.open_streams == 0, 5)
    service.close()


def test_stream_whose_client_has_gone_ends_though_no_chunk_comes(vocoder, flags):
    vocode(vocoder, mel_chunk(0.1), request_id="s.1")
    vocode(vocoder, mel_chunk(0.1, "other"), request_id="t.1")
    flags.set("s")
    assert wait_until(lambda: vocoder.open_streams == 1, 5)
    (late,) = vocode(vocoder, mel_chunk(0.2, last=True), request_id="s.1")
    assert isinstance(late, CancelledRequestError)


def test_stage_that_fails_ends_the_utterance_in_the_other(vocoder, flags):
    vocode(vocoder, mel_chunk(0.1, "u:1"), request_id="")
    flags.set("u:1")  # as the acoustic model does
    assert wait_until(lambda: vocoder.open_streams == 0, 5)
    vocoder.network.failing = True
    vocode(vocoder, mel_chunk(0.1, "u:2"))
    assert flags.is_set("u:2")


def test_idle_streams_are_forgotten(flags):
    now = [0.0]
    service = VocoderService(Frames(), flags, clock=lambda: now[0])
    vocode(service, mel_chunk(0.1, "a"))
    now[0] = 61.0
    vocode(service, mel_chunk(0.1, "b"))
    assert service.open_streams == 1
    service.close()


def test_flags_are_seen_by_others_and_grow_old(tmp_path):
    one, other = CancelFlags(tmp_path), CancelFlags(tmp_path)
    one.set("../../x")
    assert other.is_set("../../x")
    assert not other.is_set("y")
    assert not other.is_set("")
    for flag in tmp_path.iterdir():
        os.utime(flag, (0, time.time() - MAX_AGE_S - 1))
    CancelFlags(tmp_path).set("y")
    assert not one.is_set("../../x")


def test_flag_of_a_stream_ends_its_requests_whatever_is_put_before_its_name(tmp_path):
    flags = CancelFlags(tmp_path)
    flags.set("key/abc")
    assert flags.is_set("key/abc.7")
    assert flags.is_set("key/abc")
    assert not flags.is_set("abc.7")
    assert not flags.is_set("key/abc.7.1")
    assert not flags.is_set("key/abcd.7")


def test_flags_of_the_same_instant_are_seen(tmp_path):
    one, other = CancelFlags(tmp_path), CancelFlags(tmp_path)
    for number in range(200):
        one.set(f"r{number}")
        assert other.is_set(f"r{number}")


def test_nobody_can_cancel_those_without_an_id(tmp_path):
    flags = CancelFlags(tmp_path)
    flags.set("")
    assert not flags.is_set("")
    assert not flags.current()


def test_flags_are_listed_only_after_a_change(tmp_path, monkeypatch):
    flags = CancelFlags(tmp_path)
    flags.set("x")
    os.utime(tmp_path, (0, time.time() - 1))
    assert flags.is_set("x")
    monkeypatch.setattr(os, "listdir", None)
    assert flags.is_set("x")


def test_plan_survives_the_tensors():
    plan = TextService().plan("Hello there. It costs $3.50, Dr. Who!", b'{"goes_on": true}')
    ids, data = plan.pack()
    back = SpeechPlan.unpack(ids, data)
    assert [s.text for s in back.sentences] == [s.text for s in plan.sentences]
    for one, other in zip(plan.sentences, back.sentences, strict=True):
        np.testing.assert_array_equal(one.ids, other.ids)
        assert one.words == other.words
    with pytest.raises(ValueError, match="phonemes"):
        SpeechPlan.unpack(ids[:-1], data)
    assert back.goes_on
    assert not TextService().plan("Hello.").goes_on


def test_text_service_uses_lexicon_and_refuses_silence():
    service = TextService(kept=2)
    lexicon = json.dumps({"lexicon": {"timbre": "tæmbɚ"}}).encode()
    assert len(service.plan("Timbre").pack()[0]) != 0
    assert not np.array_equal(service.plan("Timbre").pack()[0], service.plan("Timbre", lexicon).pack()[0])
    with pytest.raises(TextError):
        service.plan("🙂")


def test_timing_survives_json():
    timing = ChunkTiming([TimedWord("é", 0, 1, 0.5, 0.75)], True, 7, 1.0, 2.0, 3.0)
    back = ChunkTiming.from_json(timing.to_json())
    assert back.words == (TimedWord("é", 0, 1, 0.5, 0.75),)
    assert (back.final, back.first_sample, back.vocoder_ms) == (True, 7, 3.0)


def test_timing_of_a_mel_becomes_that_of_its_sound():
    chunk = ChunkTiming([TimedWord("é", 0, 1, 0.5, 0.75)], True, frontend_ms=1.0, acoustic_ms=2.0)
    back = MelTiming.from_json(MelTiming("s", 12.5, chunk.to_dict()).to_json())
    assert (back.stream, back.arrived_s, back.final) == ("s", 12.5, True)
    heard = ChunkTiming.from_json(back.with_sound(7, 3.0))
    assert heard == ChunkTiming((TimedWord("é", 0, 1, 0.5, 0.75),), True, 7, 1.0, 2.0, 3.0, ())


def test_errors_keep_their_kind():
    assert describe(TextError("Nothing.")) == "timbre[text] Nothing."
    assert describe(UnknownVoiceError("Who?")) == "timbre[voice_unknown] Who?"
    assert describe(ValueError("pace")) == "timbre[input] pace"
    assert describe(RuntimeError("bug")) == "RuntimeError: bug"


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return make_tiny_base(tmp_path_factory.mktemp("base"))


@pytest.fixture
def voice(base):
    voices = BaseVoices(BaseModel.open(base))
    return voices.voice(voices.find("tiny:0"))


def test_voices_are_kept_by_hash(voice):
    made = []
    cache = VoiceCache(lambda voice: made.append(voice.name) or {"name": voice.name}, kept=1)
    data = voice.to_bytes()
    with pytest.raises(UnknownVoiceError):
        cache.get(b"\0", voice.content_hash)
    assert cache.get(data, "") == {"name": voice.name}
    assert cache.get(b"", voice.content_hash) == {"name": voice.name}
    assert made == [voice.name]
    import dataclasses

    cache.get(dataclasses.replace(voice, name="other").to_bytes(), "")
    with pytest.raises(UnknownVoiceError):
        cache.get(b"", voice.content_hash)


def speak(service, voice, text="Hello there. And again.", request_id="r", data=None):
    answers = queue.Queue()
    plan = TextService().plan(text)
    service.submit(SpeechRequest(request_id, plan, data or voice.to_bytes(), "", Controls()), answers.put)
    return until_last(answers)


def until_last(answers):
    found = [answers.get(timeout=20)]
    while not isinstance(found[-1], Exception) and not found[-1].last:
        found.append(answers.get(timeout=20))
    return found


def test_acoustic_service_streams_one_utterance(base, voice):
    service = AcousticService.load(base)
    answers = speak(service, voice)
    timings = [MelTiming.from_json(answer.timing) for answer in answers]
    assert len({timing.stream for timing in timings}) == 1
    assert [answer.last for answer in answers] == [False] * (len(answers) - 1) + [True]
    words = [word["text"] for timing in timings for word in timing.chunk["words"]]
    assert len(words) == 4
    assert MelTiming.from_json(speak(service, voice)[0].timing).stream != timings[0].stream
    (refused,) = speak(service, voice, data=b"no voice at all")
    assert isinstance(refused, VoiceError)
    service.close()


def test_acoustic_service_sees_the_flag_before_the_next_chunk(base, voice, flags, monkeypatch):
    service = AcousticService(AcousticModel.load(base, "onnx"), flags)
    flags.set("stop")
    (answer,) = speak(service, voice, request_id="stop")
    assert isinstance(answer, CancelledRequestError)
    assert len(speak(service, voice, request_id="go")) > 1
    service.close()


def test_what_stays_in_the_engine_and_opens_in_one_call_is_the_same_speech(base, flags, monkeypatch):
    """Static buffers, whose tensors are not numpy's: pauses, padded ends and batches of streams."""
    text = "This is the first sentence, and it is long enough for a second chunk. Here is one more."
    voices = BaseVoices(BaseModel.open(base))
    requests = [
        SpeechRequest(
            f"r{n}",
            TextService().plan(text[n:]),
            voices.voice(voices.base.speakers[n % 2]).to_bytes(),
            "",
            Controls(pace=1 + n / 10, pitch=n),
        )
        for n in range(5)
    ]
    long = PhonemeEdits.of(duration=[1.5] * sum(len(one.ids) for one in requests[0].plan.sentences))
    at_once = TextService().plan("Oh.")
    requests += [
        requests[0]._replace(request_id="edited", edits=long),
        requests[0]._replace(request_id="short", plan=at_once, controls=Controls(pace=2.5)),
    ]
    monkeypatch.setenv("TIMBRE_ENGINE", "cudagraph")
    resident = SpeechService.of(BaseModel.open(base), select_engine(), None)
    assert not isinstance(resident._acoustic.pause, np.ndarray)
    models = AcousticModel.load(base, "cudagraph"), Vocoder.load(base, "cudagraph")
    for one, other in zip(
        speak_in_one(SpeechService(*models, flags), requests), speak_in_one(resident, requests), strict=True
    ):
        assert len(one) == len(other) > 1000
        assert np.abs(one.astype(int) - other).max() <= 4
