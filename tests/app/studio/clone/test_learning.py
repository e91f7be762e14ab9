from __future__ import annotations

from timbre_app.studio.clone.learning import has_settled


def points(*losses):
    return [(10 * at, loss) for at, loss in enumerate(losses)]


def test_it_has_settled_when_two_comparisons_bring_nothing():
    assert not has_settled(points(0.8, 0.6))
    assert not has_settled(points(0.8, 0.7, 0.6, 0.5))
    assert has_settled(points(0.8, 0.6, 0.5, 0.499, 0.4985))
    assert has_settled(points(0.8, 0.6, 0.5, 0.52, 0.51))
