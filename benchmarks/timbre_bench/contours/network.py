"""A small network that says of a contour whether a person or a synthesizer has read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from timbre_bench.contours.contour import CHANNELS

WINDOW_FRAMES = 256
"""Three seconds: the network judges windows, so the length of a reading tells it nothing."""
WINDOW_HOP_FRAMES = 128


@dataclass(frozen=True)
class Training:
    """How a network is trained.

    Attributes:
        seed: Seed of the weights, the order of windows and the dropout.
        epochs: Times that each window is shown.
        batch: Windows in a step.
        rate: Largest learning rate of Adam; it falls to zero along half a cosine.
        decay: Weight decay.
    """

    seed: int = 0
    epochs: int = 12
    batch: int = 64
    rate: float = 2e-3
    decay: float = 1e-2


class ContourNetwork(nn.Module):
    """Convolutions over time; means and deviations over time; a logit that is above 0 for a person.

    Args:
        channels: Width of the convolutions.
    """

    def __init__(self, channels: int = 32) -> None:
        super().__init__()
        self.convolutions = nn.Sequential(
            nn.Conv1d(CHANNELS, channels, 9, stride=4, padding=4),
            nn.BatchNorm1d(channels),
            nn.ReLU(),
            nn.Conv1d(channels, channels, 5, stride=2, padding=2),
            nn.BatchNorm1d(channels),
            nn.ReLU(),
            nn.Conv1d(channels, channels, 5, stride=2, padding=2),
            nn.BatchNorm1d(channels),
            nn.ReLU(),
        )
        self.head = nn.Sequential(nn.Dropout(0.3), nn.Linear(2 * channels, 1))

    def forward(self, windows: Tensor) -> Tensor:
        """Judge windows, (B, CHANNELS, WINDOW_FRAMES); returns logits, (B,)."""
        states = self.convolutions(windows)  # (B, C, WINDOW_FRAMES / 16)
        return self.head(torch.cat([states.mean(2), states.std(2)], 1)).squeeze(1)


def windows_of(contour: np.ndarray) -> Tensor:
    """Cut a contour, (CHANNELS, T), into windows, (n, CHANNELS, WINDOW_FRAMES); the last one is filled with silence."""
    starts = range(0, max(1, contour.shape[1] - WINDOW_HOP_FRAMES), WINDOW_HOP_FRAMES)
    windows = np.zeros((len(starts), CHANNELS, WINDOW_FRAMES), np.float32)
    for window, start in zip(windows, starts, strict=True):
        piece = contour[:, start : start + WINDOW_FRAMES]
        window[:, : piece.shape[1]] = piece
    return torch.from_numpy(windows)


def train(
    people: Sequence[np.ndarray], synthetic: Sequence[np.ndarray], training: Training
) -> ContourNetwork:
    """Train a network to tell people's contours from synthetic ones; the same each time."""
    torch.manual_seed(training.seed)
    network = ContourNetwork()
    real, other = (torch.cat([windows_of(contour) for contour in side]) for side in (people, synthetic))
    windows = torch.cat([real, other])
    labels = torch.cat([torch.ones(len(real)), torch.zeros(len(other))])
    steps = training.epochs * (len(windows) // training.batch)
    optimizer = torch.optim.AdamW(network.parameters(), lr=training.rate, weight_decay=training.decay)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for _ in range(training.epochs):
        order = torch.randperm(len(windows))
        for rows in order[: len(order) // training.batch * training.batch].split(training.batch):
            optimizer.zero_grad()
            F.binary_cross_entropy_with_logits(network(windows[rows]), labels[rows]).backward()
            optimizer.step()
            schedule.step()
    return network.eval()


@torch.no_grad()
def is_person(network: ContourNetwork, contour: np.ndarray) -> bool:
    """Judge a whole reading by the mean of its windows' logits."""
    return bool(network(windows_of(contour)).mean() > 0)
