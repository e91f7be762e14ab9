"""Makes the controllers of the window's pages, each of what it needs of the program."""

from __future__ import annotations

from dataclasses import dataclass

from timbre_app.studio.backstage import StudioBooks
from timbre_app.studio.books.controller import BooksController
from timbre_app.studio.books.tools import BooksTools
from timbre_app.studio.clone.controller import CloneController
from timbre_app.studio.clone.preview import Preview
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.dialogue.controller import DialogueController
from timbre_app.studio.dialogue.tools import DialogueTools
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.playback import Playback
from timbre_app.studio.record.controller import RecordController
from timbre_app.studio.record.importing import ImportController
from timbre_app.studio.record.microphone import MicrophoneController
from timbre_app.studio.record.room import RoomController
from timbre_app.studio.record.tools import RecordTools
from timbre_app.studio.server_status import ServerController
from timbre_app.studio.services import Backstage
from timbre_app.studio.settings.controller import SettingsController
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.speak.controller import SpeakController
from timbre_app.studio.speak.left import LeftSpeech
from timbre_app.studio.speak.tools import SpeakTools
from timbre_app.studio.talk.controller import TalkController, TalkTools
from timbre_app.studio.talk.files import PhraseFiles
from timbre_app.studio.tasks import Tasks
from timbre_app.studio.voices.controller import VoicesController


@dataclass(frozen=True)
class StudioParts:
    """What the controllers of all pages share."""

    window: MainWindow
    tasks: Tasks
    settings: StudioSettings
    backstage: Backstage
    dialogs: Dialogs
    playback: Playback


def make_record(parts: StudioParts) -> RecordController:
    """The Record page's controller."""
    page, backstage = parts.window.record_page, parts.backstage
    recorder = backstage.recorder
    tools = RecordTools(
        recorder=recorder,
        microphone=MicrophoneController(page, parts.tasks, recorder, backstage.microphones, parts.settings),
        room=RoomController(page.room_panel, parts.tasks, recorder, backstage.make_output),
        playback=parts.playback,
        checks=backstage.checks,
        cloning=backstage.cloning,
        speech=backstage.speech,
        load_prompts=backstage.load_prompts,
        takes_root=backstage.takes_root,
        settings=parts.settings,
        dialogs=parts.dialogs,
    )
    return RecordController(page, parts.window.notices, parts.tasks, tools)


def make_importing(parts: StudioParts) -> ImportController:
    """What imports recordings on the Record page."""
    backstage = parts.backstage
    return ImportController(
        parts.window.record_page.import_panel,
        parts.tasks,
        backstage.importing,
        parts.playback,
        parts.dialogs,
        backstage.load_prompts,
        backstage.takes_root,
        parts.settings,
    )


def make_clone(parts: StudioParts) -> CloneController:
    """What follows a clone on the Record page."""
    panel, backstage = parts.window.record_page.clone_panel, parts.backstage
    preview = Preview(panel, parts.window.notices, backstage.speech, parts.playback)
    return CloneController(panel, parts.tasks, backstage.cloning, backstage.voices, parts.dialogs, preview)


def make_speak(parts: StudioParts, left: LeftSpeech | None) -> SpeakController:
    """The Speak page's controller.

    Args:
        parts: What the pages share.
        left: Text and speech of the window that this one replaces, if any.
    """
    tools = SpeakTools(
        parts.tasks,
        parts.window.notices,
        parts.backstage.speech,
        parts.playback,
        parts.dialogs,
        parts.settings,
        parts.backstage.speech_root,
        parts.backstage.jobs,
    )
    return SpeakController(parts.window.speak_page, tools, left)


def make_dialogue(parts: StudioParts) -> DialogueController:
    """The Dialogue page's controller."""
    tools = DialogueTools(
        parts.tasks,
        parts.window.notices,
        parts.backstage.dialogue,
        parts.playback,
        parts.dialogs,
        parts.settings,
        parts.backstage.speech_root,
        parts.backstage.jobs,
        parts.backstage.speech.pronunciations,
    )
    return DialogueController(parts.window.dialogue_page, tools)


def make_books(parts: StudioParts) -> BooksController:
    """The Books page's controller."""
    speech = parts.backstage.speech
    tools = BooksTools(
        parts.tasks,
        parts.window.notices,
        StudioBooks(speech),
        parts.playback,
        parts.dialogs,
        parts.settings,
        parts.backstage.jobs,
        speech.pronunciations,
    )
    return BooksController(parts.window.books_page, tools)


def make_talk(parts: StudioParts) -> TalkController:
    """The Talk page's controller."""
    backstage, files = parts.backstage, PhraseFiles(parts.window, lambda: parts.settings.export_folder)
    tools = TalkTools(
        parts.tasks,
        parts.window.notices,
        backstage.speech,
        backstage.make_output,
        parts.settings,
        backstage.talk_root,
        files.ask,
    )
    return TalkController(parts.window.talk_page, tools)


def make_voices(parts: StudioParts) -> VoicesController:
    """The Voices page's controller."""
    return VoicesController(
        parts.window.voices_page,
        parts.window.notices,
        parts.tasks,
        parts.backstage.voices,
        parts.backstage.speech,
        parts.playback,
        parts.dialogs,
        parts.settings,
    )


def make_options(parts: StudioParts, server: ServerController) -> SettingsController:
    """The Settings page's controller."""
    backstage = parts.backstage
    devices = {
        "record/microphone": lambda: backstage.microphones.names(True),  # finds loudspeakers too
        "play/loudspeaker": backstage.loudspeakers,
    }
    return SettingsController(
        parts.window.settings_page,
        parts.window.notices,
        parts.tasks,
        parts.settings,
        parts.dialogs,
        server,
        devices,
        backstage.stored,
    )
