"""Numbers behind the word that says what they number: cards, accounts, pages; short words before figures."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .everyday import letters
from .lists import any_of, listed, word_set
from .shorthand import SHORT_BOOKS

# In front of a number; the same with a full stop are in `tables.BEFORE_DIGIT`.
SHORT: dict[str, str] = {
    "fig": "figure",
    "figs": "figures",
    "vol": "volume",
    "vols": "volumes",
    "ch": "chapter",
    "sec": "section",
    "eq": "equation",
    "eqs": "equations",
    "ref": "reference",
    "refs": "references",
    "hwy": "highway",
    "rte": "route",
    "rt": "route",
    "rm": "room",
    "ste": "suite",
    "apt": "apartment",
    "ext": "extension",
    "bldg": "building",
    "pp": "pages",
    "pg": "page",
    "approx": "approximately",
    "min": "minimum",
    "max": "maximum",
    "avg": "average",
    "no": "number",
    "nos": "numbers",
    "op": "opus",
    "ver": "version",
    "ep": "episode",
    "lv": "level",
    "lvl": "level",
    "mk": "mark",
    "wk": "week",
    "yr": "year",
    "exs": "exercises",
}
_CAPITALISED = listed(
    "Fig Figs Vol Vols Ch Sec Eq Eqs Ref Refs Hwy Rte Rt Rm Ste Apt Ext Bldg Ver Ep No Nos Op Lv Lvl LVL LV Mk Wk "
    "Yr Exs"
)
_SMALL = listed(
    "fig figs vol vols eq eqs hwy rte rm ste apt ext bldg ver ep pp pg approx min max avg nos lv lvl mk wk exs"
)
_ANY = listed("Approx Avg")
SHORT_WORDS = (*_CAPITALISED, *_SMALL, *_ANY)
"""The short words as they are written; some are ordinary words elsewhere."""
_SHORT_WORD = any_of(SHORT_WORDS)
_BOOK = any_of(SHORT_BOOKS)
_PARTS = "|".join(
    f"(?<={word} )"
    for word in listed(
        "page Page part Part slide Slide step Step episode Episode chapter Chapter question Question level Level round "
        "Round day Day photo Photo image Image pg exercise Exercise lesson Lesson"
    )
)

PATTERNS = {
    "shortword": rf"(?<![\w.-])(?P<shortname>{_SHORT_WORD})\s(?=[(#]?\d)|(?<![\w.-])(?P<shortname2>Mk|Vol"
    rf"|Ch)\s(?=[IVX]{{1,5}}\b)",
    "book": rf"(?<![\w.-])(?P<bookname>{_BOOK})\.?(?=\s\d{{1,3}}:\d)|(?<![\w.-])(?P<psalm>Ps)\.?(?=\s\d{{1,3}}\b)",
    "card": r"(?<![\w.,-])(?!(?:(?:19|20)\d\d[ ]?)+(?!\d))\d{4}(?: \d{4}){2,4}(?: \d{1,3})?(?![\w-]|,\d|\.\d)"
    r"|(?<![\w.,-])(?<!\d )\d{3} \d{4} \d{4}(?![\w-]|,\d|\.\d| \d)",
    "iban": r"(?<!\w)[A-Z]{2}\d{2}(?=(?:[A-Z ]*\d){9})(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?(?!\w)",
    "bankcode": r"(?=\d\d-\d)(?:(?<=ort code )|(?<=ort code: ))\d\d-\d\d-\d\d(?![\w-])"
    r"|(?=\d{4,8}-\d)(?:(?<=umber )|(?<=umber: )|(?<=[Nn]o\. ))\d{4,8}(?:-\d{2,8}){1,4}(?![\w-])",
    "extended": r"(?=[Ee]xt)(?:(?<=\d )|(?<=\d, ))(?:[Ee]xt\.?|extension)\s?(?P<extendedby>\d{1,6})(?!\w)"
    r"|(?<=\d{4} )x(?P<extended2>\d{2,6})(?!\w)",
    "emergency": r"(?<![\w.,$-])911(?=\s(?:calls?|operators?|dispatchers?|emergency)\b)",
    "partof": rf"(?=\d{{1,4}}/\d)(?:{_PARTS})(?P<nth_part>\d{{1,4}})/(?P<parts_all>\d{{1,4}})(?![\w/])",
}
_AT_NUMBER = word_set("the at and to or is")


def short_word(match: re.Match[str], before: Token | None) -> str:
    """Speak "Fig 5", "approx 20"; "No 5" only behind a name, "the" and a few more."""
    word = match["shortname"] or match["shortname2"]
    if word == "No" and not (before and (before.text[:1].isupper() or before.text in _AT_NUMBER)):
        return word
    return SHORT[word.lower()]


SPEAKERS: dict[str, Speaker] = {
    "shortword": short_word,
    "book": lambda match, _: SHORT_BOOKS[match["bookname"] or match["psalm"]],
    "card": lambda match, _: numbers.digits(match.group()),
    "iban": lambda match, _: letters(match.group()),
    "bankcode": lambda match, _: numbers.digits(match.group()),
    "extended": lambda match, _: f"extension {numbers.digits(match['extendedby'] or match['extended2'])}",
    "emergency": lambda match, _: numbers.digits(match.group()),
    "partof": lambda match, _: (
        f"{numbers.cardinal(match['nth_part'])} of {numbers.cardinal(match['parts_all'])}"
    ),
}
