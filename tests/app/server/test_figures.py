"""Prometheus' text to a few lines."""

import pytest

from timbre_app.server.figures import ServerFigures, figures_of, parse, read_figures

TEXT = """
# HELP timbre_first_audio_seconds From the request to PCM
# TYPE timbre_first_audio_seconds histogram
timbre_first_audio_seconds_count 100
timbre_first_audio_seconds_sum 1.7
timbre_first_audio_seconds_bucket{le="0.01"} 40
timbre_first_audio_seconds_bucket{le="0.02"} 90
timbre_first_audio_seconds_bucket{le="0.05"} 100
timbre_first_audio_seconds_bucket{le="+Inf"} 100
timbre_engine_info{engine="onnxruntime (CPU)",stage="fastpitch"} 1
timbre_engine_info{engine="onnxruntime (CPU)",stage="hifigan"} 1
timbre_streams_in_flight{stage="fastpitch"} 2
timbre_streams_in_flight{stage="hifigan"} 3
timbre_requests_total{outcome="spoken"} 98
timbre_requests_total{outcome="busy"} 2
timbre_audio_seconds_total 200
timbre_busy_seconds_total{stage="fastpitch"} 3
timbre_busy_seconds_total{stage="hifigan"} 5
timbre_batch_size_sum{stage="hifigan"} 30
timbre_batch_size_count{stage="hifigan"} 10
timbre_clones_in_progress 1
timbre_clone_progress 0.25
nv_inference_count{model="tts",version="1"} 100
"""


def test_figures_are_found_among_tritons_own():
    figures = figures_of(parse(TEXT))
    assert figures.engines == {"fastpitch": "onnxruntime (CPU)", "hifigan": "onnxruntime (CPU)"}
    assert (figures.streams, figures.clones, figures.clone_progress) == (3, 1, 0.25)
    assert figures.requests == {"spoken": 98, "busy": 2}
    assert figures.real_time_factor == pytest.approx(0.04)
    assert figures.mean_batch == pytest.approx(3.0)
    assert figures.first_audio_p50_ms == pytest.approx(12.0)
    assert figures.first_audio_p99_ms == pytest.approx(47.0)


def test_lines_are_for_people():
    text = "\n".join(figures_of(parse(TEXT)).lines())
    assert "Engine: onnxruntime (CPU)" in text
    assert "2 busy, 98 spoken" in text
    assert "Clones at work: 1 (25%)" in text
    assert "Requests: none yet" in "\n".join(ServerFigures().lines())


def test_line_of_the_engine_says_if_one_process_does_all_steps():
    one = figures_of(parse('timbre_engine_info{engine="CUDA graphs (X, fp16)",stage="tts_fused"} 1'))
    assert one.lines()[0] == "Engine: CUDA graphs (X, fp16), all steps in one process"
    assert figures_of(parse(TEXT)).lines()[0] == "Engine: onnxruntime (CPU)"


def test_server_that_spoke_nothing_has_no_quantiles():
    figures = figures_of(parse('timbre_first_audio_seconds_bucket{le="+Inf"} 0'))
    assert figures.first_audio_p50_ms is None
    assert figures.real_time_factor is None


def test_metrics_that_cannot_be_read_are_none(tmp_path):
    assert read_figures(tmp_path / "metrics") is None
