"""Everything that the window says can be said in each of its languages."""

from __future__ import annotations

import dataclasses
import importlib.util
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QTabWidget

from timbre.contract import decode_error
from timbre.messages import Message
from timbre.serving.errors import describe
from timbre.voice import VoiceError
from timbre_app.studio import language
from timbre_app.studio.errors import sentence
from timbre_app.studio.language import translated
from timbre_app.talk.phrases import Phrase, PhraseBook

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


def test_the_messages_of_every_layer_are_collected():
    templates = script().messages()
    for part in (
        "Nothing was heard",  # core: a finding about a take
        "made by a newer version",  # core: an error
        "Comparing the voice with the takes",  # finetune: progress
        "is not plugged in",  # app: an error
        "Waiting for another Timbre",  # app: what is waited for
        "open in another window",  # studio
    ):
        assert any(part in template for template in templates), part


@pytest.mark.parametrize(
    "source",
    [
        'class TakeError(TimbreError): ...\nraise TakeError(f"No take {number}.")',
        'Message.of("No take " + number)',
    ],
)
def test_a_message_that_is_no_template_is_refused(source, tmp_path, monkeypatch):
    translations = script()
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "takes.py").write_text(source)
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match=r"takes\.py:\d: a message is a literal template"):
        translations.messages()


def test_no_text_waits_for_its_translation():
    known = script().translations(TS)
    texts = {(context, text) for context, texts in script().texts_in_sources().items() for text in texts}
    assert texts
    assert sorted(key for key in texts if not known.get(key)) == [], RENEW


def test_translations_have_the_places_of_their_texts():
    places = re.compile(r"\{[^}]*\}")
    translations = script().translations(TS)
    wrong = [
        (text, translated)
        for (_, text), translated in translations.items()
        if sorted(places.findall(text)) != sorted(places.findall(translated))
    ]
    assert translations
    assert wrong == []


def test_what_the_window_reads_is_what_was_translated(qapp):
    translator = QTranslator()
    assert translator.load(str(TS.with_suffix(".qm")))
    translations = script().translations(TS)
    stale = [
        text
        for (context, text), translated in translations.items()
        if translator.translate(context, text) != translated
    ]
    assert translations
    assert stale == [], RENEW


UNPLUGGED = Message.of(
    "The {device} “{name}” is not plugged in: choose another one.",
    device=Message.of("microphone"),
    name="Studio USB",
)


def test_the_template_is_translated_and_filled_in(chinese):
    assert translated(UNPLUGGED) == "麦克风“Studio USB”没有插入：请选择另一个。"
    assert translated(Message("Nobody has written this.")) == "Nobody has written this."
    assert translated(Message("")) == ""
    assert translated(None) == ""


@pytest.mark.e2e
def test_an_error_raised_in_the_server_arrives_in_chinese(speech_server, chinese):
    voice = dataclasses.replace(speech_server.voice(), name="Zoe", base_id="0123456789abcdef")
    with pytest.raises(VoiceError) as refusal:
        list(speech_server.client.speak("Hello.", voice))
    assert sentence(refusal.value) == "声音 'Zoe' 是为另一个基础模型制作的：请用它的录音重新克隆"


def test_a_message_inside_another_is_translated_after_the_wire(chinese):
    error = VoiceError(
        "{source} is a broken voice: {reason}",
        source="What was sent",
        reason=VoiceError("Its tensor {name} has the wrong shape or type.", name="speaker"),
    )
    _, message = decode_error(f"in ensemble 'tts', {describe(error)}")
    assert translated(message) == "What was sent 是损坏的声音：它的数据 speaker 的形状或类型不对。"


def test_in_english_a_message_is_its_template_filled_in(qapp):
    assert translated(UNPLUGGED) == "The microphone “Studio USB” is not plugged in: choose another one."


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


def test_nothing_in_the_chinese_window_is_english(chinese, open_studio, qtbot, tmp_path):
    PhraseBook(tmp_path / "talk" / "phrases.json").add(
        Phrase("你好。", "家", 1)
    )  # the first ones are English
    studio = open_studio()
    window = studio.window
    for page in (
        *(window.RECORD, window.SPEAK, window.DIALOGUE, window.BOOKS, window.TALK),
        *(window.SETTINGS, window.WELCOME, window.VOICES),
    ):
        window.show_page(page)
        qtbot.waitUntil(lambda: studio.tasks.busy <= 1)
    texts = _texts(window)
    left = [text for text in texts if TWO_WORDS.search(text)]
    assert len(texts) > 100
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
