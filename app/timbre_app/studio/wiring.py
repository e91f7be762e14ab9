"""Builds the window and its controllers, joins them, and ends them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog

from timbre_app.studio import playback
from timbre_app.studio.clone.result import ResultController
from timbre_app.studio.clone.takes import TakesController
from timbre_app.studio.clone_route import CloneRoute
from timbre_app.studio.controllers import (
    StudioParts,
    make_books,
    make_clone,
    make_dialogue,
    make_importing,
    make_options,
    make_record,
    make_speak,
    make_talk,
    make_voices,
)
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.dialogue.page import IDLE as DIALOGUE_IDLE
from timbre_app.studio.folders import FolderOpener
from timbre_app.studio.help.controller import HelpController
from timbre_app.studio.jobs import controller as jobs
from timbre_app.studio.jobs.controller import JobsController
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.page_route import PageRoute
from timbre_app.studio.playback import Playback
from timbre_app.studio.record import take_examiner, taking
from timbre_app.studio.server_status import ServerController
from timbre_app.studio.services import Backstage
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.speak import history as speak_history
from timbre_app.studio.speak import words as speak_words
from timbre_app.studio.speak.left import LeftSpeech
from timbre_app.studio.speak.page import IDLE
from timbre_app.studio.takes_route import TakesRoute
from timbre_app.studio.talk import phrases as talk_phrases
from timbre_app.studio.tasks import DEVICE_LANE, Tasks
from timbre_app.studio.voices import controller as voices
from timbre_app.studio.welcome_route import WelcomeRoute

LANES_TO_FINISH = (
    taking.LANE,
    take_examiner.SOUND_LANE,
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
        parts = StudioParts(window, tasks, self.settings, backstage, self._dialogs, self._playback)
        self.record = make_record(parts)
        self.importing = make_importing(parts)
        self.clone = make_clone(parts)
        self.takes = TakesController(window.record_page.clone_panel, tasks, backstage.checks, self.clone)
        self.result, self.comparison = (
            ResultController(panel, tasks, backstage.comparing, self._playback)
            for panel in (window.record_page.result_panel, window.voices_page.result_panel)
        )
        self.speak = make_speak(parts, left)
        self.dialogue = make_dialogue(parts)
        self.books = make_books(parts)
        self.talk = make_talk(parts)
        self.voices = make_voices(parts)
        self.clone_route = CloneRoute(window, self.clone, self.record, self.voices, self.result)
        self.takes_route = TakesRoute(
            window, self.record, self.importing, self.voices, self.result, self.comparison
        )
        self.welcome_route = WelcomeRoute(window, self.voices, self.speak)
        self.server = ServerController(window.notices, tasks, backstage.server, window)
        self.options = make_options(parts, self.server)
        self.folders = FolderOpener(window.notices, window)
        self.jobs = JobsController(window, tasks, window.notices, backstage.jobs, self.folders)
        self.help = HelpController(window, window.notices, tasks)
        self.page_route = PageRoute(parts, self.record, self.books, self.talk, self.options, self.help)
        self._connect_window()
        self._connect_voices()
        self._connect_recording()
        self._connect_jobs()
        self._place_window()

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
        for dialog in self.window.findChildren(QDialog):
            if dialog.isVisible():
                dialog.reject()
        self.window.close()
        if self.window.isVisible():  # it is asking whether to close, and does so when the question has gone
            QTimer.singleShot(0, self.window.close)

    def _connect_window(self) -> None:
        window = self.window
        window.closing.connect(self._close)
        window.may_close = self._may_close
        self.speak.wanted.connect(lambda: window.show_page(window.SPEAK))
        self.server.changed.connect(window.set_server_status)
        self.server.on_ready = self._server_ready
        for part in (window.settings_page, window.voices_page.detail):
            part.folder_requested.connect(self.folders.show)

    def _connect_voices(self) -> None:
        for page in (self.speak, self.dialogue, self.books, self.talk):
            self.voices.voices_changed.connect(page.set_voices)
        self.voices.speak_with.connect(self.speak.choose)

    def _connect_recording(self) -> None:
        record_page = self.window.record_page
        self.clone_route.back_to_voice.connect(self.takes_route.back_to_voice)
        self.clone.speak_with.connect(self.voices.speak_if_there)
        record_page.result_panel.back_requested.connect(self.result.stop)
        record_page.result_panel.back_requested.connect(self.record.leave)
        for result in (self.result, self.comparison):
            result.speak_with.connect(self.voices.speak_if_there)
            result.save.connect(self.voices.export_if_there)

    def _connect_jobs(self) -> None:
        self.speak.export.submitted.connect(self.jobs.watch)
        self.jobs.ended.connect(self.speak.export.job_ended)
        self.books.export.submitted.connect(self.jobs.watch)
        self.jobs.seen.connect(self.books.export.seen)
        self.dialogue.export.submitted.connect(self.jobs.watch)
        self.jobs.seen.connect(self.dialogue.export.seen)
        self.jobs.progress.connect(self.window.set_job_status)
        self.window.jobs_wanted.connect(self.jobs.show)

    def _server_ready(self) -> None:
        self.record.words_can_be_checked()
        self.talk.talker.warm_up()

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
