"""Starts the speech server behind the window, and says so when it is in trouble."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from timbre.messages import Message
from timbre_app.studio.backstage import StudioServer
from timbre_app.studio.errors import sentence
from timbre_app.studio.items import ServerAbout
from timbre_app.studio.language import translated
from timbre_app.studio.notices import Notices
from timbre_app.studio.tasks import Tasks
from timbre_app.studio.widgets.message_bar import MessageAction

LANE = "server"
ABOUT_LANE = "server-about"
LOOK_MS = 2000
"""Time between two looks at what is prepared in the background."""
LOOKS = 5
"""Looks that find nothing, after which there is no other one."""


class ServerController(QObject):
    """Starts the server and says what it does; without a server the window works as far as it can.

    Signals:
        changed: What the server does, and how bad that is: "" (it starts), "ok", "busy" (it prepares something
            while it speaks), "warning" (it starts slowly) or "error".
    """

    changed = Signal(str, str)

    SLOW_MS = 8_000
    """A start that takes longer is worth a word."""

    def __init__(self, notices: Notices, tasks: Tasks, server: StudioServer, parent: QObject) -> None:
        super().__init__(parent)
        self._notices = notices
        self._tasks = tasks
        self._server = server
        self.ready = False
        self.told: tuple[str, str] = ("", "")
        self._complaint = ""
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(self.SLOW_MS)
        self._slow.timeout.connect(lambda: self._tell(self.told[0], "warning"))
        self.on_ready: Callable[[], None] = lambda: None
        self._status = ""
        self._looks_left = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)

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
        self._timer.stop()
        self._notices.withdraw(self._complaint)
        self._slow.start()
        self._tell(self.tr("Speech server: starting…"), "")
        self._tasks.run(
            lambda task: begin(task.report),
            on_result=self._started,
            on_error=self._failed,
            on_progress=lambda waiting: self._tell(translated(waiting), self.told[1]),
            lane=LANE,
        )

    def _started(self, status: Message) -> None:
        self.ready = True
        self._slow.stop()
        self._status = self.tr("Speech server: {0}").format(translated(status))
        self._tell(self._status, "ok")
        self._looks_left = LOOKS
        self._timer.start()
        self.on_ready()

    def _look(self) -> None:
        self._tasks.run(lambda _: self._server.background_work(), on_result=self._show_work, lane=ABOUT_LANE)

    def _show_work(self, work: Message | None) -> None:
        """Show what is prepared in the background after the server's status, as long as there is something."""
        if not self.ready:
            return
        text = self._status if work is None else self.tr("{0}; {1}").format(self._status, translated(work))
        if text != self.told[0]:
            self._tell(text, "ok" if work is None else "busy")
        self._looks_left = self._looks_left - 1 if work is None else LOOKS
        if self._looks_left:
            self._timer.start()

    def _failed(self, error: Exception) -> None:
        self._slow.stop()
        self._tell(self.tr("Speech server: not running"), "error")
        again = MessageAction(self.tr("Reconnect"), self.restart)
        self._complaint = sentence(error)
        self._notices.show(self._complaint, action=again)

    def _tell(self, text: str, severity: str) -> None:
        self.told = (text, severity)
        self.changed.emit(text, severity)
