"""Names of languages as desktops and Home Assistant write them."""

from __future__ import annotations

_MANDARIN = "cmn"


def locale(language: str) -> str:
    """The name of a language, by espeak's name such as en-us, as other programs write it: en-US."""
    base, *rest = language.split("-")
    if base == _MANDARIN:
        return "zh-CN"
    return f"{base}-{rest[0].upper()}" if rest and len(rest[0]) == 2 else base
