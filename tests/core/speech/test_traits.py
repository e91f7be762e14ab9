"""Brightness and pace of a voice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.tiny_base import make_tiny_base
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre.mel import MelSpec, log_mel
from timbre.speech.acoustic import AcousticModel
from timbre.speech.traits import WORDS, measure, traits_of
from timbre.voice import Delivery
from timbre_finetune.export.speaker_traits import write_traits

SPEC = MelSpec()


def tone(hz: float, seconds: float = 2.0) -> np.ndarray:
    at = np.arange(round(seconds * SPEC.sample_rate)) / SPEC.sample_rate
    return (0.3 * np.sin(2 * np.pi * hz * at)).astype(np.float32)


@pytest.mark.parametrize("hz", [500.0, 2000.0])
def test_the_brightness_of_a_tone_is_its_frequency(hz: float) -> None:
    assert traits_of(log_mel(tone(hz), SPEC), SPEC).brightness_hz == pytest.approx(hz, rel=0.05)


def test_silence_does_not_change_the_brightness_but_the_pace() -> None:
    mel, silence = log_mel(tone(800), SPEC), np.full((SPEC.n_mels, 100), np.log(SPEC.log_floor), np.float32)
    alone, padded = (traits_of(np.hstack(parts), SPEC) for parts in ([mel], [mel, silence]))
    assert padded.brightness_hz == alone.brightness_hz
    seconds = mel.shape[1] * SPEC.hop_length / SPEC.sample_rate
    assert alone.words_a_minute == pytest.approx(60 * WORDS / seconds, abs=0.1)
    assert padded.words_a_minute < alone.words_a_minute


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_base(tmp_path_factory.mktemp("base"))


def test_a_voice_that_reads_faster_has_more_words_a_minute(folder: Path) -> None:
    acoustic = AcousticModel.load(folder, "onnx", 1)
    voice = BaseVoices(acoustic.base).voice(acoustic.base.speakers[0])
    slow, fast = (measure(acoustic, replace(voice, delivery=Delivery(pace=pace))) for pace in (0.7, 1.4))
    assert fast.words_a_minute > slow.words_a_minute


def test_the_program_measures_every_speaker_and_keeps_the_base_models_id(folder: Path) -> None:
    before = BaseModel.open(folder)
    assert {speaker.brightness_hz for speaker in before.speakers} == {None}
    write_traits(folder, threads=1)
    after = BaseModel.open(folder)
    assert after.id == before.id
    assert [speaker.name for speaker in after.speakers] == [speaker.name for speaker in before.speakers]
    for speaker in after.speakers:
        assert speaker.brightness_hz is not None
        assert 0 < speaker.brightness_hz < SPEC.sample_rate / 2
        assert speaker.words_a_minute is not None
        assert speaker.words_a_minute > 0
