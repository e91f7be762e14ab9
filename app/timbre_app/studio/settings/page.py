"""Draws the settings from their table, and lists what is stored in which folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.settings_table import SETTINGS, Setting, translated_text
from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import button, card, label, restyle
from timbre_app.studio.widgets.choice_box import ChoiceBox
from timbre_app.studio.widgets.page import Page

EDITOR_WIDTH = 300


@dataclass(frozen=True)
class StoredItem:
    """Something that Timbre keeps: its name, an explanation, and its folder or file."""

    what: str
    about: str
    path: Path


class SettingsPage(Page):
    """Draws settings.

    Signals:
        changed: Key and new value of a setting.
        reconnect_requested: The person wants to connect to the server again.
        register_requested: The person wants the desktop to open voice files with Timbre.
        folder_requested: Path to show in the file manager.
        folder_wanted: Key of a setting for which the person wants to choose another folder.
    """

    changed = Signal(str, object)
    reconnect_requested = Signal()
    register_requested = Signal()
    folder_requested = Signal(Path)
    folder_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editors: dict[str, QWidget] = {}
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(self.tr("Settings"))
        for scroll in self.tabs.tabBar().findChildren(QToolButton):
            scroll.setToolTip(self.tr("Show more tabs"))
        self.server_label = label(wrap=True)
        self.server_detail = label(role="muted", wrap=True)
        self.reconnect_button = button(
            self.tr("Reconnect"),
            self.tr("Disconnect from the speech server and start or find it again"),
            icon="refresh-cw",
        )
        self.register_button = button(
            self.tr("Open with Timbre"), self.tr("Have the desktop open voice files with this program")
        )
        self._stored = QVBoxLayout()
        self._stored_items: tuple[StoredItem, ...] = ()
        self.remote_label = label(wrap=True)
        self._build()
        self.first_control = self.tabs
        self.reconnect_button.clicked.connect(self.reconnect_requested)
        self.register_button.clicked.connect(self.register_requested)

    def set_value(self, key: str, value: str | int | bool) -> None:
        """Show a setting's value."""
        editor = self.editors[key]
        with QSignalBlocker(editor):
            if isinstance(editor, QCheckBox):
                editor.setChecked(bool(value))
            elif isinstance(editor, QComboBox):
                _choose(editor, value)
            elif isinstance(editor, QLineEdit):
                editor.setText(str(value))

    def set_devices(self, key: str, names: Sequence[str]) -> None:
        """Offer devices; the chosen device stays in the list when it is not plugged in."""
        box = self.editors[key]
        assert isinstance(box, QComboBox)
        chosen_name = box.currentData()
        with QSignalBlocker(box):
            box.clear()
            box.addItem(self.tr("System default"), "")
            for name in names:
                box.addItem(name, name)
            _choose(box, chosen_name or "")

    def set_server(self, text: str, severity: str, detail: str) -> None:
        """Show the state of the server, and what it computes with."""
        self.server_label.setText(text)
        restyle(self.server_label, "severity", severity)
        self.server_detail.setText(detail)
        self.server_detail.setVisible(bool(detail))

    def set_stored(self, items: Sequence[StoredItem], server: str) -> None:
        """Show what is stored where; `server` is the address of a server elsewhere, or empty."""
        if self._stored_items != tuple(items):
            self._stored_items = tuple(items)
            self._draw_stored()
        self.remote_label.setText(
            self.tr("⚠ You use the speech server {0}: texts, takes and voices are sent to it.").format(server)
            if server
            else self.tr(
                "✓ The speech server runs on this machine: nothing that you record or write leaves it."
            )
        )
        restyle(self.remote_label, "severity", "warning" if server else "ok")

    def _draw_stored(self) -> None:
        while (row := self._stored.takeAt(0)) is not None:
            if (widget := row.widget()) is not None:
                widget.deleteLater()
        for item in self._stored_items:
            self._stored.addWidget(self._stored_row(item))

    def _stored_row(self, item: StoredItem) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, Space.XS, 0, Space.XS)
        column = QVBoxLayout()
        column.setSpacing(Space.XXS)
        column.addWidget(label(item.what))
        column.addWidget(label(item.about, "muted", wrap=True))
        where = label(str(item.path), "path", wrap=True)
        where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(where)
        layout.addLayout(column, 1)
        show = button(
            self.tr("Show"), self.tr("Show {0} in the file manager").format(item.what), icon="folder-open"
        )
        show.clicked.connect(lambda: self.folder_requested.emit(item.path))
        layout.addWidget(show, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        column.addWidget(label(self.tr("Settings"), "title"))
        column.addWidget(self.tabs, 1)
        general = self._group("general")
        general.addWidget(self._build_register())
        self._add_tab(self.tr("General"), general)
        self._add_tab(self.tr("Sound"), self._group("sound"))
        server = self._group("server")
        for widget in (self.server_label, self.server_detail):
            server.addWidget(widget)
        server.addLayout(_right(self.reconnect_button))
        self._add_tab(self.tr("Speech server"), server)
        self._add_tab(self.tr("Privacy and folders"), self._build_privacy())

    def _build_register(self) -> QWidget:
        about = self.tr("Double-clicking a .timbre file then imports the voice.")
        column = _titled(label(self.tr("Voice files")), label(about, "muted", wrap=True))
        self.register_button.setFixedWidth(EDITOR_WIDTH)
        return _beside(column, self.register_button)

    def _group(self, group: str) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(Space.L)
        for setting in SETTINGS.values():
            if setting.group == group:
                column.addWidget(self._setting_row(setting))
        return column

    def _build_privacy(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(Space.S)
        column.addWidget(self.remote_label)
        for text in (
            self.tr(
                "Timbre has no account, sends no statistics, shows no advertisements and does not look for updates."
            ),
            self.tr(
                "A voice belongs to a person. The statement of consent is recorded first and kept with the takes "
                "and the voice; files that Timbre exports say in their metadata that they are synthetic speech."
            ),
            self.tr("What is stored, and where:"),
        ):
            column.addWidget(label(text, wrap=True))
        column.addLayout(self._stored)
        column.addWidget(
            label(
                self.tr(
                    "To move all of it, close Timbre, move the folder, and set TIMBRE_HOME to its new place. "
                    "To remove all of it, delete the folder."
                ),
                "muted",
                wrap=True,
            )
        )
        return column

    def _add_tab(self, name: str, inside: QVBoxLayout) -> None:
        area, page = QScrollArea(), QWidget()
        page.setProperty("role", "page")
        frame, column = card()
        column.addLayout(inside)
        outer = QVBoxLayout(page)
        outer.setContentsMargins(0, Space.M, Space.S, 0)
        outer.addWidget(frame)
        outer.addStretch(1)
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFrameShape(QFrame.Shape.NoFrame)
        self.tabs.addTab(area, name)

    def _setting_row(self, setting: Setting) -> QWidget:
        title = label(translated_text(setting.title))
        about = translated_text(setting.about)
        if setting.at_start:
            about += " " + self.tr("Takes effect the next time you open Timbre.")
        make: dict[str, Callable[[Setting], QWidget]] = {
            "choice": self._choice,
            "device": self._device,
            "switch": self._switch,
            "text": self._text,
            "secret": self._secret,
            "folder": self._folder,
        }
        editor = make[setting.kind](setting)
        field = self.editors.setdefault(setting.key, editor)
        field.setAccessibleName(translated_text(setting.title))
        field.setAccessibleDescription(about)
        title.setBuddy(field)
        editor.setFixedWidth(EDITOR_WIDTH)
        return _beside(_titled(title, label(about, "muted", wrap=True)), editor)

    def _choice(self, setting: Setting) -> QComboBox:
        box = QComboBox()
        for value, name in setting.choices:
            box.addItem(translated_text(name), value)
        box.currentIndexChanged.connect(lambda _: self.changed.emit(setting.key, box.currentData()))
        return box

    def _device(self, setting: Setting) -> QComboBox:
        box = ChoiceBox()
        box.addItem(self.tr("System default"), "")
        box.currentIndexChanged.connect(lambda _: self.changed.emit(setting.key, box.currentData()))
        return box

    def _switch(self, setting: Setting) -> QCheckBox:
        box = QCheckBox(self.tr("On"))
        box.setToolTip(translated_text(setting.about))
        box.toggled.connect(lambda on: self.changed.emit(setting.key, on))
        return box

    def _text(self, setting: Setting) -> QLineEdit:
        edit = QLineEdit()
        edit.setPlaceholderText(self.tr("localhost:8001"))
        edit.editingFinished.connect(lambda: self.changed.emit(setting.key, edit.text().strip()))
        return edit

    def _secret(self, setting: Setting) -> QLineEdit:
        edit = QLineEdit()
        edit.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)
        edit.editingFinished.connect(lambda: self.changed.emit(setting.key, edit.text().strip()))
        return edit

    def _folder(self, setting: Setting) -> QWidget:
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        edit = QLineEdit()
        edit.setReadOnly(True)
        choose = button(self.tr("Choose…"), self.tr("Choose another folder"), icon="folder-open")
        choose.clicked.connect(lambda: self.folder_wanted.emit(setting.key))
        row.addWidget(edit, 1)
        row.addWidget(choose)
        self.editors[setting.key] = edit
        return both


def _choose(box: QComboBox, value: object) -> None:
    """Choose a value; a value that is not offered, such as an unplugged device, is added."""
    at = box.findData(value)
    if at < 0:
        box.addItem(str(value), value)
        at = box.count() - 1
    box.setCurrentIndex(at)


def _titled(*lines: QWidget) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(Space.XXS)
    for line in lines:
        column.addWidget(line)
    return column


def _beside(column: QVBoxLayout, editor: QWidget) -> QWidget:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(Space.L)
    layout.addLayout(column, 1)
    layout.addWidget(editor, 0, Qt.AlignmentFlag.AlignVCenter)
    return row


def _right(widget: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(widget)
    return row
