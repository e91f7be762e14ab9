"""What a screen reader finds on every page: each control has a name and a role, each field a caption."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QPushButton,
    QSlider,
    QWidget,
)

from tests.app.studio.keys_alone import NOTHING_SAID, description_of, name_of, role_of
from timbre_app.studio.talk.phrase_button import PhraseButton
from timbre_app.studio.talk_window import TalkWindow

PAGES = ("voices", "record", "speak", "dialogue", "books", "talk", "settings", "welcome")
FIELDS = (QComboBox, QAbstractSpinBox, QSlider)
WORDS_ALONE = {"A is me", "B is me", "A+", "A−", "Next", "Previous", "Cancel", "Close", "Open with Timbre"}
"""Answers, letters, buttons that stand over the names of their keys, and what ends a dialog or a setting."""
FILTERS = {"Only voices with this tag", "Folder of phrases"}
"""Drop-downs beside a search, whose chosen text says what is shown: "All voices", "All phrases"."""


@pytest.fixture
def pages(open_studio, qtbot) -> list[QWidget]:
    """All pages of the window, whatever they show now; and the window of `timbre talk`."""
    window, talk_window = open_studio().window, TalkWindow()
    qtbot.addWidget(talk_window)
    return [*(getattr(window, f"{name}_page") for name in PAGES), talk_window]


def own(page, kind):
    """The controls of a kind that the page itself has made, without those that Qt makes within a drop-down."""
    return [
        widget
        for widget in page.findChildren(kind)
        if not isinstance(widget.parent(), QComboBox | QAbstractSpinBox)
        and widget.parent().metaObject().className() != "QComboBoxPrivateContainer"
    ]


def captions_of(page):
    """Captions by the control that they lead to."""
    return {caption.buddy(): caption.text() for caption in page.findChildren(QLabel) if caption.buddy()}


def key_of(text):
    """The letter after a single `&`, in lower case; empty without one."""
    _, mark, rest = text.replace("&&", "").partition("&")
    return rest[:1].lower() if mark else ""


def test_each_control_that_takes_keys_has_a_name_and_a_role(pages):
    for page in pages:
        controls = [
            widget
            for widget in own(page, QWidget)
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        ]
        assert controls
        assert [type(widget).__name__ for widget in controls if not name_of(widget)] == []
        mute = [widget for widget in controls if role_of(widget) in NOTHING_SAID]
        assert [name_of(widget) for widget in mute if not description_of(widget)] == []


def test_each_field_has_a_caption(pages):
    """A drop-down, a number or a slider says what it is to those who see it, too."""
    fields = {page: [field for kind in FIELDS for field in own(page, kind)] for page in pages}
    without = [name_of(field) for page in pages for field in fields[page] if field not in captions_of(page)]
    assert sum(map(len, fields.values())) > 20
    assert set(without) == FILTERS


def test_a_caption_with_a_key_leads_somewhere_and_no_key_is_given_twice(pages):
    for page in pages:
        captions = page.findChildren(QLabel)
        lost = [caption.text() for caption in captions if key_of(caption.text()) and caption.buddy() is None]
        assert lost == []
        texts = [*captions_of(page).values(), *(one.text() for one in own(page, QAbstractButton))]
        keys = [key for key in map(key_of, texts) if key]
        assert sorted(keys) == sorted(set(keys)), page


def test_each_button_of_talk_has_a_picture(open_studio):
    page = open_studio().window.talk_page
    buttons = [one for one in page.findChildren(QPushButton) if not isinstance(one, PhraseButton)]
    assert buttons
    assert [one.text() for one in buttons if one.icon().isNull()] == []


def test_each_action_has_a_picture_but_for_those_that_have_words_alone(pages):
    """The same deed looks the same on every page."""
    buttons = [one for page in pages for one in own(page, QPushButton) if not isinstance(one, PhraseButton)]
    assert len(buttons) > 100
    assert {one.text() for one in buttons if one.icon().isNull() and one.text()} == WORDS_ALONE


def test_pictures_are_seen_in_high_contrast(open_studio):
    """In the light theme, too, where pictures are dark."""
    studio = open_studio()
    studio.settings.set_value("look/theme", "light")
    studio.options.appearance.apply()
    page = studio.window.talk_page
    page.set_look(28, high_contrast=True)
    picture = page.options_button.icon().pixmap(24, 24).toImage()
    pixels = [picture.pixelColor(x, y) for x in range(24) for y in range(24)]
    drawn = [pixel for pixel in pixels if pixel.alpha() > 200]
    assert drawn
    assert min(pixel.lightnessF() for pixel in drawn) > 0.4
