"""What is left of HTML and Markdown in a text that was copied, and paths of files."""

from __future__ import annotations

import html
import re

from ..tokens import Speaker, Token
from .lists import listed, word_set
from .signs import SIGNS
from .web import pieces

_LINE = r"(?:(?<=^)|(?<=\n))"
_OPEN = r"(?:(?<=\s)|(?<=^)|(?<=[(`\"]))"
_ELEMENTS = "|".join(
    listed(
        "a abbr article b blockquote body br button center code dd del details div dl dt em figure figcaption font "
        "footer "
        "form h[1-6] head header hr html i iframe img input ins kbd label li link main mark meta nav ol option p pre q "
        "s "
        "samp script section select small span strike strong style sub summary sup svg table tbody td tfoot th thead "
        "time "
        "title tr tt u ul var video"
    )
)
_APOSTROPHE = r"&(?:rsquo|apos|\#39|\#8217|\#x27|\#x2019);"
_STEP = r"\.?[\w-]+(?:\.[\w-]+)*"
_HIDDEN = "|".join(
    listed(
        "env github git ssh config local cache vscode profile htaccess dockerignore gitignore npmrc [a-z]+rc"
    )
)

PATTERNS = {
    "element": r"</[A-Za-z][\w:-]{0,30}>"
    rf"|<(?P<opened>[A-Za-z][\w:-]{{0,30}})(?:\s[^<>\n]{{0,300}})?>(?=[^<]{{0,2000}}</(?P=opened)>)"
    rf"|</?(?i:{_ELEMENTS})(?:\s[^<>\n]{{0,300}})?\s?/?>|<!--[^\n]{{0,300}}?-->",
    "character": r"&(?:\#\d{1,6}|\#[xX][0-9A-Fa-f]{1,5}|[A-Za-z]{2,8}\d{0,2});",
    "apostrophe": rf"[A-Za-z]+{_APOSTROPHE}[A-Za-z]+",
    "linktarget": r"(?<=[\w!?.)\"'*`’”…])\]\([^\s()]{1,300}\)|\[\^\w{1,8}\]",
    "heading": rf"{_LINE}\#{{1,6}}\s(?=\S)",
    "fence": r"```\w{0,20}",
    "task": r"\[[ xX]\](?=\s)",
    "bullet": rf"{_LINE}\+\s(?=[A-Za-z])",
    "path": rf"{_OPEN}(?:~|\.{{1,2}})?/(?!or\b|\d){_STEP}(?:/{_STEP})*/?(?!\w)|(?<=\s)~/(?=\s)",
    "hidden": rf"{_OPEN}\.(?=(?:{_HIDDEN})\b)",
    "flag": r"(?:(?<=^)|(?<=\s))-(?=[b-hj-zB-HJ-Z](?:[\s,.;]|$))",
    "drive": r"(?<!\w)(?P<disk>[A-Za-z]):\\{1,2}(?=\w)",
    "backslash": r"(?<=\w)\\(?=\w)",
    "wrapped": r"(?<![\w-])(?P<wrapbegin>[A-Za-z]{2,20})-[ \t]?\n[ \t]*(?P<wrapend>[a-z]{2,20})(?![\w-])",
}
# Words that more often end with their own hyphen than with a line's.
_COMPOUNDS = word_set(
    "well self non long short high low ex half semi all full first second third so by up over off on in out state "
    "one two three four five six seven eight nine ten twenty thirty forty fifty sixty seventy eighty ninety world old "
    "new hard soft open cross ever much part single double real free large small year time left right three-year"
)
# Their names say nothing that is heard; other characters that are signs are spoken.
_QUIET = frozenset("\u00a0'\"‘’“”–—…•·\u00ad\u200b")


def character(match: re.Match[str], _: Token | None) -> str:
    """Speak a character that HTML names: "&amp;" as "and", "&mdash;" and "&nbsp;" not at all."""
    written = match.group()
    sign = html.unescape(written)
    if sign == written:  # no name of a character: "Smith &Co;"
        return f"and {written[1:-1]}"
    return "" if sign in _QUIET else SIGNS.get(sign, sign if sign.isalnum() else "")


def apostrophe(match: re.Match[str], _: Token | None) -> str:
    """Speak "it&#8217;s" as "it's"."""
    return re.sub(_APOSTROPHE, "'", match.group())


def path(match: re.Match[str], _: Token | None) -> str:
    """Speak "/usr/bin/python3" and "~/notes.txt" piece by piece."""
    return pieces(match.group())


def wrapped(match: re.Match[str], _: Token | None) -> str:
    """Speak a word that a line's end parts: "docu-" and "mentation"; "well-" and "known" stay two."""
    begin, end = match["wrapbegin"], match["wrapend"]
    return f"{begin} {end}" if begin.lower() in _COMPOUNDS else begin + end


SPEAKERS: dict[str, Speaker] = {
    "element": lambda _, __: "",
    "character": character,
    "apostrophe": apostrophe,
    "linktarget": lambda _, __: "",
    "heading": lambda _, __: "",
    "fence": lambda _, __: "",
    "task": lambda _, __: "",
    "bullet": lambda _, __: "",
    "path": path,
    "hidden": lambda _, __: "dot",
    "flag": lambda _, __: "dash",
    "drive": lambda match, _: f"{match['disk'].upper()} colon backslash",
    "backslash": lambda _, __: "backslash",
    "wrapped": wrapped,
}
