"""The statement of consent must be read by the person who reads the takes; real encoder, real people, real speakers."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from timbre import audio, paths
from timbre.archive import CONSENT_ID, TakeFile, read_takes_folder
from timbre.base_voices import BaseVoices
from timbre.speech.synthesizer import Synthesizer
from timbre.voice import Voice
from timbre_finetune.clone.adapt import learned_takes
from timbre_finetune.clone.consent import LEAST_LIKENESS, likeness
from timbre_finetune.clone.request import CloneError, CloneOptions
from timbre_finetune.clone.sketch import sketch
from timbre_finetune.clone.workshop import Workshop

STATEMENT = "I agree that Timbre makes a synthetic voice named Ada from these recordings of my own voice."
TAKES = 4
SHIPPED = paths.assets_dir() / "base"


@pytest.fixture(scope="module")
def workshop() -> Workshop:
    return Workshop(SHIPPED)


@pytest.fixture(scope="module")
def takes() -> list[TakeFile]:
    return read_takes_folder(paths.assets_dir() / "takes")


def make(workshop: Workshop, takes: list[TakeFile], work: Path, **options: bool) -> Voice:
    made = CloneOptions("Ada", max_steps=0, consent=STATEMENT, **options)
    return sketch(takes, workshop, made, lambda _: None, lambda: False, work)


@pytest.mark.slow
def test_the_person_of_the_takes_may_agree(workshop: Workshop, takes: list[TakeFile], tmp_path: Path) -> None:
    agreed = TakeFile(CONSENT_ID, takes[TAKES].text, takes[TAKES].path)
    voice = make(workshop, [agreed, *takes[:TAKES]], tmp_path / "with")
    assert voice.provenance["consent_likeness"] > LEAST_LIKENESS
    assert voice.provenance["takes"] == TAKES + 1
    alone = make(workshop, [agreed, *takes[:TAKES]], tmp_path / "alone", learns_consent=False)
    assert alone.provenance["takes"] == TAKES
    assert not np.array_equal(alone.tensors["speaker_embedding"], voice.tensors["speaker_embedding"])


@pytest.mark.slow
@pytest.mark.parametrize("speaker", ["kokoro-82m:bf_emma", "kokoro-82m:am_michael"])
def test_a_synthetic_voice_may_not(
    workshop: Workshop, takes: list[TakeFile], tmp_path: Path, speaker: str
) -> None:
    voices = BaseVoices(workshop.base)
    chunks = Synthesizer.load(SHIPPED).speak(STATEMENT, voices.voice(voices.find(speaker)))
    path = tmp_path / "consent.wav"
    audio.write(path, np.concatenate([chunk.waveform for chunk in chunks]), workshop.spec.sample_rate)
    with pytest.raises(CloneError, match="somebody else than the person of the takes"):
        make(workshop, [TakeFile(CONSENT_ID, STATEMENT, path), *takes[:TAKES]], tmp_path / "work")


def test_a_consent_that_is_not_as_good_as_a_take_is_not_learned_from(tmp_path: Path) -> None:
    shutil.copy(paths.assets_dir() / "takes" / "wavs" / "01.flac", tmp_path / "a.flac")
    takes = [TakeFile(name, "A text.", tmp_path / "a.flac") for name in (CONSENT_ID, "p001")]
    assert learned_takes(takes, CloneOptions("Ada")) == takes
    assert learned_takes(takes, CloneOptions("Ada", learns_consent=False)) == takes[1:]


def test_likeness_counts_from_other_people() -> None:
    draw = np.random.default_rng(1)
    others, person = draw.standard_normal((50, 8)), draw.standard_normal(8)
    others /= np.linalg.norm(others, axis=1, keepdims=True)
    person /= np.linalg.norm(person)
    stranger = others[0]
    assert likeness(person, np.stack([person] * 3), others) > 2
    assert likeness(stranger, np.stack([person] * 3), others) < 2
