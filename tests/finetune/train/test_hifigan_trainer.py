import argparse
import json
import math
from dataclasses import replace

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from tests.helpers.ports import free_port
from tests.helpers.tiny_pack import tiny_trainer, train_in_a_group, write_tiny_pack
from timbre.mel import MelSpec, log_mel
from timbre.models.hifigan import HifiganConfig, HifiganGenerator
from timbre_finetune.corpus.packs import Pack
from timbre_finetune.corpus.vocoder_data import VocoderData
from timbre_finetune.export.base_model import export_hifigan
from timbre_finetune.train import hifigan_trainer
from timbre_finetune.train.discriminators import Discriminators
from timbre_finetune.train.generator_weights import average_of, begin_with, load_generator, save_generator
from timbre_finetune.train.vocoder_losses import (
    LoudnessDistance,
    MultiResolutionStft,
    MultiScaleMel,
    adversarial_loss,
    discriminator_loss,
    feature_loss,
)
from timbre_finetune.train.vocoder_trainer import Recipe

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    return write_tiny_pack(tmp_path_factory.mktemp("tones") / "tiny")


def read_log(out):
    return [json.loads(line) for line in (out / "hifigan.jsonl").read_text().splitlines()]


def test_segments_are_cut_from_the_pack_with_the_mel_around_them(pack):
    data = VocoderData(Pack.load(pack), CPU, context=12, lookahead=2)
    segments = data.segments(3, 16, torch.Generator().manual_seed(4))
    assert segments.waveform.shape == (3, 16 * 256)
    assert segments.mel.shape == (3, 80, 12 + 16 + 2)
    spec = MelSpec()
    for wave, mel in zip(segments.waveform.numpy(), segments.mel.numpy(), strict=True):
        # Frames whose window lies inside the waveform do not depend on what is around it.
        own = log_mel(wave, spec)
        np.testing.assert_allclose(mel[:, 12 + 2 : 12 + 14], own[:, 2:14], atol=5e-3)


def test_the_mel_of_a_segment_is_that_of_the_whole_utterance(pack):
    opened = Pack.load(pack)
    data = VocoderData(opened, CPU, context=12, lookahead=2)
    segments = data.held_out_segments()
    frames = int(opened.n_frames[0])
    whole = log_mel(np.asarray(opened.audio[: frames * 256], np.float32) / 32768, MelSpec())
    # The fixture's utterance is shorter than the limit: its segment is all of it.
    assert segments.waveform.shape == (1, frames * 256)
    inner = slice(3, frames - 3)
    np.testing.assert_allclose(segments.mel[0, :, 12 : 12 + frames][:, inner], whole[:, inner], atol=5e-3)
    assert segments.mel[0, :, :8].max() < -9  # before the utterance there is silence


def test_neither_held_out_nor_unwanted_synthetic_speech_is_drawn(pack):
    data = VocoderData(Pack.load(pack), CPU, context=0, lookahead=0, synthetic=0.0)
    drawn = data.draw(500, torch.Generator().manual_seed(4))
    assert set(drawn.tolist()) == {1, 2}
    half = VocoderData(Pack.load(pack), CPU, context=0, lookahead=0, synthetic=0.5)
    counts = half.draw(5000, torch.Generator().manual_seed(4)).bincount(minlength=4)
    assert counts[3] / counts[1] == pytest.approx(0.5, abs=0.1)


def test_a_corpus_can_be_drawn_more_often(pack):
    opened = replace(Pack.load(pack), corpora=["narrow", "full"], corpus_ids=np.array([0, 0, 1, 0]))
    data = VocoderData(opened.weighted({"full": 3.0}), CPU, context=0, lookahead=0)
    counts = data.draw(5000, torch.Generator().manual_seed(4)).bincount(minlength=4)
    assert counts[2] / counts[1] == pytest.approx(3, abs=0.4)
    with pytest.raises(ValueError, match="the pack has no corpus wide"):
        opened.weighted({"wide": 3.0})


def test_a_pack_with_nothing_to_train_on_is_refused(tmp_path):
    pack = write_tiny_pack(tmp_path / "one", utterances=1)
    with pytest.raises(ValueError, match="no utterance to train on"):
        VocoderData(Pack.load(pack), CPU, context=0, lookahead=0)


def test_distances_are_zero_for_the_same_and_grow_with_the_difference():
    torch.manual_seed(1)
    wave = 0.1 * torch.randn(2, 8192)
    for distance in (MultiScaleMel(MelSpec()), MultiResolutionStft()):
        assert distance(wave, wave) == 0
        assert 0 < distance(wave * 0.9, wave) < distance(wave * 0.5, wave)


def test_discriminators_judge_waveforms_of_any_length():
    judges = Discriminators(channels=2)
    judged = judges(torch.randn(2, 4096 + 13))
    assert len(judged.scores) == len(judged.features) == 8
    assert all(len(score) == 2 for score in judged.scores)


def test_adversarial_losses_pull_apart():
    judges = Discriminators(channels=2)
    real, made = judges(torch.randn(2, 4096)), judges(torch.zeros(2, 4096))
    ones = real._replace(scores=[torch.ones_like(s) for s in real.scores])
    zeros = made._replace(scores=[torch.zeros_like(s) for s in made.scores])
    assert discriminator_loss(ones, zeros) == 0
    assert adversarial_loss(ones) == 0
    assert adversarial_loss(zeros) == len(zeros.scores)
    assert feature_loss(real, real) == 0
    assert feature_loss(real, made) > 0


@pytest.mark.slow
def test_a_tiny_model_learns_a_tone(pack, tmp_path):
    recipe = Recipe(batch=2, frames=12, warmup_steps=1000)
    trainer = tiny_trainer(pack, tmp_path, recipe, steps=100)
    segments = trainer.data.held_out_segments()
    silent = float(trainer.mel_distance(torch.zeros_like(segments.waveform), segments.waveform))
    trainer.train(seed=1)
    made = load_generator(tmp_path / "hifigan.safetensors")(segments.mel).detach()
    begin, length = 12 * 256, segments.waveform.shape[1]
    learned = float(trainer.mel_distance(made[:, begin : begin + length], segments.waveform))
    assert learned < 0.4 * silent


def test_both_networks_train_and_a_resumed_training_goes_on(pack, tmp_path):
    recipe = Recipe(batch=2, frames=8, warmup_steps=2, validate_every=2, judge_channels=2)
    first = tiny_trainer(pack, tmp_path, recipe, steps=4)
    before = {k: v.clone() for k, v in first.judges.state_dict().items()}
    first.train(seed=1)
    assert any(not torch.equal(v, before[k]) for k, v in first.judges.state_dict().items())
    second = tiny_trainer(pack, tmp_path, recipe, steps=7)
    second.resume()
    assert second.step == 4
    assert second.budget.elapsed_s >= first.budget.elapsed_before_s
    for network in ("generator", "judges"):
        torch.testing.assert_close(
            getattr(second, network).state_dict(), getattr(first, network).state_dict()
        )
    torch.testing.assert_close(second.averaged.weights, first.averaged.weights)
    torch.testing.assert_close(second.optimizer.state_dict(), first.optimizer.state_dict())
    second.train(seed=1)
    assert second.step == 7
    log = read_log(tmp_path)
    assert [row["step"] for row in log if "held_out_mel" in row] == [2, 4, 6, 7]
    assert [row["elapsed_s"] for row in log] == sorted(row["elapsed_s"] for row in log)


def test_the_weights_file_is_small_and_says_its_sizes(pack, tmp_path):
    trainer = tiny_trainer(pack, tmp_path, Recipe(batch=2, frames=8), steps=2)
    trainer.train(seed=1)
    weights = load_file(tmp_path / "hifigan.safetensors")
    assert {v.dtype for v in weights.values()} == {torch.float16}
    generator = load_generator(tmp_path / "hifigan.safetensors")
    assert generator.config == trainer.generator.config
    assert not list(tmp_path.glob("*.tmp"))


def test_no_discriminator_learns_from_the_generators_step(pack, tmp_path):
    recipe = Recipe(batch=2, frames=8, warmup_steps=0, judge_channels=2)
    trainer = tiny_trainer(pack, tmp_path, recipe, steps=2)
    parts = trainer.train_step(trainer.data.segments(2, 8, torch.Generator().manual_seed(1)))
    assert {"mel", "stft", "judges", "adversarial", "features"} <= set(parts)
    assert all(math.isfinite(float(v)) for v in parts.values())
    after = {k: v.clone() for k, v in trainer.judges.state_dict().items()}
    trainer.judges.zero_grad()
    (trainer.judges(trainer.generate(trainer.data.held_out_segments())).scores[0]).sum().backward()
    assert all(p.grad is None for p in trainer.judges.parameters())
    torch.testing.assert_close(trainer.judges.state_dict(), after)


def test_the_pitch_tracker_learns_from_the_recordings(pack, tmp_path):
    trainer = tiny_trainer(pack, tmp_path, Recipe(), steps=1, harmonics=2, pitch_channels=8)
    tracker = trainer.generator.source.tracker
    optimizer = torch.optim.Adam(tracker.parameters(), 1e-2)
    draw = torch.Generator().manual_seed(1)
    for _ in range(150):
        pitch, voicing = trainer._pitch_losses(tracker, trainer.data.segments(4, 16, draw))
        optimizer.zero_grad()
        (pitch + voicing).backward()
        optimizer.step()
    segments = trainer.data.held_out_segments()
    scores, _ = tracker(trainer.generator.normalized(segments.mel))
    heard, measured = trainer.generator.source.sines.read(scores.detach())[0, 14:], segments.pitch[0, 12:]
    voiced = measured > 0
    assert float((heard[voiced] / measured[voiced]).log().abs().median()) < 0.05
    parts = trainer.learn(trainer.data.segments(2, 8, draw))
    assert all(math.isfinite(float(parts[name])) for name in ("pitch", "voicing", "loudness"))


def test_predicted_mels_say_nothing_of_the_recordings_pitch(pack):
    opened = Pack.load(pack)
    data = VocoderData(opened, CPU, context=12, lookahead=2)
    data._predicted = torch.zeros(int(opened.n_frames.sum()), 80)
    data._n_predicted, data._predicted_share = len(data._predicted), 1.0
    assert data.segments(3, 16, torch.Generator().manual_seed(4)).pitch.eq(-1).all()


def test_loudness_is_a_distance_that_hears_what_is_added():
    distance = LoudnessDistance(MelSpec())
    rng = np.random.default_rng(1)
    tone = 0.1 * np.sin(2 * np.pi * 220 * np.arange(8192) / 22_050)
    real = torch.tensor(tone + 1e-4 * rng.standard_normal(8192), dtype=torch.float32)[None]
    hum = torch.tensor(0.02 * np.sin(2 * np.pi * 3000 * np.arange(8192) / 22_050), dtype=torch.float32)[None]
    assert float(distance(real, real)) < 0.02
    assert float(distance(0.7 * real, real)) < 0.1
    assert float(distance(real + hum, real)) > 1.5 * float(distance(real, real + hum)) > 0.5


@pytest.mark.slow
@pytest.mark.parametrize("warmup_steps", [0, 10])
def test_losses_do_not_hold_on_to_their_step(pack, tmp_path, warmup_steps):
    recipe = Recipe(batch=2, frames=8, warmup_steps=warmup_steps, judge_channels=2)
    trainer = tiny_trainer(pack, tmp_path, recipe, steps=2)
    parts = trainer.train_step(trainer.data.segments(2, 8, torch.Generator().manual_seed(1)))
    assert not any(part.requires_grad for part in parts.values())


def test_two_processes_keep_the_same_weights(pack, tmp_path, monkeypatch):
    monkeypatch.setenv("MASTER_PORT", str(free_port()))
    torch.multiprocessing.spawn(train_in_a_group, (pack, tmp_path), nprocs=2)
    weights = [torch.load(tmp_path / f"{rank}.pt", weights_only=True) for rank in range(2)]
    torch.testing.assert_close(weights[0], weights[1], atol=0, rtol=0)
    assert load_generator(tmp_path / "hifigan.safetensors")


def test_the_command_trains_for_some_steps(pack, tmp_path, monkeypatch):
    parser = argparse.ArgumentParser()
    hifigan_trainer.add_arguments(parser)
    arguments = ["--pack", str(pack), "--out", str(tmp_path / "run"), "--steps", "1", "--batch", "1"]
    args = parser.parse_args(arguments)
    monkeypatch.setattr(torch.backends.cudnn, "benchmark", False)
    assert hifigan_trainer.run(args) == 0
    assert read_log(tmp_path / "run")[-1]["step"] == 1
    assert load_generator(tmp_path / "run" / "hifigan.safetensors").config.channels == 320


def test_a_run_begins_with_the_layers_of_a_generator_of_another_head():
    earlier = HifiganGenerator(HifiganConfig(channels=16))
    earlier.remove_weight_norm()
    generator = begin_with(earlier, HifiganConfig(channels=16, head_kernel=3))
    generator.remove_weight_norm()
    torch.testing.assert_close(generator.front.weight, earlier.front.weight)
    assert generator.head.weight.shape[2] == 3
    same = begin_with(earlier, earlier.config)
    same.remove_weight_norm()
    torch.testing.assert_close(same.head.weight, earlier.head.weight)


def test_a_base_models_vocoder_can_be_trained_on_and_weights_without_sizes_are_refused(tmp_path):
    config = HifiganConfig(channels=16, kernels=(3,), dilations=((1, 3),))
    generator = HifiganGenerator(config)
    generator.remove_weight_norm()
    export_hifigan(generator, tmp_path)
    assert load_generator(tmp_path / "hifigan.safetensors").config == config
    save_file(generator.state_dict(), tmp_path / "plain.safetensors")
    with pytest.raises(ValueError, match="does not say the sizes"):
        load_generator(tmp_path / "plain.safetensors")


def test_several_vocoders_make_their_mean(tmp_path):
    config = HifiganConfig(channels=16, kernels=(3,), dilations=((1, 3),))
    files = [tmp_path / name for name in ("a.safetensors", "b.safetensors")]
    for file in files:
        save_generator(file, config, HifiganGenerator(config).state_dict())
    first, second, mean = load_generator(files[0]), load_generator(files[1]), average_of(files)
    torch.testing.assert_close(mean.front.weight, (first.front.weight + second.front.weight) / 2)
    save_generator(
        files[1], HifiganConfig(channels=32), HifiganGenerator(HifiganConfig(channels=32)).state_dict()
    )
    with pytest.raises(ValueError, match="different sizes"):
        average_of(files)
