"""Starts the speech server behind the window and keeps the status line true."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from timbre_app.studio.controllers.errors import sentence
from timbre_app.studio.language import told
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.ports import Server
from timbre_app.studio.ports.server import ServerAbout
from timbre_app.studio.widgets.message_bar import MessageAction
from timbre_app.tasks import Tasks

LANE = "server"
ABOUT_LANE = "server-about"


class ServerController(QObject):
    """The server's status line; the window works without a server as far as it can.

    Signals:
        changed: The status line says something else.
    """

    changed = Signal()

    def __init__(self, window: MainWindow, tasks: Tasks, server: Server) -> None:
        super().__init__(window)
        self._window = window
        self._tasks = tasks
        self._server = server
        self.ready = False
        self.told: tuple[str, str] = ("", "")
        self._complaint = ""
        self.on_ready: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Start or find the server; returns at once."""
        self._run(self._server.start)

    def restart(self) -> None:
        """Let go of the server and start or find it anew; returns at once."""
        self._run(self._server.reconnect)

    def ask_about(self, then: Callable[[ServerAbout], None]) -> None:
        """Ask where the server is and what it computes with; `then` gets the answer."""
        self._tasks.run(lambda _: self._server.about(), on_result=then, lane=ABOUT_LANE)

    def _run(self, begin: Callable[[], str]) -> None:
        self.ready = False
        if self._window.message_bar.text == self._complaint:
            self._window.message_bar.clear()
        self._tell(self.tr("Speech server: starting…"), "")
        self._tasks.run(lambda _: begin(), on_result=self._started, on_error=self._failed, lane=LANE)

    def _started(self, status: str) -> None:
        self.ready = True
        self._tell(self.tr("Speech server: {0}").format(told(status)), "ok")
        self.on_ready()

    def _failed(self, error: Exception) -> None:
        self._tell(self.tr("Speech server: not running"), "error")
        again = MessageAction(self.tr("Connect again"), self.restart)
        self._complaint = sentence(error)
        self._window.show_message(self._complaint, action=again)

    def _tell(self, text: str, severity: str) -> None:
        self.told = (text, severity)
        self._window.set_server_status(text, severity)
        self.changed.emit()
