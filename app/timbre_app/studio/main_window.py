"""The window: a sidebar, three pages, a sentence across the top and a status line."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.help.welcome_page import WelcomePage
from timbre_app.studio.notices import Notices
from timbre_app.studio.record.page import RecordPage
from timbre_app.studio.settings.page import SettingsPage
from timbre_app.studio.speak.page import SpeakPage
from timbre_app.studio.voices.page import VoicesPage
from timbre_app.studio.widgets.building import button, label, restyle, scrolled
from timbre_app.studio.widgets.message_bar import MessageBar

SIDEBAR_WIDTH = 190


class MainWindow(QMainWindow):
    """Holds the pages; knows nothing of what they do.

    Attributes:
        notices: Shows sentences across the top.
        may_close: Called before the window closes; it stays open if the result is False.

    Signals:
        page_changed: Index of the page now shown.
        help_requested: The person wants help for the page shown.
        about_requested: The person wants to know the version and the parts of Timbre.
        clone_wanted: The person wants to see the running clone.
        closing: The window is about to close.
    """

    VOICES, RECORD, SPEAK, SETTINGS, WELCOME = range(5)
    page_changed = Signal(int)
    help_requested = Signal()
    about_requested = Signal()
    clone_wanted = Signal()
    closing = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.may_close: Callable[[], bool] = lambda: True
        self.setWindowTitle(self.tr("Timbre"))
        self.resize(1060, 740)
        self.setMinimumSize(820, 600)
        self.voices_page = VoicesPage()
        self.record_page = RecordPage()
        self.speak_page = SpeakPage()
        self.settings_page = SettingsPage()
        self.welcome_page = WelcomePage()
        self.message_bar = MessageBar()
        self.notices = Notices(self.message_bar)
        self._pages = QStackedWidget()
        for page in (
            self.voices_page,
            self.record_page,
            self.speak_page,
            self.settings_page,
            self.welcome_page,
        ):
            self._pages.addWidget(scrolled(page))
        self.page_buttons = QButtonGroup(self)
        self.setCentralWidget(self._build())
        self._server_status = QLabel()
        self._server_status.setAccessibleName(self.tr("Speech server"))
        self._server_status.setContentsMargins(10, 3, 10, 3)
        self.statusBar().addWidget(self._server_status, 1)
        self.clone_status_button = QPushButton()
        self.clone_status_button.setProperty("role", "status")
        self.clone_status_button.setAccessibleName(self.tr("The voice that is being made"))
        self.clone_status_button.setToolTip(self.tr("Show the voice that is being made"))
        self.clone_status_button.hide()
        self.clone_status_button.clicked.connect(self.clone_wanted)
        self.statusBar().addPermanentWidget(self.clone_status_button)
        self.statusBar().setSizeGripEnabled(False)
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

    def show_page(self, index: int) -> None:
        """Turn to a page."""
        self._mark_page(index)
        if index != self._pages.currentIndex():
            self._pages.setCurrentIndex(index)
            self.shown_page.setFocus()  # so that the page's shortcuts work at once
            self.notices.clear()
            self.page_changed.emit(index)

    def set_server_status(self, text: str, severity: str = "") -> None:
        """Show the state of the speech server."""
        self._server_status.setText(text)
        restyle(self._server_status, "severity", severity)

    def set_clone_status(self, text: str) -> None:
        """Show the state of the running clone on a button that leads to it; an empty text hides the button."""
        self.clone_status_button.setText(text)
        self.clone_status_button.setAccessibleName(text)
        self.clone_status_button.setToolTip(self.tr("Show the voice that is being made"))
        self.clone_status_button.setVisible(bool(text))

    @property
    def clone_status(self) -> str:
        """Text of the status line about a clone."""
        return self.clone_status_button.text()

    @property
    def server_status(self) -> str:
        """Text of the status line about the speech server."""
        return self._server_status.text()

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
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._build_sidebar())
        column = QVBoxLayout()
        column.setContentsMargins(22, 18, 22, 14)
        column.setSpacing(12)
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
        column.setContentsMargins(12, 18, 12, 12)
        column.setSpacing(4)
        column.addWidget(label(self.tr("Timbre"), "title"))
        column.addSpacing(12)
        names = (
            (self.VOICES, self.tr("Voices"), self.tr("The voices you have")),
            (self.RECORD, self.tr("Record"), self.tr("Record sentences and make a voice of them")),
            (self.SPEAK, self.tr("Speak"), self.tr("Have a voice speak your text")),
        )
        for index, name, tooltip in names:
            column.addWidget(self._page_button(index, name, tooltip))
        column.addStretch(1)
        settings = self.tr("Theme, sound, speech server, privacy")
        column.addWidget(self._page_button(self.SETTINGS, self.tr("Settings"), settings, "Ctrl+,"))
        for name, tooltip, keys, signal in (
            (self.tr("Help"), self.tr("Help for this screen"), "F1", self.help_requested),
            (self.tr("About Timbre"), self.tr("Version, licence and parts"), "", self.about_requested),
        ):
            page_button = button(name, tooltip, keys, role="page")
            page_button.clicked.connect(signal)
            column.addWidget(page_button)
        QShortcut(QKeySequence("F1"), self).activated.connect(self.help_requested)
        return side

    def _page_button(self, index: int, name: str, tooltip: str, keys: str = "") -> QPushButton:
        keys = keys or f"Ctrl+{index + 1}"
        page_button = button(name, tooltip, keys, role="page")
        page_button.setCheckable(True)
        self.page_buttons.addButton(page_button, index)
        QShortcut(QKeySequence(keys), self).activated.connect(lambda: self.show_page(index))
        return page_button
