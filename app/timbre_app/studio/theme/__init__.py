"""How the window looks: tokens (sizes, gaps, colours by name), the style sheet made of them, and icons."""

from timbre_app.studio.theme.applying import apply_theme, muted_colour, severity_colour, sized, system_theme
from timbre_app.studio.theme.icons import icon, mark, set_icon, set_icon_contrast
from timbre_app.studio.theme.sheet import picture_file
from timbre_app.studio.theme.tokens import (
    DARK,
    LIGHT,
    HighContrast,
    Icon,
    Radius,
    Space,
    Spectrum,
    Theme,
    Type,
)

__all__ = [
    "DARK",
    "LIGHT",
    "HighContrast",
    "Icon",
    "Radius",
    "Space",
    "Spectrum",
    "Theme",
    "Type",
    "apply_theme",
    "icon",
    "mark",
    "muted_colour",
    "picture_file",
    "set_icon",
    "set_icon_contrast",
    "severity_colour",
    "sized",
    "system_theme",
]
