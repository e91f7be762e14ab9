"""Builds the window and its controllers, and joins them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from timbre_app.studio import playback
from timbre_app.studio.backstage import StudioBooks
from timbre_app.studio.books.controller import BooksController
from timbre_app.studio.books.tools import BooksTools
from timbre_app.studio.clone.controller import CloneController
from timbre_app.studio.clone.preview import Preview
from timbre_app.studio.clone.result import ResultController
from timbre_app.studio.clone.takes import TakesController
from timbre_app.studio.clone_route import CloneRoute
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.dialogue.controller import DialogueController
from timbre_app.studio.dialogue.page import IDLE as DIALOGUE_IDLE
from timbre_app.studio.dialogue.tools import DialogueTools
from timbre_app.studio.folders import FolderOpener
from timbre_app.studio.help.controller import HelpController
from timbre_app.studio.items import VoiceItem
from timbre_app.studio.jobs import controller as jobs
from timbre_app.studio.jobs.controller import JobsController
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.playback import Playback
from timbre_app.studio.record import take_desk, taking
from timbre_app.studio.record.controller import RecordController
from timbre_app.studio.record.importing import ImportController
from timbre_app.studio.record.microphone import MicrophoneController
from timbre_app.studio.record.room import RoomController
from timbre_app.studio.record.tools import RecordTools
from timbre_app.studio.server_status import ServerController
from timbre_app.studio.services import Backstage
from timbre_app.studio.settings.controller import SettingsController
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.speak import history as speak_history
from timbre_app.studio.speak import words as speak_words
from timbre_app.studio.speak.controller import SpeakController
from timbre_app.studio.speak.left import LeftSpeech
from timbre_app.studio.speak.page import IDLE
from timbre_app.studio.speak.tools import SpeakTools
from timbre_app.studio.talk import phrases as talk_phrases
from timbre_app.studio.talk.controller import TalkController, TalkTools
from timbre_app.studio.talk.files import PhraseFiles
from timbre_app.studio.talk.on_top import keep_on_top
from timbre_app.studio.tasks import DEVICE_LANE, Tasks
from timbre_app.studio.voices import controller as voices
from timbre_app.studio.voices.controller import VoicesController
from timbre_app.studio.welcome_route import WelcomeRoute
from timbre_app.takes.prompts import NewVoice
from timbre_app.takes.recordings import RecordingSession

LANES_TO_FINISH = (
    taking.LANE,
    take_desk.SOUND_LANE,
    DEVICE_LANE,
    playback.LANE,
    voices.LANE,
    speak_history.LANE,
    speak_words.LANE,
    jobs.LANE,
    talk_phrases.LANE,
)
"""Lanes that finish before the window closes: they save, open a microphone or stop a sound."""


class Studio:
    """The window and its controllers."""

    def __init__(
        self,
        backstage: Backstage,
        make_dialogs: Callable[[MainWindow], Dialogs] = Dialogs,
        left: LeftSpeech | None = None,
    ) -> None:
        self.window = window = MainWindow()
        self.tasks = tasks = Tasks(window)
        self.settings = StudioSettings(backstage.settings_file)
        self._backstage, self._dialogs = backstage, make_dialogs(window)
        self._playback = Playback(tasks, backstage.make_output)
        self._keeps_server = False
        self.record = self._make_record()
        self.importing = self._make_importing()
        self.clone = self._make_clone()
        self.takes = TakesController(window.record_page.clone_panel, tasks, backstage.checks, self.clone)
        self.result, self.comparison = (
            ResultController(panel, tasks, backstage.comparing, self._playback)
            for panel in (window.record_page.result_panel, window.voices_page.result_panel)
        )
        self.speak = self._make_speak(left)
        self.dialogue = self._make_dialogue()
        self.books = self._make_books()
        self.talk = self._make_talk()
        self.voices = self._make_voices()
        self.clone_route = CloneRoute(window, self.clone, self.record, self.voices, self.result)
        self.welcome_route = WelcomeRoute(window, self.voices, self.speak)
        self.server = ServerController(window.notices, tasks, backstage.server, window)
        self.options = self._make_options()
        self.folders = FolderOpener(window.notices, window)
        self.jobs = JobsController(window, tasks, window.notices, backstage.jobs, self.folders)
        self.help = HelpController(window, window.notices, tasks)
        self._connect_window()
        self._connect_voices()
        self._connect_recording()
        self._connect_jobs()
        self._place_window()

    def _make_record(self) -> RecordController:
        page, backstage = self.window.record_page, self._backstage
        recorder = backstage.recorder
        tools = RecordTools(
            recorder=recorder,
            microphone=MicrophoneController(page, self.tasks, recorder, backstage.microphones, self.settings),
            room=RoomController(page.room_panel, self.tasks, recorder, backstage.make_output),
            playback=self._playback,
            checks=backstage.checks,
            cloning=backstage.cloning,
            speech=backstage.speech,
            load_prompts=backstage.load_prompts,
            takes_root=backstage.takes_root,
            settings=self.settings,
            dialogs=self._dialogs,
        )
        return RecordController(page, self.window.notices, self.tasks, tools)

    def _make_importing(self) -> ImportController:
        backstage = self._backstage
        return ImportController(
            self.window.record_page.import_panel,
            self.tasks,
            backstage.importing,
            self._playback,
            self._dialogs,
            backstage.load_prompts,
            backstage.takes_root,
            self.settings,
        )

    def _make_clone(self) -> CloneController:
        panel, backstage = self.window.record_page.clone_panel, self._backstage
        preview = Preview(panel, self.window.notices, backstage.speech, self._playback)
        return CloneController(panel, self.tasks, backstage.cloning, backstage.voices, self._dialogs, preview)

    def _make_speak(self, left: LeftSpeech | None) -> SpeakController:
        tools = SpeakTools(
            self.tasks,
            self.window.notices,
            self._backstage.speech,
            self._playback,
            self._dialogs,
            self.settings,
            self._backstage.speech_root,
            self._backstage.jobs,
        )
        return SpeakController(self.window.speak_page, tools, left)

    def _make_dialogue(self) -> DialogueController:
        tools = DialogueTools(
            self.tasks,
            self.window.notices,
            self._backstage.dialogue,
            self._playback,
            self._dialogs,
            self.settings,
            self._backstage.speech_root,
            self._backstage.jobs,
            self._backstage.speech.pronunciations,
        )
        return DialogueController(self.window.dialogue_page, tools)

    def _make_books(self) -> BooksController:
        speech = self._backstage.speech
        tools = BooksTools(
            self.tasks,
            self.window.notices,
            StudioBooks(speech),
            self._playback,
            self._dialogs,
            self.settings,
            self._backstage.jobs,
            speech.pronunciations,
        )
        return BooksController(self.window.books_page, tools)

    def _make_talk(self) -> TalkController:
        backstage, files = self._backstage, PhraseFiles(self.window, lambda: self.settings.export_folder)
        tools = TalkTools(
            self.tasks,
            self.window.notices,
            backstage.speech,
            backstage.make_output,
            self.settings,
            backstage.talk_root,
            files.ask,
        )
        return TalkController(self.window.talk_page, tools)

    def _make_voices(self) -> VoicesController:
        return VoicesController(
            self.window.voices_page,
            self.window.notices,
            self.tasks,
            self._backstage.voices,
            self._backstage.speech,
            self._playback,
            self._dialogs,
            self.settings,
        )

    def _make_options(self) -> SettingsController:
        backstage = self._backstage
        devices = {
            "record/microphone": lambda: backstage.microphones.names(False),
            "play/loudspeaker": backstage.loudspeakers,
        }
        return SettingsController(
            self.window.settings_page,
            self.window.notices,
            self.tasks,
            self.settings,
            self._dialogs,
            self.server,
            devices,
            backstage.stored,
        )

    def _place_window(self) -> None:
        """Give the window the place and size that it had last."""
        if self.settings.geometry is not None:
            self.window.restoreGeometry(self.settings.geometry)
            self.window.fit_to_screen(self.window.size())

    def start(self) -> None:
        """Show the window, then load the voices and start the server behind it."""
        if not self.settings.welcomed:
            self.window.show_page(self.window.WELCOME)
        self.window.show()
        self.voices.refresh()
        self.server.start()
        self.jobs.look()

    @property
    def is_at_work(self) -> bool:
        """Whether something is under way that would be lost if the window closed now."""
        record = self.window.record_page
        importing = record.showing is record.import_panel
        is_speaking = self.window.speak_page.mode != IDLE or self.window.dialogue_page.mode != DIALOGUE_IDLE
        return self.clone.running or self.books.running or importing or is_speaking

    def close(self, for_another: bool = False) -> None:
        """Close the window without a question; the server is kept if another window follows."""
        self._keeps_server = for_another
        self.window.may_close = lambda: True
        self.window.close()

    def _connect_window(self) -> None:
        window = self.window
        window.page_changed.connect(self._turn_page)
        window.closing.connect(self._close)
        window.may_close = self._may_close
        window.help_requested.connect(self._show_help)
        window.about_requested.connect(self.help.show_about)
        window.talk_page.help_requested.connect(self._show_help)
        self.talk.on_top_changed.connect(self._keep_on_top)
        self.speak.wanted.connect(lambda: window.show_page(window.SPEAK))
        self.server.changed.connect(window.set_server_status)
        self.server.on_ready = self._server_ready
        for part in (window.settings_page, window.voices_page.detail):
            part.folder_requested.connect(self.folders.show)

    def _connect_voices(self) -> None:
        window = self.window
        for page in (self.speak, self.dialogue, self.books, self.talk):
            self.voices.voices_changed.connect(page.set_voices)
        self.voices.speak_with.connect(self.speak.choose)
        self.voices.continue_wanted.connect(self._continue)
        self.voices.record_wanted.connect(lambda: window.show_page(window.RECORD))
        self.voices.compare.connect(self._compare)
        window.voices_page.result_panel.back_requested.connect(self._back_to_voices)

    def _connect_recording(self) -> None:
        window, record_page = self.window, self.window.record_page
        window.speak_page.record_requested.connect(lambda: window.show_page(window.RECORD))
        record_page.start_panel.import_requested.connect(self._import)
        self.importing.made.connect(self._imported)
        self.importing.left.connect(self.record.leave)
        self.clone_route.back_to_voice.connect(self._back_to_voice)
        self.clone.speak_with.connect(self.speak.choose)
        record_page.result_panel.back_requested.connect(self.result.stop)
        record_page.result_panel.back_requested.connect(self.record.leave)
        for result in (self.result, self.comparison):
            result.speak_with.connect(self.speak.choose)
            result.more_takes.connect(self._record_more)
            result.save.connect(window.voices_page.export_requested)

    def _connect_jobs(self) -> None:
        self.speak.export.submitted.connect(self.jobs.watch)
        self.jobs.ended.connect(self.speak.export.job_ended)
        self.books.export.submitted.connect(self.jobs.watch)
        self.jobs.seen.connect(self.books.export.seen)
        self.dialogue.export.submitted.connect(self.jobs.watch)
        self.jobs.seen.connect(self.dialogue.export.seen)
        self.jobs.progress.connect(self.window.set_job_status)
        self.window.jobs_wanted.connect(self.jobs.show)

    def _show_help(self) -> None:
        """Open the handbook at the page shown."""
        window = self.window
        topics: dict[int, str] = {
            window.RECORD: "record",
            window.SPEAK: "speak",
            window.DIALOGUE: "dialogue",
            window.BOOKS: "books",
            window.TALK: "talk",
            window.SETTINGS: "settings",
        }
        self.help.show(topics.get(window.page, "voices"))

    def _server_ready(self) -> None:
        self.record.words_can_be_checked()
        self.talk.talker.warm_up()

    def _keep_on_top(self, _: bool = False) -> None:
        """Keep the window above all others while the Talk page is shown, if the person wants it."""
        is_shown = self.window.page == self.window.TALK
        keep_on_top(self.window, is_shown and self.talk.options.on_top)

    def _turn_page(self, page: int) -> None:
        self._playback.stop()
        self._keep_on_top()
        if page == self.window.TALK:  # the first sound does not wait for the audio library then
            self.tasks.run(
                lambda _: self._backstage.loudspeakers(), on_error=lambda _: None, lane=DEVICE_LANE
            )
        if page == self.window.SETTINGS:
            self.options.show()
        if page == self.window.BOOKS:
            self.books.show()
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
            "The recordings were imported. Now read the consent statement below, or drop a recording of it here."
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

    def _continue(self, takes: Path) -> None:
        """Open recordings of which no voice was made yet."""
        self.window.show_page(self.window.RECORD)
        self.record.go_on_with(takes)

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
        self.dialogue.close()
        self.books.close()
        self.talk.close()
        self.voices.flush()
        self.tasks.close(finish=LANES_TO_FINISH)
        self.record.close()
        if not self._keeps_server:
            self._backstage.server.release()
