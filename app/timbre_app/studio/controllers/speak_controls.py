"""Voice and sliders of the Speak page, with the stack of changes that can be taken back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from timbre_app.reading.jobs import HowToSpeak
from timbre_app.studio.undo import Change
from timbre_app.studio.views.speak_page import SpeakPage
from timbre_app.studio.widgets.control_slider import ControlSlider


class SpeakControls(QObject):
    """Makes each move of a control a change; what moves them from elsewhere is none.

    Signals:
        changed: The person, or undo, has chosen something else.
    """

    changed = Signal()

    def __init__(self, page: SpeakPage, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self.stack = QUndoStack(self)
        self._quiet = False
        self._values: dict[ControlSlider, float] = {}
        self._voice_id: str | None = None
        self._connect()
        self.remember()

    def remember(self) -> None:
        """What stands now is where the next change starts from."""
        self._values = {one: one.value for one in (self._page.pace, self._page.pitch, self._page.energy)}
        self._voice_id = self._page.voice_id

    def set(self, voice_id: str | None, how: HowToSpeak) -> None:
        """Move voice and sliders without a change of their own."""
        self._quiet = True
        if voice_id is not None:
            self._page.select_voice(voice_id)
        self._page.set_options(how)
        self._quiet = False
        self.remember()

    def _slider_moved(self, slider: ControlSlider, name: str, kind: int) -> None:
        if self._quiet:
            return
        before, now = self._values[slider], slider.value
        self._push(
            self.tr("change of {0}").format(name.lower()),
            lambda: slider.set_value(now),
            lambda: slider.set_value(before),
            kind,
        )

    def _voice_chosen(self) -> None:
        before, now = self._voice_id, self._page.voice_id
        if before != now and not self._quiet:
            self._push(
                self.tr("choice of the voice"),
                lambda: self._page.select_voice(now),
                lambda: self._page.select_voice(before),
            )

    def _push(self, text: str, apply: Callable[[], None], revert: Callable[[], None], kind: int = 0) -> None:
        def quietly(move: Callable[[], None]) -> None:
            self._quiet = True
            move()
            self._quiet = False
            self.remember()
            self.changed.emit()

        self.stack.push(Change(text, lambda: quietly(apply), lambda: quietly(revert), kind))

    def _connect(self) -> None:
        page = self._page
        sliders = (
            (page.pace, self.tr("Pace")),
            (page.pitch, self.tr("Pitch")),
            (page.energy, self.tr("Energy")),
        )
        for kind, (slider, name) in enumerate(sliders, 1):
            slider.value_changed.connect(
                lambda _, slider=slider, name=name, kind=kind: self._slider_moved(slider, name, kind)
            )
        page.voice_box.activated.connect(lambda _: self._voice_chosen())
        page.undo_requested.connect(self.stack.undo)
        page.redo_requested.connect(self.stack.redo)
        self.stack.indexChanged.connect(self._show)
        self._show()

    def _show(self, _index: int = 0) -> None:
        self._page.set_undo(
            self.stack.undoText() if self.stack.canUndo() else None,
            self.stack.redoText() if self.stack.canRedo() else None,
        )
