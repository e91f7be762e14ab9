import io
import json
import time
from pathlib import Path

import numpy as np
import pytest
import soundfile

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


def test_speech_is_kept_where_the_line_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    out = tmp_path / "a.wav"
    request = json.dumps({"text": "One.", "out": str(out)})
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{request}\n"))
    worker.serve(lambda _: iter([np.zeros(500), np.full(1500, 0.5)]), sample_rate=8000, about="a test")
    waveform, sample_rate = soundfile.read(out)
    assert (len(waveform), sample_rate) == (2000, 8000)
    assert waveform[500:] == pytest.approx(0.5, abs=1e-3)
