"""Everything that the window says can be said in each of its languages."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QTabWidget

from timbre_app.studio import language
from timbre_app.studio.language import told
from timbre_app.studio.sentences import SENTENCES

ROOT = Path(__file__).resolve().parents[3]
RENEW = "run .venv/bin/python scripts/translations.py, and translate what it names"
TS = language.FOLDER / "timbre_zh_CN.ts"
TWO_WORDS = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")
KEPT_IN_ENGLISH = (
    "Built-in microphone",
    "Studio USB",
    "ONNX Runtime",
    "American English",
    "I agree that",
    "TensorRT for RTX",
)


def script():
    spec = importlib.util.spec_from_file_location("translations", ROOT / "scripts" / "translations.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_sentences_of_the_lower_layers_are_all_collected():
    assert set(script().sentences()) == set(SENTENCES), RENEW


def test_no_text_waits_for_its_translation():
    known = script().translations(TS)
    texts = {(context, text) for context, texts in script().texts_in_sources().items() for text in texts}
    assert sorted(key for key in texts if not known.get(key)) == [], RENEW


def test_translations_have_the_places_of_their_texts():
    places = re.compile(r"\{[^}]*\}")
    wrong = [
        (text, translated)
        for (_, text), translated in script().translations(TS).items()
        if sorted(places.findall(text)) != sorted(places.findall(translated))
    ]
    assert wrong == []


def test_what_the_window_reads_is_what_was_translated(qapp):
    translator = QTranslator()
    assert translator.load(str(TS.with_suffix(".qm")))
    stale = [
        text
        for (context, text), translated in script().translations(TS).items()
        if translator.translate(context, text) != translated
    ]
    assert stale == [], RENEW


def test_a_sentence_is_found_again_with_what_was_filled_in(chinese):
    assert told("The microphone “Studio USB” is not plugged in: choose another one.") == (
        "麦克风“Studio USB”没有插入：请选择另一个。"
    )
    newer = "Zoe.timbre was made by a newer version of Timbre: update Timbre to use it."
    assert told(newer) == "Zoe.timbre 由更新版本的 Timbre 制作：请更新 Timbre 后使用。"
    assert told("Good likeness. It sounds like the person.") == "相似度：良好。听起来像本人。"
    assert told("Nobody has written this.") == "Nobody has written this."
    assert told("") == ""


def test_in_english_a_sentence_stays_as_it_is(qapp):
    text = "The take cannot be saved: No space left on device."
    assert told(text) == text


@pytest.mark.parametrize(("choice", "found"), [("zh_CN", "zh_CN"), ("en", "en")])
def test_a_chosen_language_goes_before_that_of_the_system(choice, found):
    assert language.language_of(choice) == found


@pytest.mark.parametrize(("families", "found"), [(["Noto Sans CJK SC"], "zh_CN"), ([], "en")])
def test_a_chinese_desktop_without_chinese_letters_is_answered_in_english(monkeypatch, families, found):
    system = QLocale("zh_CN")
    monkeypatch.setattr(language.QLocale, "system", lambda: system)
    monkeypatch.setattr(language.QFontDatabase, "families", lambda _: families)
    assert language.language_of("system") == found
    assert language.language_of("zh_CN") == "zh_CN"


def test_nothing_in_the_chinese_window_is_english(chinese, open_studio, qtbot):
    studio = open_studio()
    window = studio.window
    for page in (window.RECORD, window.SPEAK, window.SETTINGS, window.WELCOME, window.VOICES):
        window.show_page(page)
        qtbot.waitUntil(lambda: studio.tasks.busy <= 1)
    left = [text for text in _texts(window) if TWO_WORDS.search(text)]
    assert [text for text in left if not any(kept in text for kept in KEPT_IN_ENGLISH)] == []


def _texts(window):
    found = set()
    for kind in (QLabel, QAbstractButton):
        for widget in window.findChildren(kind):
            found |= {widget.text(), widget.toolTip(), widget.accessibleName()}
    for kind in (QLineEdit, QPlainTextEdit):
        for widget in window.findChildren(kind):
            found |= {widget.placeholderText(), widget.accessibleName(), widget.toolTip()}
    for box in window.findChildren(QComboBox):
        found |= {box.itemText(at) for at in range(box.count())}
    for tabs in window.findChildren(QTabWidget):
        found |= {tabs.tabText(at) for at in range(tabs.count())}
    return found
