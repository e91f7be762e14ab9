"""What the programs of speed compute, without a server."""

import json
import os
import subprocess
import sys
import time

import pytest

from tests.helpers.tiny_base import make_tiny_base
from timbre import contract
from timbre.base import BaseModel
from timbre.engines.base import VOCODER
from timbre.engines.onnx_engine import OnnxEngine
from timbre_bench import kernels, perf_analyzer
from timbre_bench.clone_speed import clone_once, format_result
from timbre_bench.load import Heard, LoadResult, arrival_times, ask_when_due
from timbre_bench.throughput import climb, holds


def load_of(*listeners):
    return LoadResult("Poisson", listeners, 1.0)


def test_load_holds_only_if_first_audio_and_playback_do():
    good = Heard(((0.01, 1.0), (0.02, 1.0)))
    assert holds(load_of(good), 20)
    assert not holds(load_of(good), 5)
    assert not holds(load_of(good, Heard(((0.01, 0.1), (0.5, 1.0)))), 20)
    assert not holds(load_of(good, Heard(error="busy")), 20)
    assert not holds(load_of(), 20)


def test_climb_ends_with_the_first_rate_that_does_not_hold():
    asked = []

    def speak(text):
        asked.append(text)
        if len(asked) > 50:
            raise RuntimeError("too many")
        yield 1.0

    def open_loop(rate, requests, seed):
        due = list(enumerate(arrival_times(rate, requests, seed)))
        return LoadResult("Poisson", ask_when_due(speak, ["a"], due, time.perf_counter()), 1.0)

    results = climb(open_loop, start=400.0, step=2.0, limit_ms=60_000, seconds=0.01)
    assert [len(result.heard) for result in results] == [20, 20, 20]
    assert [holds(result, 60_000) for result in results] == [True, True, False]


def test_programs_of_speed_need_neither_window_nor_sound_device_nor_recognizer():
    """A server with a GPU has none of these, and the models that it loads need none either."""
    absent = ("PySide6", "shiboken6", "pyqtgraph", "sounddevice", "faster_whisper", "ctranslate2")
    needed = (
        *(
            f"timbre_bench.{name}"
            for name in ("clients", "clone_speed", "engine_start", "hops", "latency", "servers", "throughput")
        ),
        "timbre_bench.timbre_speaker",
        *(f"timbre.serving.{name}" for name in ("acoustic", "cancellation", "plan", "waveform")),
        "timbre_finetune.clone.service",
    )
    program = f"""
import importlib, sys
sys.modules.update(dict.fromkeys({absent}))
for name in {needed}:
    importlib.import_module(name)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_floor_counts_operations_and_bytes(tmp_path, monkeypatch):
    base = make_tiny_base(tmp_path / "base")
    monkeypatch.setattr(kernels, "base_dir", lambda: base)
    rows = kernels.measure(OnnxEngine(), [1, 2], [8, 16], kernels.Rates(1e9, 1e9), on_gpu=False)
    vocoder = {(row.batch, row.steps): row for row in rows if row.network == VOCODER}
    assert vocoder[1, 16].operations > 1.8 * vocoder[1, 8].operations
    assert vocoder[2, 8].operations == 2 * vocoder[1, 8].operations
    assert vocoder[1, 8].bytes > 4 * kernels.weights_of(BaseModel.open(base), VOCODER)
    assert vocoder[1, 8].floor_ms == pytest.approx(vocoder[1, 8].operations / 1e6, rel=1e-6)
    assert len(kernels.format_rows(rows).splitlines()) == 2 + len(rows)


def test_perf_analyzer_gets_every_tensor_that_a_request_needs():
    data = json.loads(json.dumps(perf_analyzer.input_data(["Hello."], b"\0", "abc")))
    needed = {tensor.name for tensor in contract.TTS_MODEL.inputs if not tensor.optional}
    assert set(data["data"][0]) == needed
    assert data["data"][0]["VOICE"] == {"content": [0], "shape": [1]}


def test_first_responses_are_read_from_the_export():
    export = {
        "experiments": [
            {
                "requests": [
                    {"timestamp": 1_000_000, "response_timestamps": [3_500_000, 9_000_000]},
                    {"timestamp": 1_000_000, "response_timestamps": []},
                ]
            }
        ]
    }
    assert perf_analyzer.first_responses_ms(export) == [2.5]


def test_stages_of_a_clone_add_up():
    class Timbre:
        def clone(self, takes, options):
            assert options["job_id"]
            yield {"stage": "features"}
            yield {"stage": "adapt", "step": 1}
            yield {"stage": "adapt", "step": 2}
            yield b"voice"

    clone = clone_once(Timbre(), b"", {})
    assert list(clone.stages) == ["waiting", "features", "adapt"]
    assert sum(clone.stages.values()) == pytest.approx(clone.total_s, abs=0.05)
    assert clone.voice_bytes == 5
    spread = {"p50": 1.0, "p99": 2.0}
    text = format_result(
        {
            "people": 1,
            "first_voice_s": clone.total_s,
            "all_voices_s": clone.total_s,
            "people_per_hour": 10.0,
            "stages_s": clone.stages,
            "voice_bytes": 5,
            "first_audio_idle_ms": spread,
            "first_audio_beside_ms": spread,
            "underruns_beside": 0,
            "requests_beside": 3,
        }
    )
    assert "10 people an hour" in text
