"""Addresses of the web, of mail and of machines."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers

_LABEL = r"[\w-]{1,63}"
_FILE_TYPES = (
    "pdf|txt|docx?|xlsx?|pptx?|csv|json|ya?ml|toml|xml|html?|md|jpe?g|png|gif|svg|"
    "mp3|mp4|wav|flac|ogg|zip|exe|py|js|ts|sh|cpp|tar\\.gz|gz|7z|rar|dmg|iso|apk|deb|rpm|jar|bat|rs|java|kt|swift"
    "|css|scss|jsx|tsx|"
    "vue|sql|db|ini|cfg|conf|bak|srt|vtt|epub|mobi|webp|webm|mkv|avi|mov|m4a|m4b|aac|ico|bmp|tiff?|psd|ttf|ipynb"
    "|tex|rtf|odt|"
    "ics|onnx|dll|dat|log|sav|PDF|TXT|DOCX?|XLSX?|CSV|JPE?G|PNG|GIF|MP3|MP4|WAV|MOV|ZIP|EXE|JSON|HTML"
)
_PATH = r"(?:[/?#][^\s<>\"]*[\w/])?"
_TOP_LEVEL = (
    "com|org|net|io|edu|gov|dev|ai|info|biz|app|mil|int|eu|co\\.uk|uk|de|fr|it|es|nl|ch|at|be|se|no|dk|fi|pl|ca|us|au|"
    "nz|jp|cn|in|br|ru|tv|fm|me|co|ly|gg|xyz|app|news|blog|shop|store|online|site|tech|cloud|page|live|travel|museum"
)
PATTERNS = {
    "url": rf"(?:(?:https?|ftp|file)://|www\.)[^\s<>\"]*[\w/]"
    rf"|[\w.+&-]{{1,64}}@(?!\d+(?:\.\d+)+(?![\w-])){_LABEL}(?:\.{_LABEL}){{1,8}}{_PATH}"
    rf"|\b[A-Za-z]{_LABEL}(?:\.{_LABEL}){{0,6}}\.(?:{_TOP_LEVEL})\b(?!\.\w){_PATH}"
    rf"|(?<![\w.])[A-Za-z]\w{{0,40}}(?:[-.]\w{{1,40}}){{0,4}}\.(?:{_FILE_TYPES})(?![\w/-]|\.\w)"
    rf"|\blocalhost:\d{{2,5}}{_PATH}",
    "machine": rf"(?<![\w.])\d{{1,3}}(?:\.\d{{1,3}}){{3}}(?:/\d{{1,2}}(?![\w./])|(?::\d{{2,5}}{_PATH})?(?![\w.]*\d))",
    "doi": r"(?<!\w)(?P<the_doi>doi|DOI)(?P<doinumber>:\s?10\.\d{4,9}/[^\s<>\"]*\w)",
}
SIGNS = {
    ".": "dot",
    "@": "at",
    "/": "slash",
    "-": "dash",
    "_": "underscore",
    "+": "plus",
    ":": "colon",
    "?": "question mark",
    "=": "equals",
    "&": "ampersand",
    "#": "hash",
    "%": "percent",
    "~": "tilde",
}
# Spelled, because they are no words.
_LETTERS = {word.lower(): word for word in ("HTTP", "HTTPS", "FTP", "WWW", "HTML", "PHP", "URL")} | {
    "jpg": "jpeg"
}
_PIECE = re.compile(r"\d+|[^\W\d_]+|\S")


def url(match: re.Match[str], _: Token | None) -> str:
    """Speak an address piece by piece; a country's two letters are spelled."""
    address = match.group()
    stem, dot, country = address.rpartition(".")
    if dot and len(country) == 2 and country.isalpha():
        address = f"{stem}.{country.upper()}"
    return pieces(address)


def pieces(address: str) -> str:
    """Speak the words, signs and figures of an address or a path one after another."""
    spoken: list[str] = []
    for piece in _PIECE.finditer(address):
        text = piece.group()
        if text.isdecimal():
            is_port = piece.start() and address[piece.start() - 1] == ":"
            spoken.append(code(text, in_pairs=bool(is_port)))
        else:
            spoken.append(SIGNS.get(text) or _LETTERS.get(text.lower()) or (text if text.isalnum() else ""))
    return " ".join(spoken)


def code(digits: str, *, in_pairs: bool = False) -> str:
    """Speak the digits of a code: ``6000`` six thousand, ``8080`` in pairs if so wanted, others one by one."""
    if len(digits) == 4 and digits.endswith("00") and digits[0] != "0":
        return numbers.cardinal(digits)
    if in_pairs and len(digits) == 4 and digits[2] != "0" and digits[0] != "0":
        return f"{numbers.cardinal(digits[:2])} {numbers.cardinal(digits[2:])}"
    return numbers.digits(digits)


def machine(match: re.Match[str], _: Token | None) -> str:
    """Speak a machine's address, "127.0.0.1:8080"."""
    text = match.group()
    host = re.split("[:/]", text, maxsplit=1)[0]
    rest = text[len(host) :]
    spoken = " dot ".join(
        numbers.digits(part) if len(part) == 3 else numbers.cardinal(part) for part in host.split(".")
    )
    return f"{spoken} {_sized(rest) if rest[:1] == '/' else pieces(rest)}"


def _sized(size: str) -> str:
    """Speak the "/24" of a network."""
    return f"slash {numbers.cardinal(size[1:])}"


SPEAKERS: dict[str, Speaker] = {
    "url": url,
    "machine": machine,
    "doi": lambda match, _: f"D O I {pieces(match['doinumber'][1:])}",
}
