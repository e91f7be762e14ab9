"""Every size, gap, radius and colour of the window, by name; pages use these names and no numbers of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


class Type:
    """Sizes of letters in pixels, at 100 % of the person's text size."""

    CAPTION: Final = 12
    BODY: Final = 14
    LEAD: Final = 16
    FIGURE: Final = 20
    TITLE: Final = 24
    PROMPT: Final = 28
    COUNT: Final = 64


class Space:
    """Gaps and margins in pixels."""

    NONE: Final = 0
    XXS: Final = 2
    XS: Final = 4
    S: Final = 8
    M: Final = 12
    L: Final = 16
    XL: Final = 24


class Radius:
    """Roundings of corners in pixels."""

    S: Final = 4
    M: Final = 8
    L: Final = 12


class Icon:
    """Sizes of icons in pixels."""

    ACTION: Final = 16
    PAGE: Final = 18
    MARK: Final = 28
    EMPTY: Final = 48
    WELCOME: Final = 64


@dataclass(frozen=True)
class Theme:
    """Colours by role; `good`, `warning`, `error` and `accent` are letters as well as areas."""

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
    error_soft: str
    on_error: str


class HighContrast:
    """Colours of the Talk page where the person wants high contrast."""

    BACKGROUND: Final = "#000000"
    TEXT: Final = "#ffffff"
    LETTERS: Final = "#ffff00"
    PALE: Final = "#c8c800"
    MUTED: Final = "#a0a0a0"
    FOCUS: Final = "#00ffff"


class Spectrum:
    """Colours over a picture of a sound, which is dark in both themes."""

    GROUND: Final = "#10131a"
    LINE: Final = "#ffffff"
    CHANGED: Final = "#ffd166"


LIGHT: Final = Theme(
    name="light",
    window="#f6f7f9",
    surface="#ffffff",
    sidebar="#eceef2",
    border="#d3d8e0",
    text="#1b2330",
    muted="#566171",
    accent="#2a5fd0",
    on_accent="#ffffff",
    hover="#e6eaf1",
    good="#1c7a45",
    warning="#8f5400",
    error="#b8263b",
    error_soft="#fbe9eb",
    on_error="#ffffff",
)
DARK: Final = Theme(
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
    error_soft="#43252b",
    on_error="#2a0b10",
)
