"""The peers' own virtual environment, made on demand from the extra `bench` of pyproject.toml."""

from __future__ import annotations

import hashlib
import logging
import os
import subprocess
import sys
import tomllib
from pathlib import Path

from timbre_bench.speaker import SpeakerError

_LOG = logging.getLogger(__name__)
REPOSITORY = Path(__file__).resolve().parents[3]
EXTRA = "bench"


def cache_folder() -> Path:
    """The folder of the peers: TIMBRE_BENCH_CACHE, else .bench in the repository."""
    return Path(os.environ.get("TIMBRE_BENCH_CACHE") or REPOSITORY / ".bench")


def requirements(pyproject: Path = REPOSITORY / "pyproject.toml") -> list[str]:
    """The pinned requirements of the extra `bench`."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    return list(project["optional-dependencies"][EXTRA])


def ensure_python() -> Path:
    """Return the peers' interpreter; its environment is made or updated first, if needed.

    Raises:
        SpeakerError: if the environment cannot be made.
    """
    packages = requirements()
    folder = cache_folder() / "venv"
    stamp = folder / ".requirements"
    digest = hashlib.sha256("\n".join(packages).encode()).hexdigest()
    python = folder / "bin" / "python"
    if python.exists() and stamp.is_file() and stamp.read_text() == digest:
        return python
    try:
        subprocess.run(
            [sys.executable, "-m", "venv", str(folder)], check=True, capture_output=True, text=True
        )
        install = [str(python), "-m", "pip", "install", "--quiet", *packages]
        subprocess.run(install, check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip().splitlines() or ["no message"])[-1]
        raise SpeakerError(f"the peers' environment could not be made: {last}") from error
    stamp.write_text(digest)
    return python
