"""Tells the controllers when the person turns to another page; opens the help of the page shown."""

from __future__ import annotations

from PySide6.QtCore import QObject

from timbre_app.studio.books.controller import BooksController
from timbre_app.studio.controllers import StudioParts
from timbre_app.studio.help.controller import HelpController
from timbre_app.studio.record.controller import RecordController
from timbre_app.studio.settings.controller import SettingsController
from timbre_app.studio.talk.controller import TalkController
from timbre_app.studio.talk.on_top import keep_on_top
from timbre_app.studio.tasks import DEVICE_LANE


class PageRoute(QObject):
    """Tells the controllers which page is shown."""

    def __init__(
        self,
        parts: StudioParts,
        record: RecordController,
        books: BooksController,
        talk: TalkController,
        options: SettingsController,
        help_controller: HelpController,
    ) -> None:
        super().__init__(parts.window)
        self._parts, self._window = parts, parts.window
        self._record, self._books, self._talk = record, books, talk
        self._options, self._help = options, help_controller
        window = parts.window
        window.page_changed.connect(self._turn_page)
        window.help_requested.connect(self._show_help)
        window.about_requested.connect(help_controller.show_about)
        window.talk_page.help_requested.connect(self._show_help)
        talk.on_top_changed.connect(self._keep_on_top)
        window.welcome_page.set_server(parts.settings.server_elsewhere)

    def _turn_page(self, page: int) -> None:
        """Bring the page to the state of the program, and end what belongs to the page before."""
        self._parts.playback.stop()
        self._keep_on_top()
        if page == self._window.TALK:  # the first sound does not wait for the audio library then
            self._parts.tasks.run(
                lambda _: self._parts.backstage.loudspeakers(), on_error=lambda _: None, lane=DEVICE_LANE
            )
        if page == self._window.SETTINGS:
            self._options.show()
        if page == self._window.BOOKS:
            self._books.show()
        if page != self._window.WELCOME:
            self._parts.settings.welcomed = True
        if page == self._window.RECORD:
            self._window.record_page.start_panel.set_server(self._parts.settings.server_elsewhere)
            self._record.show()
        else:
            self._record.hide()

    def _keep_on_top(self, _: bool = False) -> None:
        """Keep the window above all others while the Talk page is shown, if the person wants it."""
        is_shown = self._window.page == self._window.TALK
        keep_on_top(self._window, is_shown and self._talk.options.on_top)

    def _show_help(self) -> None:
        """Open the handbook at the page shown."""
        window = self._window
        topics: dict[int, str] = {
            window.RECORD: "record",
            window.SPEAK: "speak",
            window.DIALOGUE: "dialogue",
            window.BOOKS: "books",
            window.TALK: "talk",
            window.SETTINGS: "settings",
        }
        self._help.show(topics.get(window.page, "voices"))
