"""The window's status line: the speech server in trouble, the running clone, the jobs; hidden while it says nothing."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QStatusBar

from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import label, restyle

TOLD = ("busy", "warning", "error")
"""Severities at which the speech server is mentioned."""


class StatusLine(QStatusBar):
    """Is shown only while something stands in it.

    Signals:
        clone_wanted: The person wants to see the running clone.
        jobs_wanted: The person wants to see the jobs.
    """

    clone_wanted = Signal()
    jobs_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.server_label = label()
        self.server_label.setAccessibleName(self.tr("Speech server"))
        self.server_label.setContentsMargins(Space.M, Space.XXS, Space.M, Space.XXS)
        self.server_label.hide()
        self.addWidget(self.server_label, 1)
        self.clone_text = ""
        self.clone_button = self._button(
            self.tr("The voice that is being made"), self.tr("Show the voice that is being made")
        )
        self.clone_button.clicked.connect(self.clone_wanted)
        self.job_button = self._button(self.tr("Jobs"), self.tr("Show the jobs"))
        self.job_button.clicked.connect(self.jobs_wanted)
        self.setSizeGripEnabled(False)
        self._show()

    def set_server(self, text: str, severity: str) -> None:
        """Show the state of the speech server while it is busy or in trouble."""
        self.server_label.setText(text)
        restyle(self.server_label, "severity", severity)
        self.server_label.setVisible(severity in TOLD)
        self._show()

    def set_clone(self, text: str) -> None:
        """Show the state of the running clone; an empty text hides it."""
        self.clone_text = text
        self.clone_button.setText(text.replace("&", "&&"))  # a single one would make a shortcut
        self.clone_button.setAccessibleName(text)
        self.clone_button.setVisible(bool(text))
        self._show()

    def set_jobs(self, text: str) -> None:
        """Show how far the jobs are; an empty text hides it."""
        self.job_button.setText(text)
        self.job_button.setAccessibleName(text or self.tr("Jobs"))
        self.job_button.setVisible(bool(text))
        self._show()

    def _button(self, name: str, tooltip: str) -> QPushButton:
        status_button = QPushButton()
        status_button.setProperty("role", "status")
        status_button.setAccessibleName(name)
        status_button.setToolTip(tooltip)
        status_button.hide()
        self.addPermanentWidget(status_button)
        return status_button

    def _show(self) -> None:
        parts = (self.server_label, self.clone_button, self.job_button)
        self.setVisible(not all(part.isHidden() for part in parts))
