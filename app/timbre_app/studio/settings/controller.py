"""Joins the Settings page with the settings, the devices and the server."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from timbre_app.desktop import entry as desktop_entry
from timbre_app.studio.appearance import Appearance
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.errors import sentence
from timbre_app.studio.items import ServerAbout
from timbre_app.studio.language import translated
from timbre_app.studio.notices import Notices
from timbre_app.studio.server_status import ServerController
from timbre_app.studio.settings.page import SettingsPage, StoredItem
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.settings_table import SETTINGS, translated_text
from timbre_app.studio.tasks import DEVICE_LANE, Tasks
from timbre_app.studio.widgets.message_bar import MessageAction

ADDRESS = re.compile(r"((grpcs?|https?)://)?(\[[^\]\s]+\]|[^\s/:]+):\d{1,5}/?")


class SettingsController(QObject):
    """Shows the settings when the page is shown, and keeps and applies changes.

    Signals:
        reopen_wanted: The person wants another window in the place of this one.

    Args of the constructor:
        devices: Functions that list the names of devices, by a setting's key.
        stored: Kinds of things that are kept ("voices", "takes" and so on) and their folders.
    """

    reopen_wanted = Signal()

    def __init__(
        self,
        page: SettingsPage,
        notices: Notices,
        tasks: Tasks,
        settings: StudioSettings,
        dialogs: Dialogs,
        server: ServerController,
        devices: Mapping[str, Callable[[], Sequence[str]]],
        stored: Mapping[str, Path],
    ) -> None:
        super().__init__(page)
        self._page, self._notices = page, notices
        self._tasks, self._settings, self._dialogs = tasks, settings, dialogs
        self._server, self._devices, self._stored = server, devices, stored
        self.appearance = Appearance(self, settings)
        self._page.changed.connect(self._change)
        self._page.folder_wanted.connect(self._choose_folder)
        self._page.reconnect_requested.connect(server.restart)
        self._page.register_requested.connect(self._register)
        server.changed.connect(self._show_server)
        self._show_stored()

    def show(self) -> None:
        """Bring the page up to date; call it when the page is shown."""
        for key in SETTINGS:
            self._page.set_value(key, self._settings.value(key))
        self._page.set_value("export/folder", str(self._settings.export_folder))
        for key, names in self._devices.items():
            self._list_devices(key, names)
        self._show_server()
        self._show_stored()

    def _list_devices(self, key: str, names: Callable[[], Sequence[str]]) -> None:
        self._tasks.run(
            lambda _: names(),
            on_result=lambda devices: self._page.set_devices(key, devices),
            on_error=lambda error: self._notices.show(sentence(error), "warning"),
            lane=DEVICE_LANE,
        )

    def _change(self, key: str, value: str | int | bool) -> None:
        if value == self._settings.value(key):
            return
        if key == "server/url" and value and not ADDRESS.fullmatch(str(value)):
            text = self.tr("An address is a name, a colon and a port, such as localhost:8001.")
            self._notices.show(text, "warning")
            return
        self._settings.set_value(key, value)
        self._settings.sync()
        if SETTINGS[key].at_start:
            reopen = MessageAction(self.tr("Reopen now"), self.reopen_wanted.emit)
            text = self.tr("The change takes effect when you reopen Timbre.")
            self._notices.show(text, "ok", reopen)
        if key.startswith("look/"):
            self.appearance.apply()
        if key.startswith("server/"):
            self._show_stored()
            self._server.restart()

    def _choose_folder(self, key: str) -> None:
        folder = self._dialogs.folder(translated_text(SETTINGS[key].title), self._settings.export_folder)
        if folder is not None:
            self._page.set_value(key, str(folder))
            self._change(key, str(folder))

    def _show_server(self) -> None:
        self._page.set_server(*self._server.told, "")
        self._server.ask_about(lambda about: self._page.set_server(*self._server.told, self._describe(about)))

    def _describe(self, about: ServerAbout) -> str:
        if not about.is_local:
            return self.tr("The server is at {0}; its own log says what it runs on.").format(about.url)
        parts = [self.tr("Engine: {0}.").format(about.engine)] if about.engine else []
        parts.append(
            self.tr("GPU: {0}.").format(about.gpu)
            if about.gpu
            else self.tr("No NVIDIA GPU was found: the processor is used, and making a voice takes minutes.")
        )
        if about.why is not None:
            parts.append(self.tr("Why this engine: {0}.").format(translated(about.why)))
        if about.has_remedy:
            parts.append(self.tr("In a terminal, `timbre doctor` says what can be done."))
        if about.url:
            parts.append(self.tr("Address: {0}.").format(about.url))
        return " ".join(parts)

    def _show_stored(self) -> None:
        names = {
            "voices": (
                self.tr("Voices"),
                self.tr("Your voices, their tags and notes; deleted ones are kept for 30 days."),
            ),
            "takes": (
                self.tr("Recordings"),
                self.tr("Every take that you recorded, and your consent; deleted ones are kept for 30 days."),
            ),
            "speech": (
                self.tr("Speech"),
                self.tr("What was spoken on the Speak page, so that you can hear it again."),
            ),
            "jobs": (
                self.tr("Jobs"),
                self.tr("Texts that are being exported, and their sound until they are done."),
            ),
            "books": (self.tr("Books"), self.tr("Books that you opened, and what has been read of them.")),
            "words": (
                self.tr("Pronunciations"),
                self.tr("The pronunciations that you taught Timbre, in a text file."),
            ),
            "talk": (
                self.tr("Phrases"),
                self.tr("Your phrases, and what you said recently on the Talk page."),
            ),
            "settings": (
                self.tr("Settings"),
                self.tr("These settings, and the size and place of the window."),
            ),
            "logs": (self.tr("Logs"), self.tr("Error messages, for when something goes wrong; no sound.")),
            "work": (
                self.tr("Voices in the making"),
                self.tr(
                    "What has been learned so far, with a copy of the takes; deleted when the voice is ready."
                ),
            ),
            "cache": (
                self.tr("Cache"),
                self.tr("Files of the program that can be rebuilt; nothing of yours."),
            ),
        }
        items = [StoredItem(*names[kind], path) for kind, path in self._stored.items()]
        self._page.set_stored(items, self._settings.server_elsewhere)

    def _register(self) -> None:
        text = self.tr("Double-clicking a voice file now opens it in Timbre.")
        self._tasks.run(
            lambda _: desktop_entry.register(),
            on_result=lambda _: self._notices.show(text, "ok"),
            on_error=self._notices.show_error,
        )
