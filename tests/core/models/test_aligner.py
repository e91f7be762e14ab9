"""The aligner's search and its prior."""

from __future__ import annotations

import torch

from timbre.models.aligner import Aligner, AlignerConfig, beta_binomial_prior, monotonic_search


def test_search_follows_the_likely_path() -> None:
    durations = [3, 1, 4, 2]
    path = torch.repeat_interleave(torch.arange(4), torch.tensor(durations))
    logp = torch.full((1, 10, 4), -5.0)
    logp[0, torch.arange(10), path] = -0.1
    assert monotonic_search(logp, torch.tensor([10]), torch.tensor([4])).tolist() == [durations]


def test_each_phoneme_gets_a_frame_and_all_frames_are_used() -> None:
    torch.manual_seed(0)
    mel_lens, lens = torch.tensor([30, 21, 12]), torch.tensor([9, 12, 12])
    durations = monotonic_search(torch.randn(3, 30, 12), mel_lens, lens)
    assert durations.sum(1).tolist() == mel_lens.tolist()
    for row, length in zip(durations, lens, strict=True):
        assert (row[:length] >= 1).all()
        assert (row[length:] == 0).all()


def test_prior_is_a_distribution_around_the_diagonal() -> None:
    prior = beta_binomial_prior(torch.tensor([20]), torch.tensor([5]), 20, 5)[0].exp()
    torch.testing.assert_close(prior.sum(1), torch.ones(20), atol=1e-3, rtol=0)
    assert prior[0].argmax() == 0
    assert prior[-1].argmax() == 4


def test_padding_gets_no_probability() -> None:
    torch.manual_seed(0)
    aligner = Aligner(AlignerConfig(12, channels=8, attention_channels=4))
    logp = aligner(
        torch.randn(2, 80, 25),
        torch.tensor([25, 18]),
        torch.ones(2, 6, dtype=torch.int64),
        torch.tensor([6, 3]),
    )
    assert logp.shape == (2, 25, 6)
    assert (logp[1, :, 3:] <= -1e3).all()
