"""A sketch of a voice, with a tiny base model: made of one take, without learning."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from tests.helpers.speech_like import speech_like
from tests.helpers.takes import write_take
from tests.helpers.tiny_base import make_tiny_base
from timbre import paths
from timbre.archive import TakeFile, read_takes_folder
from timbre.voice import Delivery, Voice
from timbre_finetune.clone.adapt import HEARD_TAKES
from timbre_finetune.clone.request import CloneCancelled, CloneError, CloneOptions, Progress
from timbre_finetune.clone.sketch import sketch
from timbre_finetune.clone.workshop import Workshop


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(make_tiny_base(tmp_path_factory.mktemp("base"), reference_channels=256))


@pytest.fixture(scope="module")
def takes() -> list[TakeFile]:
    return read_takes_folder(paths.assets_dir() / "takes")


def make(
    takes: list[TakeFile], base: Workshop, work: Path, stops: bool = False
) -> tuple[Voice, list[Progress]]:
    seen: list[Progress] = []
    options = CloneOptions("Ada", max_steps=0, consent="I agree.")
    return sketch(takes, base, options, seen.append, lambda: stops, work), seen


def test_one_take_makes_a_voice_that_says_what_it_is(
    takes: list[TakeFile], base: Workshop, tmp_path: Path
) -> None:
    voice, progress = make(takes[:1], base, tmp_path)
    assert progress[-1].stage == "done"
    assert not any(p.stage == "adapt" for p in progress)
    expected = {"sketch": True, "takes": 1, "steps": 0, "start": "computed", "consent": "I agree."}
    assert {key: voice.provenance[key] for key in expected} == expected
    assert 2 < voice.provenance["speech_s"] < 10
    assert "sketch" in voice.report["advice"]
    assert "similarity" not in voice.report
    assert Voice.from_bytes(voice.to_bytes()).content_hash == voice.content_hash


def test_it_is_the_computed_embedding_in_an_unchanged_network(
    takes: list[TakeFile], base: Workshop, tmp_path: Path
) -> None:
    voice, _ = make(takes[:2], base, tmp_path)
    network = base.network
    person = base.encoder.centroid(
        [base.encoder.embed(e, base.spec.sample_rate) for e in waveforms(takes[:2], base)]
    )
    embedding = network.embed_reference(torch.from_numpy(person).float()[None])
    plain = network.voice_tensors(embedding, torch.tensor([[5.0, 0.2]]))
    np.testing.assert_allclose(voice.tensors["speaker_embedding"], embedding[0].detach(), atol=2e-3)
    np.testing.assert_allclose(voice.tensors["decoder_style"], plain.decoder_style[0].detach(), atol=2e-3)
    assert not voice.tensors["adapter_up"].any()


def waveforms(takes: list[TakeFile], base: Workshop) -> list[np.ndarray]:
    from timbre.text import Frontend
    from timbre_finetune.clone.takes_data import read_take

    examples = [read_take(take, Frontend("en-us"), base.spec) for take in takes]
    return [example.waveform for example in examples if example is not None]


def test_pitch_and_delivery_are_the_persons(takes: list[TakeFile], base: Workshop, tmp_path: Path) -> None:
    voice, _ = make(takes[:4], base, tmp_path)
    assert 60 < np.exp(voice.pitch.log_hz_mean) < 400
    assert voice.delivery != Delivery()


def test_it_hears_no_more_takes_than_its_embedding_is_made_of(
    takes: list[TakeFile], base: Workshop, tmp_path: Path
) -> None:
    voice, _ = make((takes * 3)[: HEARD_TAKES + 3], base, tmp_path)
    assert voice.provenance["takes"] == HEARD_TAKES


def test_too_little_speech_says_what_to_do(base: Workshop, tmp_path: Path) -> None:
    write_take(tmp_path / "a.wav", speech_like(1.5))
    take = TakeFile("a", "Yes.", tmp_path / "a.wav")
    with pytest.raises(CloneError, match=r"at least 3 s in 1: record more sentences"):
        make([take], base, tmp_path / "work")


def test_it_can_be_stopped(takes: list[TakeFile], base: Workshop, tmp_path: Path) -> None:
    with pytest.raises(CloneCancelled):
        make(takes[:1], base, tmp_path, stops=True)
