"""What the real server counts."""

import pytest

from tests.helpers.command import run_timbre
from tests.helpers.speech_server import wait_until
from timbre.serving.metrics import FAMILIES

pytestmark = pytest.mark.e2e


def test_server_counts_what_it_speaks(speech_server):
    before = speech_server.figures
    samples = sum(len(c.pcm) for c in speech_server.client.speak("Count this.", speech_server.voice()))
    spoken = before.requests.get("spoken", 0) + 1

    def is_counted():  # what earlier tests left uncounted may come on top
        now = speech_server.figures
        return (
            now.requests.get("spoken", 0) >= spoken
            and now.audio_s >= before.audio_s + samples / 22_050 - 1e-3
            and now.first_audio_p50_ms is not None
        )

    assert wait_until(is_counted)
    figures = speech_server.figures
    assert set(figures.engines) == {"fastpitch", "hifigan"}
    assert figures.first_audio_p50_ms > 0
    assert figures.real_time_factor > 0
    assert figures.mean_batch >= 1


def test_every_published_name_is_of_the_table(speech_server):
    list(speech_server.client.speak("Hello.", speech_server.voice()))
    assert wait_until(lambda: "timbre_first_audio_seconds_count" in speech_server.metrics)
    names = {
        line.split()[2] for line in speech_server.metrics.splitlines() if line.startswith("# TYPE timbre_")
    }
    histograms = {name for name, family in FAMILIES.items() if family.kind == "histogram"}
    parts = {f"{name}_{part}" for name in histograms for part in ("bucket", "count", "sum")}
    assert names <= set(FAMILIES) - histograms | parts
    assert {"timbre_first_audio_seconds_bucket", "timbre_engine_info", "timbre_batch_size_sum"} <= names


def test_status_prints_the_figures(speech_server):
    list(speech_server.client.speak("Hello.", speech_server.voice()))
    assert wait_until(lambda: "timbre_first_audio_seconds_count" in speech_server.metrics)
    done = run_timbre("serve", "--status")
    assert done.returncode == 0
    text = done.stdout.decode()
    assert "Engine: onnxruntime (CPU)" in text
    assert "First audio, inside the server: p50" in text
