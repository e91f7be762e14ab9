"""What teachers write: factorials, remainders, chances, means, and letters with a range of numbers, "Q7-Q9"."""

from __future__ import annotations

import re
import unicodedata

from ..tokens import Speaker, Token
from . import numbers
from .lists import LETTER_A, behind, spelled

# Behind "5!" in front of one of these the mark is no exclamation.
_FACTORIAL_BEHIND = (
    r"(?=\s?[=+*×÷^−≈·≤≥]|/|\s-\s\d|\s(?:is|equals)\s(?:\d|the\b|equal\b)"
    r"|\s(?:ways|permutations|arrangements)\b)"
)
_ASKED = behind(
    "[Ww]hat is ",
    "[Cc]ompute ",
    "[Cc]alculate ",
    "[Ee]valuate ",
    "[Ss]implify ",
    "[Ff]ind ",
    "value of ",
    "= ",
    r"\d!/",
    r"\d! / ",
    r"[×*] ",
    r"[×*]",
)

PATTERNS = {
    "factorial": rf"(?=\d{{1,4}}!(?!!))(?:(?<![\w.,$€£])(?P<multiplied>\d{{1,4}})!{_FACTORIAL_BEHIND}"
    rf"|(?:{_ASKED})(?P<multiplied2>\d{{1,4}})!)",
    "factorialn": r"(?<![\w.])(?:(?P<multiplied3>[nk])!(?=\s?[=+*×÷^−/)])|(?P<multiplied4>n)!(?!\w|!))",
    "factorialof": r"(?:(?<=[-+−]\d)|(?<=[-+−][a-z]))\)!(?!!)",
    "remainder": r"(?=[rR]\s?\d)(?<=\d )[rR](?=\s?\d{1,4}(?![\w.]))",
    "given": r"(?<!\w)(?:P|Pr)\((?P<event>\w{1,12})\s?\|\s?(?P<condition>\w{1,12})\)",
    "average": r"(?<![\w'’])(?P<averaged>[A-Za-z])(?P<hat>[\u0302\u0304\u0305])(?!\w)",
    "lettered_range": r"(?<![\w-])(?P<rangeletter>[A-Z])(?P<rangefrom>\d{1,3})\s?[-–]\s?(?P<rangeletter2>[A-Z])"
    r"(?P<rangeto>\d{1,3})(?![\w-])",
    "schoolyears": r"(?=K[-–])(?<![\w-])K[-–](?P<lastgrade>5|6|8|12)(?![\w-])",
}
# Where an exclamation mark behind a number or a letter is a factorial, no sentence ends with it.
GOES_ON = re.compile(r"\s*(?:[=+*×÷^−≈·/]|-\s\d|(?:is|equals)\s(?:\d|the\b|equal\b)|ways\b)")
GOES_ON_BEHIND_LETTER = re.compile(r"\s*(?:[=+*×÷^−≈·/]|-\s|[a-z])")


def factorial(match: re.Match[str], _: Token | None) -> str:
    """Speak "5!" of a sum as "five factorial"."""
    return f"{numbers.quantity(match['multiplied'] or match['multiplied2'])} factorial"


def given(match: re.Match[str], _: Token | None) -> str:
    """Speak "P(A|B)" as "P of A given B"."""
    event, condition = (
        " ".join(
            numbers.cardinal(piece) if piece.isdecimal() else spelled(piece)
            for piece in re.findall(r"\d+|[^\W\d]+", match[part])
        )
        for part in ("event", "condition")
    )
    return f"P of {event} given {condition}"


def average(match: re.Match[str], _: Token | None) -> str:
    """Speak a letter with a bar or a hat."""
    letter = unicodedata.normalize("NFC", match["averaged"])
    return f"{LETTER_A if letter in 'aA' else letter} {'hat' if match['hat'] == chr(0x302) else 'bar'}"


def lettered_range(match: re.Match[str], _: Token | None) -> str:
    """Speak "Q7-Q9" as "Q seven to Q nine"."""
    letters = [LETTER_A if match[part] == "A" else match[part] for part in ("rangeletter", "rangeletter2")]
    first, last = (numbers.cardinal(match[end]) for end in ("rangefrom", "rangeto"))
    is_range = letters[0] == letters[1] and int(match["rangefrom"]) < int(match["rangeto"])
    return f"{letters[0]} {first} {'to' if is_range else ''} {letters[1]} {last}"


SPEAKERS: dict[str, Speaker] = {
    "factorial": factorial,
    "factorialn": lambda match, _: f"{match['multiplied3'] or match['multiplied4']} factorial",
    "factorialof": lambda _, __: "factorial",
    "remainder": lambda _, __: "remainder",
    "given": given,
    "average": average,
    "lettered_range": lettered_range,
    "schoolyears": lambda match, _: f"K through {numbers.cardinal(match['lastgrade'])}",
}
