"""A slider with its name and its value in the person's unit."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QSlider, QWidget

from timbre_app.studio.widgets.building import label


class ControlSlider(QWidget):
    """A value between two ends in fixed steps; a double click goes back to the neutral value."""

    value_changed = Signal(float)

    def __init__(
        self, name: str, low: float, high: float, neutral: float, step: float, unit: str, signed: bool = False
    ) -> None:
        super().__init__()
        self._step, self._neutral, self._unit, self._signed = step, neutral, unit, signed
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(round(low / step), round(high / step))
        self.slider.setPageStep(max(1, round((high - low) / step / 10)))
        self.slider.setAccessibleName(name)
        self.slider.setToolTip(self.tr("{0}: double-click to go back to the voice's own").format(name))
        self.slider.installEventFilter(self)
        name_label = label(name)
        name_label.setBuddy(self.slider)
        self._value_label = label(role="muted")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(name_label, 0, 0)
        grid.addWidget(self._value_label, 0, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self.slider, 1, 0, 1, 2)
        self.slider.valueChanged.connect(self._changed)
        self.reset()
        self._draw()

    @property
    def value(self) -> float:
        """The value in its unit."""
        return round(self.slider.value() * self._step, 6)

    @property
    def value_text(self) -> str:
        """The value as shown."""
        return self._value_label.text()

    def set_value(self, value: float) -> None:
        """Move to the step nearest to a value."""
        self.slider.setValue(round(value / self._step))

    def reset(self) -> None:
        """Go back to the neutral value."""
        self.set_value(self._neutral)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Reset the value on a double click."""
        if watched is self.slider and event.type() == QEvent.Type.MouseButtonDblClick:
            self.reset()
            return True
        return super().eventFilter(watched, event)

    def _changed(self) -> None:
        self._draw()
        self.value_changed.emit(self.value)

    def _draw(self) -> None:
        decimals = 2 if self._step < 0.1 else 1 if self._step < 1 else 0
        sign = "+" if self._signed and self.value > 0 else ""
        text = f"{sign}{self.value:.{decimals}f}".replace("-", "−") + self._unit
        self._value_label.setText(text)
        self.slider.setAccessibleDescription(text)
