"""Marks texts that another module shows, so that translators see them."""


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:  # noqa: N802 - Qt's name, which scripts/translations.py looks for
    """Return the text unchanged. PySide6's own function does the same, but its stub says that it returns an object."""
    return text
