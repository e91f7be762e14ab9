"""What is counted reaches the server once, in the right shape."""

import pytest

from timbre.serving.metrics import FAMILIES, Metrics, TritonPublisher


class Recorder:
    """pb_utils, as far as metrics go."""

    def __init__(self):
        self.made, self.calls = [], []
        recorder = self

        class Metric:
            def __init__(self, name, labels, buckets):
                self.name, self.labels = name, labels
                recorder.made.append((name, labels, buckets))

            def increment(self, value):
                recorder.calls.append((self.name, "increment", value))

            def set(self, value):
                recorder.calls.append((self.name, "set", value))

            def observe(self, value):
                recorder.calls.append((self.name, "observe", value))

        class MetricFamily:
            COUNTER, GAUGE, HISTOGRAM = "counter", "gauge", "histogram"

            def __init__(self, name, description, kind):
                assert description
                assert kind == FAMILIES[name].kind
                self.name = name

            def Metric(self, labels, buckets=None):  # noqa: N802  its name in Triton
                return Metric(self.name, labels, buckets)

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
    assert triton.made == [("timbre_queue_length", {"stage": "hifigan"}, None)]


def test_histogram_has_its_buckets_and_each_value(triton, metrics):
    for value in (0.01, 0.02):
        metrics.observe("timbre_first_audio_seconds", value)
    metrics.publish()
    (made,) = triton.made
    assert made[2] == list(FAMILIES["timbre_first_audio_seconds"].buckets)
    assert [value for _, _, value in triton.calls] == [0.01, 0.02]


def test_labels_make_metrics_of_their_own(triton, metrics):
    metrics.add("timbre_requests_total", outcome="spoken")
    metrics.add("timbre_requests_total", outcome="busy")
    metrics.publish()
    assert {labels["outcome"] for _, labels, _ in triton.made} == {"spoken", "busy"}


def test_rest_is_published_at_the_end(triton):
    metrics = Metrics(TritonPublisher(triton), period_s=600)
    metrics.add("timbre_clones_total", outcome="made")
    metrics.close()
    assert len(triton.calls) == 1


def test_wrong_kind_is_refused(metrics):
    with pytest.raises(ValueError, match="is a gauge"):
        metrics.add("timbre_queue_length")


def test_buckets_rise():
    for family in FAMILIES.values():
        assert list(family.buckets) == sorted(set(family.buckets))
        assert bool(family.buckets) == (family.kind == "histogram")
