"""The services that speak, with the networks of a tiny base model."""

import queue
from functools import partial

import numpy as np
import pytest

from tests.helpers.tiny_base import make_tiny_base
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.engines.select import select_engine
from timbre.serving.acoustic import AcousticService
from timbre.serving.errors import BusyError, CancelledRequestError, UnknownVoiceError, describe
from timbre.serving.fused import SpeechService
from timbre.serving.limits import BACKGROUND_FRAMES, GATHERED_FRAMES, Limits
from timbre.serving.mel_timing import MelTiming
from timbre.serving.plan import TextService
from timbre.serving.service import SpeechRequest
from timbre.serving.voices import VoiceCache
from timbre.serving.waveform import VocoderService
from timbre.speech.acoustic import AcousticModel, Controls
from timbre.speech.phoneme_edits import PhonemeEdits
from timbre.speech.streaming import DelayLine
from timbre.speech.vocoder import Vocoder
from timbre.timing import ChunkTiming
from timbre.voice import VoiceError


def test_server_full_of_streams_says_so(base, voice, flags):
    service = AcousticService(AcousticModel.load(base, "onnx"), flags, limits=Limits(streams=1))
    plan = TextService().plan("This sentence is spoken, and the next request is not accepted. " * 20)
    first = SpeechRequest("r", plan, voice.to_bytes(), "", Controls())
    service.submit(first, lambda answer: None)
    with pytest.raises(BusyError, match="busy with 1 request"):
        service.submit(first, lambda answer: None)
    service.close()
    assert describe(BusyError("Busy.")) == "timbre[busy] Busy."


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
        done.get(timeout=60)
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
    found = [answers.get(timeout=60)]
    while not isinstance(found[-1], Exception) and not found[-1].last:
        found.append(answers.get(timeout=60))
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


def test_calls_in_the_background_are_short_and_answers_long_and_the_same_mel(base, voice, monkeypatch):
    service = AcousticService.load(base)
    calls, call = [], DelayLine.call

    def watched(line, frames, last):
        calls.append(frames.shape[line.source_axis])
        return call(line, frames, last)

    monkeypatch.setattr(DelayLine, "call", watched)

    def mels(options):
        answers = queue.Queue()
        plan = TextService().plan("Hello there, this is a sentence that is quite long for a test.", options)
        service.submit(SpeechRequest("r", plan, voice.to_bytes(), "", Controls()), answers.put)
        return [answer.mel for answer in until_last(answers)]

    live = mels(b"{}")
    assert max(calls[1:]) > BACKGROUND_FRAMES
    calls.clear()
    background = mels(b'{"background": true}')
    service.close()
    lookahead = service._acoustic.delay
    assert calls[0] == BACKGROUND_FRAMES + lookahead
    assert max(calls[1:]) == BACKGROUND_FRAMES
    assert min(mel.shape[1] for mel in background[:-1]) >= GATHERED_FRAMES
    np.testing.assert_allclose(np.concatenate(background, 1), np.concatenate(live, 1), atol=1e-4)


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
