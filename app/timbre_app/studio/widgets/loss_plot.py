"""How the clone learns: the loss of the takes it learns from, and of those held out, over the steps.

pyqtgraph takes a third of a second to import, so a worker thread does that (`prepare`) once a clone has begun;
then the plot is made, in steps that hold up the window for a few milliseconds each (`make_ready`).
"""

from __future__ import annotations

import gc
import importlib
import math
import sys
import threading
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from timbre_app.studio.theme import severity_colour
from timbre_app.studio.widgets.building import label

_importing = threading.Lock()


def prepare() -> None:
    """Import what draws; slow the first time, to be called on a worker thread."""
    with _importing:
        if "pyqtgraph" not in sys.modules:
            importlib.import_module("pyqtgraph")
            gc.freeze()  # else each full collection looks at all of it, and everything stands still for 35 ms


class LossPlot(QWidget):
    """Two curves with a legend; the held-out one has marks, so that they differ not by colour alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._training: list[tuple[int, float]] = []
        self._held_out: list[tuple[int, float]] = []
        self._plot: Any = None
        self._axes: dict[str, Any] = {}
        self._item: Any = None
        self._legend: Any = None
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

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the theme."""
        if event.type() == QEvent.Type.PaletteChange and self._curves is not None:
            self._dress()
        super().changeEvent(event)

    @property
    def points(self) -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
        """What is drawn: (step, loss) of training, and of the held-out takes."""
        return self._training, self._held_out

    def make_ready(self) -> None:
        """Make what draws, in short steps, once `prepare` has run and before the first point comes."""
        self._make_axes()
        for step in (self._make_item, self._make_plot, self._make_curves):
            QTimer.singleShot(0, step)

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
        self._make_plot()
        self._make_curves()
        self._empty.hide()
        self._plot.show()
        for curve, points in zip(self._curves or (), self.points, strict=True):
            curve.setData([step for step, _ in points], [loss for _, loss in points])
        if self._training and self._held_out:
            said = self.tr("Step {0}: loss {1:.3f}, held out {2:.3f}")
            step, loss = self._training[-1]
            self.setAccessibleDescription(said.format(step, loss, self._held_out[-1][1]))

    def _make_axes(self) -> None:
        if self._axes:
            return
        prepare()
        import pyqtgraph

        # A plot makes those that it is not given, and each takes its time.
        self._axes = {side: pyqtgraph.AxisItem(side) for side in ("left", "bottom", "right", "top")}
        for side, text in (("bottom", self.tr("Step")), ("left", self.tr("Loss"))):
            self._axes[side].setLabel(text)
            self._axes[side].enableAutoSIPrefix(False)

    def _make_item(self) -> None:
        if self._item is not None:
            return
        self._make_axes()
        import pyqtgraph

        # Without its menu a plot is made in a quarter of the time.
        view_box = pyqtgraph.ViewBox(enableMenu=False, enableMouse=False)
        plot = pyqtgraph.PlotItem(viewBox=view_box, axisItems=self._axes, enableMenu=False)
        plot.hideButtons()
        for side in ("right", "top"):
            plot.hideAxis(side)
        self._item = plot

    def _make_plot(self) -> None:
        if self._plot is not None:
            return
        self._make_item()
        import pyqtgraph

        self._plot = pyqtgraph.GraphicsView()
        self._plot.setCentralItem(self._item)
        self._plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._plot.hide()
        self.layout().addWidget(self._plot)

    def _make_curves(self) -> None:
        if self._curves is not None:
            return
        plot = self._item
        self._legend = plot.addLegend(offset=(-10, 10))
        self._curves = (
            plot.plot(name=self.tr("takes it learns from")),
            plot.plot(symbol="o", symbolSize=7, symbolPen=None, name=self.tr("held-out takes")),
        )
        self._dress()

    def _dress(self) -> None:
        """Take on the theme's colours."""
        palette = self.palette()
        self._plot.setBackground(palette.base().color())
        for side in ("left", "bottom"):
            self._axes[side].setPen(QPen(palette.mid().color()))
            self._axes[side].setTextPen(QPen(palette.placeholderText().color()))
        for _, name in self._legend.items:
            name.setText(name.text, color=palette.text().color())
        training, held_out = self._curves or ()
        training.setPen(_pen(palette.highlight().color()))
        colour = severity_colour(palette, "ok")
        held_out.setPen(_pen(colour))
        held_out.setSymbolBrush(colour)


def _pen(colour: QColor) -> QPen:
    pen = QPen(colour, 2)
    pen.setCosmetic(True)
    return pen
