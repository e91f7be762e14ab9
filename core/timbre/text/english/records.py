"""Numbers and letters that name something, where what stands beside them tells: roads, planes, papers, averages."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .lists import behind, behind_words, listed
from .tables import DIRECTIONS, OLD_STATES, STATES
from .units import CURRENCIES, SCALE

_ROADS = behind(
    "Hwy ",
    r"Hwy\. ",
    "Highway ",
    "Route ",
    "Rte ",
    r"Rte\. ",
    "US ",
    "US-",
    "SR ",
    "SR-",
    "Interstate ",
    r"\bI ",
)
_ROAD_NAMES = behind(
    *(rf"{road}{digits} " for road in ("I-", "US-", "SR-") for digits in (r"\d", r"\d\d", r"\d\d\d"))
)
_NUMBERED = behind(
    r"No\. ", r"no\. ", "No ", "umber ", r"Pub\. L\. ", r"P\.L\. ", "ocket ", "rder ", "nvoice "
)
_HITS = behind_words("hit hits hitting batted batting bat bats slugging")
_HITTERS = "|".join(
    listed("record team ball season hitter average batter mark club clip winning with on this last and")
)
_TAX_FORMS = "1040|1065|1095|1098|1099|1120"
_FLOORS = behind("1st ", "2nd ", "3rd ", r"\dth ", r"\dst ", r"\dnd ", r"\drd ")
_WAYS = behind("Ave ", r"Ave\. ", "St ", r"St\. ", "Street ", "Avenue ", "Blvd ", r"Blvd\. ", "Rd ", r"Rd\. ")
_LANDS = "|".join(
    listed(
        "Carolina Dakota Virginia Korea Africa America Ireland Yorkshire Sudan Hollywood Bank Coast Germany Sussex Side"
    )
)
_COUNTED = behind(r"\d ", "[½¼¾⅓⅔⅛] ")
# As newspapers abbreviate states of two words.
_INITIAL_STATES: dict[str, str] = {
    f"{first}.{second}.": STATES[first.upper() + second[0].upper()]
    for first, second in (pair.split("-") for pair in listed("N-Y N-J N-H N-M N-C N-D S-C S-D R-I W-Va"))
}
_DOTTED = "|".join(map(re.escape, _INITIAL_STATES))

PATTERNS = {
    "roadbound": rf"(?=\d{{1,3}} [NSEW])(?:{_ROADS})(?P<roadnumber>\d{{1,3}}) (?P<roadto>[NSEW])(?![\w'’]|\.\w)",
    "roadway": rf"(?=[NSEW])(?:{_ROAD_NAMES})(?P<roadto2>[NSEW])(?![\w'’]|\.\w)",
    "reporter": rf"(?:{behind(r'F[.]', r'F[.] ', r'Supp[.] ')})(?P<reporterseries>[23])d\b",
    "airliner": r"(?<=\b7[0-8]7)-(?=(?:[1-9]00|8|9|10)[A-Z]{0,3}\b)",
    "filing": rf"(?=\d{{1,4}}-\d)(?:{_NUMBERED})(?P<the_filing>\d{{1,4}})-(?P<filedas>\d{{3,6}})(?![\w-]|\.\d)",
    "civil": r"(?<![\w-])(?P<caseyear>\d{2})-(?P<casekind>cv|cr|mc|md|bk)-(?P<casenumber>\d{1,5})(?![\w])",
    "yearly": r"(?<=% )(?P<the_yearly>y/y|q/q|m/m|[yY]oy|qoq|mom|w/w|w/v|v/v)(?![\w/])",
    "taxform": rf"(?=1\d{{3}})(?:(?<=\ba )|(?<=\bA )|(?<=[Ff]orm ))(?P<the_taxform2>{_TAX_FORMS})(?![\w.,-]\w"
    rf"|\s[a-z]+s\b)"
    rf"|(?<![\w.,$€£-])(?P<the_taxform>{_TAX_FORMS})(?=-[A-Z]|[A-Z]{{0,2}}\s(?:[Ff]orms?|tax|return)\b|EZ\b)",
    "batting": rf"(?=\.\d{{3}})(?:(?:{_HITS})\.(?P<the_batting>\d{{3}})(?![\d%])"
    rf"|(?<![\w.])\.(?P<batting2>\d{{3}})(?=\s(?:{_HITTERS})\b))",
    "paceof": r"(?<=:\d\d)/(?P<pacedistance>mi|mile|km)\b",
    "minutesper": r"(?<![\w-])min/(?P<permile>mi|mile|km)\b",
    "monthly": r"(?=pcm)(?<=\d )pcm\b",
    "lap": r"(?<![\w:.])(?P<lapminute>\d{1,2}):(?P<lapsecond>[0-5]\d)\.(?P<lappart>\d{1,3})(?![\w:]|\.\d)",
    "stature": r"(?<![\w.])(?P<feet>\d)['’′]\s?(?P<rest>\d{1,2})(?P<halfinch>[½¼¾])?(?:[\"”″]|['’′]{2}|(?!\w))"
    r"|(?<![\w.])(?P<feet2>[4-7])ft(?P<rest2>\d{1,2})(?!\w)",
    "floor": rf"(?=[Ff]l)(?:{_FLOORS})[Ff]l\b\.?",
    "party": rf"(?<!\w)(?P<the_party>[DRI])-(?:(?P<partystate>{'|'.join(OLD_STATES)})\."
    rf"|(?P<partycode>{'|'.join(STATES)})(?![\w-])|(?P<partydotted>{_DOTTED}))",
    "dottedstate": rf"(?<=, )(?P<the_dottedstate>{_DOTTED})(?!\w)",
    "deficit": rf"(?P<deficitsign>[$€£])\((?P<the_deficit>\d[\d,]*(?:\.\d+)?)\)"
    rf"(?:\s?(?P<deficitscale>{SCALE}|[kKmMbB])\b)?",
    "inscale": r"(?<!\w)(?P<headsign>[$€£])(?P<headscale>mn?|bn|k|M|B)(?![\w$])",
    "forum": r"(?<![\w/.])(?P<the_forum>[ru])/(?P<forumname>[A-Za-z][A-Za-z_]{2,20})(?![\w/])",
    "starkey": rf"(?:{behind_words('[Dd]ial [Pp]ress [Ee]nter [Cc]all or')})(?P<key>[*#])(?=\d{{0,3}}(?!\w))",
    "wayside": rf"(?=[NSEW])(?:{_WAYS})(?P<waysideto>[NSEW])(?=\.?(?:[,;)]|\s*$))",
    "northern": rf"(?<![\w.])(?P<landside>[NSEW])\.\s?(?=(?:{_LANDS})\b)",
    "spoon": rf"(?=[cCTt]\.)(?:{_COUNTED})(?P<the_spoon>[cCTt])\.(?=\s[a-z])",
    "loved": r"(?<=\bI )[❤♥]\ufe0f?(?=\s\w)",
}
_SPOONS = {
    "c": ("cup", "cups"),
    "C": ("cup", "cups"),
    "T": ("tablespoon", "tablespoons"),
    "t": ("teaspoon", "teaspoons"),
}
_ONE_BEFORE = re.compile(r"(?:(?<![\d.,/])1|/\d{1,2}|(?<!\d)(?<!\d )[½¼¾⅓⅔⅛])\s$")
_BEFORE_CHARS = 8
_HALVES = {"½": "a half", "¼": "a quarter", "¾": "three quarters"}
_OVER = {
    **dict.fromkeys(("y/y", "yoy"), "year over year"),
    **dict.fromkeys(("q/q", "qoq"), "quarter over quarter"),
    **dict.fromkeys(("m/m", "mom"), "month over month"),
    "w/w": "weight by weight",
    "w/v": "weight by volume",
    "v/v": "volume by volume",
}
_DISTANCES = {"mi": "mile", "mile": "mile", "km": "kilometer"}
_SCALES = {
    "m": "millions",
    "mn": "millions",
    "M": "millions",
    "bn": "billions",
    "B": "billions",
    "k": "thousands",
}


def road_bound(match: re.Match[str], _: Token | None) -> str:
    """Speak "Hwy 101 S" with its direction."""
    return f"{numbers.paired(match['roadnumber'])} {DIRECTIONS[match['roadto']].lower()}"


def filing(match: re.Match[str], _: Token | None) -> str:
    """Speak "No. 88-1234" as a name, which is no range."""
    return " ".join(
        numbers.paired(part)
        if 3 <= len(part) <= 4
        else numbers.digits(part)
        if len(part) > 4
        else numbers.cardinal(part)
        for part in (match["the_filing"], match["filedas"])
    )


def civil(match: re.Match[str], _: Token | None) -> str:
    """Speak "21-cv-345", a court's number."""
    number = match["casenumber"].lstrip("0") or "0"
    spoken = numbers.paired(number) if len(number) in (3, 4) else numbers.cardinal(number)
    year = numbers.cardinal(match["caseyear"])
    return f"{year} {' '.join(match['casekind'].upper())} {spoken}"


def lap(match: re.Match[str], _: Token | None) -> str:
    """Speak a runner's time, "1:45.3"."""
    second = match["lapsecond"]
    seconds = f"oh {numbers.digits(second[1])}" if second[0] == "0" else numbers.cardinal(second)
    return f"{numbers.cardinal(match['lapminute'])} {seconds} point {numbers.digits(match['lappart'])}"


def stature(match: re.Match[str], _: Token | None) -> str:
    """Speak ``5'4"`` as "five foot four"."""
    feet_and_inches = match["feet"] or match["feet2"], match["rest"] or match["rest2"]
    spoken = " foot ".join(map(numbers.cardinal, feet_and_inches))
    return f"{spoken} and {_HALVES[match['halfinch']]}" if match["halfinch"] else spoken


def party(match: re.Match[str], _: Token | None) -> str:
    """Speak "D-Calif." as "D California"."""
    code = match["partycode"]
    state = (
        STATES[code]
        if code
        else OLD_STATES.get(match["partystate"] or "") or _INITIAL_STATES[match["partydotted"]]
    )
    return f"{match['the_party']} {state}"


def deficit(match: re.Match[str], _: Token | None) -> str:
    """Speak an accountant's "$(4.2) million" as a loss."""
    amount, scale = match["the_deficit"], match["deficitscale"]
    units = CURRENCIES[match["deficitsign"]][1]
    return f"minus {numbers.multiple(amount, scale) if scale else numbers.quantity(amount)} {units}"


def forum(match: re.Match[str], _: Token | None) -> str:
    """Speak "r/AskReddit"."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", match["forumname"])
    return f"{match['the_forum']} slash {name}"


def spoon(match: re.Match[str], _: Token | None) -> str:
    """Speak the measure of a recipe, "2 c. flour" and "1 T. oil"."""
    one, many = _SPOONS[match["the_spoon"]]
    is_mixed = bool(
        re.search(r"\d\s\d/\d+\s$", match.string[max(0, match.start() - _BEFORE_CHARS) : match.start()])
    )
    is_one = _ONE_BEFORE.search(match.string, max(0, match.start() - _BEFORE_CHARS), match.start())
    return one if is_one and not is_mixed else many


SPEAKERS: dict[str, Speaker] = {
    "roadbound": road_bound,
    "roadway": lambda match, _: DIRECTIONS[match["roadto2"]].lower(),
    "reporter": lambda match, _: numbers.ordinal(match["reporterseries"]),
    "airliner": lambda _, __: "",
    "filing": filing,
    "civil": civil,
    "yearly": lambda match, _: _OVER[match["the_yearly"].lower()],
    "taxform": lambda match, _: numbers.in_twos(match["the_taxform"] or match["the_taxform2"]),
    "batting": lambda match, _: numbers.paired(match["the_batting"] or match["batting2"]),
    "paceof": lambda match, _: f"per {_DISTANCES[match['pacedistance']]}",
    "minutesper": lambda match, _: f"minutes per {_DISTANCES[match['permile']]}",
    "monthly": lambda _, __: "per calendar month",
    "lap": lap,
    "stature": stature,
    "floor": lambda _, __: "floor",
    "party": party,
    "dottedstate": lambda match, _: _INITIAL_STATES[match["the_dottedstate"]],
    "deficit": deficit,
    "inscale": lambda match, _: f"{_SCALES[match['headscale']]} of {CURRENCIES[match['headsign']][1]}",
    "forum": forum,
    "starkey": lambda match, _: "star" if match["key"] == "*" else "pound",
    "wayside": lambda match, _: DIRECTIONS[match["waysideto"]].lower(),
    "northern": lambda match, _: DIRECTIONS[match["landside"]],
    "spoon": spoon,
    "loved": lambda _, __: "love",
}
