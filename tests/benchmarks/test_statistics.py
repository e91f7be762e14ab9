import numpy as np
import pytest

from timbre_bench.measures.statistics import bootstrap_mean, percentile


def test_interval_holds_the_true_mean_of_a_large_sample():
    values = np.random.default_rng(0).normal(3.0, 1.0, 400)
    interval = bootstrap_mean(values)
    standard_error = values.std() / 20.0
    assert interval.low < 3.0 < interval.high
    assert interval.high - interval.low == pytest.approx(2 * 1.96 * standard_error, rel=0.1)


def test_interval_of_equal_values_is_a_point():
    assert bootstrap_mean([2.0, 2.0, 2.0]).to_dict() == {"mean": 2.0, "low": 2.0, "high": 2.0, "count": 3}


def test_values_that_are_not_finite_are_left_out():
    assert bootstrap_mean([1.0, float("nan"), 3.0]).mean == 2.0


def test_nothing_to_average_is_an_error():
    with pytest.raises(ValueError, match="no finite value"):
        bootstrap_mean([float("nan")])


def test_same_values_give_the_same_interval():
    assert bootstrap_mean([1.0, 2.0, 5.0]) == bootstrap_mean([1.0, 2.0, 5.0])


def test_percentile_is_linear_between_neighbours():
    assert percentile([10.0, 20.0], 50) == 15.0
    with pytest.raises(ValueError, match="no value"):
        percentile([], 50)
