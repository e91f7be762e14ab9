"""Starts the speech server behind the window and keeps the status line up to date."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from timbre.messages import Message
from timbre_app.studio.backstage import StudioServer
from timbre_app.studio.errors import sentence
from timbre_app.studio.items import ServerAbout
from timbre_app.studio.language import told
from timbre_app.studio.notices import Notices
from timbre_app.studio.tasks import Tasks
from timbre_app.studio.widgets.message_bar import MessageAction

LANE = "server"
ABOUT_LANE = "server-about"


class ServerController(QObject):
    """Keeps the server's status line; without a server the window works as far as it can.

    Signals:
        changed: New text of the status line, and its severity.
    """

    changed = Signal(str, str)

    def __init__(self, notices: Notices, tasks: Tasks, server: StudioServer, parent: QObject) -> None:
        super().__init__(parent)
        self._notices = notices
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
        """Release the server and start or find it again; returns at once."""
        self._run(self._server.reconnect)

    def ask_about(self, then: Callable[[ServerAbout], None]) -> None:
        """Ask where the server is and what it computes with; `then` gets the answer."""
        self._tasks.run(lambda _: self._server.about(), on_result=then, lane=ABOUT_LANE)

    def _run(self, begin: Callable[[Callable[[Message], None]], Message]) -> None:
        self.ready = False
        self._notices.withdraw(self._complaint)
        self._tell(self.tr("Speech server: starting…"), "")
        self._tasks.run(
            lambda job: begin(job.report),
            on_result=self._started,
            on_error=self._failed,
            on_progress=lambda waiting: self._tell(told(waiting), ""),
            lane=LANE,
        )

    def _started(self, status: Message) -> None:
        self.ready = True
        self._tell(self.tr("Speech server: {0}").format(told(status)), "ok")
        self.on_ready()

    def _failed(self, error: Exception) -> None:
        self._tell(self.tr("Speech server: not running"), "error")
        again = MessageAction(self.tr("Connect again"), self.restart)
        self._complaint = sentence(error)
        self._notices.show(self._complaint, action=again)

    def _tell(self, text: str, severity: str) -> None:
        self.told = (text, severity)
        self.changed.emit(text, severity)
