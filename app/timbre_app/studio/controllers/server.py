"""Starts the speech server behind the window and keeps the status line true."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from timbre_app.studio.controllers.errors import sentence
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.ports import Server
from timbre_app.tasks import Tasks


class ServerController:
    """The server's status line; the window works without a server as far as it can."""

    def __init__(self, window: MainWindow, tasks: Tasks, server: Server) -> None:
        self._window = window
        self._tasks = tasks
        self._server = server
        self.ready = False
        self.on_ready: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Start or find the server; returns at once."""
        self._window.set_server_status(self._tr("Speech server: starting…"))
        self._tasks.run(lambda _: self._server.start(), on_result=self._started, on_error=self._failed)

    def _started(self, status: str) -> None:
        self.ready = True
        self._window.set_server_status(self._tr("Speech server: {0}").format(status), "ok")
        self.on_ready()

    def _failed(self, error: Exception) -> None:
        self.ready = False
        text = sentence(error)
        self._window.set_server_status(self._tr("Speech server: not running"), "error")
        self._window.show_message(text)

    @staticmethod
    def _tr(text: str) -> str:
        return QCoreApplication.translate("ServerController", text)
