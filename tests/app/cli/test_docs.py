"""The examples of docs/jobs.md, docs/words.md and docs/security.md, as they are."""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import soundfile

from tests.helpers.command import run_timbre
from tests.helpers.speech_server import LONG_TEXT, SpeechServer
from timbre_app.jobs.queue import JobQueue
from timbre_app.voices.library import VoiceLibrary


def examples(page: str, language: str) -> list[str]:
    text = Path(f"docs/{page}.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run what a person would paste into a shell."""
    programs = folder / "bin"
    programs.mkdir(exist_ok=True)
    (programs / "timbre").write_text(f'#!/bin/sh\nexec {sys.executable} -m timbre_app.cli "$@"\n')
    (programs / "timbre").chmod(0o755)
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(Path.cwd())}
    command = ["bash", "-ec", script]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=600, check=False, env=environment
    )


@pytest.fixture
def voice(speech_server: SpeechServer) -> str:
    VoiceLibrary().add(dataclasses.replace(speech_server.voice(), name="Ada"), replace=True)
    return "Ada"


@pytest.mark.e2e
@pytest.mark.slow
def test_jobs(voice: str, tmp_path: Path):
    (script,) = examples("jobs", "sh")
    done = run(script, tmp_path)
    assert done.returncode == 0, done.stderr
    assert str(tmp_path / "lamp.mp3") in done.stdout
    assert "  done     " in done.stdout
    assert soundfile.info(tmp_path / "lamp.mp3").duration > 1
    assert JobQueue().list() == []


@pytest.mark.e2e
@pytest.mark.slow
def test_verify(voice: str, tmp_path: Path):
    (script,) = (example for example in examples("security", "sh") if "timbre verify" in example)
    made = run_timbre("say", "--voice", voice, LONG_TEXT, "-o", tmp_path / "talk.mp3")
    assert made.returncode == 0, made.stderr
    done = run(script, tmp_path)
    assert done.returncode == 0, done.stderr
    said = re.search(r"timbre verify talk.mp3 +# (.*)", script)
    assert said
    assert said[1] in done.stdout


def test_words(tmp_path: Path):
    (console,) = examples("words", "console")
    steps = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", console, re.MULTILINE)
    assert len(steps) == 2
    for command, printed in steps:
        assert run(command, tmp_path).stdout == printed
