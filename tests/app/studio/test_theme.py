"""The theme: letters can be read on every background, and icons follow it."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QPixmapCache
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QPushButton

from timbre_app import studio
from timbre_app.studio.theme import (
    DARK,
    LIGHT,
    HighContrast,
    apply_theme,
    icon,
    set_icon,
    sheet,
    system_theme,
)
from timbre_app.studio.theme.icons import COLOURS, ICONS, ThemedIcon

LEAST_CONTRAST = 4.5
PLAIN_BACKGROUNDS = ("window", "surface", "sidebar")
PLAIN_LETTERS = ("text", "muted", "accent", "good", "warning", "error")
"""Letters of labels, which stand on a page, a card, the sidebar or the status line."""
RULE = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
LETTERS, BACKGROUND = re.compile(r"(?<![-\w])color: \{(\w+)\}"), re.compile(r"background: \{(\w+)\}")
SELECTION = re.compile(r"selection-color: \{(\w+)\}"), re.compile(r"selection-background-color: \{(\w+)\}")


def luminance(colour: str) -> float:
    """Relative luminance in [0, 1], as WCAG 2 defines it."""
    parts = QColor(colour).getRgbF()[:3]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast of two colours in [1, 21], as WCAG 2 defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def pairs_of_the_sheet() -> set[tuple[str, str]]:
    """Letters and background of each rule of the style sheet that gives both, and those of what has one of them."""
    pairs = {(letters, background) for letters in PLAIN_LETTERS for background in PLAIN_BACKGROUNDS}
    for rule in RULE.findall(sheet._STYLE):
        letters, background = LETTERS.findall(rule), BACKGROUND.findall(rule)
        if background and background[0] != "border":
            pairs |= {(name, background[0]) for name in letters or ["text"]}
        elif letters:
            pairs |= {(letters[0], plain) for plain in ("window", "surface")}
        selected, area = (part.findall(rule) for part in SELECTION)
        pairs |= set(zip(selected, area, strict=True))
    return pairs - {("text", "accent"), ("text", "muted")}  # handles and bars, without letters


def test_the_pairs_are_those_of_the_window():
    pairs = pairs_of_the_sheet()
    assert {("on_accent", "accent"), ("on_error", "error"), ("muted", "hover"), ("text", "surface")} <= pairs
    assert len(pairs) > len(PLAIN_LETTERS) * len(PLAIN_BACKGROUNDS)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_letters_stand_out_from_what_is_behind_them(theme):
    colours = asdict(theme)
    pairs = pairs_of_the_sheet() | {("error", "error_soft"), ("error", "hover"), ("accent", "hover")}
    found = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in pairs}
    assert {pair: round(value, 2) for pair, value in found.items() if value < LEAST_CONTRAST} == {}


@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit])
def test_what_an_empty_field_says_can_be_read(qtbot, qapp, kind):
    field = kind()
    qtbot.addWidget(field)
    field.ensurePolished()
    assert field.palette().placeholderText().color().name() == system_theme(qapp).muted


def test_high_contrast_is_high():
    high = HighContrast
    for letters in (high.TEXT, high.LETTERS, high.PALE, high.MUTED, high.FOCUS):
        assert contrast(letters, high.BACKGROUND) >= 7
    assert contrast(high.BACKGROUND, high.LETTERS) >= 7


STUDIO = Path(studio.__file__).parent
OWN_NUMBERS = re.compile(
    r"(?:setSpacing|addSpacing|set\w+Spacing|setPixelSize|setPointSize)\([1-9]"
    r"|setContentsMargins\([^)]*[1-9]|font-size: ?[0-9]|#[0-9a-fA-F]{6}\b"
)
OWN = ("theme",)
"""The folder that may have numbers of its own."""


def test_pages_take_sizes_and_colours_from_the_theme():
    stragglers = [
        f"{file.relative_to(STUDIO)}: {line.strip()}"
        for file in STUDIO.rglob("*.py")
        if file.relative_to(STUDIO).parts[0] not in OWN
        for line in file.read_text(encoding="utf-8").splitlines()
        if OWN_NUMBERS.search(line)
    ]
    assert stragglers == []


def test_contrast_is_that_of_wcag():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_every_icon_is_of_one_weight():
    for file in ICONS.glob("*.svg"):
        if not file.stem.endswith(("-light", "-dark")):
            assert 'viewBox="0 0 24 24"' in (text := file.read_text(encoding="utf-8")), file.name
            assert 'stroke="currentColor" stroke-width="2"' in text, file.name


def darkest(picture) -> int:
    image = picture.toImage()
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return min(
        image.pixelColor(*point).lightness() for point in points if image.pixelColor(*point).alpha() > 200
    )


def test_an_icon_follows_the_theme_and_fills_the_pixels_of_the_screen(qapp):
    play = icon("play")
    try:
        for theme in (LIGHT, DARK):
            apply_theme(qapp, theme)
            for ratio in (1, 2):
                picture = play.pixmap(QSize(16, 16), ratio)
                assert picture.width() == 16 * ratio
                assert (darkest(picture) < 100) == (theme is LIGHT)
    finally:
        apply_theme(qapp, system_theme(qapp))


def test_an_icon_is_drawn_once_for_a_size_and_a_theme(qapp, monkeypatch):
    drawn = []
    paint = ThemedIcon.paint
    monkeypatch.setattr(ThemedIcon, "paint", lambda *it: drawn.append(it) or paint(*it))
    QPixmapCache.clear()
    try:
        for theme, count in ((LIGHT, 1), (LIGHT, 1), (DARK, 2), (LIGHT, 2)):
            apply_theme(qapp, theme)
            icon("play").pixmap(QSize(16, 16), 1)
            assert len(drawn) == count
        icon("play").pixmap(QSize(16, 16), 2)
        assert len(drawn) == 3
    finally:
        apply_theme(qapp, system_theme(qapp))


@pytest.mark.parametrize("role", [*COLOURS])
def test_a_button_draws_its_icon_in_the_colour_of_its_text(qtbot, qapp, role):
    button = QPushButton("Delete")
    qtbot.addWidget(button)
    button.setProperty("role", role)
    set_icon(button, "square")
    theme = LIGHT if system_theme(qapp) is LIGHT else DARK
    image = button.icon().pixmap(QSize(48, 48), 1).toImage()
    drawn = {image.pixelColor(x, 24).name() for x in range(48) if image.pixelColor(x, 24).alpha() == 255}
    assert drawn == {getattr(theme, COLOURS[role])}
    disabled = button.icon().pixmap(QSize(48, 48), 1, QIcon.Mode.Disabled).toImage()
    assert disabled.pixelColor(6, 24).name() == theme.muted
