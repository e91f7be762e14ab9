"""Nobody else may read what the program keeps, and exports are as the person's umask wants them."""

import contextlib
import json
import os
import shutil
import signal
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.command import COMMAND, run_timbre
from tests.helpers.speech_server import SpeechServer
from tests.helpers.written import present
from timbre import paths
from timbre_app.sound.take_writer import TakeWriter
from timbre_app.sound.wave_file import WaveWriter
from timbre_app.takes.prompts import Prompt, PromptList
from timbre_app.takes.recordings import RecordingSession
from timbre_finetune.clone.adapt import CHECKPOINT

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

BUNDLED_TAKES = paths.assets_dir() / "takes"
OPEN = stat.S_IRWXG | stat.S_IRWXO
PROMPTS = PromptList("I, {name}, agree.", (Prompt("p1", "One sentence."),))


def open_entries(home: Path) -> dict[str, str]:
    """What in a folder others may use in any way, and how."""
    found: dict[str, str] = {}
    for folder, _, names in os.walk(home):
        for path in (folder, *(f"{folder}/{name}" for name in names)):
            with contextlib.suppress(FileNotFoundError):  # what is being written has a name for a moment only
                mode = os.lstat(path).st_mode
                if not stat.S_ISLNK(mode) and mode & OPEN:
                    found[path] = oct(stat.S_IMODE(mode))
    return found


def record_take(session: RecordingSession) -> None:
    """As the window does; looks at the modes while the take grows."""
    writer = TakeWriter(WaveWriter(session.begin_take("p1"), 22_050))
    writer.add(np.ones(22_050, np.int16), overflowed=False)
    assert open_entries(session.folder) == {}
    writer.finish()
    session.complete_take("p1")


def clone_and_look(home: Path, takes: Path) -> None:
    """Clone, and look at the modes at each sign of progress.

    The clone is interrupted when all of its files have been seen, because it would not wait for a test that is slow to
    look. Then it goes on to its end.
    """
    arguments = ["clone", str(takes), "--name", "Ada", "--i-have-permission", "--json", "--max-steps"]
    with subprocess.Popen([*COMMAND, *arguments, "100000"], stdout=subprocess.PIPE) as cloning:
        seen: set[str] = set()
        stages = stages_of(cloning, home)
        while not {"metadata.csv", CHECKPOINT} <= seen:
            if next(stages) == "adapt":
                seen |= {path.name for path in present(paths.work_dir(), "**/*")}
        cloning.send_signal(signal.SIGINT)
        assert "report" not in list(stages)
    assert cloning.returncode == 130
    with subprocess.Popen([*COMMAND, *arguments, "24", "--resume"], stdout=subprocess.PIPE) as cloning:
        assert "report" in list(stages_of(cloning, home))
    assert cloning.returncode == 0


def stages_of(cloning: subprocess.Popen[bytes], home: Path) -> Iterator[str]:
    """The stages that a clone tells; at each of them nobody else may read its files."""
    assert cloning.stdout is not None
    for line in cloning.stdout:
        assert open_entries(home) == {}
        yield json.loads(line)["stage"]


@pytest.fixture
def takes(tmp_path: Path) -> Path:
    """Six of the bundled takes, readable by all."""
    folder = tmp_path / "takes"
    (folder / "wavs").mkdir(parents=True)
    lines = (BUNDLED_TAKES / "metadata.csv").read_text(encoding="utf-8").splitlines()[:6]
    for line in lines:
        shutil.copyfile(
            *(place / "wavs" / f"{line.partition('|')[0]}.flac" for place in (BUNDLED_TAKES, folder))
        )
    (folder / "metadata.csv").write_text("\n".join(lines), encoding="utf-8")
    return folder


@pytest.fixture
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_no_file_or_folder_of_a_session_is_open(
    own_server: SpeechServer, takes: Path, tmp_path: Path, usual_umask: None
):
    home = own_server.home
    record_take(RecordingSession.create(paths.takes_dir(), "Ada", PROMPTS))
    exported, sound = tmp_path / "out" / "ada.timbre", tmp_path / "out" / "a.wav"
    exported.parent.mkdir()
    clone_and_look(home, takes)
    for arguments in (
        ("say", "--voice", "Ada", "Hello there.", "-o", sound, "--subtitles", "srt"),
        ("say", "--voice", "Ada", "One. And two.", "-o", tmp_path / "out" / "b.flac", "--by-sentence"),
        ("voices", "export", "Ada", exported),
        ("voices", "import", exported, "--name", "Eve"),
        ("voices", "import", exported, "--name", "Eve", "--replace"),
        ("voices", "rename", "Eve", "Eva"),
        ("check", takes / "wavs" / "01.flac", "--prompt", "One sentence."),
    ):
        done = run_timbre(*arguments)
        assert done.returncode == 0 or arguments[0] == "check", done.stderr
        assert open_entries(home) == {}, arguments
    assert {"voices", "takes", "logs", "run", "work"} <= {path.name for path in home.iterdir()}
    outside = [path for path in exported.parent.iterdir() if path.is_file()]
    assert len(outside) == 5
    assert {stat.S_IMODE(path.stat().st_mode) for path in outside} == {0o644}
