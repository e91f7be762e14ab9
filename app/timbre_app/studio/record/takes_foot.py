"""The foot of the Record page: how many takes count, a sketch of the voice, and the button that makes it."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from timbre_app.studio.record.session_items import SketchState
from timbre_app.studio.theme import Space, set_icon
from timbre_app.studio.widgets.building import button, label, margins
from timbre_app.studio.widgets.steady import keep_width


class TakesFoot(QWidget):
    """Draws the number of takes beside the two buttons."""

    def __init__(self) -> None:
        super().__init__()
        tr = self.tr
        self._takes_text = self._note = ""
        self.takes_bar = QProgressBar()
        self.takes_bar.setTextVisible(False)
        self.takes_label = label(role="muted", wrap=True)
        self.sketch_button = button(
            tr("Hear a sketch"),
            tr("A first idea of the voice after a few seconds of speech; it has learned nothing yet"),
            "S",
            icon="play",
        )
        keep_width(self.sketch_button, tr("Stop the sketch"))
        self.clone_button = button(
            tr("Make the voice"),
            tr("Make a voice from the takes"),
            "Ctrl+M",
            role="primary",
            icon="sparkles",
        )
        self._build()

    def set_progress(self, takes: int, bad: int, needed: int, advised: int) -> None:
        """Show how many takes count, and how many bad ones do not; cloning is offered from `needed` on."""
        self.takes_bar.setRange(0, advised)
        self.takes_bar.setValue(min(takes, advised))
        self._takes_text = self._text(takes, needed, advised)
        if bad:
            self._takes_text += " · " + self.tr("{0} with ✗ do not count").format(bad)
        self.takes_bar.setAccessibleName(self._takes_text)
        self.set_note(self._note)

    def set_sketch(self, state: SketchState) -> None:
        """Show whether a sketch is being made or speaks; the button then stops it."""
        text = self.tr("Hear a sketch") if state is SketchState.IDLE else self.tr("Stop the sketch")
        self.sketch_button.setText(text)
        self.sketch_button.setAccessibleName(text)
        set_icon(self.sketch_button, "play" if state is SketchState.IDLE else "square")

    def set_note(self, text: str) -> None:
        """Show a few words in place of the number of takes, which comes back with an empty text."""
        self._note = text
        self.takes_label.setText(text or self._takes_text)

    def _text(self, takes: int, needed: int, advised: int) -> str:
        if takes < needed:
            one_take, many_takes = (
                self.tr("1 take: {1} more to make the voice"),
                self.tr("{0} takes: {1} more to make the voice"),
            )
            return (one_take if takes == 1 else many_takes).format(takes, needed - takes)
        if takes < advised:
            return self.tr("{0} takes: enough, if all of them are good").format(takes)
        return self.tr("{0} takes: ready").format(takes)

    def _build(self) -> None:
        row = QHBoxLayout(self)
        margins(row, Space.NONE, Space.NONE)
        progress = QVBoxLayout()
        progress.addWidget(self.takes_label)
        progress.addWidget(self.takes_bar)
        row.addLayout(progress, 1)
        row.addSpacing(Space.M)
        row.addWidget(self.sketch_button)
        row.addWidget(self.clone_button)
