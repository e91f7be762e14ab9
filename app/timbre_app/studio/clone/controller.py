"""Joins the clone panel with the clones on the server."""

from __future__ import annotations

import threading
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from timbre_app.server.errors import ServerError
from timbre_app.studio.backstage import StudioCloning, StudioVoices
from timbre_app.studio.clone import loss_plot
from timbre_app.studio.clone.panel import ClonePanel, minutes_and_seconds
from timbre_app.studio.clone.preview import Preview
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.errors import sentence
from timbre_app.studio.items import CloneProgress, MadeVoice, VoiceItem
from timbre_app.studio.tasks import Task, Tasks
from timbre_app.voices.order import CloneOrder

LANE = "clone"


class CloneController(QObject):
    """Runs one clone at a time; the clone goes on while another page is shown.

    Signals:
        made: The MadeVoice.
        left: The person goes back to the takes of a CloneOrder; True if its clone was cancelled.
        speak_with: Id of the voice to speak with.
        compare: The new VoiceItem, to compare with the person.
        status: Text for a status line, empty if there is nothing to show.
    """

    made = Signal(object)
    left = Signal(object, bool)
    speak_with = Signal(str)
    compare = Signal(object)
    status = Signal(str)

    def __init__(
        self,
        panel: ClonePanel,
        tasks: Tasks,
        cloning: StudioCloning,
        voices: StudioVoices,
        dialogs: Dialogs,
        preview: Preview,
    ) -> None:
        super().__init__(panel)
        self._panel, self._tasks, self._cloning = panel, tasks, cloning
        self._voices, self._dialogs, self._preview = voices, dialogs, preview
        self._task: Task | None = None
        self._finish = threading.Event()
        self._order: CloneOrder | None = None
        self._voice: VoiceItem | None = None
        self._can_go_on = False
        panel.cancel_requested.connect(self._cancel)
        panel.finish_requested.connect(self._finish_early)
        panel.resume_requested.connect(self._resume)
        panel.hear_requested.connect(preview.toggle)
        panel.back_requested.connect(lambda: self.left.emit(self._order, False))
        panel.speak_requested.connect(lambda: self._voice and self.speak_with.emit(self._voice.id))
        panel.result_requested.connect(lambda: self._voice and self.compare.emit(self._voice))

    @property
    def running(self) -> bool:
        """Whether a clone is running."""
        return self._task is not None

    @property
    def order(self) -> CloneOrder | None:
        """Order of the running clone, or of the last clone."""
        return self._order

    def start(self, order: CloneOrder) -> None:
        """Make a voice, unless a clone is running; asks before another voice of that name is replaced."""
        if self.running:
            return
        goes_on = self._can_go_on and self._order is not None and self._order.takes == order.takes
        self._order = order
        self._begin(order, goes_on)
        loss_plot.prepare()
        self._panel.plot.make_ready()

        def run_or_leave(is_taken: bool) -> None:
            self._task = None
            if is_taken and not order.again and not self._dialogs.confirm_replace(order.name):
                self.left.emit(order, False)
            else:
                self._run(replace(order, replace=is_taken))

        self._task = self._tasks.run(
            lambda _: self._voices.is_taken(order), on_result=run_or_leave, on_error=self._failed
        )

    def _run(self, order: CloneOrder) -> None:
        self._order = order
        finish = self._finish = threading.Event()
        self._task = self._tasks.run(
            lambda task: self._cloning.clone(order, task.report, lambda: task.cancelled, finish.is_set),
            on_result=self._done,
            on_error=self._failed,
            on_progress=self._progressed,
            lane=LANE,
        )

    def _begin(self, order: CloneOrder, goes_on: bool) -> None:
        self._can_go_on = True
        self._panel.begin(order.name, goes_on)
        self._preview.forget()

    def _progressed(self, progress: CloneProgress) -> None:
        self._panel.show_progress(progress)
        if progress.voice:
            self._preview.voice = progress.voice
        name = self._order.name if self._order else ""
        if progress.max_steps and progress.stage == "adapt":
            share = round(100 * progress.step / progress.max_steps)
            time_left = minutes_and_seconds(progress.eta_s)
            self.status.emit(self.tr("Making {0}: {1} %, {2} left").format(name, share, time_left))
        else:
            self.status.emit(self.tr("Making {0}…").format(name))

    def _done(self, new_voice: MadeVoice) -> None:
        self._task = None
        self._can_go_on = False
        self._preview.forget()
        self._voice = voice = new_voice.voice
        self._panel.show_done(voice.verdict)
        self.status.emit(self.tr("{0} is ready").format(voice.name))
        self.made.emit(new_voice)

    def _failed(self, error: Exception) -> None:
        self._task = None
        self._preview.forget()
        text = sentence(error)
        if isinstance(error, ServerError):
            text += " " + self.tr("What was learned is kept: choose Try again to continue from there.")
        self._panel.show_failed(text)
        self.status.emit(self.tr("The voice could not be made"))

    def _finish_early(self) -> None:
        """Stop learning, and make the voice of what was learned."""
        if self._task is not None:
            self._finish.set()
            self._panel.show_finishing()

    def _resume(self) -> None:
        if self._order is not None and not self.running:
            self._begin(self._order, goes_on=True)
            self._run(self._order)

    def _cancel(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            self._preview.forget()
            self.status.emit("")
            self.left.emit(self._order, True)
