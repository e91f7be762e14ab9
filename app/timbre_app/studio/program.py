"""Opens the window, and replaces it when the person chooses another language."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.language import use_language
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.services import Backstage
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.speak.left import LeftSpeech
from timbre_app.studio.wiring import Studio


class Program(QObject):
    """Opens the window in the language of the settings.

    A window translates its texts when it is made, so another language needs another window. The new window finds all
    recordings on the disk; text, speech and the changes that can be undone are handed over; the server goes on.

    Attributes:
        studio: The present window and its controllers.
    """

    def __init__(
        self,
        app: QApplication,
        backstage: Backstage,
        make_dialogs: Callable[[MainWindow], Dialogs] = Dialogs,
    ) -> None:
        super().__init__(app)
        self._app, self._backstage, self._make_dialogs = app, backstage, make_dialogs
        self.studio = self._open()

    def _open(self, left: LeftSpeech | None = None) -> Studio:
        settings = StudioSettings(self._backstage.settings_file)
        use_language(self._app, str(settings.value("look/language")))
        studio = Studio(self._backstage, self._make_dialogs, left)
        studio.options.reopen_wanted.connect(self._reopen, Qt.ConnectionType.QueuedConnection)
        studio.start()
        return studio

    def _reopen(self) -> None:
        old = self.studio
        if old.is_at_work:
            text = self.tr("Something is still running: reopen Timbre when it has finished.")
            old.window.notices.show(text, "warning")
            return
        self._app.setQuitOnLastWindowClosed(False)
        old.close(for_another=True)
        self.studio = self._open(old.speak.leave())
        self.studio.window.show_page(MainWindow.SETTINGS)
        self._app.setQuitOnLastWindowClosed(True)
        old.window.deleteLater()
