"""How the clone learns: the loss of the takes it learns from, and of those held out, over the steps.

pyqtgraph takes a third of a second to import, so a worker thread does that (`prepare`) once a clone has begun,
and the plot itself is made when the first point arrives.
"""

from __future__ import annotations

import importlib
import math
import threading
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from timbre_app.studio.theme import severity_colour
from timbre_app.studio.widgets.building import label

_importing = threading.Lock()


def prepare() -> None:
    """Import what draws; slow the first time, to be called on a worker thread."""
    with _importing:
        importlib.import_module("pyqtgraph")


class LossPlot(QWidget):
    """Two curves with a legend; the held-out one has marks, so that they differ not by colour alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._training: list[tuple[int, float]] = []
        self._held_out: list[tuple[int, float]] = []
        self._plot: Any = None
        self._curves: tuple[Any, Any] | None = None
        self._empty = label(self.tr("The curves appear when the voice begins to learn."), "muted")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Loss over the steps"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._empty)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Wide and rather low."""
        return QSize(500, 200)

    @property
    def points(self) -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
        """What is drawn: (step, loss) of training, and of the held-out takes."""
        return self._training, self._held_out

    def clear(self) -> None:
        """Another clone begins."""
        self._training, self._held_out = [], []
        if self._plot is not None:
            self._plot.hide()
        self._empty.show()

    def add(self, step: int, loss: float | None, held_out_loss: float | None) -> None:
        """Draw one more step; a held-out loss is drawn when it changes."""
        if loss is not None and math.isfinite(loss):
            self._training.append((step, loss))
        last = self._held_out[-1][1] if self._held_out else None
        if held_out_loss is not None and math.isfinite(held_out_loss) and held_out_loss != last:
            self._held_out.append((step, held_out_loss))
        if self._training or self._held_out:
            self._draw()

    def _draw(self) -> None:
        if self._curves is None:
            self._curves = self._make()
        self._empty.hide()
        self._plot.show()
        for curve, points in zip(self._curves, self.points, strict=True):
            curve.setData([step for step, _ in points], [loss for _, loss in points])
        if self._training and self._held_out:
            said = self.tr("Step {0}: loss {1:.3f}, held out {2:.3f}")
            step, loss = self._training[-1]
            self.setAccessibleDescription(said.format(step, loss, self._held_out[-1][1]))

    def _make(self) -> tuple[Any, Any]:
        prepare()
        import pyqtgraph

        palette = self.palette()
        muted = palette.placeholderText().color()
        plot = pyqtgraph.PlotWidget(background=palette.base().color())
        plot.setMenuEnabled(False)
        plot.setMouseEnabled(x=False, y=False)
        plot.hideButtons()
        for side, text in (("bottom", self.tr("Step")), ("left", self.tr("Loss"))):
            axis = plot.getAxis(side)
            axis.setPen(QPen(palette.mid().color()))
            axis.setTextPen(QPen(muted))
            axis.setLabel(text)
            axis.enableAutoSIPrefix(False)
        plot.addLegend(offset=(-10, 10), labelTextColor=palette.text().color())
        plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._plot = plot
        self.layout().addWidget(plot)
        held_out = severity_colour(palette, "ok")
        return (
            plot.plot(pen=_pen(palette.highlight().color()), name=self.tr("takes it learns from")),
            plot.plot(
                pen=_pen(held_out),
                symbol="o",
                symbolSize=7,
                symbolBrush=held_out,
                symbolPen=None,
                name=self.tr("held-out takes"),
            ),
        )


def _pen(colour: QColor) -> QPen:
    pen = QPen(colour, 2)
    pen.setCosmetic(True)
    return pen
