"""Opens the table with the measurements of the takes that a voice is made of."""

from __future__ import annotations

from PySide6.QtCore import QObject

from timbre_app.studio.backstage import StudioChecks
from timbre_app.studio.clone.controller import CloneController
from timbre_app.studio.clone.panel import ClonePanel
from timbre_app.studio.clone.takes_dialog import TakesDialog
from timbre_app.studio.errors import sentence
from timbre_app.studio.tasks import Tasks


class TakesController(QObject):
    """Measures the takes when the person asks for the table; the clone goes on meanwhile."""

    def __init__(self, panel: ClonePanel, tasks: Tasks, checks: StudioChecks, clone: CloneController) -> None:
        super().__init__(panel)
        self._tasks, self._checks, self._clone = tasks, checks, clone
        self.dialog = TakesDialog(panel)
        panel.takes_requested.connect(self._open)

    def _open(self) -> None:
        order = self._clone.order
        if order is None:
            return
        self.dialog.show_looking()
        self.dialog.show()
        self._tasks.run(
            lambda _: self._checks.table(order.takes),
            self.dialog.show_rows,
            lambda error: self.dialog.show_failed(sentence(error)),
        )
