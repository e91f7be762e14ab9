"""Makes the module known to this person's speech-dispatcher, and unknown again.

    <data home>/../libexec/speech-dispatcher-modules/sd_timbre     starts the module; found there since 0.11
    <config home>/speech-dispatcher/speechd.conf                   only where that is not enough

A configuration that names modules (`AddModule`) is taken to name all of them, and the default module can be set there
only. A person's configuration replaces the system's as a whole, so a new one includes that. What is written there
stands between two marks; the rest is the person's own.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from timbre import files
from timbre.messages import TimbreError
from timbre_app.desktop.entry import data_home

MODULE = "timbre"
PROGRAM = "speech-dispatcher"
OLDEST = (0, 11)
SYSTEM_CONFIG = Path("/etc/speech-dispatcher/speechd.conf")
HANDED_ON = (
    "TIMBRE_HOME",
    "TIMBRE_BASE",
    "TIMBRE_ENGINE",
    "TIMBRE_SERVER_URL",
    "TIMBRE_SERVER_KEY_FILE",
    "TIMBRE_SERVER_CA",
)
"""Variables with which this program was started, for a module that the desktop starts without them."""
VERSION_TIMEOUT_S = 10
_BEGIN = "# >>> timbre >>> written by `timbre desktop install`; `timbre desktop remove` takes it away"
_END = "# <<< timbre <<<"
_BLOCK = re.compile(rf"^{re.escape(_BEGIN)}\n.*?^{re.escape(_END)}\n", re.MULTILINE | re.DOTALL)
_NAMES_MODULES = re.compile(r"^\s*AddModule\b", re.MULTILINE | re.IGNORECASE)
_SET_DEFAULT = re.compile(r"^\s*DefaultModule\s+\"?timbre\"?\s*$", re.MULTILINE | re.IGNORECASE)


class SystemVoiceError(TimbreError):
    """speech-dispatcher cannot be told of the voices; the message is one sentence for the person."""


@dataclass(frozen=True)
class Installed:
    """What speech-dispatcher knows of Timbre.

    Attributes:
        is_known: Whether it finds the module.
        is_current: Whether it finds that of this program, and not of another folder.
        is_default: Whether the module speaks for whoever asks for none.
    """

    is_known: bool
    is_current: bool
    is_default: bool


def starter() -> Path:
    """The file that starts the module."""
    return (
        Path(os.path.normpath(data_home() / ".." / "libexec")) / "speech-dispatcher-modules" / f"sd_{MODULE}"
    )


def config() -> Path:
    """The person's configuration of speech-dispatcher."""
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "speech-dispatcher" / "speechd.conf"


def installed() -> Installed:
    """What speech-dispatcher knows of Timbre now."""
    script = _read(starter())
    return Installed(bool(script), script == _script(), bool(_SET_DEFAULT.search(_read(config()))))


def install(as_default: bool = False) -> list[Path]:
    """Make the module known for this person; returns the files that were written.

    Args:
        as_default: Whether it also speaks for programs that ask for no module; if not, that stays as it is.
    Raises:
        SystemVoiceError: if there is no speech-dispatcher that can use it, or the files cannot be written.
    """
    _check_program()
    try:
        files.make_folder(data_home())  # speech-dispatcher looks for the module by way of this folder
        files.make_folder(starter().parent)
        files.write(starter(), _script())
        starter().chmod(0o755)
        return [starter(), *_configure(as_default)]
    except OSError as error:
        raise SystemVoiceError(
            "{path} cannot be written: {reason}.", path=error.filename, reason=error.strerror or error
        ) from error


def remove() -> list[Path]:
    """Make the module unknown again; returns the files that were changed or deleted.

    Raises:
        SystemVoiceError: if a file cannot be changed.
    """
    changed: list[Path] = []
    try:
        if starter().exists():
            starter().unlink()
            changed.append(starter())
        text = _read(config())
        rest = _BLOCK.sub("", text)
        if rest != text:
            _write_config(rest)
            changed.append(config())
    except OSError as error:
        raise SystemVoiceError(
            "{path} cannot be changed: {reason}.", path=error.filename, reason=error.strerror or error
        ) from error
    return changed


def version() -> tuple[int, ...]:
    """The version of speech-dispatcher; empty if there is none.

    Raises:
        OSError: if it cannot be started.
    """
    program = shutil.which(PROGRAM)
    if program is None:
        return ()
    done = subprocess.run(
        [program, "-v"], capture_output=True, text=True, timeout=VERSION_TIMEOUT_S, check=False
    )
    match = re.search(r"\b(\d+(?:\.\d+)+)", done.stdout + done.stderr)
    return tuple(int(part) for part in match[1].split(".")) if match else OLDEST


def _check_program() -> None:
    if not sys.platform.startswith("linux"):
        raise SystemVoiceError("Voices can be the system's on Linux only.")
    found = version()
    if not found:
        raise SystemVoiceError(
            "speech-dispatcher is not installed: `sudo apt-get install speech-dispatcher` brings it."
        )
    if found < OLDEST:
        raise SystemVoiceError(
            "This speech-dispatcher is version {version} and Timbre needs 0.11: upgrade the system.",
            version=".".join(map(str, found)),
        )


def _script() -> str:
    variables = "".join(
        f'[ -n "${name}" ] || export {name}={shlex.quote(value)}\n'
        for name in HANDED_ON
        if (value := os.environ.get(name))
    )
    command = f'exec {shlex.quote(sys.executable)} -P -m timbre_app.desktop.speechd "$@"\n'
    origin = "# Written by `timbre desktop install`; `timbre desktop remove` deletes it."
    return f"#!/bin/sh\n{origin}\n{variables}{command}"


def _configure(as_default: bool) -> list[Path]:
    """Write what the configuration needs; returns the file if that is anything."""
    text = _read(config())
    own = _BLOCK.sub("", text)
    is_default = as_default or bool(_SET_DEFAULT.search(text))
    names_modules = _NAMES_MODULES.search(own or _read(SYSTEM_CONFIG))
    lines = [f'AddModule "{MODULE}" "{starter()}" "{MODULE}.conf"'] if names_modules else []
    lines += [f"DefaultModule {MODULE}"] if is_default else []
    if lines and not own.strip() and SYSTEM_CONFIG.is_file():
        lines.insert(0, f'Include "{SYSTEM_CONFIG}"')
    block = "".join(f"{line}\n" for line in [_BEGIN, *lines, _END]) if lines else ""
    if own + block == text:
        return []
    _write_config(own + ("\n" if own and not own.endswith("\n") else "") + block)
    return [config()]


def _write_config(text: str) -> None:
    path = config().resolve()  # a link stays one
    if text:
        files.make_folder(path.parent)
        files.write(path, text.encode("utf-8", "surrogateescape"))
    else:
        path.unlink(missing_ok=True)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="surrogateescape") if path.is_file() else ""
