import io
import json
import time

import numpy as np
import pytest

from timbre_bench.peers import worker


def test_each_line_is_spoken_and_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    spoken: list[str] = []

    def speak(text: str):
        spoken.append(text)
        yield np.zeros(500)
        time.sleep(0.02)
        yield np.zeros(1500)

    monkeypatch.setattr("sys.stdin", io.StringIO('{"text": "One."}\n{"text": "Two."}\n'))
    worker.serve(speak, sample_rate=1000, about="a test")
    ready, first, second = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ready == {"ready": True, "about": "a test"}
    assert spoken[-2:] == ["One.", "Two."]
    assert first["audio_s"] == second["audio_s"] == 2.0
    assert first["total_ms"] - first["first_audio_ms"] >= 20.0
