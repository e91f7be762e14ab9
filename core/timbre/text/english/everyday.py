"""What people type in chats, recipes, game guides and notes: emoticons, hashtags, slashes, sizes, chess, chemistry."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .lists import LETTER_A, listed, word_set
from .shorthand import COUNTED_BOOKS, FRACTIONS, REPLIES, ZONES
from .units import SYMBOL, unit

_LETTER = r"[^\W\d_]"
_ELEMENT = "(?:Na|Cl|Ca|Fe|Mg|Al|Si|Cu|Zn|Li|Br|C|H|O|N|S|P|K|F|I)"
_VULGAR = "".join(FRACTIONS)
_PAIRS = "|".join(
    listed("he/she she/he his/her her/his him/her s/he he/him she/her yes/no true/false either/or")
)
_FILE_TYPES = "|".join(
    listed("NET com org net edu gov io exe pdf txt jpg png gif mp3 mp4 zip py js html csv docx? xlsx?")
)
# A letter that stands for a number: none that is also a word in chats.
_VARIABLE = r"(?<!['’])\b[b-hj-tv-z]"

PATTERNS = {
    "emoticon": rf"(?<!\w)(?:[:;=][-']?(?:[)(DPp|*]|[oO](?!\w))+|(?<!{_VARIABLE}\s)</?3(?:</?3)*|[xX]D|\^_\^)(?!\w)",
    "quoted": r"(?:(?<=^)|(?<=\n))(?:>\s(?![$€£]?\d[\d.,]*\s?(?:%|[A-Za-z]{0,12}\s*(?:\n|\Z))))+",
    "citation": r"(?<=[\w.,;:!?\"”’)])(?<!\b\w)(?:\[(?!0\])\d{1,3}\])+|(?<=[a-z]{3})\[[a-z]\]",
    "circa": r"(?<![\w.])(?:ca?\.\s?(?=\d{3,4}(?!\d))|ca\s(?=1\d{3}(?!\d)))",
    "bareunit": r"(?<![\w.])(?<!\d )(?P<measure>km/h|m/s²?|kWh|GHz|MHz|kHz|(?:[kcm]?m|ft|in)[²³])(?![\w²³])",
    "operator": r"(?<=\s)(?:&&|\|\|)(?=\s)|(?<!=)[!<>=]=(?!=)|<?[-=]>(?=\s)|(?<=[\d!)])\s?[·•]\s?(?=[\d(]|[a-z]\b)"
    r"|(?<=[A-Za-z]\s)[·](?=\s[A-Za-z])",
    "limit": rf"(?:(?<=\s)|(?<=^)|(?<=\())(?<!{_VARIABLE}\s)(?:[<>]|(?:(?<=^)|(?<=\())[<>]\s)(?=[$€£]?\d)",
    "tag": r"(?<!\w)\#(?P<topic>[A-Za-z]\w*|\d+(?!(?:st|nd|rd|th)\b)[A-Za-z][a-z]\w+)",
    "colour": r"\#(?=[0-9A-Fa-f]*\d)(?=[0-9A-Fa-f]*[A-Fa-f])(?P<hex>[0-9A-Fa-f]{6})\b",
    "hardware": r"(?<![\w:-])(?P<mac>(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2})(?![\w:-])",
    "choice": rf"(?<!\w)(?P<pair>{_PAIRS})(?![\w/])",
    "slash": r"(?<=[a-z]{3})/(?=[a-z]{3})",
    "by": r"(?<![\w.])(?P<bysides>(?!0[xX])\d{1,5}(?:\.\d{1,2})?"
    r"(?:(?:[xX]|\s?×\s?(?=\d{3}))\d{1,5}(?:\.\d{1,2})?){1,3})(?!\w|\.\d)",
    "lines": r"(?<!\w)(?P<rows>480|720|1080|1440|2160)(?P<scan>[pi])\b",
    "outof": r"(?<![\w/])(?P<points>\d{1,3}(?:\.\d+)?)/(?P<highest>5|10)(?=\s(?:stars?|would)\b)"
    r"|(?<![\w/.])(?P<points2>\d{1,2}\.\d{1,2})/(?P<highest2>5|10|100|[45]\.0|10\.0)(?![\w/])",
    "vulgar": rf"(?P<vulgarcount>(?<![\w.])\d{{1,3}})?\s?(?P<vulgarpart>[{_VULGAR}])"
    rf"[\s-]?(?P<vulgarunit>{SYMBOL}|[\"″](?=\s[a-z])|in\.)(?![\w²³/])",
    "spaced": r"(?<![\w.,])(?<!\d\s)(?P<groups>\d{1,3}(?:(?:[ \u00a0\u202f]\d{3}){2,}|[\u00a0\u202f]\d{3}| 000))"
    rf"(?P<decimals>\.\d+)?(?:\s(?P<spacedunit>{SYMBOL})(?![\w²³/]))?(?![\w-]|\s\d)",
    "abroad": r"(?<!\w)\+\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){2,6}(?!\w)|(?<![\w.,-])0\d{2,4}[ -]\d{3,4}[ -]?\d{3,4}(?![\w-])"
    r"|(?<![\w.,-])0\d(?:[ .]\d\d){4}(?![\w.-])",
    "zone": rf"(?=[A-Z]{{2}})(?:(?<=\d)|(?<=\d )|(?<=[aApP][mM] )|(?<=[mM]\. ))(?:{'|'.join(ZONES)})\b",
    "fiscal": r"(?<!\w)FY\s?['’]?(?P<budget>\d{4}|\d{2})(?!\w)",
    "bearing": r"(?=[NSEW]\b)(?:(?<=[°′″º])|(?<=[°′″º] )|(?<=\d['\"])|(?<=\d['\"] ))(?P<pointing>[NSEW])\b",
    "hot": r"(?<![\w.,])(?P<heat4>\d{2,3})(?P<scale4>[CF])(?!\w)|(?<=\d°)\s(?P<scale5>[CF])\b"
    r"",
    "degreesof": r"(?=[CF])(?:(?<=degrees )|(?<=deg )|(?<=deg\. ))[CF](?![\w'’])",
    "chess": r"(?<!\w)(?:(?P<piece>[KQRBN])(?P<origin>[a-h]?[1-8]?)(?P<takes>x?)(?P<target>[a-h][1-8])(?P<check>[+#])?"
    r"|(?P<castles>O-O(?:-O)?))(?!\w)",
    "formula": r"(?<![\w-])(?=[A-Za-z]*[\d₂-₉])(?=[A-Z][a-z]?[A-Z\d₂-₉])(?=[\w₂-₉]*[OHCN])(?!\w*\d\d\d)"
    rf"(?:{_ELEMENT}(?:[2-9₂-₉]|1\d|₁[₀-₉])?){{2,6}}(?![\w₀-₉-])"
    r"|(?<![\w-])(?:(?:CO2|CO₂)(?=e?\b)|(?:O2|O3|N2|H2|O₂|O₃|N₂|H₂)(?![\w-]))",
    "starred": r"[★☆⭐]{2,}",
    "hexadecimal": r"(?<!\w)0[xX](?P<hexdigits>[0-9A-Fa-f]{1,16})(?!\w)",
    "eachof": r"(?:(?<=[a-z]{3}s)|(?<=[a-z]s\.)|(?<=\d[xX]))/"
    r"(?=(?:side|hour|day|night|week|month|year|minute|second|person|user|hr|min"
    r"|sec|wk|mo|yr)\b)",
    "peramount": r"(?<=[a-zµ])/(?=\d{1,3}\s?(?:m?L|ml|k?g|hr?s?|mins?|days?)\b)",
    "reply": rf"(?<![\w./@-])(?P<replied>{'|'.join(REPLIES)})(?=\s?[,!?…]|\s?\.?(?:\s|$)(?![a-z\d=-])"
    r"|\s(?:so|for|lol|bro|dude|but|and|everyone|all|man)\b)(?!\.\w)",
    "camel": r"(?<!\w)[a-z]{3,16}(?:[A-Z][a-z]{1,16}){1,6}(?!\w)",
    "since": r"(?<![\w.,])(?P<agecount>\d{1,3})(?P<ageunit>[mdwy])(?=\s(?:ago|later|left|remaining|old)\b)"
    r"|(?=\d{1,3}m)(?:(?<=[Ee]very )|(?<=[Ww]ait ))(?P<agecount2>\d{1,3})m(?!\w)",
    "apiece": r"(?:(?<=\d)/|(?<=\d ))ea\b\.?",
    "older": r"(?<![\w.,-])(?P<yearsold>\d{1,3})[- ]?(?:yrs?\.?[- ]old|y\.o\.|y/?o)(?!\w)",
    "plurals": r"(?<![\w.,])(?P<plural>[01])s(?=\s(?:and|or)\s[01]s\b)|(?:(?<=[01]s and )"
    r"|(?<=[01]s or ))(?P<plural2>[01])s\b"
    r"|(?<![\w.,])(?P<plural3>100(?=s\sof\b)|1000{1,4}|10?0?0,000|1,000)s\b"
    r"|(?:(?<=[Uu]nder[ -])|(?<=[Oo]ver[ -]))(?P<age>\d{1,2})s\b",
    "century": r"(?=c\.)(?:(?<=\dth )|(?<=\dst )|(?<=\dnd )|(?<=\drd ))c\.(?!\w)",
    "installment": r"(?<!\w)[Ss](?P<seasonnumber>\d{1,2})\s?[Ee][Pp]?(?P<episodenumber>\d{1,3})(?!\w)",
    "wireless": r"(?<![\w.])802\.(?P<wirelesspart>\d{1,2})(?P<wirelessletters>[a-z]{0,2})(?!\w|\.\d)",
    "docket": r"(?<![\w.,-])(?P<filed>(?:19|20)\d\d)-(?P<paper>0\d{2,5}|[3-9]\d{3}|\d{5,6})(?![\w-])",
    "lineage": r"(?<![\w.])(?P<clade>[A-Z])(?P<lineagedots>(?:\.\d{1,3}){2,4})(?![\w.]*\d)",
    "grade": r"(?:(?<=\bAB)|(?<=\bO))[-−](?=[.,;)]|\s*$)"
    r"|(?<=\b[A-DF])[-−](?=\s(?:grade|student|average|rating)|[.,;!?]|\s*$)",
    "dotted": rf"(?<!\S)\.(?=(?:{_FILE_TYPES})\b)",
    "sections": r"§§\s?(?=\d)",
    "copyright": r"\([cC]\)(?=\s?\d{4}\b)",
    "handle": r"(?<!\w)@(?P<nick>[A-Za-z_]+(?=\d)|[A-Za-z]+(?:_[A-Za-z]+){1,4})(?P<handledigits>\d{0,6})(?!\w)"
    r"|(?<!\w)@(?P<dottednick>[A-Za-z_]+(?:\.[A-Za-z_]+){1,4})(?!\w)",
    "epistle": rf"(?<![\w.,])(?P<nth_epistle>[123]|I{{1,3}})\s(?P<epistlebook>{'|'.join(COUNTED_BOOKS)})\b\.?(?=\s\d)",
}
_OPERATORS = {
    "!=": "is not equal to",
    "==": "equals",
    "&&": "and",
    "||": "or",
    "<=": "is less than or equal to",
    ">=": "is greater than or equal to",
}
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_AGES = {"m": "minute", "d": "day", "w": "week", "y": "year"}
_PLURALS = {
    "0": "zeros",
    "1": "ones",
    "100": "hundreds",
    "1000": "thousands",
    "10000": "tens of thousands",
    "100000": "hundreds of thousands",
    "1000000": "millions",
}
_COMPASS = {"N": "north", "S": "south", "E": "east", "W": "west"}
_PIECES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}
_SCALES = {"C": "Celsius", "F": "Fahrenheit"}
_SEATS = word_set("seat row gate apartment apt unit size section exit platform room")
_TAG_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_BEFORE_AGE = word_set("am is was are were aged i'm he's she's they're turned turns now be been")
_NOUN_BEHIND = re.compile(r"\s(?!(?:and|or|but|when|now|who|with|in|at|on|so|as|to|if|by|for)\b)[a-z]")
_INCH = ('"', "″")
_EQUALS_BEHIND = re.compile(r"\s?=")
_FIGURES = re.compile(r"\d+|\D+")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def letters(text: str) -> str:
    """Speak the characters of a code one by one."""
    text = text.translate(_SUBSCRIPTS)
    return " ".join(
        numbers.digits(char) if char.isdecimal() else LETTER_A if char in "aA" else char.upper()
        for char in text
        if char.isalnum()
    )


def bare_unit(match: re.Match[str], before: Token | None) -> str:
    """Speak a unit without a number, "km/h", and the one of "per m³"."""
    is_single = before is not None and before.text.lower() in ("per", "a", "one")
    return unit(match["measure"], "1" if is_single else "")


def operator(match: re.Match[str], before: Token | None) -> str:
    """Speak "!=", ">=", "->", and the dot of a product."""
    mark = match.group().strip()
    spoken = _OPERATORS.get(mark) or ("times" if mark in "·•" else "to")
    is_statement = before is not None and not before.mark and before.text.lower() not in ("or", "and")
    return spoken if is_statement else spoken.removeprefix("is ")


def hashtag(match: re.Match[str], _: Token | None) -> str:
    """Speak "#ThrowbackThursday" as "hashtag Throwback Thursday"."""
    pieces = (
        _TAG_PIECE.findall(match["topic"]) if match["topic"].isascii() else _FIGURES.findall(match["topic"])
    )
    return " ".join(("hashtag", *(numbers.number(piece) if piece.isdecimal() else piece for piece in pieces)))


def by(match: re.Match[str], _: Token | None) -> str:
    """Speak "1920x1080" as "nineteen twenty by ten eighty", "2x4" as "two by four"."""
    sides = re.findall(r"[\d.]+", match["bysides"])
    if sides == ["24", "7"]:
        return "twenty four seven"
    joint = " times " if _EQUALS_BEHIND.match(match.string, match.end()) else " by "
    return joint.join(map(_size, sides))


def _size(digits: str) -> str:
    return (
        numbers.pairs(digits)
        if digits.isdecimal() and len(digits) == 4 and digits[2] != "0"
        else numbers.quantity(digits)
    )


def out_of(match: re.Match[str], _: Token | None) -> str:
    """Speak "4/5 stars", "8.5/10"."""
    points, best = match["points"] or match["points2"], match["highest"] or match["highest2"]
    return f"{numbers.quantity(points)} out of {numbers.quantity(best)}"


def vulgar(match: re.Match[str], _: Token | None) -> str:
    """Speak "½ tsp" as "one half teaspoon", "1½ lb" as "one and a half pounds"."""
    part = FRACTIONS[match["vulgarpart"]]
    if match["vulgarunit"] == "in.":
        whole = match["vulgarcount"]
        return f"{numbers.cardinal(whole)} and {part} inches" if whole else f"{part} inch"
    if match["vulgarunit"] in _INCH:
        part = part if not match["vulgarcount"] else f"{numbers.cardinal(match['vulgarcount'])} and {part}"
        return f"{part.replace('and one', 'and a')} inch"
    if not match["vulgarcount"]:
        return f"{part} {unit(match['vulgarunit'], '1')}"
    part = part.replace("one half", "a half").replace("one quarter", "a quarter")
    is_joined = match.string[match.start("vulgarunit") - 1] == "-"
    return f"{numbers.cardinal(match['vulgarcount'])} and {part} {unit(match['vulgarunit'], '1' if is_joined else '')}"


def spaced(match: re.Match[str], _: Token | None) -> str:
    """Speak "1 000 000" as a million."""
    value = re.sub(r"\s", ",", match["groups"]) + (match["decimals"] or "")
    spoken = numbers.quantity(value)
    return f"{spoken} {unit(match['spacedunit'], '')}" if match["spacedunit"] else spoken


def abroad(match: re.Match[str], _: Token | None) -> str:
    """Speak a telephone number of another country digit by digit."""
    plus = "plus " if match.group()[0] == "+" else ""
    return plus + numbers.digits(match.group().replace("(0)", ""))


def fiscal(match: re.Match[str], _: Token | None) -> str:
    """Speak "FY24" as "fiscal year twenty four"."""
    return f"fiscal year {numbers.number(match['budget'])}"


def hot(match: re.Match[str], before: Token | None) -> str:
    """Speak "350F" as degrees, but "seat 24F" as it is; the letter of "98° F"."""
    if match["scale5"]:
        return _SCALES[match["scale5"]]
    spoken = numbers.quantity(match["heat4"])
    if before and before.text.lower() in _SEATS:
        return f"{spoken} {match['scale4']}"
    return f"{spoken} degrees {_SCALES[match['scale4']]}"


def chess(match: re.Match[str], _: Token | None) -> str:
    """Speak "Nxf3+" as "knight takes F three check"."""
    if match["castles"]:
        return "castles" if match["castles"] == "O-O" else "castles long"
    said = [_PIECES[match["piece"]]]
    said += [letters(match["origin"])] if match["origin"] else []
    said += ["takes"] if match["takes"] else []
    said += [letters(match["target"])]
    if match["check"]:
        said.append("check" if match["check"] == "+" else "checkmate")
    return " ".join(said)


def formula(match: re.Match[str], _: Token | None) -> str:
    """Speak "H2SO4" letter by letter, and "C6H12O6" with its twelve."""
    text = match.group().translate(_SUBSCRIPTS)
    return " ".join(
        numbers.cardinal(part) if part.isdecimal() else letters(part) for part in re.findall(r"\d+|\D", text)
    )


def starred(match: re.Match[str], _: Token | None) -> str:
    """Speak "★★★★☆" as four out of five stars."""
    marks = match.group()
    given = len(marks) - marks.count("☆")
    name = "star" if len(marks) == 1 else "stars"
    counted = numbers.cardinal(str(given))
    return (
        f"{counted} out of {numbers.cardinal(str(len(marks)))} {name}"
        if given < len(marks)
        else f"{counted} {name}"
    )


def since(match: re.Match[str], _: Token | None) -> str:
    """Speak "5d ago" and "every 15m"."""
    count, name = match["agecount"] or match["agecount2"], _AGES[match["ageunit"] or "m"]
    return f"{numbers.cardinal(count)} {name if count == '1' else name + 's'}"


def plurals(match: re.Match[str], _: Token | None) -> str:
    """Speak "100s of people" as hundreds, "0s and 1s" as zeros and ones, "under 18s"."""
    if match["age"]:
        return numbers.decade(match["age"])
    digits = (match["plural"] or match["plural2"] or match["plural3"]).replace(",", "")
    return _PLURALS[digits]


def installment(match: re.Match[str], _: Token | None) -> str:
    """Speak "S02E05" as "season two episode five"."""
    season, episode = (numbers.cardinal(str(int(match[part]))) for part in ("seasonnumber", "episodenumber"))
    return f"season {season} episode {episode}"


def docket(match: re.Match[str], _: Token | None) -> str:
    """Speak "2022-5678", which is no range of years."""
    return f"{numbers.year(match['filed'])} dash {numbers.digits(match['paper'])}"


def lineage(match: re.Match[str], _: Token | None) -> str:
    """Speak "B.1.1.7"."""
    return " point ".join(
        (letters(match["clade"]), *map(numbers.cardinal, match["lineagedots"][1:].split(".")))
    )


def handle(match: re.Match[str], _: Token | None) -> str:
    """Speak "@user123" with its digits one by one."""
    if match["dottednick"]:
        return f"at {match['dottednick'].replace('.', ' dot ').replace('_', ' underscore ')}"
    return f"at {match['nick'].replace('_', ' underscore ')} {numbers.digits(match['handledigits'])}"


def older(match: re.Match[str], before: Token | None) -> str:
    """Speak "a 45 y/o man" and "he is 45 y.o."."""
    is_age = before is not None and before.text.lower() in _BEFORE_AGE and match["yearsold"] != "1"
    is_noun = bool(_NOUN_BEHIND.match(match.string, match.end()))
    is_age = is_age or match.group().endswith(("yrs old", "yrs. old"))
    return f"{numbers.cardinal(match['yearsold'])} {'years' if is_age and not is_noun else 'year'} old"


def epistle(match: re.Match[str], _: Token | None) -> str:
    """Speak "1 Cor" in front of a chapter as "first Corinthians"."""
    which = match["nth_epistle"]
    return f"{numbers.ordinal(which if which.isdecimal() else str(len(which)))} {COUNTED_BOOKS[match['epistlebook']]}"


SPEAKERS: dict[str, Speaker] = {
    "emoticon": lambda _, __: "",
    "quoted": lambda _, __: "",
    "citation": lambda _, __: "",
    "circa": lambda _, __: "circa",
    "bareunit": bare_unit,
    "operator": operator,
    "limit": lambda match, _: "less than" if match.group()[0] == "<" else "more than",
    "tag": hashtag,
    "colour": lambda match, _: f"hash {letters(match['hex'])}",
    "hardware": lambda match, _: letters(match["mac"]),
    "choice": lambda match, _: match["pair"].replace("/", " or " if match["pair"] != "either/or" else " "),
    "slash": lambda _, __: "slash",
    "by": by,
    "lines": lambda match, _: f"{numbers.pairs(match['rows'])} {match['scan']}",
    "outof": out_of,
    "vulgar": vulgar,
    "spaced": spaced,
    "abroad": abroad,
    "zone": lambda match, _: " ".join(match.group()).replace("A", LETTER_A),
    "fiscal": fiscal,
    "bearing": lambda match, _: _COMPASS[match["pointing"]],
    "hot": hot,
    "degreesof": lambda match, _: _SCALES[match.group()],
    "chess": chess,
    "formula": formula,
    "starred": starred,
    "hexadecimal": lambda match, _: f"zero x {letters(match['hexdigits'])}",
    "reply": lambda match, _: REPLIES[match["replied"]],
    "eachof": lambda _, __: "per",
    "peramount": lambda _, __: "per",
    "camel": lambda match, _: _HUMP.sub(" ", match.group()),
    "since": since,
    "apiece": lambda _, __: "each",
    "older": older,
    "plurals": plurals,
    "century": lambda _, __: "century",
    "installment": installment,
    "wireless": lambda match, _: (
        f"eight oh two point {numbers.cardinal(match['wirelesspart'])} {letters(match['wirelessletters'])}"
    ),
    "docket": docket,
    "lineage": lineage,
    "grade": lambda _, __: "minus",
    "dotted": lambda _, __: "dot",
    "sections": lambda _, __: "sections",
    "copyright": lambda _, __: "copyright",
    "handle": handle,
    "epistle": epistle,
}
