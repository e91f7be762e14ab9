"""Takes and the clone that is made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from timbre_app.studio.ports.voices import VoiceItem


@dataclass(frozen=True)
class CheckLine:
    """One finding about a take; severity is "ok", "warning" or "error", `code` says of what kind it is."""

    severity: str
    message: str
    code: str = ""


@dataclass(frozen=True)
class WordsRead:
    """What a comparison of a take with its prompt found.

    Attributes:
        lines: Findings in words.
        missed: Where in the prompt the words stand that were not heard: first character, character behind.
        added: Character behind which a word was heard that is not in the prompt, and the word.
    """

    lines: tuple[CheckLine, ...] = ()
    missed: tuple[tuple[int, int], ...] = ()
    added: tuple[tuple[int, str], ...] = ()


class TakeChecks(Protocol):
    """Looks at a take."""

    def prepare(self) -> None:
        """Get ready to compare words, so that the first take does not wait; does nothing without a server."""
        ...

    def sound(self, path: Path, text: str) -> Sequence[CheckLine]:
        """Findings on level, clipping, noise and silence; quick, needs no server."""
        ...

    def words(self, path: Path, text: str) -> WordsRead:
        """Which words of the prompt were not read; may take seconds, raises without a server."""
        ...


@dataclass(frozen=True)
class CloneProgress:
    """Where a clone is; losses and times are None until known.

    Attributes:
        voice: The file of the voice as it is by now, when it has become better; empty otherwise.
    """

    stage: str
    step: int = 0
    max_steps: int = 0
    loss: float | None = None
    held_out_loss: float | None = None
    elapsed_s: float = 0.0
    eta_s: float | None = None
    message: str = ""
    voice: bytes = b""


@dataclass(frozen=True)
class CloneOrder:
    """What voice to make.

    Attributes:
        takes: Folder in LJSpeech layout.
        name: Of the voice.
        language: Of the takes, as espeak names it.
        person: Who reads, if it is not the person at the keyboard.
        consent: What was said to agree.
        left_out: Ids of takes that should be recorded again and are not learned from.
        kept: Ids of takes that are learned from against the advice.
        replace: Whether a voice of the same name gives way.
        again: Id of the voice that is made again; empty for a new one.
    """

    takes: Path
    name: str
    language: str = "en-us"
    person: str = ""
    consent: str = ""
    left_out: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    replace: bool = False
    again: str = ""


@dataclass(frozen=True)
class MadeVoice:
    """A voice that was just made, and the key that brings back the one that gave way, if any."""

    voice: VoiceItem
    gave_way: str = ""


class Cloning(Protocol):
    """Makes a voice of takes."""

    def clone(
        self,
        order: CloneOrder,
        on_progress: Callable[[CloneProgress], None],
        should_stop: Callable[[], bool],
        should_finish: Callable[[], bool],
    ) -> MadeVoice:
        """Clone the takes of a folder; returns the new voice, already in the library.

        One that was stopped before goes on where it was; one that should finish is made of what was learned.
        """
        ...
