"""A clone order: which voice to make from which takes. The command line and the window both make such orders."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

DEFAULT_LANGUAGE = "en-us"
STARTS = ("computed", "hybrid", "nearest")
"""Where a voice may start: from the embedding computed from the takes, the nearest speaker, or both together."""


@dataclass(frozen=True)
class CloneOrder:
    """Which voice to make from which takes.

    Attributes:
        takes: The folder of the takes: LJSpeech layout, or sound files with text files.
        name: Name of the voice.
        language: Language of the takes, as espeak names it.
        person: Name of the person who reads, if it is not the person at the keyboard; kept with the voice.
        consent: Words with which the person agreed, as they were heard or typed; kept with the voice.
        left_out: Ids of takes that the voice does not learn from, because they should be recorded again.
        kept: Ids of takes that the voice learns from against the advice.
        replace: Whether to replace a voice of the same name; that one can be brought back.
        again: Id of the voice that is made again; empty for a new one.
        resume: Whether to go on with an unfinished clone of the same takes, name and language.
        sketch: Whether to make a sketch: a voice of a few seconds of speech, without learning.
        options: More fields of `timbre_finetune.clone.request.CloneOptions`, such as max_steps and seed.
        learns_consent: Whether the voice learns from the take of the statement too, because it is as good as others.
    """

    takes: Path
    name: str
    language: str = DEFAULT_LANGUAGE
    person: str = ""
    consent: str = ""
    left_out: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    replace: bool = False
    again: str = ""
    resume: bool = False
    sketch: bool = False
    options: tuple[tuple[str, Any], ...] = ()
    learns_consent: bool = True
