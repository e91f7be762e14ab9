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

from timbre_app.studio.views.record_page import RecordPage
from timbre_app.studio.views.settings_page import SettingsPage
from timbre_app.studio.views.speak_page import SpeakPage
from timbre_app.studio.views.voices_page import VoicesPage
from timbre_app.studio.views.welcome_page import WelcomePage
from timbre_app.studio.widgets.building import button, label, restyle, scrolled
from timbre_app.studio.widgets.message_bar import MessageAction, MessageBar

SIDEBAR_WIDTH = 190


class MainWindow(QMainWindow):
    """Holds the pages; knows nothing of what they do.

    Attributes:
        may_close: Asked when the window is to be closed; False keeps it open.

    Signals:
        page_changed: Index of the page now shown.
        help_requested: Help for the page shown is wanted.
        about_requested: What Timbre is made of is wanted.
        clone_wanted: The clone under way is to be shown.
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
        self._pages = QStackedWidget()
        for page in (
            self.voices_page,
            self.record_page,
            self.speak_page,
            self.settings_page,
            self.welcome_page,
        ):
            self._pages.addWidget(scrolled(page))
        self._page_buttons = QButtonGroup(self)
        self.setCentralWidget(self._build())
        self._server_status = QLabel()
        self._server_status.setAccessibleName(self.tr("Speech server"))
        self._server_status.setContentsMargins(10, 3, 10, 3)
        self.statusBar().addWidget(self._server_status, 1)
        self._clone_status = QPushButton()
        self._clone_status.setProperty("role", "status")
        self._clone_status.setAccessibleName(self.tr("The voice that is being made"))
        self._clone_status.setToolTip(self.tr("Show the voice that is being made"))
        self._clone_status.hide()
        self._clone_status.clicked.connect(self.clone_wanted)
        self.statusBar().addPermanentWidget(self._clone_status)
        self.statusBar().setSizeGripEnabled(False)
        self._page_buttons.idClicked.connect(self.show_page)
        self._page_buttons.button(self.VOICES).setChecked(True)

    @property
    def page(self) -> int:
        """Index of the page shown."""
        return self._pages.currentIndex()

    @property
    def shown_page(self) -> QWidget:
        """The page shown."""
        area = self._pages.currentWidget()
        assert isinstance(area, QScrollArea)
        return area.widget()

    def show_page(self, index: int) -> None:
        """Turn to a page."""
        self._mark_page(index)
        if index != self._pages.currentIndex():
            self._pages.setCurrentIndex(index)
            self.shown_page.setFocus()  # so that the page's shortcuts work at once
            self.message_bar.clear()
            self.page_changed.emit(index)

    def show_message(self, text: str, severity: str = "error", action: MessageAction | None = None) -> None:
        """Say one sentence across the top, perhaps with a button that acts."""
        self.message_bar.show_message(text, severity, action)

    def set_server_status(self, text: str, severity: str = "") -> None:
        """Say how the speech server is."""
        self._server_status.setText(text)
        restyle(self._server_status, "severity", severity)

    def set_clone_status(self, text: str) -> None:
        """Say how the clone under way is, on a button that shows it; nothing if the text is empty."""
        self._clone_status.setText(text)
        self._clone_status.setAccessibleName(text)
        self._clone_status.setToolTip(self.tr("Show the voice that is being made"))
        self._clone_status.setVisible(bool(text))

    @property
    def clone_status(self) -> str:
        """What the status line says about a clone."""
        return self._clone_status.text()

    @property
    def server_status(self) -> str:
        """What the status line says."""
        return self._server_status.text()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Tell the controllers, then close, if nothing speaks against it."""
        if not self.may_close():
            event.ignore()
            return
        self.closing.emit()
        super().closeEvent(event)

    def _mark_page(self, index: int) -> None:
        """Press the page's button in the sidebar; the first-run page has none."""
        chosen = self._page_buttons.button(index)
        self._page_buttons.setExclusive(chosen is not None)
        for made in self._page_buttons.buttons():
            made.setChecked(made is chosen)

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
        side.setMinimumWidth(SIDEBAR_WIDTH)  # more where letters are large
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
            made = button(name, tooltip, keys, role="page")
            made.clicked.connect(signal)
            column.addWidget(made)
        QShortcut(QKeySequence("F1"), self).activated.connect(self.help_requested)
        return side

    def _page_button(self, index: int, name: str, tooltip: str, keys: str = "") -> QPushButton:
        keys = keys or f"Ctrl+{index + 1}"
        made = button(name, tooltip, keys, role="page")
        made.setCheckable(True)
        self._page_buttons.addButton(made, index)
        QShortcut(QKeySequence(keys), self).activated.connect(lambda: self.show_page(index))
        return made
