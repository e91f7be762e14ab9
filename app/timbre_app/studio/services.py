"""All services that the window uses, in one record (`Backstage`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from timbre_app.jobs.office import JobOffice
from timbre_app.sound.devices import Player
from timbre_app.sound.recorder import Recorder
from timbre_app.studio.backstage import (
    StudioChecks,
    StudioCloning,
    StudioComparing,
    StudioDialogue,
    StudioImporting,
    StudioServer,
    StudioSpeech,
    StudioVoices,
)
from timbre_app.studio.record.microphone import Microphones
from timbre_app.takes.prompts import PromptList


@dataclass(frozen=True, kw_only=True)
class Backstage:
    """Everything behind the window that a test may replace.

    Attributes:
        jobs: The queue of jobs.
        loudspeakers: Names of the system's loudspeakers.
        stored: Kind and folder of everything that is kept on this machine, for the page about privacy.
    """

    voices: StudioVoices
    speech: StudioSpeech
    dialogue: StudioDialogue
    cloning: StudioCloning
    comparing: StudioComparing
    importing: StudioImporting
    checks: StudioChecks
    server: StudioServer
    recorder: Recorder
    microphones: Microphones
    make_output: Callable[[], Player]
    load_prompts: Callable[[], PromptList]
    takes_root: Path
    settings_file: Path
    speech_root: Path
    jobs: JobOffice
    talk_root: Path
    loudspeakers: Callable[[], Sequence[str]] = tuple
    stored: Mapping[str, Path] = field(default_factory=dict)
