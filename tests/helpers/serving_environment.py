"""An environment of Python that has what `pip install 'timbre[serve]'` brings and nothing else, made of links."""

from __future__ import annotations

import importlib.metadata as metadata
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]


def make_environment(folder: Path, extra: str) -> Path:
    """Make it of this environment's packages; returns its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    here, there = Path(sysconfig.get_path("purelib")), next(folder.glob("lib/python3*/site-packages"))
    (there / "timbre.pth").write_text("".join(f"{ROOT / part}\n" for part in ("core", "finetune", "app")))
    for name in sorted(_packages(extra) - {"timbre"}):
        for entry in sorted(_entries(name)):
            link = there / entry
            if not link.exists() and (here / entry).exists():
                link.symlink_to(here / entry)
    return folder / "bin" / "python"


def _packages(extra: str) -> set[str]:
    """The extra's packages, those that they ask for, and those that are installed without what they ask for."""
    found: set[tuple[str, str]] = set()
    waiting = [("timbre", extra)]
    while waiting:
        package = waiting.pop()
        if package not in found:
            found.add(package)
            waiting.extend(_required(*package))
    lines = (ROOT / "requirements-nodeps.txt").read_text().splitlines()
    return {name for name, _ in found} | {line.partition("==")[0] for line in lines if "==" in line}


def _required(name: str, extra: str) -> Iterator[tuple[str, str]]:
    for line in metadata.requires(name) or ():
        wanted = Requirement(line)
        if wanted.marker is None or wanted.marker.evaluate({"extra": extra}):
            for more in ("", *wanted.extras):
                yield re.sub(r"[-_.]+", "-", wanted.name).lower(), more


def _entries(name: str) -> set[str]:
    """What a package has in site-packages."""
    files = metadata.distribution(name).files or ()
    return {file.parts[0] for file in files} - {"..", "__pycache__", "bin"}
