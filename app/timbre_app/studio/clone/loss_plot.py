"""Plots how the clone learns: the loss of the takes it learns from and of the held-out takes, over the steps.

start  ─ prepare ─▶ pyqtgraph is imported, in a fifth of a second, before the window is shown
window ─ make_ready ─▶ axes │ plot │ view │ curves │ legend: each in a turn of the event loop of its own
         add ─▶ a point is kept ─▶ drawn with the points that came meanwhile, once the chart is complete
"""

from __future__ import annotations

import gc
import importlib
import math
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsGridLayout, QGraphicsWidget, QSizePolicy, QVBoxLayout, QWidget

from timbre_app.studio.theme import muted_colour, severity_colour
from timbre_app.studio.widgets.building import label

DRAW_EVERY_MS = 100
MARGIN = 0.04
LINE_WIDTH = 2
TOP_MARGIN = 8
LEGEND_GAP = 12


def prepare() -> None:
    """Import pyqtgraph; slow the first time, so it is done before the window is shown.

    A worker thread must not do it: the import uses every class of Qt, PySide6 makes a class at its first use, and a
    window that uses a class at the same moment crashes.

    Raises:
        RuntimeError: on a thread other than the window's.
    """
    if threading.current_thread() is not threading.main_thread():
        raise RuntimeError("pyqtgraph is imported by the window's thread alone")
    if "pyqtgraph" not in sys.modules:
        importlib.import_module("pyqtgraph")
        gc.freeze()  # otherwise each full collection visits all its objects, and everything stands still for 35 ms


class LossPlot(QWidget):
    """Two curves with a legend; the held-out curve has marks, so that the two differ not only in colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._training: list[tuple[int, float]] = []
        self._held_out: list[tuple[int, float]] = []
        self._chart: _Chart | None = None
        self._steps: Iterator[Callable[[], None]] = iter(())
        self._empty = label(self.tr("The curves appear when the voice begins to learn."), "muted")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Loss over the steps"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._empty)
        self._draw_soon = QTimer(self)
        self._draw_soon.setSingleShot(True)
        self._draw_soon.setInterval(DRAW_EVERY_MS)
        self._draw_soon.timeout.connect(self._draw)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Wide and rather low."""
        return QSize(500, 200)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the theme."""
        if event.type() == QEvent.Type.PaletteChange and self.is_ready:
            self._dress()
        super().changeEvent(event)

    @property
    def points(self) -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
        """The points drawn: (step, loss) of training, and of the held-out takes."""
        return self._training, self._held_out

    @property
    def is_ready(self) -> bool:
        """Whether the chart is complete."""
        return self._chart is not None and self._chart.legend is not None

    def make_ready(self) -> None:
        """Make the chart, after `prepare` has run, and draw the points that have come by then."""
        if self._chart is None:
            chart = self._chart = _Chart()
            self._steps = iter(
                (
                    lambda: chart.make_axes(self.tr("Step"), self.tr("Loss")),
                    chart.make_plot,
                    chart.make_view,
                    lambda: self._column.addWidget(chart.view),
                    chart.make_curves,
                    lambda: chart.make_legend(self.tr("takes it learns from"), self.tr("held-out takes")),
                )
            )
            self._make_more()

    def clear(self) -> None:
        """Remove the points of the last clone."""
        self._training, self._held_out = [], []
        self._draw_soon.stop()
        if self._chart is not None and self._chart.view is not None:
            self._chart.view.hide()
        self._empty.show()

    def add(self, step: int, loss: float | None, held_out_loss: float | None) -> None:
        """Add a step, which is drawn soon; a held-out loss is added only when it changes.

        A clone that goes on begins at its last checkpoint: the points behind that are drawn anew.
        """
        self._training = [point for point in self._training if point[0] < step]
        self._held_out = [point for point in self._held_out if point[0] < step]
        if loss is not None and math.isfinite(loss):
            self._training.append((step, loss))
        last = self._held_out[-1][1] if self._held_out else None
        if held_out_loss is not None and math.isfinite(held_out_loss) and held_out_loss != last:
            self._held_out.append((step, held_out_loss))
        if self.is_ready and not self._draw_soon.isActive():
            self._draw_soon.start()

    def _make_more(self) -> None:
        """Take the next step; each step is an event of its own, so that it does not keep the window waiting."""
        step = next(self._steps, None)
        if step is not None:
            step()
            QTimer.singleShot(0, self, self._make_more)
        else:
            self._dress()
            self._draw()

    def _draw(self) -> None:
        if self._chart is None or not (self._training or self._held_out):
            return
        self._chart.draw(self._training, self._held_out)
        self._empty.hide()
        self._chart.view.show()
        if self._training and self._held_out:
            text = self.tr("Step {0}: loss {1:.3f}, held out {2:.3f}")
            step, loss = self._training[-1]
            self.setAccessibleDescription(text.format(step, loss, self._held_out[-1][1]))

    def _dress(self) -> None:
        """Give the chart the colours of the theme."""
        if self._chart is None:
            return
        palette = self.palette()
        self._chart.dress(
            ground=palette.base().color(),
            frame=palette.mid().color(),
            muted=muted_colour(palette),
            text=palette.text().color(),
            curves=(palette.highlight().color(), severity_colour(palette, "ok")),
        )


class _Chart:
    """A chart of pyqtgraph's parts. Its `PlotItem` makes forms and menus that nobody opens, in one step of 15 ms."""

    def __init__(self) -> None:
        self.view: Any = None
        self.curves: tuple[Any, ...] = ()
        self.legend: Any = None
        self._plot: Any = None
        self._whole: Any = None
        self._axes: dict[str, Any] = {}

    def make_axes(self, steps: str, losses: str) -> None:
        """Make the axes, with their names below and to the left."""
        import pyqtgraph

        for side, text in (("bottom", steps), ("left", losses)):
            axis: Any = pyqtgraph.AxisItem(side)
            self._axes[side] = axis
            if side == "bottom":
                axis.tickSpacing = partial(_whole_spacing, axis.tickSpacing)
            axis.enableAutoSIPrefix(False)
            axis.setLabel(text)

    def make_plot(self) -> None:
        """Make the area of the curves; `draw` sets its range, so pyqtgraph need not look for one."""
        import pyqtgraph

        self._plot = pyqtgraph.ViewBox(enableMenu=False, enableMouse=False)
        self._plot.disableAutoRange()
        for axis in self._axes.values():
            axis.linkToView(self._plot)

    def make_view(self) -> None:
        """Make the widget around the chart, hidden until there is something to see."""
        import pyqtgraph

        whole = self._whole = QGraphicsWidget()
        grid = QGraphicsGridLayout(whole)
        grid.setSpacing(0)
        grid.setContentsMargins(0, TOP_MARGIN, 0, 0)  # room for the upper half of the axis's last number
        for item, row, column in (
            (self._axes["left"], 0, 0),
            (self._plot, 0, 1),
            (self._axes["bottom"], 1, 1),
        ):
            grid.addItem(item, row, column)
        grid.setRowStretchFactor(0, 100)
        grid.setColumnStretchFactor(1, 100)
        self.view = pyqtgraph.GraphicsView()
        self.view.setCentralItem(whole)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.hide()

    def make_curves(self) -> None:
        """Make the curves, still empty."""
        import pyqtgraph

        self.curves = (
            pyqtgraph.PlotCurveItem(skipFiniteCheck=True, antialias=True),
            pyqtgraph.PlotDataItem(
                symbol="o", symbolSize=7, symbolPen=None, skipFiniteCheck=True, antialias=True
            ),
        )
        for curve in self.curves:
            self._plot.addItem(curve)

    def make_legend(self, *names: str) -> None:
        """Make the legend, which names the curves; it stands beside them and hides no point."""
        import pyqtgraph

        self.legend = pyqtgraph.LegendItem(offset=(-1, TOP_MARGIN))
        self.legend.setParentItem(self._whole)
        for curve, name in zip(self.curves, names, strict=True):
            self.legend.addItem(curve, name)
        width = self.legend.boundingRect().width()
        self._whole.layout().setContentsMargins(0, TOP_MARGIN, width + LEGEND_GAP, 0)

    def draw(self, *curves_points: list[tuple[int, float]]) -> None:
        """Draw a curve through each list of points (step, loss), with all points in sight."""
        for curve, curve_points in zip(self.curves, curves_points, strict=True):
            curve.setData([step for step, _ in curve_points], [loss for _, loss in curve_points])
        steps, losses = zip(*(point for curve_points in curves_points for point in curve_points), strict=True)
        self._plot.setRange(
            xRange=(min(steps), max(*steps, min(steps) + 1)),
            yRange=(min(losses), max(*losses, min(losses) + 1e-3)),
            padding=MARGIN,
        )

    def dress(
        self, ground: QColor, frame: QColor, muted: QColor, text: QColor, curves: tuple[QColor, QColor]
    ) -> None:
        """Set the colours."""
        self.view.setBackground(ground)
        for axis in self._axes.values():
            axis.setPen(QPen(frame))
            axis.setTextPen(QPen(muted))
        for _, name in self.legend.items:
            name.setText(name.text, color=text)
        for curve, colour in zip(self.curves, curves, strict=True):
            curve.setPen(_pen(colour, LINE_WIDTH * self.view.devicePixelRatioF()))
        self.curves[1].setSymbolBrush(curves[1])


def _whole_spacing(
    usual: Callable[..., list[tuple[float, float]]], *limits: float
) -> list[tuple[float, float]]:
    """Distances between ticks, and their offsets, without those that lie between two whole steps."""
    return [(distance, offset) for distance, offset in usual(*limits) if distance >= 1] or [(1.0, 0.0)]


def _pen(colour: QColor, width: float) -> QPen:
    """A pen whose width, in pixels of the display, does not depend on the scale of the plot."""
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    return pen
