"""Builds the window with everything behind it, once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from timbre_app.prompts import NewVoice, PromptList
from timbre_app.recorder import Recorder
from timbre_app.recordings import RecordingSession
from timbre_app.studio import playback
from timbre_app.studio.controllers import microphone, speak_history, speak_words, take_desk, taking, voices
from timbre_app.studio.controllers.clone import CloneController
from timbre_app.studio.controllers.folders import FolderOpener
from timbre_app.studio.controllers.help import HelpController
from timbre_app.studio.controllers.importing import ImportController
from timbre_app.studio.controllers.microphone import MicrophoneController, Microphones
from timbre_app.studio.controllers.preview import Preview
from timbre_app.studio.controllers.record import RecordController, RecordTools
from timbre_app.studio.controllers.result import ResultController
from timbre_app.studio.controllers.room import RoomController
from timbre_app.studio.controllers.server import ServerController
from timbre_app.studio.controllers.settings import SettingsController
from timbre_app.studio.controllers.speak import SpeakController
from timbre_app.studio.controllers.speak_export import SpeakExportController
from timbre_app.studio.controllers.speak_history import HistoryController
from timbre_app.studio.controllers.speak_left import LeftSpeech
from timbre_app.studio.controllers.speak_sentence import SentenceController
from timbre_app.studio.controllers.speak_transport import TransportController
from timbre_app.studio.controllers.speak_words import WordsController
from timbre_app.studio.controllers.voices import VoicesController
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.playback import Output, Playback
from timbre_app.studio.ports import (
    CloneOrder,
    Cloning,
    Comparing,
    MadeVoice,
    Server,
    Speech,
    TakeChecks,
    VoiceItem,
    Voices,
)
from timbre_app.studio.ports.importing import Importing
from timbre_app.studio.settings import StudioSettings
from timbre_app.studio.views.speak_page import IDLE
from timbre_app.tasks import Tasks

LANES_TO_FINISH = (
    taking.LANE,
    take_desk.SOUND_LANE,
    microphone.LANE,
    playback.LANE,
    voices.LANE,
    speak_history.LANE,
    speak_words.LANE,
)
"""Saving, opening a microphone and falling silent are not cut off when the window closes."""


@dataclass(frozen=True, kw_only=True)
class Backstage:
    """Everything behind the window that a test may replace.

    Attributes:
        loudspeakers: Names of the system's loudspeakers.
        stored: What is kept on this machine, for the page about privacy: kind and folder.
    """

    voices: Voices
    speech: Speech
    cloning: Cloning
    comparing: Comparing
    importing: Importing
    checks: TakeChecks
    server: Server
    recorder: Recorder
    microphones: Microphones
    make_output: Callable[[], Output]
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
        player = Playback(tasks, backstage.make_output)
        self._dialogs = dialogs = make_dialogs(window)
        page, recorder = window.record_page, backstage.recorder
        tools = RecordTools(
            recorder=recorder,
            microphone=MicrophoneController(page, tasks, recorder, backstage.microphones, settings),
            room=RoomController(page.room_panel, tasks, recorder, backstage.make_output),
            playback=player,
            checks=backstage.checks,
            load_prompts=backstage.load_prompts,
            takes_root=backstage.takes_root,
            settings=settings,
            dialogs=dialogs,
        )
        self.record = RecordController(window, tasks, tools)
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
        preview = Preview(window, backstage.speech, player)
        self.clone = CloneController(
            page.clone_panel, tasks, backstage.cloning, backstage.voices, dialogs, preview
        )
        self.result, self.comparison = (
            ResultController(panel, tasks, backstage.comparing, player)
            for panel in (page.result_panel, window.voices_page.result_panel)
        )
        self.speak = SpeakController(window, tasks, backstage.speech, player, backstage.speech_root, left)
        self.speak_transport = TransportController(self.speak)
        self.speak_export = SpeakExportController(self.speak, dialogs, settings)
        self.speak_sentence = SentenceController(self.speak)
        self.speak_words = WordsController(self.speak)
        self.speak_history = HistoryController(self.speak, dialogs, backstage.speech_root, left)
        if left is not None:
            self.speak.undo.take_up(left.changes)
        self.voices = VoicesController(
            window, tasks, backstage.voices, backstage.speech, player, dialogs, settings
        )
        self.server = ServerController(window, tasks, backstage.server)
        devices = {
            "record/microphone": lambda: backstage.microphones.names(False),
            "play/loudspeaker": backstage.loudspeakers,
        }
        self.options = SettingsController(
            window, tasks, settings, dialogs, self.server, devices, backstage.stored
        )
        self.folders = FolderOpener(window)
        self.help = HelpController(window, tasks)
        self._playback = player
        self._keeps_server = False
        self._connect()
        if settings.geometry is not None:
            window.restoreGeometry(settings.geometry)

    def start(self) -> None:
        """Show the window; what takes time goes on behind it."""
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
        window.speak_page.record_requested.connect(lambda: window.show_page(window.RECORD))
        self.voices.record_wanted.connect(lambda: window.show_page(window.RECORD))
        self.voices.clone_wanted.connect(self._make_again)
        self.record.clone_wanted.connect(self._make)
        window.record_page.start_panel.import_requested.connect(self._import)
        self.importing.made.connect(self._imported)
        self.importing.left.connect(self.record.leave)
        self.clone.made.connect(self._voice_made)
        self.clone.left.connect(self._clone_left)
        self.clone.speak_with.connect(self.speak.choose)
        self._connect_welcome()
        self.clone.compare.connect(self._show_result)
        self.voices.compare.connect(self._compare)
        window.voices_page.result_panel.back_requested.connect(self._back_to_voices)
        window.record_page.result_panel.back_requested.connect(self.result.stop)
        window.record_page.result_panel.back_requested.connect(self.record.leave)
        for result in (self.result, self.comparison):
            result.speak_with.connect(self.speak.choose)
            result.more_takes.connect(self._record_more)
            result.save.connect(window.voices_page.export_requested)
        self.clone.status.connect(window.set_clone_status)
        window.clone_wanted.connect(self._show_clone)
        self.server.on_ready = self.record.words_can_be_checked

    def _connect_welcome(self) -> None:
        window, welcome = self.window, self.window.welcome_page
        welcome.record_requested.connect(lambda: window.show_page(window.RECORD))
        welcome.import_requested.connect(lambda: window.show_page(window.VOICES))
        welcome.import_requested.connect(window.voices_page.import_requested)
        welcome.skip_requested.connect(lambda: window.show_page(window.VOICES))

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

    def _voice_made(self, made: MadeVoice) -> None:
        self.voices.show_made(made)
        if self.clone.order is not None:
            self.record.voice_made(self.clone.order.takes)

    def _import(self, voice: NewVoice, paths: list[Path]) -> None:
        self.window.record_page.show_import()
        self.importing.show(voice, paths)

    def _imported(self, session: RecordingSession) -> None:
        self.record.open(session)
        said = self.window.tr(
            "The recordings were taken over. Now read the consent below, or drop a recording of it on this page."
        )
        self.window.show_message(said, "ok")

    def _show_result(self, voice: VoiceItem) -> None:
        """Hear the new voice beside the person."""
        if self.clone.order is not None:
            self.window.record_page.show_result()
            self.result.show(voice, self.clone.order.takes)

    def _compare(self, voice: VoiceItem, takes: Path) -> None:
        """Hear a voice of the library beside the person."""
        self.window.voices_page.show_result()
        self.comparison.show(voice, takes)

    def _back_to_voices(self) -> None:
        self.comparison.stop()
        self.window.voices_page.show_library()

    def _record_more(self, takes: Path) -> None:
        """Go back to the sentences that a voice was made of."""
        self._back_to_voices()
        self.window.show_page(self.window.RECORD)
        self.record.go_on_with(takes)

    def _show_clone(self) -> None:
        """The person asks for the clone under way from wherever they are."""
        self.window.show_page(self.window.RECORD)
        self.record.hide()
        self.window.record_page.show_clone()
        if not self.clone.running:
            self.window.set_clone_status("")

    def _make(self, order: CloneOrder) -> None:
        """Make a voice of the takes on screen, unless that of other takes is being made."""
        under_way = self.clone.order if self.clone.running else None
        if under_way is not None and under_way.takes != order.takes:
            self.record.back_to_takes(order.takes)
            said = self.window.tr("{0} is still being made: make this voice when it is ready.")
            self.window.show_message(said.format(under_way.name), "warning")
        else:
            self.clone.start(order)

    def _make_again(self, order: CloneOrder) -> None:
        """Make a voice again, as a new one is made; one under way is shown in its place."""
        self._show_clone()
        if self.clone.running:
            said = self.window.tr("Another voice is being made: make this one again when it has ended.")
            self.window.show_message(said, "warning")
        else:
            self.clone.start(order)

    def _clone_left(self, order: CloneOrder, cancelled: bool) -> None:
        self.record.back_to_takes(order.takes)
        if order.again:
            self._back_to_voices()
            self.window.show_page(self.window.VOICES)  # where it came from, and where its takes are shown
            self.window.voices_page.select(order.again)
        if cancelled:
            self.window.show_message(self.window.tr("Cancelled; the takes are kept."), "ok")

    def _may_close(self) -> bool:
        """Ask before the window closes on what only an open one goes on with."""
        record, order = self.window.record_page, self.clone.order
        if self.clone.running and order is not None:
            return self._dialogs.confirm_close_on_clone(order.name)
        if record.showing is record.import_panel and record.import_panel.texts:
            return self._dialogs.confirm_close_on_import()
        return True

    def _close(self) -> None:
        self.settings.geometry = self.window.saveGeometry()
        self._playback.stop()
        self.speak_history.close()
        self.voices.flush()
        self.tasks.close(finish=LANES_TO_FINISH)
        self.record.close()
        if not self._keeps_server:
            self._backstage.server.release()
