"""What is counted reaches the server once, in the right shape."""

import gc
import weakref

import pytest

from timbre.serving.metrics import FAMILIES, Metrics, TritonPublisher, family_of


class Recorder:
    """pb_utils, as far as metrics go."""

    def __init__(self):
        self.made, self.calls, self.alive = [], [], weakref.WeakSet()
        recorder = self

        class Metric:
            def __init__(self, name, labels):
                self.name, self.labels = name, labels
                recorder.made.append((name, labels))
                recorder.alive.add(self)

            def increment(self, value):
                recorder.calls.append((self.name, "increment", value))

            def set(self, value):
                recorder.calls.append((self.name, "set", value))

        class MetricFamily:
            COUNTER, GAUGE = "counter", "gauge"

            def __init__(self, name, description, kind):
                assert description
                assert kind == family_of(name).kind
                self.name = name
                recorder.alive.add(self)

            def Metric(self, labels):  # noqa: N802  its name in Triton
                return Metric(self.name, labels)

        self.MetricFamily = MetricFamily


@pytest.fixture
def triton():
    return Recorder()


@pytest.fixture
def metrics(triton):
    metrics = Metrics(TritonPublisher(triton), period_s=600)
    yield metrics
    metrics.close()


def test_counts_add_up_and_are_handed_over_once(triton, metrics):
    metrics.add("timbre_audio_seconds_total", 1.5)
    metrics.add("timbre_audio_seconds_total", 2.0)
    metrics.publish()
    metrics.publish()
    assert triton.calls == [("timbre_audio_seconds_total", "increment", 3.5)]


def test_gauge_keeps_its_last_value(triton, metrics):
    for value in (1, 5, 2):
        metrics.set("timbre_queue_length", value, stage="hifigan")
    metrics.publish()
    assert triton.calls == [("timbre_queue_length", "set", 2)]
    assert triton.made == [("timbre_queue_length", {"stage": "hifigan"})]


def test_watched_gauge_is_published_as_it_is_then_and_only_when_it_changed(triton, metrics):
    level = [0]
    metrics.watch("timbre_queue_length", lambda: level[0], stage="hifigan")
    for level[0] in (3, 3, 0, 0):
        metrics.publish()
    assert triton.calls == [("timbre_queue_length", "set", 3), ("timbre_queue_length", "set", 0)]


def test_histogram_is_published_as_prometheus_writes_it(triton, metrics):
    for value in (1.0, 2.0, 3.0, 100.0):
        metrics.observe("timbre_batch_size", value, stage="hifigan")
    metrics.publish()
    ends = [labels["le"] for name, labels in triton.made if name == "timbre_batch_size_bucket"]
    assert ends == ["1", "2", "4", "8", "16", "32", "64", "+Inf"]
    assert all(labels["stage"] == "hifigan" for _, labels in triton.made)
    buckets = [value for name, _, value in triton.calls if name == "timbre_batch_size_bucket"]
    assert buckets == [1, 2, 3, 3, 3, 3, 3, 4]
    assert ("timbre_batch_size_count", "increment", 4) in triton.calls
    assert ("timbre_batch_size_sum", "increment", 106.0) in triton.calls


def test_histogram_takes_no_more_calls_for_more_values(triton, metrics):
    for _ in range(1000):
        metrics.observe("timbre_first_audio_seconds", 0.01)
    metrics.publish()
    assert len(triton.calls) == len(FAMILIES["timbre_first_audio_seconds"].buckets) + 3


def test_labels_make_metrics_of_their_own(triton, metrics):
    metrics.add("timbre_requests_total", outcome="spoken")
    metrics.add("timbre_requests_total", outcome="busy")
    metrics.publish()
    assert {labels["outcome"] for _, labels in triton.made} == {"spoken", "busy"}


def test_rest_is_published_at_the_end(triton):
    metrics = Metrics(TritonPublisher(triton), period_s=600)
    metrics.add("timbre_clones_total", outcome="made")
    metrics.close()
    assert len(triton.calls) == 1


def test_metrics_outlive_their_model(triton):
    """Triton's stub process dies of SIGSEGV when one is deleted after the model."""
    metrics = Metrics(TritonPublisher(triton), period_s=600)
    metrics.add("timbre_clones_total", outcome="made")
    metrics.close()
    del metrics
    gc.collect()
    assert {type(thing).__name__ for thing in triton.alive} == {"MetricFamily", "Metric"}


def test_wrong_kind_is_refused(metrics):
    with pytest.raises(ValueError, match="is a gauge"):
        metrics.add("timbre_queue_length")


def test_buckets_rise():
    for family in FAMILIES.values():
        assert list(family.buckets) == sorted(set(family.buckets))
        assert bool(family.buckets) == (family.kind == "histogram")
