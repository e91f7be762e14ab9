"""The aligner that learns which frames each phoneme takes.

Soft attention between mel frames and phonemes, trained with the forward-sum loss, hardened by a
monotonic search. Each frame's mel is taken relative to its utterance's mean, so that a person never
heard is aligned as well as the speakers trained on.

Source: Badlani et al. 2021, One TTS Alignment To Rule Them All, arXiv 2108.10447, as in FastPitch 1.1.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from timbre.models.fastpitch_layers import lengths_to_mask

TEMPERATURE = 0.005


@dataclass(frozen=True)
class AlignerConfig:
    """Sizes of the aligner."""

    n_symbols: int
    n_mels: int = 80
    channels: int = 128
    attention_channels: int = 80

    def to_dict(self) -> dict[str, Any]:
        """Return the sizes as plain values."""
        return asdict(self)


class Aligner(nn.Module):
    """Log-probabilities of phonemes given frames."""

    def __init__(self, config: AlignerConfig) -> None:
        super().__init__()
        self.config = config
        c, a, m = config.channels, config.attention_channels, config.n_mels
        self.embedding = nn.Embedding(config.n_symbols, c)
        self.keys = nn.Sequential(
            nn.Conv1d(c, 2 * c, 3, padding=1),
            nn.ReLU(),
            nn.Conv1d(2 * c, 2 * c, 1),
            nn.ReLU(),
            nn.Conv1d(2 * c, a, 1),
        )
        self.queries = nn.Sequential(
            nn.Conv1d(m, 2 * m, 3, padding=1),
            nn.ReLU(),
            nn.Conv1d(2 * m, 2 * m, 3, padding=1),
            nn.ReLU(),
            nn.Conv1d(2 * m, a, 1),
        )

    def forward(
        self, mel: Tensor, mel_lens: Tensor, phonemes: Tensor, lens: Tensor, prior: bool = True
    ) -> Tensor:
        """Log-probabilities of each frame's phoneme.

        Args:
            mel: Log mel, (B, n_mels, T_mel).
            mel_lens: (B,).
            phonemes: (B, T_text), int64.
            lens: (B,).
            prior: Whether to favour the diagonal (beta-binomial prior).
        Returns:
            (B, T_mel, T_text), normalised over the phonemes of a row.
        """
        frame_mask = lengths_to_mask(mel_lens, mel.shape[2])[:, None]
        mean = (mel * frame_mask).sum(2, keepdim=True) / mel_lens[:, None, None]
        queries = self.queries((mel - mean) * frame_mask / 2)
        mask = lengths_to_mask(lens, phonemes.shape[1])
        keys = self.keys((self.embedding(phonemes) * mask[..., None]).transpose(1, 2))
        q, k = queries.transpose(1, 2).float(), keys.transpose(1, 2).float()
        scores = TEMPERATURE * (2 * q @ k.transpose(1, 2) - k.square().sum(2)[:, None])
        logp = scores.masked_fill(~mask[:, None], -1e4).log_softmax(-1)
        if prior:
            logp = logp + beta_binomial_prior(mel_lens, lens, mel.shape[2], phonemes.shape[1])
        return logp.masked_fill(~mask[:, None], -1e4)


def beta_binomial_prior(mel_lens: Tensor, lens: Tensor, frames: int, phonemes: int) -> Tensor:
    """Log of the beta-binomial prior around the diagonal, (B, frames, phonemes).

    Source: Badlani et al. 2021, section 2.3, with scale 1.
    """
    t = torch.arange(1, frames + 1, device=lens.device, dtype=torch.float32)[None, :, None]
    k = torch.arange(phonemes, device=lens.device, dtype=torch.float32)[None, None]
    n = (lens.float() - 1)[:, None, None]
    a = t.expand(len(lens), -1, -1)
    b = (mel_lens.float()[:, None, None] + 1 - t).clamp(min=1)
    rest = (n - k).clamp(min=0)

    def log_beta(x: Tensor, y: Tensor) -> Tensor:
        return torch.lgamma(x) + torch.lgamma(y) - torch.lgamma(x + y)

    choose = torch.lgamma(n + 1) - torch.lgamma(k + 1) - torch.lgamma(rest + 1)
    return choose + log_beta(k + a, rest + b) - log_beta(a, b)


def monotonic_search(logp: Tensor, mel_lens: Tensor, lens: Tensor) -> Tensor:
    """Most likely monotonic path: frames per phoneme.

    Args:
        logp: (B, T_mel, T_text).
        mel_lens: (B,); each at least lens.
        lens: (B,).
    Returns:
        Durations (B, T_text), int64, each phoneme of a row at least one frame, summing to mel_lens.
    Source: Kim et al. 2020, Glow-TTS, arXiv 2005.11129, section 3.1.
    """
    b, frames, phonemes = logp.shape
    lowest = -1e9
    best = logp.new_full((b, phonemes), lowest, dtype=torch.float32)
    best[:, 0] = logp[:, 0, 0].float()
    moved = torch.zeros(b, frames, phonemes, dtype=torch.bool, device=logp.device)
    for t in range(1, frames):
        from_previous = F.pad(best[:, :-1], (1, 0), value=lowest)
        moved[:, t] = from_previous > best
        best = torch.maximum(best, from_previous) + logp[:, t].float()
    return _backtrack(moved.cpu().numpy(), mel_lens.cpu().numpy(), lens.cpu().numpy()).to(logp.device)


def _backtrack(moved: np.ndarray, mel_lens: np.ndarray, lens: np.ndarray) -> Tensor:
    """Follow the search's choices from each row's last frame and phoneme."""
    durations = np.zeros((len(moved), moved.shape[2]), np.int64)
    rows = np.arange(len(moved))
    at = lens - 1
    for t in range(moved.shape[1] - 1, -1, -1):
        inside = t < mel_lens
        durations[rows[inside], at[inside]] += 1
        at = at - (inside & moved[rows, t, at])
    return torch.from_numpy(durations)
