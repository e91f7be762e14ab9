"""The Talk page's own letters and colours, over those of the theme."""

from __future__ import annotations

from timbre_app.studio.theme import DARK, HighContrast, Type, picture_file

_LETTERS = """
QPlainTextEdit[role="talk"] {{ font-size: {edit}px; }}
QLabel[role="spoken"] {{ font-size: {label}px; }}
QPushButton[role="phrase"] {{ font-size: {button}px; text-align: left; padding: 4px 10px; }}
QPushButton[role="phrase"]:focus {{ padding: 3px 9px; }}
QPushButton[role="place"] {{ font-size: {button}px; padding: 4px 6px; }}
QPushButton[role="place"][scanned="row"] {{ border: 3px solid palette(highlight); padding: 2px 4px; }}
QPushButton[role="place"][scanned="place"] {{
    background: palette(highlight); color: palette(highlighted-text);
    border: 3px solid palette(highlight); padding: 2px 4px;
}}
QListWidget[role="phrases"] {{ font-size: {label}px; }}
"""
_CONTRAST = """
* {{ color: {TEXT}; }}
QWidget[role="page"], QStackedWidget > QWidget {{ background: {BACKGROUND}; }}
QPlainTextEdit, QLineEdit, QListWidget, QComboBox, QPushButton {{
    background: {BACKGROUND}; color: {LETTERS}; border: 2px solid {TEXT};
}}
QLineEdit, QPlainTextEdit {{ placeholder-text-color: {PALE}; }}
QSlider::groove:horizontal {{ background: {TEXT}; }}
QSlider::sub-page:horizontal, QSlider::handle:horizontal {{ background: {LETTERS}; }}
QComboBox QAbstractItemView {{ background: {BACKGROUND}; color: {LETTERS}; }}
QComboBox::down-arrow {{ image: url("{arrow}"); }}
QPushButton:disabled {{ background: {BACKGROUND}; color: {MUTED}; border-color: {MUTED}; }}
QPushButton[role="primary"], QPushButton:checked {{
    background: {LETTERS}; color: {BACKGROUND}; border-color: {LETTERS};
}}
QPushButton[role="primary"]:disabled {{ background: {BACKGROUND}; color: {MUTED}; border-color: {MUTED}; }}
QPlainTextEdit:focus, QLineEdit:focus, QListWidget:focus, QComboBox:focus, QPushButton:focus {{
    border: 3px solid {FOCUS};
}}
QListWidget::item:selected {{ background: {LETTERS}; color: {BACKGROUND}; }}
QPushButton[role="place"][scanned="row"] {{ border: 4px solid {FOCUS}; }}
QPushButton[role="place"][scanned="place"] {{
    background: {FOCUS}; color: {BACKGROUND}; border: 4px solid {FOCUS};
}}
"""


def look(letters_px: int, high_contrast: bool) -> str:
    """Style sheet of the page.

    Args:
        letters_px: Height of the letters that are typed.
        high_contrast: Yellow and white on black.
    """
    sizes = {
        "edit": letters_px,
        "label": max(Type.LEAD, letters_px * 5 // 9),
        "button": max(Type.BODY, letters_px // 2),
    }
    arrow = picture_file("down", DARK)
    contrast = _CONTRAST.format(arrow=arrow, **vars(HighContrast)) if high_contrast else ""
    return _LETTERS.format(**sizes) + contrast
