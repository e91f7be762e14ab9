"""Where things are: the person's data, and what comes with Timbre."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def home() -> Path:
    """The folder of the person's data: TIMBRE_HOME, else the system's place for user data."""
    chosen = os.environ.get("TIMBRE_HOME")
    return _folder(chosen) if chosen else Path(platformdirs.user_data_dir("timbre", False))


def voices_dir() -> Path:
    """Voice files, one a voice."""
    return home() / "voices"


def takes_dir() -> Path:
    """Recorded takes, one folder a voice."""
    return home() / "takes"


def logs_dir() -> Path:
    """Logs of the server."""
    return home() / "logs"


def run_dir() -> Path:
    """State of the running server: its ports, its locks."""
    return home() / "run"


def work_dir() -> Path:
    """Folder of what unfinished clones have computed, so that they can be resumed."""
    return home() / "work"


def cache_dir() -> Path:
    """Files that can be made again: TIMBRE_CACHE, else the system's place for caches."""
    chosen = os.environ.get("TIMBRE_CACHE")
    return _folder(chosen) if chosen else platformdirs.user_cache_path("timbre")


def assets_dir() -> Path:
    """What comes with Timbre: TIMBRE_ASSETS, `assets` beside the sources, or `assets` inside the package."""
    chosen = os.environ.get("TIMBRE_ASSETS")
    if chosen:
        return _folder(chosen)
    package = Path(__file__).resolve().parent
    beside_sources = package.parents[1] / "assets"
    return beside_sources if beside_sources.is_dir() else package / "assets"


def base_dir() -> Path:
    """The base model's folder: TIMBRE_BASE, else `base` among the assets."""
    chosen = os.environ.get("TIMBRE_BASE")
    return _folder(chosen) if chosen else assets_dir() / "base"


def _folder(text: str) -> Path:
    """The folder that an environment variable names; a ~ at its beginning is expanded as a shell does it."""
    try:
        return Path(text).expanduser().absolute()
    except RuntimeError:
        return Path(text).absolute()
