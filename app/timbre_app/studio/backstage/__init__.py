"""Services that the pages use: library, server, speech, clones, checks. Tests replace them by their own.

Slow modules are imported when they are first needed, on the worker thread that needs them.
"""

from timbre_app.studio.backstage.books import StudioBooks
from timbre_app.studio.backstage.checks import StudioChecks
from timbre_app.studio.backstage.cloning import StudioCloning, clone_progress
from timbre_app.studio.backstage.comparing import StudioComparing
from timbre_app.studio.backstage.dialogue import StudioDialogue
from timbre_app.studio.backstage.importing import StudioImporting
from timbre_app.studio.backstage.server import NotYetReadyError, StudioServer
from timbre_app.studio.backstage.speech import StudioSpeech
from timbre_app.studio.backstage.voices import StudioVoices, voice_item

__all__ = [
    "NotYetReadyError",
    "StudioBooks",
    "StudioChecks",
    "StudioCloning",
    "StudioComparing",
    "StudioDialogue",
    "StudioImporting",
    "StudioServer",
    "StudioSpeech",
    "StudioVoices",
    "clone_progress",
    "voice_item",
]
