"""Voice and sliders of the Speak page, with the stack of changes that can be undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from timbre_app.reading.sentence import HowToSpeak
from timbre_app.studio.speak.control_slider import ControlSlider
from timbre_app.studio.speak.page import SpeakPage
from timbre_app.studio.undo import Undo


class SpeakControls(QObject):
    """Makes a change of each move of a control by the person; a move by the program is no change.

    Signals:
        changed: The person, or undo, has moved a control.
    """

    changed = Signal()

    def __init__(self, page: SpeakPage, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self.stack = Undo(self)
        self._quiet = False
        self._values: dict[ControlSlider, float] = {}
        self._voice_id: str | None = None
        self._connect()
        self.remember()

    def remember(self) -> None:
        """Remember the present values; the next change starts from them."""
        self._values = {slider: slider.value for slider in self._page.sliders}
        self._voice_id = self._page.voice_id

    def set(self, voice_id: str | None, how: HowToSpeak) -> None:
        """Move voice and sliders without a change of their own."""
        self._quiet = True
        if voice_id is not None:
            self._page.select_voice(voice_id)
        self._page.set_options(how)
        self._quiet = False
        self.remember()

    def _slider_moved(self, slider: ControlSlider, way: str) -> None:
        if not self._quiet:
            self.stack.change(way, self._values[slider], slider.value)

    def _voice_chosen(self) -> None:
        before, now = self._voice_id, self._page.voice_id
        if before != now and not self._quiet:
            self.stack.change("voice", before, now)

    def _quietly(self, move: Callable[[Any], None]) -> Callable[[Any], None]:
        """Wrap a move of a control, so that the move makes no change of its own."""

        def give(value: Any) -> None:
            self._quiet = True
            move(value)
            self._quiet = False
            self.remember()
            self.changed.emit()

        return give

    def _connect(self) -> None:
        page = self._page
        sliders = (
            ("pace", page.pace, self.tr("Pace")),
            ("pitch", page.pitch, self.tr("Pitch")),
            ("energy", page.energy, self.tr("Energy")),
            ("liveliness", page.liveliness, self.tr("Liveliness")),
        )
        for way, slider, name in sliders:
            text = self.tr("change of {0}").format(name.lower())
            self.stack.learn(way, self._quietly(slider.set_value), text, joins=True)
            slider.value_changed.connect(lambda _, slider=slider, way=way: self._slider_moved(slider, way))
        self.stack.learn("voice", self._quietly(page.select_voice), self.tr("choice of the voice"))
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
