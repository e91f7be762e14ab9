"""Tables of English: abbreviations, months and states, with the words that they stand for."""

from __future__ import annotations

from .lists import listed, listed_pairs, word_set

# Abbreviations that are written with a full stop, in lower case. A value of several words is spoken
# as several words.
ABBREVIATIONS: dict[str, str] = {
    "mr": "mister",
    "mrs": "missus",
    "ms": "miz",
    "messrs": "messieurs",
    "dr": "doctor",
    "prof": "professor",
    "st": "saint",
    "jr": "junior",
    "sr": "senior",
    "vs": "versus",
    "etc": "et cetera",
    "drs": "doctors",
    "reps": "representatives",
    "sens": "senators",
    "govs": "governors",
    "profs": "professors",
    "det": "detective",
    "ofc": "officer",
    "sts": "saints",
    "encl": "enclosed",
    "appt": "appointment",
    "mtg": "meeting",
    "avail": "available",
    "qtr": "quarter",
    "hts": "heights",
    "twp": "township",
    "doz": "dozen",
    "pkg": "package",
    "ph.d": "P H D",
    "e.g": "for example",
    "i.e": "that is",
    "cf": "compare",
    "approx": "approximately",
    "dept": "department",
    "est": "established",
    "ext": "extension",
    "inc": "incorporated",
    "ltd": "limited",
    "co": "company",
    "corp": "corporation",
    "bros": "brothers",
    "govt": "government",
    "univ": "university",
    "assn": "association",
    "assoc": "association",
    "intl": "international",
    "natl": "national",
    "mfg": "manufacturing",
    "mgr": "manager",
    "mgmt": "management",
    "asst": "assistant",
    "atty": "attorney",
    "bldg": "building",
    "dist": "district",
    "div": "division",
    "incl": "including",
    "excl": "excluding",
    "esp": "especially",
    "misc": "miscellaneous",
    "qty": "quantity",
    "avg": "average",
    "viz": "namely",
    "ibid": "ibidem",
    "a.k.a": "also known as",
    "tel": "telephone",
    "attn": "attention",
    "fwy": "freeway",
    "pkwy": "parkway",
    "pvt": "private",
    "pty": "proprietary",
    "cpl": "corporal",
    "adm": "admiral",
    "supt": "superintendent",
    "insp": "inspector",
    "esq": "esquire",
    "mme": "madame",
    "mlle": "mademoiselle",
    "ave": "avenue",
    "blvd": "boulevard",
    "rd": "road",
    "hwy": "highway",
    "apt": "apartment",
    "mt": "mount",
    "ft": "fort",
    "pt": "point",
    "mx": "mix",
    "gen": "general",
    "col": "colonel",
    "maj": "major",
    "capt": "captain",
    "lt": "lieutenant",
    "lieut": "lieutenant",
    "sgt": "sergeant",
    "cmdr": "commander",
    "rev": "reverend",
    "hon": "honorable",
    "gov": "governor",
    "sen": "senator",
    "rep": "representative",
    "pres": "president",
    **listed_pairs(
        "cpt:captain cdr:commander brig:brigadier cllr:councillor fr:father msgr:monsignor lg:large acct:account "
        "accts:accounts hosp:hospital amend:amendment regt:regiment blk:block cres:crescent cont:continued "
        "civ:civil crim:criminal"
    ),
}
# Also ordinary words: abbreviations only with a capital.
_CAPITALISED = word_set(
    "fr brig reps sens det gen col maj rev hon sen rep pt mar jun mon wed fri sat sun mt co"
)
# Spoken so only in front of a digit.
BEFORE_DIGIT: dict[str, str] = {
    "no": "number",
    "nos": "numbers",
    "fig": "figure",
    "vol": "volume",
    "ch": "chapter",
    "chap": "chapter",
    "ep": "episode",
    "lat": "latitude",
    "sec": "section",
    "sect": "section",
    "gr": "grade",
    "iss": "issue",
    "elev": "elevation",
    "pop": "population",
    "p": "page",
    "pp": "pages",
    "eq": "equation",
    "eqs": "equations",
    "figs": "figures",
    "vols": "volumes",
    "pg": "page",
    "pgs": "pages",
    "art": "article",
    "para": "paragraph",
    "ver": "version",
    "rm": "room",
    "ste": "suite",
    "bk": "book",
    "op": "opus",
    "ca": "circa",
    "rs": "rupees",
    "fn": "footnote",
    "fns": "footnotes",
    "nn": "notes",
    "ll": "lines",
    "col": "column",
    "cols": "columns",
    "chs": "chapters",
    "paras": "paragraphs",
    "ref": "reference",
    "refs": "references",
    "rte": "route",
    "max": "maximum",
    "min": "minimum",
    **listed_pairs(
        "ex:exercise exs:exercises qs:questions cl:clause s:section ss:sections lv:level lvl:level mk:mark "
        "mvt:movement sc:scene wk:week wks:weeks plat:platform lon:longitude long:longitude dep:departs "
        "arr:arrives alt:altitude "
        "dia:diameter wt:weight temp:temperature"
    ),
}
# Also names and ordinary words: short forms only in small letters, and only with a capital.
SMALL_ONLY, CAPITAL_ONLY = word_set("max min s ss"), word_set("chap ex")
# Spoken otherwise in front of a digit: "Rev. 2.1", but "Rev. King".
NUMBERED_OTHERWISE: dict[str, str] = {"rev": "revision", "pt": "part"}
# The same without a full stop.
BARE_ABBREVIATIONS: dict[str, str] = {
    "Mr": "mister",
    "Mrs": "missus",
    "Ms": "miz",
    "Dr": "doctor",
    "Prof": "professor",
    "Capt": "captain",
    "Sgt": "sergeant",
    "Jr": "junior",
    "Sr": "senior",
    "vs": "versus",
    "w/": "with",
    "w/o": "without",
    "etc": "et cetera",
    "eg": "for example",
    "ie": "that is",
    "Ltd": "limited",
    "Dept": "department",
    "dept": "department",
    "Govt": "government",
    "govt": "government",
    "approx": "approximately",
    "appt": "appointment",
    "Appt": "appointment",
    "mtg": "meeting",
    "Mtg": "meeting",
    "qtr": "quarter",
    "Mx": "mix",
    "Attn": "attention",
    "Cpt": "captain",
    "w/out": "without",
    "w/in": "within",
    "p/w": "per week",
    "b/t": "between",
    "b/c": "because",
    "c/o": "care of",
}
# Short names of days; those that are no other word stand for days wherever they are.
SURE_DAYS = word_set("Tue Tues Wed Thu Thurs Fri")
DAYS: dict[str, str] = {
    "Mon": "Monday",
    "Tue": "Tuesday",
    "Tues": "Tuesday",
    "Wed": "Wednesday",
    "Thu": "Thursday",
    "Thurs": "Thursday",
    "Fri": "Friday",
    "Sat": "Saturday",
    "Sun": "Sunday",
}
# After these the next sentence often begins, so a capital behind the full stop ends the sentence.
MAY_END_SENTENCE = word_set(
    "etc jr sr inc ltd co corp bros govt univ assn misc esq ave blvd rd hwy apt a.m p.m est dept"
)
# "Main St. is wide": what these mean behind a name.
AFTER_NAME: dict[str, str] = {"st": "street", "dr": "drive", "ft": "feet", "mt": "mount"}
# What a street's name ends with, in an address.
STREETS: dict[str, str] = {
    "st": "street",
    "ave": "avenue",
    "blvd": "boulevard",
    "rd": "road",
    "dr": "drive",
    "ln": "lane",
    "ct": "court",
    "pl": "place",
    "sq": "square",
    "hwy": "highway",
    "expy": "expressway",
    "pkwy": "parkway",
}
DIRECTIONS: dict[str, str] = {"N": "North", "S": "South", "E": "East", "W": "West"}
STATES: dict[str, str] = {
    "AL": "Alabama",
    "AK": "Alaska",
    "AZ": "Arizona",
    "AR": "Arkansas",
    "CA": "California",
    "CO": "Colorado",
    "CT": "Connecticut",
    "DE": "Delaware",
    "DC": "D C",
    "FL": "Florida",
    "GA": "Georgia",
    "HI": "Hawaii",
    "ID": "Idaho",
    "IL": "Illinois",
    "IN": "Indiana",
    "IA": "Iowa",
    "KS": "Kansas",
    "KY": "Kentucky",
    "LA": "Louisiana",
    "ME": "Maine",
    "MD": "Maryland",
    "MA": "Massachusetts",
    "MI": "Michigan",
    "MN": "Minnesota",
    "MS": "Mississippi",
    "MO": "Missouri",
    "MT": "Montana",
    "NE": "Nebraska",
    "NV": "Nevada",
    "NH": "New Hampshire",
    "NJ": "New Jersey",
    "NM": "New Mexico",
    "NY": "New York",
    "NC": "North Carolina",
    "ND": "North Dakota",
    "OH": "Ohio",
    "OK": "Oklahoma",
    "OR": "Oregon",
    "PA": "Pennsylvania",
    "RI": "Rhode Island",
    "SC": "South Carolina",
    "SD": "South Dakota",
    "TN": "Tennessee",
    "TX": "Texas",
    "UT": "Utah",
    "VT": "Vermont",
    "VA": "Virginia",
    "WA": "Washington",
    "WV": "West Virginia",
    "WI": "Wisconsin",
    "WY": "Wyoming",
}
# Also capitals of their own ("Yes, OK."): states only in front of a postal code.
UNSURE_STATES = word_set("HI ID IN LA MA MD ME OH OK OR")
# States only in front of a postal code: "Fine, OK."
NEVER_ALONE = word_set("HI LA OH OK")
# As newspapers write them.
OLD_STATES: dict[str, str] = listed_pairs(
    "Ala:Alabama Ariz:Arizona Ark:Arkansas Calif:California Colo:Colorado Conn:Connecticut Del:Delaware "
    "Fla:Florida "
    "Ga:Georgia Ill:Illinois Ind:Indiana Kan:Kansas Ky:Kentucky La:Louisiana Md:Maryland Mass:Massachusetts "
    "Mich:Michigan Minn:Minnesota Miss:Mississippi Mo:Missouri Mont:Montana Neb:Nebraska Nev:Nevada Okla:Oklahoma "
    "Ore:Oregon Pa:Pennsylvania Tenn:Tennessee Tex:Texas Va:Virginia Vt:Vermont Wash:Washington Wis:Wisconsin "
    "Wyo:Wyoming"
)

# Months by name and by abbreviation.
MONTHS: dict[str, str] = {
    name[:length].lower(): name
    for name in listed(
        "January February March April May June July August September October November December"
    )
    for length in (3, 4 if name == "September" else 3, len(name))
}
ABBREVIATIONS.update(
    {short: name for short, name in MONTHS.items() if name.lower() != short}
    | {short.lower(): name for short, name in DAYS.items()}
)
# Also ordinary words: months in small letters only where a year follows the day.
UNSURE_MONTHS = word_set("mar march may")
# Elisions whose leading apostrophe is part of the word.
ELISIONS = word_set("tis twas twere em cause til bout round cept tude")


def is_abbreviation(word: str) -> bool:
    """Whether a word in front of a full stop is an abbreviation."""
    folded = word.lower()
    return folded in ABBREVIATIONS and (folded not in _CAPITALISED or word[:1].isupper())
