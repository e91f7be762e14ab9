"""Takes and the clone that is made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from timbre_app.studio.ports.voices import VoiceItem


@dataclass(frozen=True)
class CheckLine:
    """One finding about a take; severity is "ok", "warning" or "error"."""

    severity: str
    message: str


class TakeChecks(Protocol):
    """Looks at a take."""

    def sound(self, path: Path, text: str) -> Sequence[CheckLine]:
        """Findings on level, clipping, noise and silence; quick, needs no server."""
        ...

    def words(self, path: Path, text: str) -> Sequence[CheckLine]:
        """Which words of the prompt were not read; may take seconds, raises without a server."""
        ...


@dataclass(frozen=True)
class CloneProgress:
    """Where a clone is; losses and times are None until known."""

    stage: str
    step: int = 0
    max_steps: int = 0
    loss: float | None = None
    held_out_loss: float | None = None
    elapsed_s: float = 0.0
    eta_s: float | None = None
    message: str = ""


class Cloning(Protocol):
    """Makes a voice of takes."""

    def clone(
        self,
        takes: Path,
        name: str,
        on_progress: Callable[[CloneProgress], None],
        should_stop: Callable[[], bool],
        replace: bool = False,
    ) -> VoiceItem:
        """Clone the takes of a folder in LJSpeech layout; returns the new voice, already in the library.

        `replace` lets a voice of the same name give way.
        """
        ...
