"""The window's language: texts of the window itself, and sentences of the layers below that know no Qt."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import (
    QCollator,
    QCollatorSortKey,
    QCoreApplication,
    QLibraryInfo,
    QLocale,
    Qt,
    QTranslator,
)
from PySide6.QtGui import QFontDatabase

from timbre_app.studio.sentences import SENTENCES

FOLDER = Path(__file__).parent / "translations"
ENGLISH, CHINESE = "en", "zh_CN"
CONTEXT = "Sentences"
_PLACE = re.compile(r"\\\{(\d+)\\\}")


def language_of(choice: str) -> str:
    """The language for a setting: "system" is that of the desktop if Timbre speaks and can write it, else English."""
    if choice != "system":
        return choice
    is_chinese = QLocale.system().language() == QLocale.Language.Chinese
    return CHINESE if is_chinese and _has_chinese_letters() else ENGLISH


def _has_chinese_letters() -> bool:
    """Whether a font has them; without one the window would be full of empty boxes."""
    return bool(QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese))


def use_language(app: QCoreApplication, choice: str) -> None:
    """Have windows that are made from now on speak a language."""
    language = language_of(choice)
    QLocale.setDefault(QLocale.system() if choice == "system" else QLocale(language))
    for translator in app.findChildren(QTranslator):
        app.removeTranslator(translator)
        translator.deleteLater()
    if language == ENGLISH:
        return
    qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folder in ((f"qtbase_{language}", qt), (f"timbre_{language}", str(FOLDER))):
        translator = QTranslator(app)
        if translator.load(name, folder):
            app.installTranslator(translator)


def name_order() -> Callable[[str], QCollatorSortKey]:
    """What sorts names as people do in the window's language: 2 before 10, whatever the case."""
    locale = QLocale()
    if locale.language() == QLocale.Language.C:  # sorts by the characters' codes, whatever else it is told
        locale = QLocale(QLocale.Language.English)
    collator = QCollator(locale)
    collator.setNumericMode(True)
    collator.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    return collator.sortKey


def told(text: str) -> str:
    """A sentence of the layers below in the window's language; as it is if nobody has translated it."""
    exact = QCoreApplication.translate(CONTEXT, text) if text else ""
    if exact != text or not _is_translated():
        return exact
    for template, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found:
            translated = QCoreApplication.translate(CONTEXT, template)
            return translated.format(*(told(part) for part in found.groups()))
    return text


def _is_translated() -> bool:
    return QCoreApplication.translate(CONTEXT, "microphone") != "microphone"


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Sentences with places to fill in, those with most words of their own first."""
    filled = [text for text in SENTENCES if "{0}" in text]
    filled.sort(key=lambda text: -len(re.sub(r"\{\d+\}", "", text)))
    return [(text, re.compile(_PLACE.sub("(.*)", re.escape(text)), re.DOTALL)) for text in filled]
