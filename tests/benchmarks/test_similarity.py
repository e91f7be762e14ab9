import numpy as np
import pytest

from timbre_bench.measures.similarity import LikenessScale


def unit_rows(rows: np.ndarray) -> np.ndarray:
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def embeddings_around(centre: np.ndarray, count: int, seed: int) -> np.ndarray:
    return unit_rows(centre + 0.1 * np.random.default_rng(seed).standard_normal((count, len(centre))))


PERSON = np.eye(16)[0]
STRANGER = np.eye(16)[5] + 0.4 * np.eye(16)[0]


def test_the_person_scores_one_and_strangers_zero():
    takes, others = embeddings_around(PERSON, 20, 0), embeddings_around(STRANGER, 30, 1)
    scale = LikenessScale.between(takes, others)
    own = np.mean([scale.score(e) for e in embeddings_around(PERSON, 200, 2)])
    foreign = np.mean([scale.score(e) for e in others])
    assert own == pytest.approx(1.0, abs=0.02)
    assert foreign == pytest.approx(0.0, abs=1e-9)


def test_a_take_is_never_compared_with_itself():
    takes = np.eye(4)[:2]
    scale = LikenessScale.between(takes, -np.eye(4)[:1])
    assert scale.one == 0.0


def test_halfway_between_scores_between():
    scale = LikenessScale.between(embeddings_around(PERSON, 20, 0), embeddings_around(STRANGER, 30, 1))
    halfway = unit_rows((PERSON + STRANGER / np.linalg.norm(STRANGER))[None])[0]
    assert 0.3 < scale.score(halfway) < 1.0


def test_too_little_to_set_a_scale():
    with pytest.raises(ValueError, match="two takes"):
        LikenessScale.between(np.eye(4)[:1], np.eye(4))


def test_takes_that_are_like_strangers_set_no_scale():
    same = np.tile(np.eye(4)[0], (3, 1))
    with pytest.raises(ValueError, match="no more like"):
        LikenessScale.between(same, same)
