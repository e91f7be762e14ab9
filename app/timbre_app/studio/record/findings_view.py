"""What was found out about a take, and buttons that keep it or bring back the one before."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from timbre_app.studio.items import CheckLine
from timbre_app.studio.language import translated
from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import button, label, margins, restyle

SHOWN = 4
HEIGHT = 62
MARKS = {"ok": "✓", "warning": "!"}


class FindingsView(QScrollArea):
    """Findings in a place of one height, so that the buttons above do not move when they come."""

    def __init__(self) -> None:
        super().__init__()
        tr = self.tr
        self.note_label = label(role="muted", wrap=True)
        self._labels = [label(wrap=True) for _ in range(SHOWN)]
        self.keep_button = button(
            tr("Keep it anyway (K)"),
            tr("Use this take although the check advises against it"),
            "K",
            icon="check",
        )
        self.before_button = button(
            tr("Use the earlier take (Ctrl+Z)"),
            tr("Restore the take that this one replaced"),
            "Ctrl+Z",
            icon="undo-2",
        )
        for hidden in (*self._labels, self.keep_button, self.before_button):
            hidden.hide()
        self.setWidget(self._build())
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFixedHeight(HEIGHT)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def texts(self) -> list[str]:
        """The findings on screen."""
        return [finding_label.text() for finding_label in self._labels if not finding_label.isHidden()]

    def set_lines(self, lines: Sequence[CheckLine]) -> None:
        """Show findings."""
        for at, finding_label in enumerate(self._labels):
            line = lines[at] if at < len(lines) else None
            finding_label.setVisible(line is not None)
            if line is not None:
                finding_label.setText(f"{MARKS.get(line.severity, '✗')}  {translated(line.message)}")
                restyle(finding_label, "severity", line.severity)

    def set_note(self, text: str) -> None:
        """Show in one muted line what is being checked or what the person can do."""
        self.note_label.setText(text)
        self.note_label.setVisible(bool(text))

    def _build(self) -> QWidget:
        inside = QWidget()
        inside.setProperty("role", "page")
        row = QHBoxLayout(inside)
        margins(row, Space.XS, Space.NONE)
        findings = QVBoxLayout()
        findings.setSpacing(Space.XXS)
        for line in (self.note_label, *self._labels):
            findings.addWidget(line)
        findings.addStretch(1)
        row.addLayout(findings, 1)
        buttons = QVBoxLayout()
        buttons.setSpacing(Space.XS)
        buttons.addWidget(self.keep_button)
        buttons.addWidget(self.before_button)
        buttons.addStretch(1)
        row.addLayout(buttons)
        return inside
