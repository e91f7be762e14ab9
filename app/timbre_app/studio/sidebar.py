"""The window's sidebar: its mark, a button for each page, and buttons for jobs, help and the box about Timbre."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout

from timbre_app.studio.page_index import PageIndex
from timbre_app.studio.theme import Icon, Space, mark, set_icon
from timbre_app.studio.widgets.building import button, label, margins
from timbre_app.studio.widgets.picture import Picture

WIDTH = 184


class Sidebar(QFrame):
    """Buttons; their keys hold in the whole window.

    Signals:
        page_wanted: Index of the page to turn to.
        jobs_wanted: The person wants to see the jobs.
        help_requested: The person wants help for the page shown.
        about_requested: The person wants to know the version and the parts of Timbre.
    """

    page_wanted = Signal(int)
    jobs_wanted = Signal()
    help_requested = Signal()
    about_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "sidebar")
        self.setMinimumWidth(WIDTH)  # wider if the letters are large
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.page_buttons = QButtonGroup(self)
        self.page_buttons.idClicked.connect(self.page_wanted)
        self.settings_button = self._settings_button()
        self._settings_tip = self.settings_button.toolTip()
        column = QVBoxLayout(self)
        margins(column, Space.M, Space.L)
        column.setSpacing(Space.XS)
        column.addLayout(self._head())
        column.addSpacing(Space.M)
        for part in self._page_buttons():
            column.addWidget(part)
        column.addStretch(1)
        column.addWidget(self.settings_button)
        for part in self._other_buttons():
            column.addWidget(part)

    def mark_page(self, index: int) -> None:
        """Press the page's button; the first-run page has none."""
        pressed_button = self.page_buttons.button(index)
        self.page_buttons.setExclusive(pressed_button is not None)
        for page_button in self.page_buttons.buttons():
            page_button.setChecked(page_button is pressed_button)

    def enable_help_key(self, enabled: bool) -> None:
        """Set whether F1 asks for help."""
        self.help_shortcut.setEnabled(enabled)

    def set_server_status(self, text: str) -> None:
        """Tell in a tool tip what the speech server does."""
        self.settings_button.setToolTip(f"{self._settings_tip}\n{text}")

    def _head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(Space.S)
        head.addSpacing(Space.XS)
        head.addWidget(Picture(mark(), Icon.MARK))
        head.addWidget(label(self.tr("Timbre"), "title"), 1)
        return head

    def _page_buttons(self) -> Iterable[QPushButton]:
        tr = self.tr
        record = tr("Record sentences and make a voice from them")
        talk = tr("Hold a conversation: you type, your voice speaks")
        for index, name, tooltip, keys, icon in (
            (PageIndex.VOICES, tr("Voices"), tr("The voices you have"), "Ctrl+1", "users-round"),
            (PageIndex.RECORD, tr("Record"), record, "Ctrl+2", "mic"),
            (PageIndex.SPEAK, tr("Speak"), tr("Have a voice speak your text"), "Ctrl+3", "audio-lines"),
            (
                PageIndex.DIALOGUE,
                tr("Dialogue"),
                tr("Have several voices speak a script"),
                "Ctrl+4",
                "messages-square",
            ),
            (PageIndex.BOOKS, tr("Books"), tr("Make an audiobook"), "Ctrl+5", "book-open"),
            (PageIndex.TALK, tr("Talk"), talk, "Ctrl+6", "message-circle"),
        ):
            yield self._page_button(index, name, tooltip, keys, icon)

    def _settings_button(self) -> QPushButton:
        tip = self.tr("Theme, sound, speech server, privacy")
        return self._page_button(PageIndex.SETTINGS, self.tr("Settings"), tip, "Ctrl+,", "settings")

    def _other_buttons(self) -> Iterable[QPushButton]:
        tr = self.tr
        jobs = tr("Exports, running and finished")
        for name, tooltip, keys, icon, signal in (
            (tr("Jobs"), jobs, "Ctrl+J", "list-checks", self.jobs_wanted),
            (tr("Help"), tr("Help for this screen"), "F1", "circle-question-mark", self.help_requested),
            (tr("About Timbre"), tr("Version, licence and parts"), "", "info", self.about_requested),
        ):
            other_button = _button(name, tooltip, keys, icon)
            other_button.clicked.connect(signal)
            yield other_button
        QShortcut(QKeySequence("Ctrl+J"), self).activated.connect(self.jobs_wanted)
        self.help_shortcut = QShortcut(QKeySequence("F1"), self)
        self.help_shortcut.activated.connect(self.help_requested)

    def _page_button(self, index: int, name: str, tooltip: str, keys: str, icon: str) -> QPushButton:
        page_button = _button(name, tooltip, keys, icon)
        page_button.setCheckable(True)
        self.page_buttons.addButton(page_button, index)
        QShortcut(QKeySequence(keys), self).activated.connect(lambda: self.page_wanted.emit(index))
        return page_button


def _button(name: str, tooltip: str, keys: str, icon: str) -> QPushButton:
    sidebar_button = button(name, tooltip, keys, role="page")
    set_icon(sidebar_button, icon, Space.S, Icon.PAGE)
    return sidebar_button
