"""The window: a sidebar, its pages, a sentence across the top and a status line."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.books.page import BooksPage
from timbre_app.studio.dialogue.page import DialoguePage
from timbre_app.studio.help.welcome_page import WelcomePage
from timbre_app.studio.notices import Notices
from timbre_app.studio.page_index import PageIndex
from timbre_app.studio.record.page import RecordPage
from timbre_app.studio.settings.page import SettingsPage
from timbre_app.studio.sidebar import Sidebar
from timbre_app.studio.speak.page import SpeakPage
from timbre_app.studio.status_line import StatusLine
from timbre_app.studio.talk.page import TalkPage
from timbre_app.studio.theme import Space
from timbre_app.studio.voices.page import VoicesPage
from timbre_app.studio.widgets.building import margins, scrolled
from timbre_app.studio.widgets.fitting import SideArea, fit
from timbre_app.studio.widgets.message_bar import MessageBar

USUAL_SIZE = QSize(1060, 740)
LEAST_SIZE = QSize(820, 600)


class MainWindow(QMainWindow):
    """Holds the pages; knows nothing of what they do.

    Attributes:
        notices: Shows sentences across the top.
        may_close: Called before the window closes; it stays open if the result is False.

    Signals:
        page_changed: Index of the page now shown.
        help_requested: The person wants help for the page shown.
        about_requested: The person wants to know the version and the parts of Timbre.
        jobs_wanted: The person wants to see the jobs.
        clone_wanted: The person wants to see the running clone.
        closing: The window is about to close.
    """

    VOICES, RECORD, SPEAK, DIALOGUE, BOOKS, SETTINGS, WELCOME, TALK = PageIndex
    page_changed = Signal(int)
    help_requested = Signal()
    about_requested = Signal()
    clone_wanted = Signal()
    jobs_wanted = Signal()
    closing = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.may_close: Callable[[], bool] = lambda: True
        self.setWindowTitle(self.tr("Timbre"))
        self.fit_to_screen(USUAL_SIZE)
        self._pages = self._make_pages()
        self.message_bar = MessageBar()
        self.notices = Notices(self.message_bar)
        self.sidebar = Sidebar()
        self.page_buttons, self.settings_button = self.sidebar.page_buttons, self.sidebar.settings_button
        self.status_line = StatusLine()
        self.clone_status_button = self.status_line.clone_button
        self.job_status_button = self.status_line.job_button
        self.setCentralWidget(self._build())
        self.setStatusBar(self.status_line)
        self._connect()
        self.page_buttons.button(self.VOICES).setChecked(True)

    def _make_pages(self) -> QStackedWidget:
        self.voices_page = VoicesPage()
        self.record_page = RecordPage()
        self.speak_page = SpeakPage()
        self.dialogue_page = DialoguePage()
        self.books_page = BooksPage()
        self.settings_page = SettingsPage()
        self.welcome_page = WelcomePage()
        self.talk_page = TalkPage()
        by_index: dict[PageIndex, QWidget] = {
            PageIndex.VOICES: self.voices_page,
            PageIndex.RECORD: self.record_page,
            PageIndex.SPEAK: self.speak_page,
            PageIndex.DIALOGUE: self.dialogue_page,
            PageIndex.BOOKS: self.books_page,
            PageIndex.SETTINGS: self.settings_page,
            PageIndex.WELCOME: self.welcome_page,
            PageIndex.TALK: self.talk_page,
        }
        pages = QStackedWidget()
        for index in PageIndex:
            pages.addWidget(scrolled(by_index[index]))
        return pages

    def _connect(self) -> None:
        self.sidebar.page_wanted.connect(self.show_page)
        self.sidebar.help_requested.connect(self.help_requested)
        self.sidebar.about_requested.connect(self.about_requested)
        for part in (self.sidebar, self.status_line):
            part.jobs_wanted.connect(self.jobs_wanted)
        self.status_line.clone_wanted.connect(self.clone_wanted)

    @property
    def page(self) -> int:
        """Index of the page shown."""
        return self._pages.currentIndex()

    @property
    def shown_page(self) -> QWidget:
        """The page shown."""
        area = self._pages.currentWidget()
        assert isinstance(area, QScrollArea)
        page = area.widget()
        assert page is not None
        return page

    def fit_to_screen(self, size: QSize) -> None:
        """Take a size, or as much of it as the screen has."""
        fit(self, size, LEAST_SIZE)

    def show_page(self, index: int) -> None:
        """Turn to a page."""
        self.sidebar.mark_page(index)
        if index != self._pages.currentIndex():
            self._pages.setCurrentIndex(index)
            self.sidebar.enable_help_key(index != self.TALK)  # F1 says a phrase there
            self.shown_page.setFocus()  # so that the page's shortcuts work at once
            self.notices.clear()
            self.page_changed.emit(index)

    def set_server_status(self, text: str, severity: str = "") -> None:
        """Show the state of the speech server while it is busy or in trouble; otherwise a tool tip has it."""
        self.status_line.set_server(text, severity)
        self.sidebar.set_server_status(text)

    def set_clone_status(self, text: str) -> None:
        """Show the state of the running clone on a button that leads to it; an empty text hides the button."""
        self.status_line.set_clone(text)

    def set_job_status(self, text: str) -> None:
        """Show how far the jobs are, on a button that leads to them; an empty text hides the button."""
        self.status_line.set_jobs(text)

    @property
    def clone_status(self) -> str:
        """Text of the status line about a clone."""
        return self.status_line.clone_text

    @property
    def server_status(self) -> str:
        """What the speech server does, shown or not."""
        return self.status_line.server_label.text()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Tell the controllers, then close, unless `may_close` says no."""
        if not self.may_close():
            event.ignore()
            return
        self.closing.emit()
        super().closeEvent(event)

    def _build(self) -> QWidget:
        whole = QWidget()
        row = QHBoxLayout(whole)
        margins(row, Space.NONE, Space.NONE)
        row.setSpacing(Space.NONE)
        row.addWidget(SideArea(self.sidebar))
        column = QVBoxLayout()
        margins(column, Space.XL, Space.L)
        column.setSpacing(Space.M)
        column.addWidget(self.message_bar)
        column.addWidget(self._pages, 1)
        row.addLayout(column, 1)
        return whole
