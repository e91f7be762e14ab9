"""Shows a clone's progress: on a terminal in one line that is written anew, elsewhere in plain lines."""

from __future__ import annotations

import json
import sys
import time
from typing import Any, TextIO

STAGES = {
    "waiting": "waiting for its turn",
    "resuming": "the speech server has started again, going on where the clone was",
    "takes": "reading the takes",
    "features": "measuring the takes",
    "start": "looking for where the voice starts",
    "adapt": "adapting",
    "report": "checking the voice",
    "done": "done",
}
PLAIN_EVERY_S = 5.0


class ProgressLine:
    """Shows each progress of a clone.

    Args:
        out: A terminal or a file.
        as_json: Whether to write each progress as one line of JSON instead.
    """

    def __init__(self, out: TextIO | None = None, as_json: bool = False) -> None:
        self._out = out or (sys.stdout if as_json else sys.stderr)
        self._as_json = as_json
        self._is_terminal = self._out.isatty()
        self._stage = self._message = ""
        self._shown_at = 0.0
        self._width = 0

    def __call__(self, progress: dict[str, Any]) -> None:
        """Show one progress."""
        if self._as_json:
            print(json.dumps(progress), file=self._out, flush=True)
            return
        message = str(progress.get("message") or "")
        if message and message != self._message:  # once, on a line of its own that stays
            print(f"\r{message.ljust(self._width)}" if self._width else message, file=self._out, flush=True)
            self._message, self._width = message, 0
        if self._is_terminal:
            text = describe(progress)
            print(f"\r{text.ljust(self._width)}", end="", file=self._out, flush=True)
            self._width = len(text)
        elif progress.get("stage") != self._stage or time.monotonic() - self._shown_at >= PLAIN_EVERY_S:
            self._stage, self._shown_at = str(progress.get("stage")), time.monotonic()
            print(describe(progress), file=self._out, flush=True)

    def end(self) -> None:
        """End the line, so that the next output begins on a new one."""
        if self._width:
            print(file=self._out)
            self._width = 0


def describe(progress: dict[str, Any]) -> str:
    """Describe a progress in words."""
    stage = str(progress.get("stage", ""))
    parts = [STAGES.get(stage, stage)]
    if stage == "adapt" and progress.get("max_steps"):
        parts.append(f"step {progress.get('step', 0)} of at most {progress['max_steps']}")
        for key, label in (("loss", "loss"), ("held_out_loss", "on held-out takes")):
            value = progress.get(key)
            if isinstance(value, int | float):
                parts.append(f"{label} {value:.3f}")
        likeness, step = progress.get("likeness"), progress.get("likeness_step")
        if isinstance(likeness, int | float):
            parts.append(f"likeness {likeness:.0%} at step {step}")
    eta = progress.get("eta_s")
    if isinstance(eta, int | float) and eta > 0:
        parts.append(f"at most {format_s(eta)} left")
    return ", ".join(parts)


def format_s(seconds: float) -> str:
    """Write a time for a person: 42 s, 3 min 5 s."""
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60} s"
