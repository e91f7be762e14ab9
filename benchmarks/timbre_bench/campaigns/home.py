"""A data folder of a campaign's own, the commands that run in it, and the processes of its server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from timbre_bench.timbre_speaker import first_speaker

COMMAND = (sys.executable, "-m", "timbre_app.cli")
PREFIX = "timbre-campaign-"
VOICE = "Campaign"
COMMAND_LIMIT_S = 150.0
_ROLES = (
    ("keeper", re.compile(r"timbre_app\.server\.keeper")),
    ("server", re.compile(r"bin/tritonserver")),
    ("model", re.compile(r"triton_python_backend_stub \S*/(\w+)/\d+/model\.py")),
)


@dataclass(frozen=True)
class CampaignHome:
    """The data folder, and the processes that use it."""

    folder: Path

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a command of Timbre."""
        return subprocess.Popen(
            [*COMMAND, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**os.environ, "TIMBRE_HOME": str(self.folder)},
        )

    def run(self, *arguments: str, limit_s: float = COMMAND_LIMIT_S) -> tuple[int | None, str]:
        """Run a command to its end; returns its exit code (None if it took too long) and its complaint."""
        return finish(self.start(*arguments), limit_s)

    def processes(self) -> Mapping[str, int]:
        """The living processes of the server: "keeper", "server", and each model by its name."""
        wanted = f"TIMBRE_HOME={self.folder}".encode()
        roles: dict[str, int] = {}
        for folder in Path("/proc").iterdir():
            try:
                if folder.name.isdigit() and wanted in (folder / "environ").read_bytes().split(b"\0"):
                    line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                    role = _role_of(line)
                    if role:
                        roles[role] = int(folder.name)
            except OSError:
                continue
        return roles

    def state(self) -> Mapping[str, object]:
        """The state that the keeper has last written; empty if no keeper runs."""
        try:
            return json.loads((self.folder / "run" / "server.json").read_text())
        except (OSError, ValueError):
            return {}


def finish(command: subprocess.Popen[bytes], limit_s: float = COMMAND_LIMIT_S) -> tuple[int | None, str]:
    """Wait for a command; returns its exit code (None if it took too long) and its complaint."""
    try:
        _, complaint = command.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        command.kill()
        command.communicate()
        return None, f"no end after {limit_s:.0f} s"
    return command.returncode, complaint.decode(errors="replace").strip()[-300:]


@contextmanager
def campaign_home() -> Iterator[CampaignHome]:
    """Make a home with one voice; at the end its server is stopped and its folder removed."""
    with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as name:
        home = CampaignHome(Path(name).resolve())
        voice = Path(name) / "voice.timbre"
        first_speaker().save(voice)
        code, complaint = home.run("voices", "import", str(voice), "--name", VOICE)
        if code != 0:
            raise SystemExit(f"the campaign's voice could not be imported: {complaint}")
        try:
            yield home
        finally:
            home.run("serve", "--stop")


def _role_of(line: str) -> str:
    for role, pattern in _ROLES:
        match = pattern.search(line)
        if match:
            return match[1] if role == "model" else role
    return ""
