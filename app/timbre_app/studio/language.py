"""The window's language: translates its own texts, and the messages of the layers below, which do not know Qt."""

from __future__ import annotations

from collections.abc import Callable
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

from timbre.messages import Message

FOLDER = Path(__file__).parent / "translations"
ENGLISH, CHINESE = "en", "zh_CN"
CONTEXT = "Messages"


def language_of(choice: str) -> str:
    """The language for a setting; "system" means the desktop's if Timbre can speak and write it, otherwise English."""
    if choice != "system":
        return choice
    is_chinese = QLocale.system().language() == QLocale.Language.Chinese
    return CHINESE if is_chinese and _has_chinese_letters() else ENGLISH


def _has_chinese_letters() -> bool:
    """Whether a font has Chinese letters; without one the window would be full of empty boxes."""
    return bool(QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese))


def use_language(app: QCoreApplication, choice: str) -> None:
    """Set the language of all windows that are made from now on."""
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
    """A sort key for names in the window's language: 2 comes before 10, and case does not count."""
    locale = QLocale()
    if locale.language() == QLocale.Language.C:  # this locale always sorts by the characters' codes
        locale = QLocale(QLocale.Language.English)
    collator = QCollator(locale)
    collator.setNumericMode(True)
    collator.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    return collator.sortKey


def translated(message: Message | None) -> str:
    """A message in the window's language; a template that nobody has translated stays English."""
    return message.filled(_translated) if message is not None else ""


def _translated(template: str) -> str:
    return QCoreApplication.translate(CONTEXT, template) if template else ""
