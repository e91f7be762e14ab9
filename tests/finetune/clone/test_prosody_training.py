"""A voice's vector of the prosody network, learned from takes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from tests.helpers.tiny_base import tiny_fastpitch_config
from timbre.models.prosody import Context, Prosody, ProsodyConfig, ProsodyFlow
from timbre.text.symbols import END_ID, START_ID, SYMBOL_TO_ID, SYMBOLS, symbol_ids
from timbre_finetune.clone.prosody_training import STEPS, learn_prosody, start_prosody
from timbre_finetune.clone.takes_data import TakeExample

STATS = torch.tensor([[5.0, 0.2]])
RISING, FALLING = SYMBOL_TO_ID["a"], SYMBOL_TO_ID["o"]
"""Symbols that the person reads high and long, or low and short."""


@pytest.fixture
def flow() -> ProsodyFlow:
    torch.manual_seed(0)
    config = tiny_fastpitch_config(len(SYMBOLS)).prosody
    assert config is not None
    flow = ProsodyFlow(ProsodyConfig(**config)).eval().requires_grad_(False)
    flow.centre[:, 0] = 2.0
    torch.nn.init.normal_(flow.velocity_out.weight, std=0.1)
    return flow


def take(seed: int) -> TakeExample:
    vowels = np.random.default_rng(seed).choice([RISING, FALLING], 30).tolist()
    ids = torch.tensor([START_ID, *vowels, SYMBOL_TO_ID["."], END_ID])
    durations = torch.where(ids == RISING, 12, 4)
    log_f0 = torch.where(ids == RISING, 5.2, 4.8).repeat_interleave(durations)
    mel = torch.full((80, len(log_f0)), -5.0)
    return TakeExample(str(seed), "", np.zeros(0), mel, log_f0, ids, durations)


def mean_reading(flow: ProsodyFlow, vector: torch.Tensor, ids: torch.Tensor) -> Prosody:
    context = flow.encode(ids[None], torch.tensor([len(ids)]), vector)
    return flow.reading(flow.mean(context), context)


def test_a_voice_learns_how_the_person_reads_other_sentences(flow: ProsodyFlow) -> None:
    takes, person = [take(seed) for seed in range(10)], np.full(256, 1 / 16, np.float32)
    start = start_prosody(flow, person, STATS, takes)
    assert start.shape == (1, flow.voice_size)
    assert not start[:, flow.config.condition_channels :].any()
    steps: list[int] = []
    learned = learn_prosody(flow, start, STATS, takes, 1, lambda: steps.append(1))
    assert len(steps) == STEPS
    other = take(99)
    rises = other.phonemes == RISING

    def distances(vector: torch.Tensor) -> tuple[float, float]:
        said = mean_reading(flow, vector, other.phonemes)
        frames, pitch = said.log_durations[0].expm1(), said.pitch[0]
        return (
            float(pitch[rises].mean() - pitch[~rises].mean()),
            float(frames[rises].mean() - frames[~rises].mean()),
        )

    assert distances(learned)[0] > distances(start)[0] + 0.5  # 2 in the person's deviations
    assert distances(learned)[1] > distances(start)[1] + 2  # 8 frames


def test_the_sentences_of_a_take_are_learned_one_by_one(
    flow: ProsodyFlow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lasts long between two sentences is a pause, which the voice makes by itself."""
    heard: list[str] = []
    encode = flow.encode

    def listen(ids: torch.Tensor, lens: torch.Tensor, vector: torch.Tensor) -> Context:
        heard.extend("".join(SYMBOLS[i] for i in row[:n]) for row, n in zip(ids, lens.tolist(), strict=True))
        return encode(ids, lens, vector)

    monkeypatch.setattr(flow, "encode", listen)
    ids = torch.tensor(symbol_ids("ma? na."))
    durations = torch.tensor([2, 3, 4, 300, 6, 4, 4, 7, 2])
    size = int(durations.sum())
    two = TakeExample("two", "", np.zeros(0), torch.zeros(80, size), torch.full((size,), 5.0), ids, durations)
    learned = learn_prosody(flow, torch.zeros(1, flow.voice_size), STATS, [two], 1, lambda: None)
    assert set(heard) == {"^ma?$", "^na.$"}
    frames = mean_reading(flow, learned, torch.tensor(symbol_ids("ma?"))).log_durations[0].expm1()
    assert frames[3] < 20


def test_the_same_takes_give_the_same_voice(flow: ProsodyFlow) -> None:
    takes = [take(seed) for seed in range(3)]
    start = torch.zeros(1, flow.voice_size)
    first, again = (learn_prosody(flow, start, STATS, takes, 1, lambda: None) for _ in range(2))
    assert torch.equal(first, again)


def test_takes_without_voice_are_no_trouble(flow: ProsodyFlow) -> None:
    takes = [replace(take(seed), log_f0=torch.zeros_like(take(seed).log_f0)) for seed in range(3)]
    start = start_prosody(flow, np.zeros(256, np.float32), STATS, takes)
    assert learn_prosody(flow, start, STATS, takes, 1, lambda: None).isfinite().all()


def test_a_person_who_stops_the_clone_stops_the_learning(flow: ProsodyFlow) -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn_prosody(flow, torch.zeros(1, flow.voice_size), STATS, [take(0)], 1, stop)
