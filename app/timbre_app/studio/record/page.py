"""The steps to a voice: begin, check the room, read sentences or import recordings, clone, listen."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from timbre_app.studio.clone.panel import ClonePanel
from timbre_app.studio.clone.result_panel import ResultPanel
from timbre_app.studio.record.import_panel import ImportPanel
from timbre_app.studio.record.room_panel import RecordRoomPanel
from timbre_app.studio.record.session_panel import RecordSessionPanel
from timbre_app.studio.record.start_panel import RecordStartPanel
from timbre_app.studio.widgets.page import Page, ShownStack


class RecordPage(Page):
    """Shows one of the steps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # by Tab it would hand the focus past other controls
        self.start_panel = RecordStartPanel()
        self.import_panel = ImportPanel()
        self.room_panel = RecordRoomPanel()
        self.session_panel = RecordSessionPanel()
        self.clone_panel = ClonePanel()
        self.result_panel = ResultPanel(self.tr("Another voice"))
        self._stack = self.steps = ShownStack()
        for panel in (
            self.start_panel,
            self.import_panel,
            self.room_panel,
            self.session_panel,
            self.clone_panel,
            self.result_panel,
        ):
            self._stack.addWidget(panel)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Hand the focus to the step on screen."""
        super().focusInEvent(event)
        self._focus()

    def show_start(self) -> None:
        """Show the panel that begins a voice, or goes on with one."""
        self._show(self.start_panel)

    def show_import(self) -> None:
        """Show recordings that exist already."""
        self._show(self.import_panel)

    def show_room(self) -> None:
        """Show the microphone and the room."""
        self._show(self.room_panel)

    def show_session(self) -> None:
        """Show the sentences."""
        self._show(self.session_panel)

    def show_clone(self) -> None:
        """Show the clone's progress."""
        self._show(self.clone_panel)

    def show_result(self) -> None:
        """Show the voice beside the person."""
        self._show(self.result_panel)

    @property
    def showing(self) -> QWidget:
        """The step on screen."""
        panel = self._stack.currentWidget()
        assert panel is not None
        return panel

    def _show(self, panel: QWidget) -> None:
        self._stack.setCurrentWidget(panel)
        self._focus()

    def _focus(self) -> None:
        if self.showing is self.start_panel:
            self.start_panel.name_edit.setFocus()
        else:
            self.showing.setFocus()
