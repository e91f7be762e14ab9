import itertools
import math

import pytest
import torch

from timbre.models.causal import StateReader
from timbre.models.harmonic_source import BINS, LOWEST, HarmonicSource, bin_of, pitch_losses

RATES = (8, 32)


@pytest.fixture
def source():
    torch.manual_seed(1)
    return HarmonicSource(n_mels=80, harmonics=3, channels=8, rates=RATES, widths=(6, 4)).eval()


def sing(source, monkeypatch, periods, voiced):
    """Let the tracker say these F0s, in periods a frame, and this voicing."""
    scores = -0.5 * (torch.arange(BINS)[:, None] - bin_of(torch.tensor(periods))).square()
    voicing = torch.tensor(voiced) * 2.0 - 1
    at = itertools.cycle(range(len(periods)))

    def said(mel, state=None):
        frames = [next(at) for _ in range(mel.shape[2])]
        return scores[None, :, frames], voicing[None, frames]

    monkeypatch.setattr(source.tracker, "forward", said)


def test_sines_follow_the_pitch_that_is_heard(source, monkeypatch):
    sing(source, monkeypatch, [2.3] * 12, [1.0] * 12)
    _, fast = source._sines(torch.zeros(1, 80, 12), None)
    heard = float(source.sines.read(source.tracker(torch.zeros(1, 80, 1))[0]))
    assert heard == pytest.approx(2.3, rel=1e-3)
    steps = (torch.arange(12 * 32) + 0.5) / 32
    begun = slice(32, None)  # the voice sets in within the first frame
    for order in (1, 2, 3):
        angle = 2 * math.pi * order * heard * steps
        torch.testing.assert_close(fast[0, order - 1, begun], angle.sin()[begun], atol=2e-3, rtol=0)
        torch.testing.assert_close(fast[0, 2 + order, begun], angle.cos()[begun], atol=2e-3, rtol=0)


def test_harmonics_that_a_stage_cannot_hold_are_left_out(source, monkeypatch):
    sing(source, monkeypatch, [2.3] * 6, [1.0] * 6)
    slow, fast = source._sines(torch.zeros(1, 80, 6), None)
    assert slow[0, 0].abs().max() > 0.5
    assert slow[0, 1:3].abs().max() == 0  # 4.6 periods a frame do not fit 8 steps
    assert fast[0, :3].abs().amax(1).min() > 0.5


def test_rates_computed_together_are_those_of_one_after_the_other(source):
    torch.manual_seed(2)
    begin, end, starts = torch.rand(3, 2, 7) * 3
    was_voiced, voiced = (torch.rand(2, 2, 7) > 0.3).float()
    frames = begin, end, was_voiced, voiced, starts
    together, by_turns = (source.sines._waves(how, *frames) for how in (True, False))
    assert [wave.shape for wave in together] == [(2, 6, 7 * rate) for rate in RATES]
    for one, other in zip(together, by_turns, strict=True):
        assert one.abs().max() > 0.5
        torch.testing.assert_close(one, other, atol=1e-6, rtol=0)


def test_nothing_sounds_without_a_voice(source, monkeypatch):
    sing(source, monkeypatch, [2.3] * 6, [0.0] * 6)
    assert all(sines.abs().max() == 0 for sines in source._sines(torch.zeros(1, 80, 6), None))


def test_chunks_count_on_where_the_last_one_ended(source, monkeypatch):
    periods = [1.0 + 0.37 * i for i in range(10)]
    voiced = [1.0, 1, 1, 0, 0, 1, 1, 1, 1, 1]
    sing(source, monkeypatch, periods, voiced)
    whole = source._sines(torch.zeros(1, 80, 10), None)
    sing(source, monkeypatch, periods, voiced)
    packed, made = torch.zeros(1, 3), []
    for frames in (2, 5, 3):
        state = StateReader(packed)
        made.append(source._sines(torch.zeros(1, 80, frames), state))
        packed = state.pack()
    for stage in range(2):
        torch.testing.assert_close(torch.cat([m[stage] for m in made], 2), whole[stage], atol=1e-5, rtol=0)


def test_frames_whose_pitch_is_not_known_teach_nothing():
    scores, voicing = torch.randn(2, BINS, 5, requires_grad=True), torch.randn(2, 5, requires_grad=True)
    unknown = torch.full((2, 6), -1.0)
    assert [float(loss.detach()) for loss in pitch_losses(scores, voicing, unknown)] == [0, 0]
    silent = torch.zeros(2, 6)
    pitch, voiced = pitch_losses(scores, voicing, silent)
    assert float(pitch.detach()) == 0
    assert float(voiced.detach()) > 0


def test_the_best_scores_are_those_of_the_measured_pitch():
    measured = torch.full((1, 6), LOWEST * 4)
    right, wrong = (
        -0.5 * (torch.arange(BINS)[None, :, None] - at).square().expand(1, BINS, 5) for at in (80, 40)
    )
    sure = torch.full((1, 5), 9.0)
    assert pitch_losses(right, sure, measured)[0] < pitch_losses(wrong, sure, measured)[0]
