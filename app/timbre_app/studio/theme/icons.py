"""Icons of one set (Lucide), drawn in the theme's colours at the screen's own resolution."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QIconEngine, QPainter, QPixmap, QPixmapCache
from PySide6.QtWidgets import QAbstractButton

from timbre_app.studio.theme.applying import theme_of
from timbre_app.studio.theme.sheet import ICONS
from timbre_app.studio.theme.tokens import HighContrast, Icon, Space

MARK = ICONS.parents[1] / "desktop" / "timbre.svg"
COLOURS = {
    "": "text",
    "primary": "on_accent",
    "lead": "on_accent",
    "danger": "error",
    "small-danger": "error",
    "record": "on_error",
}
"""The colour of an icon for each role of a button; it is that of the button's text."""


class ThemedIcon(QIconEngine):
    """Draws an icon in the colour that a role has in the present theme, so that it follows a change of the theme."""

    def __init__(self, name: str, colour: str = "text") -> None:
        super().__init__()
        self._name, self._colour = name, colour

    def clone(self) -> QIconEngine:
        """Another engine for the same icon."""
        return ThemedIcon(self._name, self._colour)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Draw the icon as a square at the left of an area; what is left over is a gap before the text."""
        from PySide6.QtSvg import QSvgRenderer

        side = min(rect.width(), rect.height())
        area = QRectF(rect.x(), rect.y() + (rect.height() - side) / 2, side, side)
        colour = self._colour_for(mode, state).name().encode()
        QSvgRenderer(_drawing(self._name).replace(b"currentColor", colour)).render(painter, area)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Draw the icon on nothing."""
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(  # noqa: N802 - Qt's name
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float
    ) -> QPixmap:
        """Draw the icon on nothing, with `scale` pixels of the screen for each of the size; drawings are kept."""
        pixels, colour = size * scale, self._colour_for(mode, state).name()
        key = f"timbre/{self._name}/{colour}/{pixels.width()}x{pixels.height()}"
        picture = QPixmap()
        if QPixmapCache.find(key, picture):
            return picture
        picture = QPixmap(pixels)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self.paint(painter, QRect(QPoint(0, 0), picture.size()), mode, state)
        painter.end()
        QPixmapCache.insert(key, picture)
        return picture

    def _colour_for(self, mode: QIcon.Mode, state: QIcon.State) -> QColor:
        if self._colour.startswith("#"):
            usual = HighContrast.BACKGROUND if state == QIcon.State.On else self._colour
            return QColor(HighContrast.MUTED if mode == QIcon.Mode.Disabled else usual)
        theme = theme_of(QGuiApplication.palette())
        if mode == QIcon.Mode.Disabled:
            return QColor(theme.muted)
        if mode == QIcon.Mode.Selected:
            return QColor(theme.on_accent)
        if state == QIcon.State.On and self._colour == "text":
            return QColor(theme.accent)
        return QColor(getattr(theme, self._colour))


def icon(name: str, colour: str = "text") -> QIcon:
    """An icon of the set.

    Args:
        name: Name of a file in `studio/icons`, without its ending.
        colour: A colour of `Theme`, or one of `HighContrast`, such as "#ffff00".
    """
    return QIcon(ThemedIcon(name, colour))


def mark() -> QIcon:
    """The mark of Timbre; the window's icon, and the desktop's."""
    return QIcon(str(MARK))


def set_icon(button: QAbstractButton, name: str, gap: int = Space.XXS, size: int = Icon.ACTION) -> None:
    """Give a button an icon in the colour of its text, with a gap before the text beside Qt's own of 4 pixels."""
    colour = COLOURS.get(str(button.property("role") or ""), "text")
    button.setProperty("icon_name", name)
    button.setIcon(icon(name, colour))
    button.setIconSize(QSize(size + (gap if button.text() else 0), size))


def set_icon_contrast(button: QAbstractButton, high_contrast: bool) -> None:
    """Draw a button's icon in the colours of `HighContrast`, or again in those of the theme."""
    name, role = button.property("icon_name"), button.property("role")
    if not name:
        return
    usual = COLOURS.get(str(role or ""), "text")
    contrast = HighContrast.BACKGROUND if role == "primary" else HighContrast.LETTERS
    button.setIcon(icon(name, contrast if high_contrast else usual))


@cache
def _drawing(name: str) -> bytes:
    return (ICONS / f"{name}.svg").read_bytes()
