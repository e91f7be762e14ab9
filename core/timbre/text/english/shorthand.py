"""Short forms: chat words, units without a number, time zones, Greek letters, fractions of one character."""

from __future__ import annotations

from .lists import listed, listed_pairs, word_set

# Small letters that nobody says as a word.
SHORTHAND: dict[str, str] = {
    "btw": "by the way",
    "tbh": "to be honest",
    "imo": "in my opinion",
    "imho": "in my humble opinion",
    "idk": "I don't know",
    "brb": "be right back",
    "afaik": "as far as I know",
    "irl": "in real life",
    "ngl": "not gonna lie",
    "lmk": "let me know",
    "thx": "thanks",
    "pls": "please",
    "plz": "please",
    "ppl": "people",
    "bc": "because",
    "aka": "A K A",
    "fyi": "F Y I",
    "asap": "A S A P",
    "diy": "D I Y",
    "omg": "O M G",
    "u": "you",
    "ur": "your",
    "cya": "see ya",
    "tmrw": "tomorrow",
    "tmr": "tomorrow",
    "ttyl": "talk to you later",
    "ikr": "I know right",
    "wbu": "what about you",
    "gtg": "got to go",
    "omw": "on my way",
    "wyd": "what are you doing",
    "hmu": "hit me up",
    "ily": "I love you",
    "dw": "don't worry",
    "obv": "obviously",
    "sry": "sorry",
    "abt": "about",
    "msg": "message",
    "prn": "as needed",
    "hrs": "hours",
    "hr": "hour",
    "mins": "minutes",
    "secs": "seconds",
    "yrs": "years",
    "yr": "year",
    "wks": "weeks",
    "lbs": "pounds",
    "mph": "miles per hour",
    "kph": "kilometers per hour",
    "rpm": "R P M",
    "km": "kilometers",
    "kg": "kilograms",
    "cm": "centimeters",
    "mm": "millimeters",
    "tsp": "teaspoon",
    "tbsp": "tablespoon",
}
# Also names of programs and the like: chat words only where a chat would have them.
REPLIES: dict[str, str] = {
    "rn": "right now",
    "smh": "shaking my head",
    "nvm": "never mind",
    "jk": "just kidding",
    "ty": "thank you",
    "np": "no problem",
}
# The same at the beginning of a sentence.
SHORTHAND.update(
    (word.capitalize(), SHORTHAND[word])
    for word in listed("btw tbh imo idk brb ngl lmk thx pls plz omg omw cya ttyl tmrw sry fyi")
)
# Small letters with full stops, with or without the last one.
SMALL_INITIALS: dict[str, str] = {
    "pa": "per annum",
    "qd": "once a day",
    "bid": "twice a day",
    "tid": "three times a day",
    "qid": "four times a day",
    "prn": "as needed",
    "wrt": "with respect to",
}
ZONES = listed("EST EDT CST CDT MST MDT PST PDT GMT UTC BST CET CEST IST JST AEST AEDT ET PT CT")
_SMALL_GREEK = listed_pairs(
    "α:alpha β:beta γ:gamma δ:delta ε:epsilon ζ:zeta η:eta θ:theta ι:iota κ:kappa λ:lambda μ:mu ν:nu ξ:xi π:pi "
    "ρ:rho σ:sigma τ:tau υ:upsilon φ:phi χ:chi ψ:psi ω:omega"
)
GREEK: dict[str, str] = {**_SMALL_GREEK, **{small.upper(): _SMALL_GREEK[small] for small in "γδθλξπσφψω"}}
FRACTIONS: dict[str, str] = {
    "½": "one half",
    "⅓": "one third",
    "⅔": "two thirds",
    "¼": "one quarter",
    "¾": "three quarters",
    "⅕": "one fifth",
    "⅖": "two fifths",
    "⅗": "three fifths",
    "⅘": "four fifths",
    "⅙": "one sixth",
    "⅚": "five sixths",
    "⅛": "one eighth",
    "⅜": "three eighths",
    "⅝": "five eighths",
    "⅞": "seven eighths",
}
# Books of the Bible, and short forms that stand in front of "3:16".
BOOKS = word_set(
    "Genesis Exodus Leviticus Numbers Deuteronomy Joshua Judges Ruth Samuel Kings Chronicles Ezra Nehemiah Esther Job "
    "Psalm Psalms Proverbs Ecclesiastes Isaiah Jeremiah Lamentations Ezekiel Daniel Hosea Joel Amos Micah Zechariah "
    "Malachi Matthew Mark Luke John Acts Romans Corinthians Galatians Ephesians Philippians Colossians Thessalonians "
    "Timothy Titus Hebrews James Peter Jude Revelation "
    "Habakkuk Nahum Haggai Obadiah Jonah Zephaniah Philemon Wisdom Sirach Tobit Judith Maccabees Baruch "
    "Surah Surat Quran Qur'an Qur’an Koran Sura Q"
)
# Short forms in front of a chapter and a verse.
SHORT_BOOKS: dict[str, str] = listed_pairs(
    "Gen:Genesis Exod:Exodus Ex:Exodus Lev:Leviticus Num:Numbers Deut:Deuteronomy Josh:Joshua Judg:Judges Ps:Psalm "
    "Psa:Psalm Pss:Psalms Prov:Proverbs Eccl:Ecclesiastes Isa:Isaiah Jer:Jeremiah Lam:Lamentations Ezek:Ezekiel "
    "Dan:Daniel Hos:Hosea Mic:Micah Hab:Habakkuk Zech:Zechariah Mal:Malachi Matt:Matthew Mt:Matthew Mk:Mark "
    "Lk:Luke "
    "Jn:John Rom:Romans Gal:Galatians Eph:Ephesians Phil:Philippians Col:Colossians Heb:Hebrews Jas:James "
    "Rev:Revelation Neh:Nehemiah Cor:Corinthians Thess:Thessalonians Tim:Timothy Sam:Samuel Chr:Chronicles "
    "Pet:Peter"
)
# Books of which there are several: "1 Cor".
COUNTED_BOOKS: dict[str, str] = {
    **{book: book for book in listed("Corinthians Samuel Kings Chronicles Thessalonians Timothy Peter John")},
    "Cor": "Corinthians",
    "Sam": "Samuel",
    "Chron": "Chronicles",
    "Chr": "Chronicles",
    "Thess": "Thessalonians",
    "Tim": "Timothy",
    "Pet": "Peter",
    "Jn": "John",
    "Kgs": "Kings",
}
