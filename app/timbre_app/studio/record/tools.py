"""What the Record page uses of the program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from timbre_app.sound.recorder import Recorder
from timbre_app.studio.backstage import StudioChecks, StudioCloning, StudioSpeech
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.playback import Playback
from timbre_app.studio.record.microphone import MicrophoneController
from timbre_app.studio.record.room import RoomController
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.takes.prompts import PromptList


@dataclass(frozen=True)
class RecordTools:
    """Services that the Record page uses."""

    recorder: Recorder
    microphone: MicrophoneController
    room: RoomController
    playback: Playback
    checks: StudioChecks
    cloning: StudioCloning
    speech: StudioSpeech
    load_prompts: Callable[[], PromptList]
    takes_root: Path
    settings: StudioSettings
    dialogs: Dialogs
