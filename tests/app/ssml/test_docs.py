"""The examples of docs/ssml.md, as they are."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import soundfile

from tests.app.api.conftest import VOICE, add_voice
from tests.helpers.ports import free_port
from timbre_app.api.options import ApiOptions
from timbre_app.api.service import ApiService

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

PAGE = Path("docs/ssml.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```(xml|sh)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_examples_make_what_they_say(speech_server, tmp_path):
    (xml, letter), (sh, command), (sh2, request) = EXAMPLES
    assert (xml, sh, sh2) == ("xml", "sh", "sh")
    add_voice(speech_server)
    assert VOICE in command
    (tmp_path / "letter.ssml").write_text(letter, encoding="utf-8")
    port = free_port()
    with ApiService(ApiOptions(port=port), speech_server.client):
        for text in command, request.replace("127.0.0.1:8020", f"127.0.0.1:{port}"):
            path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
            done = subprocess.run(
                ["bash", "-ec", text],
                cwd=tmp_path,
                env={**os.environ, "PATH": path},
                capture_output=True,
                timeout=600,
                check=False,
            )
            assert done.returncode == 0, done.stderr.decode()
    assert soundfile.info(tmp_path / "letter.wav").duration > 1
    assert soundfile.info(tmp_path / "answer.mp3").duration > 1
    assert [mark["name"] for mark in json.loads((tmp_path / "letter.json").read_text())["marks"]] == ["lunch"]
    assert "tomato" in (tmp_path / "letter.srt").read_text()
