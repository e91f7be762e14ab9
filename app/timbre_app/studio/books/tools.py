"""Services that the Books page uses."""

from __future__ import annotations

from dataclasses import dataclass

from timbre_app.jobs.office import JobOffice
from timbre_app.reading.dictionary import Dictionary
from timbre_app.studio.backstage.books import StudioBooks
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.notices import Notices
from timbre_app.studio.playback import Playback
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.tasks import Tasks


@dataclass(frozen=True)
class BooksTools:
    """Services that the Books page uses.

    Attributes:
        jobs: Makes the audiobook's files.
        pronunciations: The person's dictionary.
    """

    tasks: Tasks
    notices: Notices
    books: StudioBooks
    playback: Playback
    dialogs: Dialogs
    settings: StudioSettings
    jobs: JobOffice
    pronunciations: Dictionary
