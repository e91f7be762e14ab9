"""Whether a clone still learns."""

from __future__ import annotations

from collections.abc import Sequence

SETTLED = 0.005
"""Share of the loss by which two comparisons in a row must still improve; with less, the voice has settled."""
COMPARISONS = 2


def has_settled(held_out: Sequence[tuple[int, float]]) -> bool:
    """Whether the last comparisons hardly differ from the one before them.

    Args:
        held_out: (step, loss) of each comparison, the first from before anything was learned.
    """
    losses = [loss for _, loss in held_out]
    if len(losses) < COMPARISONS + 2:
        return False
    before, recent = losses[-COMPARISONS - 1], min(losses[-COMPARISONS:])
    return before - recent < SETTLED * before
