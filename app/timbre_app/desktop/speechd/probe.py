"""Asks the installed module for its voices, as speech-dispatcher does; no speech server starts for that."""

from __future__ import annotations

import subprocess

from timbre_app.desktop.speechd.installation import SystemVoiceError, starter

TIMEOUT_S = 30


def voice_count() -> int:
    """How many voices speech-dispatcher gets.

    Raises:
        SystemVoiceError: if the module does not answer.
    """
    try:
        done = subprocess.run(
            [starter(), "timbre.conf"],
            input=b"LIST VOICES\nQUIT\n",
            capture_output=True,
            timeout=TIMEOUT_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise SystemVoiceError("The module does not start: {reason}.", reason=error) from error
    count = sum(line.startswith(b"200-") for line in done.stdout.splitlines())
    if not count:
        raise SystemVoiceError("The module tells of no voices.")
    return count
