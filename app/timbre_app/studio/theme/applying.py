"""Gives the application a theme: its palette and its style sheet."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from timbre_app.studio.theme.sheet import style_sheet
from timbre_app.studio.theme.tokens import DARK, LIGHT, Theme, Type


def system_theme(app: QApplication) -> Theme:
    """The theme that the person's desktop uses."""
    return DARK if app.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT


def apply_theme(app: QApplication, theme: Theme, text_percent: int = 100) -> None:
    """Apply a theme to the application, unless it has it already; widgets that draw themselves read the palette."""
    look = f"{theme.name} {text_percent}"
    if app.property("timbre_look") == look:
        return
    app.setProperty("timbre_look", look)
    app.setStyle("Fusion")
    app.setPalette(_palette(theme))
    app.setStyleSheet(style_sheet(theme, text_percent))


def theme_of(palette: QPalette) -> Theme:
    """The theme that a palette belongs to."""
    return DARK if palette.window().color().lightness() < 128 else LIGHT


def severity_colour(palette: QPalette, severity: str) -> QColor:
    """Colour of "ok", "warning" or "error" on this palette's background."""
    theme = theme_of(palette)
    return QColor({"ok": theme.good, "warning": theme.warning}.get(severity, theme.error))


def muted_colour(palette: QPalette) -> QColor:
    """Colour of words that are less important; the palette's own is half transparent where a style sheet applies."""
    return QColor(theme_of(palette).muted)


def sized(font: QFont, size: int) -> QFont:
    """A widget's font at a size of `Type`; it grows and shrinks with the person's text size.

    Args:
        font: The widget's font, which has the size `Type.BODY` times the person's text size.
        size: One of `Type`.
    """
    other = QFont(font)
    other.setPixelSize(
        max(1, round((font.pixelSize() if font.pixelSize() > 0 else Type.BODY) * size / Type.BODY))
    )
    return other


def _palette(theme: Theme) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for roles, colour in (
        ((role.Window, role.Button), theme.window),
        ((role.Base, role.ToolTipBase), theme.surface),
        ((role.AlternateBase,), theme.hover),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText), theme.text),
        ((role.PlaceholderText,), theme.muted),
        ((role.Mid, role.Dark), theme.border),
        ((role.Highlight, role.Link, role.Accent), theme.accent),
        ((role.HighlightedText,), theme.on_accent),
    ):
        for colour_role in roles:
            palette.setColor(colour_role, QColor(colour))
    for text_role in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, text_role, QColor(theme.muted))
    return palette
