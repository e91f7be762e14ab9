"""The vocoder's service, with a network that counts."""

import queue

import numpy as np
import pytest

from tests.helpers.speech_server import wait_until
from timbre.engines.base import Network
from timbre.serving.errors import CancelledRequestError
from timbre.serving.limits import BACKGROUND_FRAMES
from timbre.serving.mel_timing import MelTiming
from timbre.serving.waveform import VocoderService, to_pcm
from timbre.speech.batching import Call
from timbre.timing import ChunkTiming


class Frames(Network):
    """A vocoder whose samples are the mel's first band, 256 for each frame."""

    def __init__(self, max_batch=1):
        self.opened = 0
        self.failing = False
        self.max_batch = max_batch
        self.batches = []
        self.frames = []
        self.unhurried = []
        self.unhurried_loads = 0

    def load_unhurried(self):
        self.unhurried_loads += 1

    def open(self, unhurried=False):
        self.opened += 1
        self.unhurried.append(unhurried)
        return self

    def call(self, mel, last):
        return Call(self, {"mel": mel[None]}, "mel", 2)

    def accept(self, results):
        return results["waveform"][0]

    def run(self, inputs):
        if self.failing:
            raise RuntimeError("broken network")
        self.batches.append(len(inputs["mel"]))
        self.frames.append(inputs["mel"].shape[2])
        return {"waveform": np.repeat(inputs["mel"][:, 0], 256, axis=1)}


def mel_chunk(value, stream="s", last=False, frames=2, background=False):
    timing = MelTiming(stream, 1.0, ChunkTiming(final=last).to_dict(), background)
    return np.full((80, frames), value, np.float32), timing.to_json()


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
    return [answers.get(timeout=60) for _ in chunks]


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


def test_long_chunks_in_the_background_are_made_in_short_calls_and_answered_as_one(vocoder):
    frames = 2 * BACKGROUND_FRAMES + 3
    first, last = vocode(
        vocoder,
        mel_chunk(0.1, frames=frames, background=True),
        mel_chunk(0.2, frames=BACKGROUND_FRAMES, background=True, last=True),
    )
    assert vocoder.network.frames == [BACKGROUND_FRAMES, BACKGROUND_FRAMES, 3, BACKGROUND_FRAMES]
    assert first.pcm.tolist() == [to_pcm(np.float32([0.1]))[0]] * (256 * frames)
    assert ChunkTiming.from_json(last.timing).first_sample == len(first.pcm)
    assert len(last.pcm) == 256 * BACKGROUND_FRAMES
    vocode(vocoder, mel_chunk(0.1, "live", frames=frames))
    assert vocoder.network.frames[-1] == frames
    vocode(vocoder, mel_chunk(0.1, "other", background=True))
    assert vocoder.network.unhurried == [True, False, True]
    assert wait_until(lambda: vocoder.network.unhurried_loads == 1)


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


def test_stream_without_news_ends_by_itself(flags):
    now = [0.0]
    service = VocoderService(Frames(), flags, clock=lambda: now[0])
    vocode(service, mel_chunk(0.1, "a"))
    now[0] = 61.0
    assert wait_until(lambda: service.open_streams == 0)
    service.close()


def test_stream_whose_client_has_gone_ends_though_no_chunk_comes(vocoder, flags):
    vocode(vocoder, mel_chunk(0.1), request_id="s.1")
    vocode(vocoder, mel_chunk(0.1, "other"), request_id="t.1")
    flags.set("s")
    assert wait_until(lambda: vocoder.open_streams == 1)
    (late,) = vocode(vocoder, mel_chunk(0.2, last=True), request_id="s.1")
    assert isinstance(late, CancelledRequestError)


def test_stage_that_fails_ends_the_utterance_in_the_other(vocoder, flags):
    vocode(vocoder, mel_chunk(0.1, "u:1"), request_id="")
    flags.set("u:1")  # as the acoustic model does
    assert wait_until(lambda: vocoder.open_streams == 0)
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
