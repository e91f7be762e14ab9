"""The window: a sidebar, its pages, a sentence across the top and a status line."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.books.page import BooksPage
from timbre_app.studio.dialogue.page import DialoguePage
from timbre_app.studio.help.welcome_page import WelcomePage
from timbre_app.studio.notices import Notices
from timbre_app.studio.record.page import RecordPage
from timbre_app.studio.settings.page import SettingsPage
from timbre_app.studio.speak.page import SpeakPage
from timbre_app.studio.talk.page import TalkPage
from timbre_app.studio.theme import Icon, Space, mark, set_icon
from timbre_app.studio.voices.page import VoicesPage
from timbre_app.studio.widgets.building import button, label, margins, restyle, scrolled
from timbre_app.studio.widgets.fitting import SideArea, fit
from timbre_app.studio.widgets.message_bar import MessageBar
from timbre_app.studio.widgets.picture import Picture

SIDEBAR_WIDTH = 184
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

    VOICES, RECORD, SPEAK, DIALOGUE, BOOKS, SETTINGS, WELCOME, TALK = range(8)
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
        self.voices_page = VoicesPage()
        self.record_page = RecordPage()
        self.speak_page = SpeakPage()
        self.dialogue_page = DialoguePage()
        self.books_page = BooksPage()
        self.settings_page = SettingsPage()
        self.welcome_page = WelcomePage()
        self.talk_page = TalkPage()
        self.message_bar = MessageBar()
        self.notices = Notices(self.message_bar)
        self._pages = QStackedWidget()
        for page in (
            self.voices_page,
            self.record_page,
            self.speak_page,
            self.dialogue_page,
            self.books_page,
            self.settings_page,
            self.welcome_page,
            self.talk_page,
        ):
            self._pages.addWidget(scrolled(page))
        self.page_buttons = QButtonGroup(self)
        self.setCentralWidget(self._build())
        self._server_status = label()
        self._server_status.setAccessibleName(self.tr("Speech server"))
        self._server_status.setContentsMargins(Space.M, Space.XXS, Space.M, Space.XXS)
        self.statusBar().addWidget(self._server_status, 1)
        self._clone_status = ""
        self.clone_status_button = QPushButton()
        self.clone_status_button.setProperty("role", "status")
        self.clone_status_button.setAccessibleName(self.tr("The voice that is being made"))
        self.clone_status_button.setToolTip(self.tr("Show the voice that is being made"))
        self.clone_status_button.hide()
        self.clone_status_button.clicked.connect(self.clone_wanted)
        self.statusBar().addPermanentWidget(self.clone_status_button)
        self.job_status_button = QPushButton()
        self.job_status_button.setProperty("role", "status")
        self.job_status_button.setAccessibleName(self.tr("Jobs"))
        self.job_status_button.setToolTip(self.tr("Show the jobs"))
        self.job_status_button.hide()
        self.job_status_button.clicked.connect(self.jobs_wanted)
        self.statusBar().addPermanentWidget(self.job_status_button)
        self.statusBar().setSizeGripEnabled(False)
        self._show_status_bar()
        self.page_buttons.idClicked.connect(self.show_page)
        self.page_buttons.button(self.VOICES).setChecked(True)

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
        self._mark_page(index)
        if index != self._pages.currentIndex():
            self._pages.setCurrentIndex(index)
            self._help_shortcut.setEnabled(index != self.TALK)  # F1 says a phrase there
            self.shown_page.setFocus()  # so that the page's shortcuts work at once
            self.notices.clear()
            self.page_changed.emit(index)

    def set_server_status(self, text: str, severity: str = "") -> None:
        """Show the state of the speech server while it is busy or in trouble; otherwise a tool tip has it."""
        self._server_status.setText(text)
        restyle(self._server_status, "severity", severity)
        self._server_status.setVisible(severity in ("busy", "warning", "error"))
        self.settings_button.setToolTip(f"{self._settings_tip}\n{text}")
        self._show_status_bar()

    def set_clone_status(self, text: str) -> None:
        """Show the state of the running clone on a button that leads to it; an empty text hides the button."""
        self._clone_status = text
        self.clone_status_button.setText(text.replace("&", "&&"))  # a single one would make a shortcut
        self.clone_status_button.setAccessibleName(text)
        self.clone_status_button.setToolTip(self.tr("Show the voice that is being made"))
        self.clone_status_button.setVisible(bool(text))
        self._show_status_bar()

    def set_job_status(self, text: str) -> None:
        """Show how far the jobs are, on a button that leads to them; an empty text hides the button."""
        self.job_status_button.setText(text)
        self.job_status_button.setAccessibleName(text or self.tr("Jobs"))
        self.job_status_button.setVisible(bool(text))
        self._show_status_bar()

    @property
    def clone_status(self) -> str:
        """Text of the status line about a clone."""
        return self._clone_status

    @property
    def server_status(self) -> str:
        """What the speech server does, shown or not."""
        return self._server_status.text()

    def _show_status_bar(self) -> None:
        """Show the status line only while something stands in it."""
        parts = (self._server_status, self.clone_status_button, self.job_status_button)
        self.statusBar().setVisible(not all(part.isHidden() for part in parts))

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Tell the controllers, then close, unless `may_close` says no."""
        if not self.may_close():
            event.ignore()
            return
        self.closing.emit()
        super().closeEvent(event)

    def _mark_page(self, index: int) -> None:
        """Press the page's button in the sidebar; the first-run page has none."""
        pressed_button = self.page_buttons.button(index)
        self.page_buttons.setExclusive(pressed_button is not None)
        for page_button in self.page_buttons.buttons():
            page_button.setChecked(page_button is pressed_button)

    def _build(self) -> QWidget:
        whole = QWidget()
        row = QHBoxLayout(whole)
        margins(row, Space.NONE, Space.NONE)
        row.setSpacing(Space.NONE)
        row.addWidget(SideArea(self._build_sidebar()))
        column = QVBoxLayout()
        margins(column, Space.XL, Space.L)
        column.setSpacing(Space.M)
        column.addWidget(self.message_bar)
        column.addWidget(self._pages, 1)
        row.addLayout(column, 1)
        return whole

    def _build_sidebar(self) -> QFrame:
        side = QFrame()
        side.setProperty("role", "sidebar")
        side.setMinimumWidth(SIDEBAR_WIDTH)  # wider if the letters are large
        side.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(side)
        margins(column, Space.M, Space.L)
        column.setSpacing(Space.XS)
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        head.addSpacing(Space.XS)
        head.addWidget(Picture(mark(), Icon.MARK))
        head.addWidget(label(self.tr("Timbre"), "title"), 1)
        column.addLayout(head)
        column.addSpacing(Space.M)
        for index, name, tooltip, keys, picture in (
            (self.VOICES, self.tr("Voices"), self.tr("The voices you have"), "Ctrl+1", "users-round"),
            (
                self.RECORD,
                self.tr("Record"),
                self.tr("Record sentences and make a voice from them"),
                "Ctrl+2",
                "mic",
            ),
            (self.SPEAK, self.tr("Speak"), self.tr("Have a voice speak your text"), "Ctrl+3", "audio-lines"),
            (
                self.DIALOGUE,
                self.tr("Dialogue"),
                self.tr("Have several voices speak a script"),
                "Ctrl+4",
                "messages-square",
            ),
            (self.BOOKS, self.tr("Books"), self.tr("Make an audiobook"), "Ctrl+5", "book-open"),
            (
                self.TALK,
                self.tr("Talk"),
                self.tr("Hold a conversation: you type, your voice speaks"),
                "Ctrl+6",
                "message-circle",
            ),
        ):
            column.addWidget(self._page_button(index, name, tooltip, keys, picture))
        column.addStretch(1)
        self._settings_tip = self.tr("Theme, sound, speech server, privacy")
        settings = self._page_button(
            self.SETTINGS, self.tr("Settings"), self._settings_tip, "Ctrl+,", "settings"
        )
        self.settings_button, self._settings_tip = settings, settings.toolTip()
        column.addWidget(settings)
        jobs = self.tr("Exports, running and finished")
        for name, tooltip, keys, picture, signal in (
            (self.tr("Jobs"), jobs, "Ctrl+J", "list-checks", self.jobs_wanted),
            (
                self.tr("Help"),
                self.tr("Help for this screen"),
                "F1",
                "circle-question-mark",
                self.help_requested,
            ),
            (
                self.tr("About Timbre"),
                self.tr("Version, licence and parts"),
                "",
                "info",
                self.about_requested,
            ),
        ):
            page_button = button(name, tooltip, keys, role="page")
            set_icon(page_button, picture, Space.S, Icon.PAGE)
            page_button.clicked.connect(signal)
            column.addWidget(page_button)
        self._help_shortcut = QShortcut(QKeySequence("F1"), self)
        self._help_shortcut.activated.connect(self.help_requested)
        QShortcut(QKeySequence("Ctrl+J"), self).activated.connect(self.jobs_wanted)
        return side

    def _page_button(self, index: int, name: str, tooltip: str, keys: str, picture: str) -> QPushButton:
        page_button = button(name, tooltip, keys, role="page")
        set_icon(page_button, picture, Space.S, Icon.PAGE)
        page_button.setCheckable(True)
        self.page_buttons.addButton(page_button, index)
        QShortcut(QKeySequence(keys), self).activated.connect(lambda: self.show_page(index))
        return page_button
