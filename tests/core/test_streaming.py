"""Decoder and vocoder together, in both engines: what is streamed is what would be spoken whole."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.tiny_base import make_tiny_base
from timbre.base import BaseModel, BaseModelError
from timbre.base_voices import BaseVoices
from timbre.encoded import round_durations
from timbre.streaming import ChunkSchedule
from timbre.synthesis import Controls
from timbre.synthesizer import Synthesizer
from timbre.voice import Voice, VoiceError

TEXT = "One more thing: we stream, chunk by chunk. Does it match?"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_base(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="module")
def synthesizer(base: Path) -> Synthesizer:
    return Synthesizer.load(base, "onnx")


@pytest.fixture(scope="module")
def voice(base: Path) -> Voice:
    model = BaseModel.open(base)
    return BaseVoices(model).voice(model.speakers[1])


def speak(synthesizer: Synthesizer, voice: Voice, schedule: ChunkSchedule, **controls: float) -> np.ndarray:
    chunks = list(synthesizer.speak(TEXT, voice, Controls(**controls), schedule))
    starts = np.cumsum([0, *(len(chunk.waveform) for chunk in chunks)])
    assert [chunk.first_sample for chunk in chunks] == starts[:-1].tolist()
    return np.concatenate([chunk.waveform for chunk in chunks])


WHOLE = ChunkSchedule(100_000, 1, 100_000)


@pytest.mark.parametrize(("max_batch", "sizes"), [(1, [12, 24, 48, 96, 96]), (32, [12, 192, 192, 192, 192])])
def test_chunks_grow_at_once_where_streams_share_batches(max_batch: int, sizes: list[int]) -> None:
    assert list(itertools.islice(ChunkSchedule.for_batches(max_batch).sizes(), 5)) == sizes


@pytest.mark.parametrize(
    ("max_batch", "longest", "sizes"),
    [(1, 800, [12, 24, 48, 96, 96, 96]), (32, 800, [12, 800, 800, 800, 800, 192])],
)
def test_who_is_alone_has_longer_chunks_until_somebody_comes(
    max_batch: int, longest: int, sizes: list[int]
) -> None:
    alone = iter([True] * 5 + [False])
    schedule = ChunkSchedule.for_batches(max_batch, longest, lambda: next(alone))
    assert list(itertools.islice(schedule.sizes(), 6)) == sizes


@pytest.mark.parametrize(
    "schedule",
    [ChunkSchedule(), ChunkSchedule.for_batches(32), ChunkSchedule(1, 1, 1), ChunkSchedule(7, 1.3, 40)],
)
def test_streaming_equals_whole(synthesizer: Synthesizer, voice: Voice, schedule: ChunkSchedule) -> None:
    whole, streamed = speak(synthesizer, voice, WHOLE), speak(synthesizer, voice, schedule)
    assert len(streamed) == len(whole) > 20_000
    assert np.abs(streamed - whole).max() < 1e-4


def test_engines_agree(base: Path, synthesizer: Synthesizer, voice: Voice) -> None:
    other = Synthesizer.load(base, "torch")
    assert (
        np.abs(speak(other, voice, ChunkSchedule()) - speak(synthesizer, voice, ChunkSchedule())).max() < 1e-4
    )


def test_pace_changes_the_length(synthesizer: Synthesizer, voice: Voice) -> None:
    slow, fast = (len(speak(synthesizer, voice, WHOLE, pace=pace)) for pace in (0.7, 1.4))
    assert slow > 1.5 * fast


def test_words_come_in_order_and_inside_the_speech(synthesizer: Synthesizer, voice: Voice) -> None:
    chunks = list(synthesizer.speak(TEXT, voice))
    words = [word for chunk in chunks for word in chunk.words]
    assert [TEXT[word.char_start : word.char_end] for word in words][:4] == ["One", "more", "thing", "we"]
    assert [word.start_s for word in words] == sorted(word.start_s for word in words)
    assert words[-1].end_s <= sum(len(chunk.waveform) for chunk in chunks) / 22_050


def test_rounding_keeps_the_rhythm() -> None:
    durations = round_durations(np.full(200, 3.4), 1.0)
    assert durations.sum() == 680
    assert set(durations) == {3, 4}


def test_voice_of_another_base_is_refused(synthesizer: Synthesizer, voice: Voice) -> None:
    foreign = Voice("Foreign", "id", "en-us", "", "another base", voice.tensors, voice.pitch)
    with pytest.raises(VoiceError, match="another base model"):
        next(synthesizer.speak(TEXT, foreign))


@pytest.mark.parametrize("wrong", [{"pace": 0.1}, {"pitch": 40}, {"energy": -30}])
def test_controls_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="out of range"):
        Controls(**wrong)


def test_missing_base_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(BaseModelError, match="timbre doctor"):
        BaseModel.open(tmp_path)
