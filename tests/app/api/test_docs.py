"""The examples of docs/api.md, as they are, with `timbre serve --api` as a person starts it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import av
import pytest

from tests.app.api.conftest import VOICE, add_voice
from tests.helpers.command import COMMAND
from tests.helpers.ports import free_port
from tests.helpers.speech_server import SpeechServer, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

PAGE = Path("docs/api.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```(sh|python)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_page_has_the_examples_that_are_tested_here():
    assert [language for language, _ in EXAMPLES] == ["sh", "python", "sh"]


@pytest.fixture(scope="module")
def port(_shared_server: SpeechServer) -> Iterator[int]:
    number = free_port()
    settings = {"TIMBRE_HOME": str(_shared_server.home), "TIMBRE_BASE": str(_shared_server.base)}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**settings, "TIMBRE_ENGINE": "onnx"}.items():
            patch.setenv(name, value)
        add_voice(_shared_server)
        command = [*COMMAND, "serve", "--api", "--api-port", str(number)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as serving:
            yield number
            serving.send_signal(signal.SIGTERM)
            assert serving.wait(30) == 0
            said = serving.stdout.read()
    assert f"may speak at http://127.0.0.1:{number}/v1" in said
    assert "The server stops." in said


@pytest.fixture(params=range(len(EXAMPLES)))
def example(request, port: int, tmp_path: Path) -> Path:
    """Runs an example; returns the folder that it ran in."""
    language, text = EXAMPLES[request.param]
    (tmp_path / "assets").symlink_to(Path("assets").absolute())
    assert wait_until(lambda: _is_healthy(port))
    text = text.replace("127.0.0.1:8020", f"127.0.0.1:{port}")
    command = ["bash", "-ec", text] if language == "sh" else [sys.executable, "-c", text]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return tmp_path


def _is_healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
            return answer.status == 200
    except OSError:
        return False


def test_example_makes_what_it_says(example: Path):
    (made,) = [path for path in example.iterdir() if path.is_file()]
    if made.suffix == ".srt":
        assert made.read_text().startswith("1\n00:00:0")
        return
    assert VOICE in PAGE
    with av.open(str(made)) as container:
        assert sum(frame.samples for frame in container.decode(audio=0)) > 1000
