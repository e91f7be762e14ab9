"""A clone's delivery: the factors by which a person reads livelier, slower and louder than the network predicts."""

from __future__ import annotations

import copy

import numpy as np
import pytest
import torch

from tests.helpers.tiny_base import tiny_fastpitch_config
from timbre.contract import PAUSE_FRAMES
from timbre.models.graphs import lengthen_pauses, stretch
from timbre.models.prosody import ProsodyConfig, ProsodyFlow
from timbre.text.symbols import SYMBOL_TO_ID, SYMBOLS, symbol_ids
from timbre.voice import Delivery
from timbre_finetune.clone.delivery import MOST_DYNAMICS, MOST_MELODY, fit_delivery
from timbre_finetune.clone.takes_data import TakeExample
from timbre_finetune.train.acoustic_losses import ENERGY_CENTRE, ENERGY_SCALE

MEAN_LOG_HZ, STD_LOG_HZ = 5.0, 0.2


@pytest.fixture(scope="module")
def flow() -> ProsodyFlow:
    torch.manual_seed(3)
    config = tiny_fastpitch_config(len(SYMBOLS)).prosody
    assert config is not None
    flow = ProsodyFlow(ProsodyConfig(**config)).eval().requires_grad_(False)
    flow.centre[:, 0] = 2.0
    flow.scale[:, 1:] = 3.0  # random weights hardly move pitch and energy
    return flow


def stats() -> torch.Tensor:
    return torch.tensor([[MEAN_LOG_HZ, STD_LOG_HZ]])


def nobody(flow: ProsodyFlow) -> torch.Tensor:
    return torch.zeros(1, flow.voice_size)


def sentence(seed: int) -> list[int]:
    """Ids of random sounds, spaces and commas that end with a full stop, between a start and an end symbol."""
    letters = np.random.default_rng(seed).choice(list("aeioumnlrsvz ,"), size=40)
    return symbol_ids(f"m{''.join(letters)}m.")


def reading(flow: ProsodyFlow, ids: list[int], asked: Delivery, voiced: bool = True) -> TakeExample:
    """What the network itself would say with a delivery."""
    text, everything = torch.tensor([ids]), torch.ones(1, len(ids))
    context = flow.encode(text, torch.tensor([len(ids)]), nobody(flow))
    predicted = flow.reading(flow.mean(context), context)
    log_durations = lengthen_pauses(predicted.log_durations, text, torch.tensor([[asked.pauses]]))[0]
    durations = (log_durations.expm1().clamp(min=1) / asked.pace).round().long()
    pitch = stretch(predicted.pitch, everything, torch.tensor([[asked.melody]]))[0]
    energy = stretch(predicted.energy, everything, torch.tensor([[asked.dynamics]]))[0]
    log_f0 = (MEAN_LOG_HZ + STD_LOG_HZ * pitch).repeat_interleave(durations)
    mel = (ENERGY_CENTRE + ENERGY_SCALE * energy).repeat_interleave(durations).expand(80, -1)
    return TakeExample("take", "", np.zeros(0), mel, log_f0 * voiced, text[0], durations)


@pytest.mark.parametrize(
    "asked", [Delivery(), Delivery(1.8, 0.8, 1.5, dynamics=1.2), Delivery(0.8, 1.2, 0.6, dynamics=0.9)]
)
def test_the_factors_of_a_reading_are_found(flow: ProsodyFlow, asked: Delivery):
    takes = [reading(flow, sentence(seed), asked) for seed in range(5)]
    fitted = fit_delivery(flow, nobody(flow), stats(), takes)
    assert fitted.melody == pytest.approx(asked.melody, rel=0.03)
    assert fitted.pace == pytest.approx(asked.pace, rel=0.03)
    assert fitted.pauses == pytest.approx(asked.pauses, rel=0.06)
    assert fitted.dynamics == pytest.approx(asked.dynamics, rel=0.02)


def test_the_pause_between_sentences_is_the_persons(flow: ProsodyFlow):
    """Takes of two sentences each, which are read with so many frames between them; each symbol has 6 frames."""
    pause, space = 60, SYMBOL_TO_ID[" "]
    flow = copy.deepcopy(flow)
    flow.centre[:, 0], flow.scale[:, 0] = float(np.log1p(6)), 0
    takes = []
    for seed in range(6):
        first, second = (reading(flow, sentence(s), Delivery()) for s in (seed, seed + 100))
        at = (
            len(first.phonemes) - 1
        )  # the full stop of the first sentence is longer, and its end symbol a space
        ids = torch.cat([first.phonemes[:at], torch.tensor([space]), second.phonemes[1:]])
        frames = torch.cat([first.durations[:at], torch.tensor([2]), second.durations[1:]])
        frames[at - 1] = pause - 2
        log_f0 = torch.full((int(frames.sum()),), MEAN_LOG_HZ)
        takes.append(TakeExample("two", "", np.zeros(0), log_f0.expand(80, -1), log_f0, ids, frames))
    fitted = fit_delivery(flow, nobody(flow), stats(), takes)
    assert fitted.pace == pytest.approx(1, rel=0.03)
    edges = 3 * 6  # start symbol, full stop and end symbol
    assert fitted.between_sentences * PAUSE_FRAMES == pytest.approx(pause - edges, abs=1)


def test_takes_without_voice_leave_the_melody_as_it_is(flow: ProsodyFlow):
    takes = [reading(flow, sentence(seed), Delivery(1.8), voiced=False) for seed in range(3)]
    assert fit_delivery(flow, nobody(flow), stats(), takes).melody == Delivery().melody


def test_a_factor_that_no_person_has_is_cut(flow: ProsodyFlow):
    takes = [reading(flow, sentence(seed), Delivery(4.0, dynamics=4.0)) for seed in range(3)]
    fitted = fit_delivery(flow, nobody(flow), stats(), takes)
    assert (fitted.melody, fitted.dynamics) == (MOST_MELODY, MOST_DYNAMICS)
