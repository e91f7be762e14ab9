"""Voices that train together: what each learns is what it learns alone, whoever comes, goes or fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import Tensor

from tests.helpers.speech_server import wait_until
from tests.helpers.tiny_base import tiny_fastpitch_config
from timbre.models.fastpitch import FastPitch
from timbre_finetune.clone import voice_batch
from timbre_finetune.clone.takes_data import TakeExample, collate, pitch_stats
from timbre_finetune.clone.voice_batch import VoiceBatch
from timbre_finetune.clone.voice_training import (
    Recipe,
    TrainingPlan,
    VoiceParameters,
    VoiceTrainer,
    gradients_together,
    measure_together,
)
from timbre_finetune.train.acoustic_losses import teacher_force

RECIPE = Recipe(measure_every=4)
# Sums in another order differ in their last bits.
CLOSE = 1e-4
# The optimizer divides gradients by their size, however small they are, so single parameters may differ by more: they
# are compared as a whole. What another person's takes teach differs by about all of its length.
CLOSE_SHARE = 0.05


@pytest.fixture(scope="module")
def network() -> FastPitch:
    torch.manual_seed(3)
    return FastPitch(tiny_fastpitch_config(20)).eval().requires_grad_(False)


def take(draw: np.random.Generator, name: int) -> TakeExample:
    durations = torch.from_numpy(draw.integers(1, 6, size=draw.integers(4, 12)))
    frames = int(durations.sum())
    voiced = draw.random(frames) < 0.7
    return TakeExample(
        f"{name}",
        "",
        np.zeros(0, np.float32),
        torch.from_numpy(draw.normal(-5, 2, (80, frames)).astype(np.float32)),
        torch.from_numpy(np.where(voiced, draw.normal(5, 0.2, frames), 0).astype(np.float32)),
        torch.from_numpy(draw.integers(1, 20, size=len(durations))),
        durations,
    )


def trainer_of(network: FastPitch, person: int, steps: int = 12, batch: int = 2) -> VoiceTrainer:
    draw = np.random.default_rng(person)
    takes = [take(draw, number) for number in range(6)]
    stats = pitch_stats(takes)
    embedding = network.speakers.weight[person % 4 : person % 4 + 1]
    plan = TrainingPlan(takes[2:], takes[:2], batch, steps, seed=person)
    return VoiceTrainer(network, VoiceParameters.start(network, embedding, stats, person), plan, RECIPE)


def train(trainer: VoiceTrainer, batch: VoiceBatch, stop: Callable[[int], bool] = lambda _: False) -> None:
    """What a clone's thread does."""
    measure_together([trainer])
    with batch.member():
        while not trainer.has_ended and not stop(trainer.step):
            batch.advance(trainer)


def alone(trainer: VoiceTrainer) -> VoiceTrainer:
    train(trainer, VoiceBatch())
    return trainer


def assert_same(one: VoiceTrainer, other: VoiceTrainer) -> None:
    assert (one.step, one.best.step) == (other.step, other.best.step)
    assert one.best.loss == pytest.approx(other.best.loss, abs=CLOSE)
    assert one.first_loss == pytest.approx(other.first_loss, abs=CLOSE)
    for mine, theirs in zip(one.best.parameters, other.best.parameters, strict=True):
        assert float((mine - theirs).norm()) <= CLOSE_SHARE * float(theirs.norm()) + CLOSE


def by_hand(trainer: VoiceTrainer) -> list[Tensor]:
    """A voice trained by the plain loop, without anything that knows of others."""
    plan, parameters = trainer.plan, trainer.parameters
    optimizer = torch.optim.AdamW(parameters.groups(RECIPE), lr=0.0, betas=(0.9, 0.98), weight_decay=0.01)
    per_pass = len(plan.takes) // plan.batch
    for step in range(plan.max_steps):
        order = np.random.default_rng([plan.seed, step // per_pass]).permutation(len(plan.takes))
        chosen = [plan.takes[i] for i in order[step % per_pass * plan.batch :][: plan.batch]]
        rate = min(1.0, (step + 1) / 5) * (0.1 + 0.45 * (1 + np.cos(np.pi * step / plan.max_steps)))
        for group in optimizer.param_groups:
            group["lr"] = group["peak"] * rate
        voice = parameters.voice(trainer.network, plan.batch)
        forced = teacher_force(trainer.network, collate(chosen, torch.device("cpu")), voice, adapt=True)
        optimizer.zero_grad()
        forced.loss().backward()
        torch.nn.utils.clip_grad_norm_(parameters.trained(), 1.0)
        optimizer.step()
    return parameters.trained()


def test_a_batch_of_one_is_the_plain_loop(network: FastPitch) -> None:
    trained = alone(trainer_of(network, 1))
    for mine, theirs in zip(trained.parameters.trained(), by_hand(trainer_of(network, 1)), strict=True):
        torch.testing.assert_close(mine, theirs, atol=1e-6, rtol=0)


def test_voices_learn_together_what_they_learn_alone(network: FastPitch) -> None:
    together = [trainer_of(network, 1), trainer_of(network, 2, batch=1), trainer_of(network, 3, batch=4)]
    measure_together(together)
    for _ in range(12):
        losses = gradients_together(together)
        assert losses.shape == (3,)
        for trainer in together:
            trainer.descend()
        if together[0].is_measured:
            measure_together(together)
    for trainer, own in zip(together, [(1, 2), (2, 1), (3, 4)], strict=True):
        assert_same(trainer, alone(trainer_of(network, own[0], batch=own[1])))


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many voices each step served."""
    seen: list[int] = []

    def counted(trainers: list[VoiceTrainer]) -> Tensor:
        seen.append(len(trainers))
        return gradients_together(trainers)

    monkeypatch.setattr(voice_batch, "gradients_together", counted)
    return seen


def test_a_step_does_not_wait_for_a_voice_that_is_absent(
    network: FastPitch, sizes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(voice_batch, "PATIENCE_S", 60.0)
    batch, trainer = VoiceBatch(), trainer_of(network, 1)
    began = time.monotonic()
    with batch.member(), batch.absent(), batch.member():
        batch.advance(trainer)
    assert time.monotonic() - began < 30
    assert sizes == [1]


def test_voices_join_and_leave(network: FastPitch, sizes: list[int]) -> None:
    batch, trainers = VoiceBatch(), [trainer_of(network, 1, 16), trainer_of(network, 2, 8)]
    late, reached, joined = trainer_of(network, 3, 8), threading.Event(), threading.Event()

    def first(step: int) -> bool:
        if step == 4:
            reached.set()
            joined.wait(60)
        return False

    def third(step: int) -> bool:
        joined.set()
        return False

    with ThreadPoolExecutor(3) as pool:
        jobs = [pool.submit(train, trainers[0], batch, first), pool.submit(train, trainers[1], batch)]
        assert reached.wait(60)
        jobs.append(pool.submit(train, late, batch, third))
        for job in jobs:
            job.result(600)
    assert sum(sizes) == 16 + 8 + 8
    assert max(sizes) >= 2
    for trainer, (person, steps) in zip([*trainers, late], [(1, 16), (2, 8), (3, 8)], strict=True):
        assert_same(trainer, alone(trainer_of(network, person, steps)))


def test_one_that_fails_harms_no_other(network: FastPitch) -> None:
    batch, good, bad = VoiceBatch(), trainer_of(network, 1), trainer_of(network, 2)
    broken = [replace(take, phonemes=take.phonemes + 1000) for take in bad.plan.takes]
    bad.plan = replace(bad.plan, takes=broken)
    with ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(train, good, batch), pool.submit(train, bad, batch)]
        with pytest.raises(IndexError):
            jobs[1].result(600)
        jobs[0].result(600)
    assert_same(good, alone(trainer_of(network, 1)))


def test_a_step_that_fails_for_one_is_not_made_twice_for_others(
    network: FastPitch, sizes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    batch, good, bad = VoiceBatch(), trainer_of(network, 1), trainer_of(network, 2)

    def fail() -> None:
        raise MemoryError("no room for the moments")

    monkeypatch.setattr(bad.optimizer, "step", fail)
    monkeypatch.setattr(voice_batch, "PATIENCE_S", 60.0)
    with ThreadPoolExecutor(1) as pool, batch.member(), batch.member():
        first = pool.submit(batch.advance, good)  # it asks first, so it has moved when the other fails
        assert wait_until(lambda: len(batch._waiting) == 1)
        with pytest.raises(MemoryError):
            batch.advance(bad)
    first.result(600)
    assert sizes == [2]
    assert (good.step, bad.step) == (1, 0)


def test_one_that_is_cancelled_goes_on_later(network: FastPitch) -> None:
    batch, good, stopped = VoiceBatch(), trainer_of(network, 1), trainer_of(network, 2)
    with ThreadPoolExecutor(2) as pool:
        jobs = [
            pool.submit(train, good, batch),
            pool.submit(train, stopped, batch, lambda step: step >= 4),
        ]
        for job in jobs:
            job.result(600)
    assert_same(good, alone(trainer_of(network, 1)))
    resumed = trainer_of(network, 2)
    resumed.load_state(stopped.state())
    assert_same(alone(resumed), alone(trainer_of(network, 2)))


def test_nobody_waits_long_for_one_that_is_late(network: FastPitch, sizes: list[int]) -> None:
    batch, trainer = VoiceBatch(), trainer_of(network, 1, steps=3)
    with batch.member():  # which asks for nothing
        train(trainer, batch)
    assert sizes == [1, 1, 1]
