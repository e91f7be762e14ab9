"""A machine that only serves: what `timbre[serve]` brings is enough for the server, the command and the doctor."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.ports import free_port
from tests.helpers.serving_environment import make_environment
from timbre.base import BaseModel
from timbre.base_voices import BaseVoices
from timbre_app.client.streams import RequestError
from timbre_app.client.timbre_client import TimbreClient

KEY = "k" * 43
ABSENT = ("PySide6", "pyqtgraph", "sounddevice", "faster_whisper", "onnx", "pytest")


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(make_environment(tmp_path_factory.mktemp("serve") / "env", "serve"))


@pytest.fixture
def environment(tiny_base: Path, tmp_path: Path) -> dict[str, str]:
    mine = {"TIMBRE_HOME": str(tmp_path / "home"), "TIMBRE_BASE": str(tiny_base), "TIMBRE_ENGINE": "onnx"}
    return {**os.environ, **mine}


def test_the_environment_has_no_window_sound_device_or_recogniser(python: str):
    program = "import importlib.util, sys; print([m for m in sys.argv[1:] if importlib.util.find_spec(m)])"
    done = subprocess.run(
        [python, "-c", program, *ABSENT, "torch"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "['torch']"


def test_doctor_finds_nothing_missing(python: str, environment: dict[str, str]):
    command = [python, "-m", "timbre_app.cli", "doctor", "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found = {finding["subject"]: finding for finding in json.loads(done.stdout)}
    assert "a machine that only serves" in found["packages"]["message"]
    assert found["window"]["state"] == found["sound"]["state"] == "good"
    assert "timbre[transcribe]" in found["recogniser"]["remedy"]
    assert found["engine"]["message"]


def test_window_is_refused_in_one_sentence(python: str, environment: dict[str, str]):
    command = [python, "-m", "timbre_app.cli", "studio"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == "timbre: PySide6 is not installed here; run `pip install 'timbre[studio]'`"


@pytest.fixture
def address(python: str, environment: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """Where `timbre serve` of that environment listens."""
    keys, port = tmp_path / "keys", free_port()
    keys.write_text(f"tests {KEY}\n")
    keys.chmod(0o600)
    options = ["--all-models", "--grpc-port", str(port), "--key-file", str(keys)]
    command = [python, "-m", "timbre_app.cli", "serve", *options]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as serving:
        try:
            assert serving.stdout is not None
            lines = iter(serving.stdout.readline, "")
            assert any("may speak" in line for line in lines), "the server has not started"
            yield f"127.0.0.1:{port}"
        finally:
            serving.send_signal(signal.SIGTERM)
            serving.communicate(timeout=600)


@pytest.mark.e2e
@pytest.mark.slow
def test_a_client_hears_a_sentence_and_is_told_that_there_is_no_recogniser(
    address: str, tiny_base: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TIMBRE_SERVER_KEY", KEY)
    voices = BaseVoices(BaseModel.open(tiny_base))
    voice = voices.voice(voices.find("tiny:0")).to_bytes()
    with TimbreClient(address) as client:
        client.wait_ready()
        pcm = np.concatenate([chunk.pcm for chunk in client.speak("Good morning.", voice)])
        assert len(pcm) > 5_000
        assert np.abs(pcm).max() > 0
        assert client.is_model_ready("finetune")
        with pytest.raises(RequestError, match=r"timbre\[transcribe\]"):
            client.transcribe(np.zeros(16_000, np.float32))
