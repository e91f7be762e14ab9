"""Builds the window and everything behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from timbre_app.sound.devices import Player
from timbre_app.sound.recorder import Recorder
from timbre_app.studio import playback
from timbre_app.studio.backstage import (
    StudioChecks,
    StudioCloning,
    StudioComparing,
    StudioImporting,
    StudioServer,
    StudioSpeech,
    StudioVoices,
)
from timbre_app.studio.clone.controller import CloneController
from timbre_app.studio.clone.preview import Preview
from timbre_app.studio.clone.result import ResultController
from timbre_app.studio.clone.takes import TakesController
from timbre_app.studio.clone_route import CloneRoute
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.folders import FolderOpener
from timbre_app.studio.help.controller import HelpController
from timbre_app.studio.items import VoiceItem
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.playback import Playback
from timbre_app.studio.record import take_desk, taking
from timbre_app.studio.record.controller import RecordController, RecordTools
from timbre_app.studio.record.importing import ImportController
from timbre_app.studio.record.microphone import MicrophoneController, Microphones
from timbre_app.studio.record.room import RoomController
from timbre_app.studio.server_status import ServerController
from timbre_app.studio.settings.controller import SettingsController
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.speak import history as speak_history
from timbre_app.studio.speak import words as speak_words
from timbre_app.studio.speak.controller import SpeakController
from timbre_app.studio.speak.left import LeftSpeech
from timbre_app.studio.speak.page import IDLE
from timbre_app.studio.speak.tools import SpeakTools
from timbre_app.studio.tasks import DEVICE_LANE, Tasks
from timbre_app.studio.voices import controller as voices
from timbre_app.studio.voices.controller import VoicesController
from timbre_app.takes.prompts import NewVoice, PromptList
from timbre_app.takes.recordings import RecordingSession

LANES_TO_FINISH = (
    taking.LANE,
    take_desk.SOUND_LANE,
    DEVICE_LANE,
    playback.LANE,
    voices.LANE,
    speak_history.LANE,
    speak_words.LANE,
)
"""Lanes that finish before the window closes: they save, open a microphone or stop a sound."""


@dataclass(frozen=True, kw_only=True)
class Backstage:
    """Everything behind the window that a test may replace.

    Attributes:
        loudspeakers: Names of the system's loudspeakers.
        stored: Kind and folder of everything that is kept on this machine, for the page about privacy.
    """

    voices: StudioVoices
    speech: StudioSpeech
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
    loudspeakers: Callable[[], Sequence[str]] = tuple
    stored: Mapping[str, Path] = field(default_factory=dict)


class Studio:
    """The window and its controllers."""

    def __init__(
        self,
        backstage: Backstage,
        make_dialogs: Callable[[MainWindow], Dialogs] = Dialogs,
        left: LeftSpeech | None = None,
    ) -> None:
        self.window = MainWindow()
        self.tasks = Tasks(self.window)
        self.settings = StudioSettings(backstage.settings_file)
        self._backstage = backstage
        window, tasks, settings = self.window, self.tasks, self.settings
        notices = window.notices
        player = Playback(tasks, backstage.make_output)
        self._dialogs = dialogs = make_dialogs(window)
        page, recorder = window.record_page, backstage.recorder
        tools = RecordTools(
            recorder=recorder,
            microphone=MicrophoneController(page, tasks, recorder, backstage.microphones, settings),
            room=RoomController(page.room_panel, tasks, recorder, backstage.make_output),
            playback=player,
            checks=backstage.checks,
            cloning=backstage.cloning,
            speech=backstage.speech,
            load_prompts=backstage.load_prompts,
            takes_root=backstage.takes_root,
            settings=settings,
            dialogs=dialogs,
        )
        self.record = RecordController(page, notices, tasks, tools)
        self.importing = ImportController(
            page.import_panel,
            tasks,
            backstage.importing,
            player,
            dialogs,
            backstage.load_prompts,
            backstage.takes_root,
            settings,
        )
        preview = Preview(page.clone_panel, notices, backstage.speech, player)
        self.clone = CloneController(
            page.clone_panel, tasks, backstage.cloning, backstage.voices, dialogs, preview
        )
        self.takes = TakesController(page.clone_panel, tasks, backstage.checks, self.clone)
        self.result, self.comparison = (
            ResultController(panel, tasks, backstage.comparing, player)
            for panel in (page.result_panel, window.voices_page.result_panel)
        )
        speak_tools = SpeakTools(
            tasks, notices, backstage.speech, player, dialogs, settings, backstage.speech_root
        )
        self.speak = SpeakController(window.speak_page, speak_tools, left)
        self.voices = VoicesController(
            window.voices_page, notices, tasks, backstage.voices, backstage.speech, player, dialogs, settings
        )
        self.clone_route = CloneRoute(window, self.clone, self.record, self.voices, self.result)
        self.server = ServerController(notices, tasks, backstage.server, window)
        devices = {
            "record/microphone": lambda: backstage.microphones.names(False),
            "play/loudspeaker": backstage.loudspeakers,
        }
        self.options = SettingsController(
            window.settings_page, notices, tasks, settings, dialogs, self.server, devices, backstage.stored
        )
        self.folders = FolderOpener(notices, window)
        self.help = HelpController(window, notices, tasks)
        self._playback = player
        self._keeps_server = False
        self._connect()
        if settings.geometry is not None:
            window.restoreGeometry(settings.geometry)

    def start(self) -> None:
        """Show the window, then load the voices and start the server behind it."""
        if not self.settings.welcomed:
            self.window.show_page(self.window.WELCOME)
        self.window.show()
        self.voices.refresh()
        self.server.start()

    @property
    def is_at_work(self) -> bool:
        """Whether something is under way that would be lost if the window closed now."""
        record = self.window.record_page
        importing = record.showing is record.import_panel
        return self.clone.running or importing or self.window.speak_page.mode != IDLE

    def close(self, for_another: bool = False) -> None:
        """Close the window without a question; the server is kept if another window follows."""
        self._keeps_server = for_another
        self.window.may_close = lambda: True
        self.window.close()

    def _connect(self) -> None:
        window = self.window
        window.page_changed.connect(self._turn_page)
        window.closing.connect(self._close)
        window.may_close = self._may_close
        self.voices.voices_changed.connect(self.speak.set_voices)
        self.voices.speak_with.connect(self.speak.choose)
        self.speak.wanted.connect(lambda: window.show_page(window.SPEAK))
        window.speak_page.record_requested.connect(lambda: window.show_page(window.RECORD))
        self.voices.record_wanted.connect(lambda: window.show_page(window.RECORD))
        window.record_page.start_panel.import_requested.connect(self._import)
        self.importing.made.connect(self._imported)
        self.importing.left.connect(self.record.leave)
        self.clone_route.back_to_voice.connect(self._back_to_voice)
        self.clone.speak_with.connect(self.speak.choose)
        self._connect_welcome()
        self.voices.compare.connect(self._compare)
        window.voices_page.result_panel.back_requested.connect(self._back_to_voices)
        window.record_page.result_panel.back_requested.connect(self.result.stop)
        window.record_page.result_panel.back_requested.connect(self.record.leave)
        for result in (self.result, self.comparison):
            result.speak_with.connect(self.speak.choose)
            result.more_takes.connect(self._record_more)
            result.save.connect(window.voices_page.export_requested)
        self.server.changed.connect(window.set_server_status)
        self.server.on_ready = self.record.words_can_be_checked
        for part in (window.settings_page, window.voices_page.detail):
            part.folder_requested.connect(self.folders.show)
        window.help_requested.connect(self._show_help)
        window.about_requested.connect(self.help.show_about)

    def _connect_welcome(self) -> None:
        window, welcome = self.window, self.window.welcome_page
        welcome.record_requested.connect(lambda: window.show_page(window.RECORD))
        welcome.import_requested.connect(lambda: window.show_page(window.VOICES))
        welcome.import_requested.connect(window.voices_page.import_requested)
        welcome.skip_requested.connect(lambda: window.show_page(window.VOICES))

    def _show_help(self) -> None:
        """Open the handbook at the page shown."""
        window = self.window
        topics = {window.RECORD: "record", window.SPEAK: "speak", window.SETTINGS: "settings"}
        self.help.show(topics.get(window.page, "voices"))

    def _turn_page(self, page: int) -> None:
        self._playback.stop()
        if page == self.window.SETTINGS:
            self.options.show()
        if page != self.window.WELCOME:
            self.settings.welcomed = True
        if page == self.window.RECORD:
            self.record.show()
        else:
            self.record.hide()

    def _import(self, voice: NewVoice, paths: list[Path]) -> None:
        self.window.record_page.show_import()
        self.importing.show(voice, paths)

    def _imported(self, session: RecordingSession) -> None:
        self.record.open(session)
        text = self.window.tr(
            "The recordings were taken over. Now read the consent below, or drop a recording of it on this page."
        )
        self.window.notices.show(text, "ok")

    def _compare(self, voice: VoiceItem, takes: Path) -> None:
        """Show a voice of the library beside the person."""
        self.window.voices_page.show_result()
        self.comparison.show(voice, takes)

    def _back_to_voices(self) -> None:
        self.comparison.stop()
        self.window.voices_page.show_library()

    def _back_to_voice(self, voice_id: str) -> None:
        """Go back to a voice that was to be made again."""
        self._back_to_voices()
        self.window.show_page(self.window.VOICES)
        self.window.voices_page.select(voice_id)

    def _record_more(self, takes: Path) -> None:
        """Go back to the sentences that a voice was made of."""
        self._back_to_voices()
        self.window.show_page(self.window.RECORD)
        self.record.go_on_with(takes)

    def _may_close(self) -> bool:
        """Ask before the window closes while it makes a voice or imports recordings."""
        record, order = self.window.record_page, self.clone.order
        if self.clone.running and order is not None:
            return self._dialogs.confirm_close_on_clone(order.name)
        if record.showing is record.import_panel and record.import_panel.texts:
            return self._dialogs.confirm_close_on_import()
        return True

    def _close(self) -> None:
        self.settings.geometry = self.window.saveGeometry()
        self._playback.stop()
        self.speak.close()
        self.voices.flush()
        self.tasks.close(finish=LANES_TO_FINISH)
        self.record.close()
        if not self._keeps_server:
            self._backstage.server.release()
