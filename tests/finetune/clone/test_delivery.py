"""A clone's delivery: the factors by which a person reads livelier and slower than the network predicts."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.helpers.tiny_base import tiny_fastpitch_config
from timbre.models.graphs import lengthen_pauses
from timbre.models.prosody import ProsodyConfig, ProsodyFlow
from timbre.voice import Delivery
from timbre_finetune.clone.delivery import MOST_MELODY, fit_delivery
from timbre_finetune.clone.takes_data import TakeExample

MEAN_LOG_HZ, STD_LOG_HZ = 5.0, 0.2


@pytest.fixture(scope="module")
def flow() -> ProsodyFlow:
    torch.manual_seed(3)
    config = tiny_fastpitch_config(20).prosody
    assert config is not None
    flow = ProsodyFlow(ProsodyConfig(**config)).eval().requires_grad_(False)
    flow.centre[:, 0] = 2.0
    flow.scale[:, 1] = 3.0  # random weights hardly move the pitch
    return flow


def stats() -> torch.Tensor:
    return torch.tensor([[MEAN_LOG_HZ, STD_LOG_HZ]])


def nobody(flow: ProsodyFlow) -> torch.Tensor:
    return torch.zeros(1, flow.voice_size)


def reading(
    flow: ProsodyFlow, seed: int, melody: float, pace: float, pauses: float = 1.0, voiced: bool = True
) -> TakeExample:
    """What the network itself would say, livelier, slower and with longer pauses by three factors."""
    ids = torch.from_numpy(np.random.default_rng(seed).integers(1, 20, size=40))
    context = flow.encode(ids[None], torch.tensor([len(ids)]), nobody(flow))
    predicted = flow.reading(flow.mean(context), context)
    log_durations = lengthen_pauses(predicted.log_durations, ids[None], torch.tensor([[pauses]]))[0]
    durations = (log_durations.expm1().clamp(min=1) / pace).round().long()
    pitch = predicted.pitch[0] - predicted.pitch[0].mean()
    log_f0 = (MEAN_LOG_HZ + STD_LOG_HZ * melody * pitch).repeat_interleave(durations)
    mel = torch.zeros(80, len(log_f0))
    return TakeExample(f"{seed}", "", np.zeros(0), mel, log_f0 * voiced, ids, durations)


@pytest.mark.parametrize(("melody", "pace", "pauses"), [(1.0, 1.0, 1.0), (1.8, 0.8, 1.5), (0.8, 1.2, 0.6)])
def test_the_factors_of_a_reading_are_found(flow: ProsodyFlow, melody: float, pace: float, pauses: float):
    takes = [reading(flow, seed, melody, pace, pauses) for seed in range(5)]
    fitted = fit_delivery(flow, nobody(flow), stats(), takes)
    assert fitted.melody == pytest.approx(melody, rel=0.03)
    assert fitted.pace == pytest.approx(pace, rel=0.03)
    assert fitted.pauses == pytest.approx(pauses, rel=0.06)


def test_takes_without_voice_leave_the_melody_as_it_is(flow: ProsodyFlow):
    takes = [reading(flow, seed, 1.8, 1.0, voiced=False) for seed in range(3)]
    assert fit_delivery(flow, nobody(flow), stats(), takes).melody == Delivery().melody


def test_a_factor_that_no_person_has_is_cut(flow: ProsodyFlow):
    takes = [reading(flow, seed, 20.0, 1.0) for seed in range(3)]
    assert fit_delivery(flow, nobody(flow), stats(), takes).melody == MOST_MELODY
