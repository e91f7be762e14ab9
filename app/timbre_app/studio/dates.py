"""Days and times as the window writes them, everywhere in the same way."""

from __future__ import annotations

from PySide6.QtCore import QDate, QDateTime, QLocale, Qt


def day_of(iso_time: str) -> str:
    """The day of an ISO 8601 time, such as "November 21, 2026"; empty if that is no time."""
    return _day(QDate.fromString(iso_time[:10], Qt.DateFormat.ISODate))


def moment(time_s: float) -> str:
    """Day and time of day, such as "November 21, 2026, 2:05 PM".

    Args:
        time_s: Seconds since 1970.
    """
    when = QDateTime.fromSecsSinceEpoch(int(time_s))
    locale = QLocale()
    clock = locale.toString(when.time(), locale.timeFormat(QLocale.FormatType.ShortFormat))
    return f"{_day(when.date())} {clock}" if _is_chinese(locale) else f"{_day(when.date())}, {clock}"


def _day(day: QDate) -> str:
    if not day.isValid():
        return ""
    locale = QLocale()
    return locale.toString(day, "yyyy年M月d日" if _is_chinese(locale) else "MMMM d, yyyy")


def _is_chinese(locale: QLocale) -> bool:
    return locale.language() == QLocale.Language.Chinese
