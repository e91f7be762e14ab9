"""How often readings of people whom the network has not met are judged rightly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from timbre_bench.contours.network import Training, is_person, train

Readings = Mapping[str, Sequence[np.ndarray]]
"""Contours by person, (CHANNELS, T) each."""


def judge(people: Readings, synthetic: Readings, training: Training) -> dict[str, float]:
    """Train a network on the readings of all people but one, and let it judge that one's; so for each person.

    Args:
        people: Each person's own readings.
        synthetic: Synthetic readings of the same sentences, under the same names.
        training: How the networks are trained.

    Returns:
        The share of right answers by person; a person's own readings and the synthetic ones weigh the same.
    """
    shares: dict[str, float] = {}
    for left_out in people:
        met = [name for name in people if name != left_out]
        network = train(_joined(people, met), _joined(synthetic, met), training)
        right = np.mean([is_person(network, contour) for contour in people[left_out]])
        wrong = np.mean([is_person(network, contour) for contour in synthetic[left_out]])
        shares[left_out] = float(right + 1 - wrong) / 2
    return shares


def _joined(readings: Readings, names: Sequence[str]) -> list[np.ndarray]:
    return [contour for name in names for contour in readings[name]]
