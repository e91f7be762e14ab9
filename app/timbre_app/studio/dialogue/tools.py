"""Services that the Dialogue page uses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from timbre_app.jobs.office import JobOffice
from timbre_app.reading.dictionary import Dictionary
from timbre_app.studio.backstage import StudioDialogue
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.notices import Notices
from timbre_app.studio.playback import Playback
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.tasks import Tasks


@dataclass(frozen=True)
class DialogueTools:
    """Services that the Dialogue page uses.

    Attributes:
        folder: Folder of the script that was on the page when the window closed.
        jobs: Makes the files of an export.
        pronunciations: The person's dictionary.
    """

    tasks: Tasks
    notices: Notices
    dialogue: StudioDialogue
    playback: Playback
    dialogs: Dialogs
    settings: StudioSettings
    folder: Path
    jobs: JobOffice
    pronunciations: Dictionary
