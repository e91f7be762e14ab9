"""Colours, sizes and the style sheet, in a light and a dark form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication


@dataclass(frozen=True)
class Theme:
    """Colours by role."""

    name: str
    window: str
    surface: str
    sidebar: str
    border: str
    text: str
    muted: str
    accent: str
    on_accent: str
    hover: str
    good: str
    warning: str
    error: str


LIGHT = Theme(
    name="light",
    window="#f6f7f9",
    surface="#ffffff",
    sidebar="#eceef2",
    border="#d3d8e0",
    text="#1b2330",
    muted="#5a6575",
    accent="#2a5fd0",
    on_accent="#ffffff",
    hover="#e3e8f1",
    good="#1c7a45",
    warning="#9a5b00",
    error="#b8263b",
)
DARK = Theme(
    name="dark",
    window="#16191f",
    surface="#1f242c",
    sidebar="#12151a",
    border="#38404c",
    text="#e8ecf2",
    muted="#a2adbc",
    accent="#7aa5ff",
    on_accent="#0d1626",
    hover="#2a313c",
    good="#62cf93",
    warning="#f0b24e",
    error="#ff8291",
)

_STYLE = """
QWidget {{ color: {text}; font-size: 14px; }}
QMainWindow, QDialog, QMessageBox, QStackedWidget > QWidget {{ background: {window}; }}
QLabel[role="title"] {{ font-size: 24px; font-weight: 600; }}
QLabel[role="muted"] {{ color: {muted}; }}
QLabel[role="heading"] {{ font-size: 16px; font-weight: 600; }}
QLabel[role="step"] {{ font-size: 24px; font-weight: 600; color: {accent}; }}
QLabel[role="path"] {{ font-family: monospace; font-size: 12px; color: {muted}; }}
QLabel[role="prompt"] {{ font-size: 26px; }}
QLabel[role="figure"] {{ font-size: 18px; font-weight: 600; }}
QLabel[severity="ok"] {{ color: {good}; }}
QLabel[severity="warning"] {{ color: {warning}; }}
QLabel[severity="error"] {{ color: {error}; }}
QFrame[role="card"] {{ background: {surface}; border: 1px solid {border}; border-radius: 10px; }}
QFrame[role="card"][recording="yes"] {{ border: 2px solid {error}; }}
QFrame[role="sidebar"] {{ background: {sidebar}; border: 0; border-right: 1px solid {border}; }}
QFrame[role="message"] {{ background: {surface}; border: 1px solid {border}; border-radius: 8px; }}
QFrame[role="message"][severity="error"] {{ border-color: {error}; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QPushButton {{
    background: {surface}; border: 1px solid {border}; border-radius: 7px;
    padding: 7px 14px; min-height: 20px;
}}
QPushButton:hover {{ background: {hover}; }}
QPushButton:focus {{ border: 2px solid {accent}; padding: 6px 13px; }}
QPushButton:disabled {{ color: {muted}; background: {window}; }}
QPushButton:checked {{ background: {hover}; color: {accent}; border: 2px solid {accent}; padding: 6px 13px; }}
QPushButton[role="primary"] {{
    background: {accent}; color: {on_accent}; border-color: {accent}; font-weight: 600;
}}
QPushButton[role="primary"]:focus {{ border: 2px solid {text}; padding: 6px 13px; }}
QPushButton[role="primary"]:disabled {{
    background: {hover}; color: {muted}; border-color: {border};
}}
QPushButton[role="record"] {{
    font-size: 16px; font-weight: 600; padding: 10px 26px;
    background: {error}; color: {on_accent}; border-color: {error};
}}
QPushButton[role="record"]:disabled {{ background: {hover}; color: {muted}; border-color: {border}; }}
QPushButton[role="small"] {{ padding: 2px 10px; min-height: 16px; }}
QPushButton[role="small"]:focus {{ padding: 1px 9px; }}
QPushButton[role="status"] {{
    border: 0; background: transparent; color: {accent}; padding: 2px 10px; min-height: 16px;
}}
QPushButton[role="status"]:hover {{ background: {hover}; }}
QPushButton[role="page"] {{
    text-align: left; border: 0; background: transparent; padding: 10px 14px; font-size: 15px;
}}
QPushButton[role="page"]:hover {{ background: {hover}; }}
QPushButton[role="page"]:checked {{ background: {surface}; color: {accent}; font-weight: 600; }}
QPushButton[role="page"]:focus {{ border: 2px solid {accent}; padding: 8px 12px; }}
QLineEdit, QTextEdit, QPlainTextEdit, QListView, QListWidget {{
    background: {surface}; border: 1px solid {border}; border-radius: 7px; padding: 6px;
    selection-background-color: {accent}; selection-color: {on_accent};
}}
QPlainTextEdit {{ font-size: 16px; padding: 8px; }}
QLineEdit:focus, QPlainTextEdit:focus, QListView:focus, QListWidget:focus {{ border: 2px solid {accent}; }}
QComboBox {{
    background: {surface}; border: 1px solid {border}; border-radius: 7px;
    padding: 6px 10px; min-height: 20px;
}}
QComboBox:focus {{ border: 2px solid {accent}; padding: 5px 9px; }}
QComboBox::drop-down {{ border: 0; width: 26px; }}
QComboBox::down-arrow {{ image: url("{arrow}"); width: 12px; height: 8px; }}
QComboBox QAbstractItemView {{
    background: {surface}; border: 1px solid {border}; selection-background-color: {accent};
    selection-color: {on_accent};
}}
QListView, QListWidget {{ outline: 0; }}
QListWidget::item, QListView::item {{ padding: 9px 8px; border-radius: 5px; }}
QListWidget::item:selected, QListView::item:selected {{ background: {accent}; color: {on_accent}; }}
QTableView {{
    background: {surface}; border: 1px solid {border}; border-radius: 7px;
    selection-background-color: {hover}; selection-color: {text};
}}
QTableView:focus {{ border: 2px solid {accent}; }}
QTableView::item {{ padding: 6px 8px; }}
QTableView::item:selected {{ background: {hover}; color: {text}; }}
QTableView QLineEdit {{ border: 0; border-radius: 0; padding: 2px 6px; }}
QHeaderView {{ background: transparent; }}
QHeaderView::section {{
    background: {surface}; color: {muted}; border: 0; border-bottom: 1px solid {border}; padding: 6px 8px;
}}
QHeaderView::section:first {{ border-top-left-radius: 6px; }}
QHeaderView::section:last {{ border-top-right-radius: 6px; }}
QSlider::groove:horizontal {{ background: {border}; height: 4px; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ background: {accent}; border-radius: 2px; }}
QSlider::handle:horizontal {{
    background: {accent}; border: 2px solid {surface}; width: 14px; margin: -7px 0; border-radius: 9px;
}}
QSlider::handle:horizontal:focus {{ border-color: {text}; }}
QProgressBar {{ background: {hover}; border: 0; border-radius: 4px; max-height: 8px; min-height: 8px; }}
QProgressBar::chunk {{ background: {accent}; border-radius: 4px; }}
QToolTip {{ background: {surface}; color: {text}; border: 1px solid {border}; padding: 4px; }}
QStatusBar {{ background: {sidebar}; border-top: 1px solid {border}; }}
QStatusBar::item {{ border: 0; }}
QScrollArea, QScrollArea > QWidget > QWidget[role="page"] {{ border: 0; background: transparent; }}
QPlainTextEdit[role="notes"] {{ font-size: 14px; padding: 6px; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {border}; border-radius: 4px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 32px; }}
QScrollBar::handle:horizontal {{ min-width: 32px; }}
QScrollBar::handle:hover {{ background: {muted}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabWidget::pane {{ border: 0; }}
QTabBar::tab {{
    background: transparent; color: {muted}; border: 0; border-bottom: 2px solid transparent;
    padding: 8px 16px; margin-right: 4px;
}}
QTabBar::tab:selected {{ color: {text}; border-bottom-color: {accent}; font-weight: 600; }}
QTabBar::tab:focus {{ border: 2px solid {accent}; padding: 6px 14px; border-radius: 5px; }}
QTextBrowser {{ padding: 14px; }}
QMenu {{ background: {surface}; border: 1px solid {border}; padding: 4px; }}
QMenu::item {{ padding: 6px 18px; border-radius: 5px; }}
QMenu::item:selected {{ background: {accent}; color: {on_accent}; }}
QCheckBox {{ spacing: 8px; padding: 2px; }}
QCheckBox::indicator {{
    width: 14px; height: 14px; border: 1px solid {muted}; border-radius: 4px; background: {surface};
}}
QCheckBox::indicator:checked {{ background: {accent}; border-color: {accent}; image: url("{check}"); }}
QRadioButton {{ spacing: 8px; padding: 2px; }}
QRadioButton::indicator {{
    width: 12px; height: 12px; border: 1px solid {muted}; border-radius: 7px; background: {surface};
}}
QRadioButton::indicator:checked {{ border: 4px solid {accent}; width: 6px; height: 6px; }}
QRadioButton:focus {{ border: 1px solid {accent}; border-radius: 4px; }}
QTableView::indicator {{
    width: 14px; height: 14px; border: 1px solid {muted}; border-radius: 4px; background: {surface};
}}
QTableView::indicator:checked {{ background: {accent}; border-color: {accent}; image: url("{check}"); }}
QCheckBox:disabled {{ color: {muted}; }}
QCheckBox:focus {{ border: 1px solid {accent}; border-radius: 4px; }}
"""


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
    colours = {name: getattr(theme, name) for name in Theme.__dataclass_fields__}
    icons = Path(__file__).parent / "icons"
    pictures = {
        name: (icons / f"{file}-{theme.name}.xpm").as_posix()
        for name, file in (("arrow", "down"), ("check", "check"))
    }
    style = _STYLE.format(**colours, **pictures)
    app.setStyleSheet(re.sub(r"font-size: (\d+)px", lambda match: _scaled(match, text_percent), style))


def _scaled(match: re.Match[str], percent: int) -> str:
    return f"font-size: {round(int(match[1]) * percent / 100)}px"


def severity_colour(palette: QPalette, severity: str) -> QColor:
    """Colour of "ok", "warning" or "error" on this palette's background."""
    theme = DARK if palette.window().color().lightness() < 128 else LIGHT
    return QColor({"ok": theme.good, "warning": theme.warning}.get(severity, theme.error))


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
