"""The examples of docs/api.md, as they are, with `timbre serve --api` as a person starts it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import av
import pytest
from wyoming.client import AsyncTcpClient
from wyoming.info import Describe, Info

from tests.app.api.conftest import VOICE, add_voice
from tests.helpers.command import COMMAND
from tests.helpers.ports import free_port
from tests.helpers.speech_server import LONG_TEXT, SpeechServer, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

PAGE = Path("docs/api.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```(sh|python)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_page_has_the_examples_that_are_tested_here():
    assert [language for language, _ in EXAMPLES] == ["sh", "python", "sh", "sh"]


class Ports(NamedTuple):
    """Where the command listens."""

    api: int
    wyoming: int


@pytest.fixture(scope="module")
def ports(_shared_server: SpeechServer) -> Iterator[Ports]:
    numbers = Ports(free_port(), free_port())
    settings = {"TIMBRE_HOME": str(_shared_server.home), "TIMBRE_BASE": str(_shared_server.base)}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**settings, "TIMBRE_ENGINE": "onnx"}.items():
            patch.setenv(name, value)
        add_voice(_shared_server)
        options = [
            "--api",
            "--api-port",
            str(numbers.api),
            "--wyoming",
            "--wyoming-port",
            str(numbers.wyoming),
        ]
        command = [*COMMAND, "serve", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as serving:
            assert wait_until(lambda: _is_healthy(numbers.api))
            yield numbers
            serving.send_signal(signal.SIGTERM)
            assert serving.wait(600) == 0
            said = serving.stdout.read()
    assert f"may speak at http://127.0.0.1:{numbers.api}/v1" in said
    (sentence,) = re.findall(r"^\$ timbre serve --wyoming\n(.*)$", PAGE, re.MULTILINE)
    assert sentence.replace("10200", str(numbers.wyoming)) in said
    assert "The server stops." in said


@pytest.fixture(params=range(len(EXAMPLES)))
def example(request, ports: Ports, tmp_path: Path) -> Path:
    """Runs an example; returns the folder that it ran in."""
    language, text = EXAMPLES[request.param]
    (tmp_path / "assets").symlink_to(Path("assets").absolute())
    text = text.replace("127.0.0.1:8020", f"127.0.0.1:{ports.api}")
    command = ["bash", "-ec", text] if language == "sh" else [sys.executable, "-c", text]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return tmp_path


def _is_healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60) as answer:
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


def test_home_assistant_finds_the_voices(ports: Ports):
    async def describe() -> Info:
        async with AsyncTcpClient("127.0.0.1", ports.wyoming) as client:
            await client.write_event(Describe().event())
            return Info.from_event(await client.read_event())

    (program,) = asyncio.run(asyncio.wait_for(describe(), 60)).tts
    assert VOICE in [voice.name for voice in program.voices]


def test_ctrl_c_ends_the_command_while_somebody_listens(ports: Ports):
    port = free_port()
    command = [*COMMAND, "serve", "--api-port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as serving:
        assert wait_until(lambda: _is_healthy(port))
        fields = {"model": "timbre", "voice": VOICE, "input": LONG_TEXT * 80, "response_format": "wav"}
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/v1/audio/speech",
            json.dumps(fields).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=600) as answer:
            answer.read(1000)
            serving.send_signal(signal.SIGINT)
            _, complaints = serving.communicate(timeout=600)
    assert serving.returncode == 0
    assert "Traceback" not in complaints
