"""Gives the window the theme and text size of the settings; these may leave the theme to the desktop."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.theme import DARK, LIGHT, apply_theme, system_theme


class Appearance(QObject):
    """Theme and text size of the whole application."""

    def __init__(self, parent: QObject, settings: StudioSettings) -> None:
        super().__init__(parent)
        self._settings = settings
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._app = app
        app.styleHints().colorSchemeChanged.connect(self.apply)
        self.apply()

    def apply(self) -> None:
        """Apply the theme and the text size of the settings."""
        theme = {"light": LIGHT, "dark": DARK}.get(str(self._settings.value("look/theme")))
        apply_theme(
            self._app, theme or system_theme(self._app), int(self._settings.value("look/text_percent"))
        )
