"""The style sheet of the window, made of the tokens."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from timbre_app.studio.theme.tokens import Radius, Space, Theme, Type

ICONS = Path(__file__).parents[1] / "icons"
THIN, THICK = 1, 2
"""Widths of borders in pixels: usual, and with the focus."""

_STYLE = """
QWidget {{ color: {text}; font-size: {body}px; }}
QMainWindow, QDialog, QMessageBox, QStackedWidget > QWidget {{ background: {window}; }}
QLabel[role="title"] {{ font-size: {title}px; font-weight: 600; }}
QLabel[role="muted"] {{ color: {muted}; }}
QLabel[role="heading"] {{ font-size: {lead}px; font-weight: 600; }}
QLabel[role="step"] {{ font-size: {title}px; font-weight: 600; color: {accent}; }}
QLabel[role="path"] {{ font-family: monospace; font-size: {caption}px; color: {muted}; }}
QLabel[role="prompt"] {{ font-size: {prompt}px; }}
QLabel[role="caption"] {{ font-size: {caption}px; color: {muted}; }}
QLabel[role="count"] {{ font-size: {count}px; font-weight: 600; color: {accent}; }}
QLabel[role="figure"] {{ font-size: {figure}px; font-weight: 600; }}
QLabel[severity="ok"] {{ color: {good}; }}
QLabel[severity="warning"] {{ color: {warning}; }}
QLabel[severity="error"] {{ color: {error}; }}
QFrame[role="card"] {{ background: {surface}; border: 1px solid {border}; border-radius: {radius_large}px; }}
QFrame[role="card"][recording="yes"] {{ border: 2px solid {error}; }}
QFrame[role="sidebar"] {{ background: {sidebar}; border: 0; border-right: 1px solid {border}; }}
QFrame[role="message"] {{ background: {surface}; border: 1px solid {border}; border-radius: {radius_medium}px; }}
QFrame[role="message"][severity="error"] {{ border-color: {error}; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; button-layout: 3; }}
QPushButton {{
    background: {surface}; border: 1px solid {border}; border-radius: {radius_medium}px;
    padding: {control}; min-height: 20px;
}}
QPushButton:hover {{ background: {hover}; }}
QPushButton:focus {{ border: 2px solid {accent}; padding: {control_thick}; }}
QPushButton:disabled {{ color: {muted}; background: {window}; }}
QPushButton:checked {{ background: {hover}; color: {accent}; border: 2px solid {accent}; padding: {control_thick}; }}
QPushButton:checked:focus {{ border-color: {text}; }}
QPushButton[role="primary"] {{
    background: {accent}; color: {on_accent}; border-color: {accent}; font-weight: 600;
}}
QPushButton[role="primary"]:focus {{ border: 2px solid {text}; padding: {control_thick}; }}
QPushButton[role="primary"]:disabled {{
    background: {hover}; color: {muted}; border-color: {border};
}}
QPushButton[role="danger"], QPushButton[role="small-danger"] {{ color: {error}; }}
QPushButton[role="danger"]:hover, QPushButton[role="small-danger"]:hover {{
    background: {error_soft}; border-color: {error};
}}
QPushButton[role="danger"]:focus, QPushButton[role="small-danger"]:focus {{ border-color: {error}; }}
QPushButton[role="danger"]:disabled, QPushButton[role="small-danger"]:disabled {{
    color: {muted}; background: {window}; border-color: {border};
}}
QPushButton[role="lead"] {{
    background: {accent}; color: {on_accent}; border-color: {accent};
    font-size: {lead}px; font-weight: 600; padding: {large_control};
}}
QPushButton[role="lead"]:focus {{ border: 2px solid {text}; padding: {large_control_thick}; }}
QPushButton[role="record"] {{
    font-size: {lead}px; font-weight: 600; padding: {large_control};
    background: {error}; color: {on_error}; border-color: {error};
}}
QPushButton[role="record"]:focus {{ border: 2px solid {text}; padding: {large_control_thick}; }}
QPushButton[role="record"]:disabled {{ background: {hover}; color: {muted}; border-color: {border}; }}
QPushButton[role="small"], QPushButton[role="small-danger"] {{ padding: {small_control}; min-height: 16px; }}
QPushButton[role="small"]:focus, QPushButton[role="small-danger"]:focus {{ padding: {small_control_thick}; }}
QPushButton[role="status"] {{
    border: 0; background: transparent; color: {accent}; padding: {small_control}; min-height: 16px;
}}
QPushButton[role="status"]:hover {{ background: {hover}; }}
QPushButton[role="status"]:focus {{ border: 2px solid {accent}; padding: {small_control_thick}; }}
QPushButton[role="flat"] {{ border: 0; background: transparent; padding: {xs}px; }}
QPushButton[role="flat"]:hover {{ background: {hover}; }}
QPushButton[role="flat"]:focus {{ border: 2px solid {accent}; padding: {xxs}px; }}
QPushButton[role="page"] {{
    text-align: left; border: 0; background: transparent; padding: {page_control};
}}
QPushButton[role="page"]:hover {{ background: {hover}; }}
QPushButton[role="page"]:checked {{ background: {surface}; color: {accent}; font-weight: 600; }}
QPushButton[role="page"]:focus {{ border: 2px solid {accent}; padding: {page_control_thick}; }}
QLineEdit, QTextEdit, QPlainTextEdit, QListView, QListWidget {{
    background: {surface}; border: 1px solid {border}; border-radius: {radius_medium}px; padding: {field};
    selection-background-color: {accent}; selection-color: {on_accent};
}}
QLineEdit, QTextEdit, QPlainTextEdit {{ placeholder-text-color: {muted}; }}
QPlainTextEdit {{ font-size: {lead}px; padding: {s}px; }}
QLineEdit:focus, QTextEdit:focus, QPlainTextEdit:focus, QListView:focus, QListWidget:focus {{
    border: 2px solid {accent};
}}
QComboBox {{
    background: {surface}; border: 1px solid {border}; border-radius: {radius_medium}px;
    padding: {control}; min-height: 20px; combobox-popup: 0;
}}
QComboBox:focus {{ border: 2px solid {accent}; padding: {control_thick}; }}
QComboBox::drop-down {{ border: 0; width: {xl}px; }}
QComboBox::down-arrow {{ image: url("{arrow}"); width: 16px; height: 16px; }}
QAbstractSpinBox {{ min-height: 28px; }}
QComboBoxPrivateContainer {{ background: {surface}; border: 0; }}
QComboBox QAbstractItemView, QComboBox QAbstractItemView:focus {{
    background: {surface}; border: 1px solid {border}; border-radius: 0; padding: 0; outline: 0;
    selection-background-color: {accent}; selection-color: {on_accent};
}}
QComboBox QAbstractItemView::item {{ padding: {xs}px {m}px; border-radius: 0; }}
QListView, QListWidget {{ outline: 0; }}
QListWidget::item, QListView::item {{ padding: {s}px; border-radius: {radius_small}px; }}
QListWidget::item:selected, QListView::item:selected {{ background: {accent}; color: {on_accent}; }}
QTableView {{
    background: {surface}; border: 1px solid {border}; border-radius: {radius_medium}px;
    selection-background-color: {hover}; selection-color: {text};
}}
QTableView:focus {{ border: 2px solid {accent}; }}
QTableView::item {{ padding: {xs}px {s}px; }}
QTableView::item:selected {{ background: {hover}; color: {text}; }}
QTableView QLineEdit {{ border: 0; border-radius: 0; padding: {xxs}px {xs}px; }}
QHeaderView {{ background: transparent; }}
QHeaderView::section {{
    background: {surface}; color: {muted}; border: 0; border-bottom: 1px solid {border}; padding: {xs}px {s}px;
}}
QHeaderView::section:first {{ border-top-left-radius: {radius_medium}px; }}
QHeaderView::section:last {{ border-top-right-radius: {radius_medium}px; }}
QSlider::groove:horizontal {{ background: {border}; height: 4px; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ background: {accent}; border-radius: 2px; }}
QSlider::handle:horizontal {{
    background: {accent}; border: 2px solid {surface}; width: 12px; margin: -6px 0; border-radius: {radius_medium}px;
}}
QSlider::handle:horizontal:focus {{ border-color: {text}; }}
QProgressBar {{ background: {hover}; border: 0; border-radius: {radius_small}px; max-height: 8px; min-height: 8px; }}
QProgressBar::chunk {{ background: {accent}; border-radius: {radius_small}px; }}
QToolTip {{ background: {surface}; color: {text}; border: 1px solid {border}; padding: {xs}px; }}
QStatusBar {{ background: {sidebar}; border-top: 1px solid {border}; }}
QStatusBar::item {{ border: 0; }}
QScrollArea, QScrollArea > QWidget > QWidget[role="page"] {{ border: 0; background: transparent; }}
QPlainTextEdit[role="notes"] {{ font-size: {body}px; padding: {field}; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {border}; border-radius: {radius_small}px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 32px; }}
QScrollBar::handle:horizontal {{ min-width: 32px; }}
QScrollBar::handle:hover {{ background: {muted}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabWidget::pane {{ border: 0; }}
QTabBar::tab {{
    background: transparent; color: {muted}; border: 0; border-bottom: 2px solid transparent;
    padding: {s}px {l}px; margin-right: {xs}px;
}}
QTabBar::tab:selected {{ color: {text}; border-bottom-color: {accent}; font-weight: 600; }}
QTabBar::tab:focus {{ border: 2px solid {accent}; padding: {tab_thick}; border-radius: {radius_small}px; }}
QTextBrowser {{ padding: {m}px; }}
QMenu {{ background: {surface}; border: 1px solid {border}; padding: {xs}px; }}
QMenu::item {{ padding: {xs}px {l}px; border-radius: {radius_small}px; }}
QMenu::item:selected {{ background: {accent}; color: {on_accent}; }}
QCheckBox {{ spacing: {s}px; padding: {xxs}px; }}
QCheckBox::indicator {{
    width: 14px; height: 14px; border: 1px solid {muted}; border-radius: {radius_small}px; background: {surface};
}}
QCheckBox::indicator:checked {{ background: {accent}; border-color: {accent}; image: url("{check}"); }}
QRadioButton {{ spacing: {s}px; padding: {xxs}px; }}
QRadioButton::indicator {{
    width: 14px; height: 14px; border: 1px solid {muted}; border-radius: {radius_medium}px; background: {surface};
}}
QRadioButton::indicator:checked {{ border: 5px solid {accent}; width: 6px; height: 6px; }}
QRadioButton:focus {{ border: 1px solid {accent}; border-radius: {radius_small}px; }}
QTableView::indicator, QListWidget::indicator {{
    width: 14px; height: 14px; border: 1px solid {muted}; border-radius: {radius_small}px; background: {surface};
}}
QTableView::indicator:checked, QListWidget::indicator:checked {{
    background: {accent}; border-color: {accent}; image: url("{check}");
}}
QListWidget::indicator:checked:selected {{ border-color: {on_accent}; }}
QCheckBox:disabled {{ color: {muted}; }}
QCheckBox:focus {{ border: 1px solid {accent}; border-radius: {radius_small}px; }}
"""


def style_sheet(theme: Theme, text_percent: int = 100) -> str:
    """The style sheet in a theme's colours.

    Args:
        theme: Its colours.
        text_percent: The person's text size; 100 is the usual one.
    """
    pictures = {name: picture_file(file, theme) for name, file in (("arrow", "down"), ("check", "check"))}
    return _STYLE.format(**asdict(theme), **pictures, **_letters(text_percent), **_gaps(), **_radii())


def picture_file(name: str, theme: Theme) -> str:
    """The file of a picture that style sheets use, in a theme's colour."""
    return (ICONS / f"{name}-{theme.name}.svg").as_posix()


def _letters(percent: int) -> dict[str, int]:
    return {name.lower(): round(size * percent / 100) for name, size in _constants(Type).items()}


def _gaps() -> dict[str, object]:
    return {
        **{name.lower(): gap for name, gap in _constants(Space).items()},
        "field": _inside(Space.XS + Space.XXS, Space.XS + Space.XXS, 0),
        "control": _inside(Space.S, Space.M, THIN),
        "control_thick": _inside(Space.S, Space.M, THICK),
        "small_control": _inside(Space.XS, Space.M, THIN),
        "small_control_thick": _inside(Space.XS, Space.M, THICK),
        "large_control": _inside(Space.M, Space.XL, THIN),
        "large_control_thick": _inside(Space.M, Space.XL, THICK),
        "page_control": _inside(Space.S + Space.XXS, Space.M, 0),
        "page_control_thick": _inside(Space.S + Space.XXS, Space.M, THICK),
        "tab_thick": _inside(Space.S, Space.L, THICK),
    }


def _radii() -> dict[str, int]:
    return {"radius_small": Radius.S, "radius_medium": Radius.M, "radius_large": Radius.L}


def _inside(vertical: int, horizontal: int, border: int) -> str:
    """Padding that leaves a control its size, however wide its border is."""
    return f"{vertical - border}px {horizontal - border}px"


def _constants(scale: type) -> dict[str, int]:
    return {name: size for name, size in vars(scale).items() if name.isupper()}
