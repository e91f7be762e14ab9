"""The window of `timbre talk`: the Talk page alone, so that it opens within a second."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from timbre_app.sound.devices import Player
from timbre_app.studio.appearance import Appearance
from timbre_app.studio.backstage import StudioServer, StudioSpeech, StudioVoices
from timbre_app.studio.help.controller import HelpController
from timbre_app.studio.notices import Notices
from timbre_app.studio.server_status import ServerController
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.talk.controller import TalkController, TalkTools
from timbre_app.studio.talk.files import PhraseFiles
from timbre_app.studio.talk.on_top import keep_on_top
from timbre_app.studio.talk.page import TalkPage
from timbre_app.studio.talk.phrases import LANE
from timbre_app.studio.tasks import DEVICE_LANE, Tasks
from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import label, margins, restyle, scrolled
from timbre_app.studio.widgets.fitting import fit
from timbre_app.studio.widgets.message_bar import MessageBar

USUAL_SIZE = QSize(860, 760)
LEAST_SIZE = QSize(560, 480)


@dataclass(frozen=True, kw_only=True)
class TalkBackstage:
    """What is behind the window; a test may replace it."""

    voices: StudioVoices
    speech: StudioSpeech
    server: StudioServer
    make_output: Callable[[], Player]
    settings_file: Path
    loudspeakers: Callable[[], Sequence[str]] = tuple
    folder: Path


class TalkWindow(QMainWindow):
    """Holds the page, a sentence across the top and the state of the speech server.

    Signals:
        closing: The window is about to close.
    """

    closing = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Timbre: Talk"))
        fit(self, USUAL_SIZE, LEAST_SIZE)
        self.page = TalkPage()
        self.message_bar = MessageBar()
        self.server_label = label()
        self.server_label.setAccessibleName(self.tr("Speech server"))
        self.statusBar().addWidget(self.server_label, 1)
        self.statusBar().hide()
        whole = QWidget()
        column = QVBoxLayout(whole)
        margins(column, Space.L, Space.M)
        column.addWidget(self.message_bar)
        column.addWidget(scrolled(self.page), 1)
        self.setCentralWidget(whole)

    def set_server_status(self, text: str, severity: str = "") -> None:
        """Show the state of the speech server while it is in trouble."""
        self.server_label.setText(text)
        restyle(self.server_label, "severity", severity)
        self.statusBar().setVisible(severity in ("warning", "error"))

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Tell the controllers, then close."""
        self.closing.emit()
        super().closeEvent(event)


class TalkStudio:
    """The window and its controllers."""

    def __init__(self, backstage: TalkBackstage) -> None:
        self.window = window = TalkWindow()
        self.tasks = Tasks(window)
        self.settings = settings = StudioSettings(backstage.settings_file)
        self._backstage = backstage
        notices = Notices(window.message_bar)
        self.appearance = Appearance(window, settings)
        self.server = ServerController(notices, self.tasks, backstage.server, window)
        files = PhraseFiles(window, lambda: settings.export_folder)
        tools = TalkTools(
            self.tasks,
            notices,
            backstage.speech,
            backstage.make_output,
            settings,
            backstage.folder,
            files.ask,
        )
        self.talk = TalkController(window.page, tools)
        self.help = HelpController(window, notices, self.tasks)
        self._notices = notices
        self.server.changed.connect(window.set_server_status)
        self.server.on_ready = self.talk.talker.warm_up
        self.talk.on_top_changed.connect(lambda on: keep_on_top(window, on))
        window.page.help_requested.connect(lambda: self.help.show("talk"))
        window.closing.connect(self._close)

    def start(self) -> None:
        """Show the window, then find the voices and start the server behind it."""
        keep_on_top(self.window, self.talk.options.on_top)
        self.window.show()
        self.window.page.first_control.setFocus() if self.window.page.first_control else None
        QTimer.singleShot(0, self._begin)

    def _begin(self) -> None:
        self.server.start()
        self.tasks.run(  # the first sound does not wait for the audio library then
            lambda _: self._backstage.loudspeakers(), on_error=lambda _: None, lane=DEVICE_LANE
        )
        self.tasks.run(
            lambda _: self._backstage.voices.list(),
            on_result=self.talk.set_voices,
            on_error=self._notices.show_error,
        )

    def _close(self) -> None:
        self.talk.close()
        self.tasks.close(finish=(LANE,))
        self._backstage.server.release()
