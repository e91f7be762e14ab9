"""Decoder and vocoder together, in both engines: what is streamed is what would be spoken whole."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.helpers.tiny_base import make_tiny_base
from timbre.base import BaseModel, BaseModelError
from timbre.base_voices import BaseVoices
from timbre.models.graphs import lengthen_pauses, stretch
from timbre.speech.acoustic import Controls
from timbre.speech.batching import drive
from timbre.speech.encoded import round_durations
from timbre.speech.steps import MelChunk, Script, mel_steps
from timbre.speech.streaming import MEL_SILENCE, ChunkSchedule
from timbre.speech.synthesizer import Synthesizer
from timbre.text.symbols import SYMBOL_TO_ID
from timbre.voice import Delivery, Voice, VoiceError

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


def test_sizes_go_on_for_hours():
    """They doubled without end: after a thousand chunks, 19 minutes, a stream failed."""
    assert list(itertools.islice(ChunkSchedule().sizes(), 5000))[-1] == ChunkSchedule.largest


def test_a_voices_delivery_sets_its_pace_and_the_spread_of_its_pitch(
    synthesizer: Synthesizer, voice: Voice
) -> None:
    plain = speak(synthesizer, voice, WHOLE)
    slower = replace(voice, delivery=Delivery(pace=0.5))
    assert len(speak(synthesizer, slower, WHOLE)) > 1.4 * len(plain)
    assert len(speak(synthesizer, slower, WHOLE, pace=2.0)) == len(plain)
    livelier = speak(synthesizer, replace(voice, delivery=Delivery(melody=3.0)), WHOLE)
    assert len(livelier) == len(plain)
    assert not np.array_equal(livelier, plain)


def test_a_melody_is_stretched_about_its_sentences_mean() -> None:
    pitch = torch.tensor([[1.0, 2.0, 3.0, 0.0], [0.0, 0.5, -0.5, 4.0]])
    mask = torch.tensor([[1.0, 1.0, 1.0, 0.0], [1.0, 1.0, 1.0, 1.0]])
    stretched = stretch(pitch, mask, torch.tensor([[2.0], [1.0]]))
    torch.testing.assert_close(stretched, torch.tensor([[0.0, 2.0, 4.0, 0.0], [0.0, 0.5, -0.5, 4.0]]))


def test_pauses_grow_beyond_their_first_frame_and_sounds_do_not() -> None:
    frames = torch.tensor([[3.0, 5.0, 1.0, 11.0]])
    ids = torch.tensor([[40, SYMBOL_TO_ID[" "], SYMBOL_TO_ID[" "], SYMBOL_TO_ID["."]]])
    longer = lengthen_pauses(frames.log1p(), ids, torch.tensor([[1.5]])).expm1()
    torch.testing.assert_close(longer, torch.tensor([[3.0, 7.0, 1.0, 16.0]]))


def test_longer_pauses_also_part_the_sentences(synthesizer: Synthesizer, voice: Voice) -> None:
    def pause(factor: float) -> int:
        inputs = synthesizer.acoustic.voice_inputs(replace(voice, delivery=Delivery(pauses=factor)))
        return inputs["pause"].shape[1]

    assert [pause(factor) for factor in (0.5, 1.0, 1.5)] == [20, 40, 60]


def test_a_voice_pauses_between_sentences_as_long_as_its_person_and_with_the_persons_room(
    synthesizer: Synthesizer, voice: Voice
) -> None:
    room = tuple(np.linspace(-9, -7, synthesizer.acoustic.spec.n_mels).tolist())
    roomy = replace(voice, delivery=Delivery(pauses=1.5, breaks=0.5), room=room)
    inputs = synthesizer.acoustic.voice_inputs(roomy)
    np.testing.assert_allclose(inputs["pause"], np.repeat(np.float32(room)[:, None], 30, 1))
    silent = synthesizer.acoustic.voice_inputs(voice)["pause"]
    assert (silent == np.float32(MEL_SILENCE)).all()
    with pytest.raises(VoiceError, match="is broken"):
        synthesizer.acoustic.voice_inputs(replace(voice, room=room[1:]))


def test_a_script_that_goes_on_ends_with_the_pause_between_sentences(
    synthesizer: Synthesizer, voice: Voice
) -> None:
    sentences = synthesizer.frontend.sentences("First this. Then that.")
    inputs = synthesizer.acoustic.voice_inputs(voice)

    def mels(script: Script) -> list[MelChunk]:
        chunks = list(drive(mel_steps(synthesizer.acoustic, script, WHOLE)))
        assert [chunk.last for chunk in chunks] == [False] * (len(chunks) - 1) + [True]
        return chunks

    together = mels(Script(sentences, inputs))
    first = mels(Script(sentences[:1], inputs, goes_on=True))
    second = mels(Script(sentences[1:], inputs))
    apart = np.concatenate([chunk.mel for chunk in (*first, *second)], 1)
    np.testing.assert_allclose(apart, np.concatenate([chunk.mel for chunk in together], 1), atol=1e-5)
