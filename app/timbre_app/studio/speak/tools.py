"""Services that the Speak page uses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from timbre_app.jobs.office import JobOffice
from timbre_app.studio.backstage import StudioSpeech
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.notices import Notices
from timbre_app.studio.playback import Playback
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.tasks import Tasks


@dataclass(frozen=True)
class SpeakTools:
    """Services that the Speak page uses.

    Attributes:
        folder: Folder of the speech and its history.
        jobs: Makes the files of exports and batches.
    """

    tasks: Tasks
    notices: Notices
    speech: StudioSpeech
    playback: Playback
    dialogs: Dialogs
    settings: StudioSettings
    folder: Path
    jobs: JobOffice
