"""Money: signs and codes of currencies, scales, rates, ranges."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .amounts import MINUS, NUMBER, PER_UNIT
from .attributes import describes
from .lists import behind, behind_words
from .units import CODE, CODES, CURRENCIES, CURRENCY, NATIONS, SCALE, unit

_EUROPEAN = r"\d{1,3}(?:\.\d{3})*,\d{2}(?![\d,])"
_GROUPED = r"\d(?:[\d,]*\d)?(?:\.\d+)?"

_MOVED = behind_words("up down by at to for of fell rose lost gained added")
_PAIRED = "USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|CNY|SEK|NOK|MXN|INR|BTC"

PATTERNS = {
    "money": rf"(?P<debt>{MINUS})(?:(?<![A-Za-z])(?P<nation>{'|'.join(NATIONS)}))?(?P<symbol>{CURRENCY})\s?"
    rf"(?P<behind>[-−])?(?P<amount>{_EUROPEAN}|\d{{1,3}}(?:[ \u00a0\u202f]000)+(?![\d.,])|(?>{NUMBER})"
    rf"|\.\d+)(?:\s?(?P<scale>{SCALE}|MM|[kKmMbBT])\b)?"
    rf"(?P<rate>/{PER_UNIT}(?![\w²³/])|\spp(?![\w]|\.?\s?\d))?(?P<again>\s(?:dollars?|euros?|pounds?"
    rf"|{CODE})\b(?!\s?\d))?",
    "moneyrange": rf"(?<![\w.,])(?P<paid>{CURRENCY})(?P<least>{_GROUPED})\s?[-–]\s?"
    rf"(?P<most>{_GROUPED})(?:\s?(?P<most_scale>{SCALE}|[kKmMbBT])\b)?(?![\w.-]*\d)",
    "ormore": rf"(?<![\w.,])(?P<moresign>{CURRENCY})(?P<more>{_GROUPED})\+\s(?P<morescale>{SCALE})\b",
    "exchange": rf"(?<!\w)(?P<pairfirst>{_PAIRED})/(?P<pairsecond>{_PAIRED})(?![\w/])",
    "percentpoints": r"(?<![\w.,])(?P<percentages>\d{1,2}(?:\.\d+)?)(?:pp|(?<=\.\d)\spp)(?!\w)",
    "postmoney": rf"(?P<postamount>(?<![\d.,]){_EUROPEAN}|(?<![\d.,])\d{{1,3}}(?:\.\d{{3}}){{2,}}|(?>{NUMBER}))"
    rf"\s?(?:(?P<postsymbol>[€£¥₹₫₮₱₴฿₦₡₽₺]|(?<=\d)\$(?![\w$]))|(?P<postcode>{CODE})(?!\w))",
    "pence": r"(?<![\w.,£])(?P<pennies>\d{1,2})p(?=\s(?:each|per|a|more|off|extra|coins?|piece|change|tax|less)\b"
    r"|[.,;!?]"
    r"|\s*$)|¢(?P<coins>\d{1,2})(?!\w)|(?<![\w.,])(?P<coins2>\d{1,2})c(?=\s(?:each|pieces?|coins?|stamps?|apiece"
    r"|per)\b)",
    "shillingsonly": rf"(?<![\w.,/])(?P<solidus>\d{{1,2}})/-(?![\w-])"
    rf"|(?=\d{{1,2}}s)(?:{behind('£[0-9] ', '£[0-9][0-9] ', '£[0-9]{3} ')})(?P<onlyshillings>\d{{1,2}})"
    r"s\b\.?+(?!\s\d{1,2}[½¼¾]?d\b)",
    "centsmoved": rf"(?=\d{{1,2}}c)(?:{_MOVED})(?P<centsmoved_by>\d{{1,2}}(?:\.\d)?)c(?!\w)",
    "oldmoney": r"(?:(?<![\w.,£])|(?<=£\d )"
    r"|(?<=£\d\d ))(?P<shillings>\d{1,2})s\.?\s(?P<oldpence>\d{1,2})(?P<farthings>[½¼¾])?d\b\.?",
    "swapped": r"(?<!\w)(?=[A-Za-z]+\$[A-Za-z])(?P<the_swapped>[A-Z][A-Za-z]{0,8}\$[A-Za-z]{1,8})(?!\w|\$)",
    "cash": r"(?<!\w)\$(?=[A-Z]{2,5}\b)",
    "codemoney": rf"(?<!\w)(?P<code>{CODE})\s?[$€£]?(?P<codeamount>(?>{NUMBER}))"
    rf"(?:\s?(?P<codescale>{SCALE}|[kKmMbBT])\b)?",
}
_PARTS_OF_PENNY = {"½": "a half", "¼": "a quarter", "¾": "three quarters"}
# Currencies whose thousands are written with a full stop, and that have no hundredths in use.
_DOTTED = frozenset(("Rp", "IDR", "₫", "VND"))
_COIN_BEHIND = re.compile(r"\s(?:pieces?|coins?|stamps?)\b")
_BILLS_BEHIND = re.compile(
    r"\s(?:bills?|notes?|banknotes?|coins?|tickets?|gift|vouchers?|fines?|fees?|menu|tip)\b"
)


def money(match: re.Match[str], before: Token | None) -> str:
    """Speak "$3.50", "-$5", "US$76 trillion", "a $5 bill"."""
    symbol, amount = match["symbol"], match["amount"]
    again = (match["again"] or "").strip()
    if again in CODES:  # "$50 CAD"
        symbol = again
    is_plain = not match["nation"] and not match["rate"] and not again
    if (
        is_plain
        and (match["scale"] or re.sub(r"[,\s]", "", amount).isdecimal())
        and _is_attribute(match, before)
    ):
        count = (
            numbers.multiple(amount, match["scale"])
            if match["scale"]
            else numbers.quantity(re.sub(r"\s", ",", amount))
        )
        return f"{count} {CURRENCIES[symbol][0]}"
    spoken = _amount(symbol, amount, match["scale"], NATIONS.get(match["nation"] or ""))
    if match["rate"]:
        spoken = f"{spoken} {unit('/' + match['rate'].strip(' /'), '1')}"
    return f"minus {spoken}" if match["debt"] or match["behind"] else spoken


def _is_attribute(match: re.Match[str], before: Token | None) -> bool:
    """Whether an amount describes a noun, as in "a $5 fine" and "two $30 bills"."""
    return describes(match, before) or bool(_BILLS_BEHIND.match(match.string, match.end()))


def pence(match: re.Match[str], _: Token | None) -> str:
    """Speak "50p" and "¢50"."""
    if count := match["pennies"]:
        return f"{numbers.cardinal(count)} {'penny' if count == '1' else 'pence'}"
    count = match["coins"] or match["coins2"]
    if match["coins2"] and _COIN_BEHIND.match(match.string, match.end()):
        return f"{numbers.cardinal(count)} cent"
    return f"{numbers.cardinal(count)} {'cent' if count == '1' else 'cents'}"


def money_range(match: re.Match[str], _: Token | None) -> str:
    """Speak "$5-10" as "five to ten dollars"."""
    return f"{numbers.quantity(match['least'])} to {_amount(match['paid'], match['most'], match['most_scale'], None)}"


def postmoney(match: re.Match[str], _: Token | None) -> str:
    """Speak "20 €", "5 EUR"."""
    return _amount(match["postsymbol"] or match["postcode"], match["postamount"], None, None)


def codemoney(match: re.Match[str], _: Token | None) -> str:
    """Speak "USD 12.50", "EUR 2 billion"."""
    return _amount(match["code"], match["codeamount"], match["codescale"], None)


def old_money(match: re.Match[str], _: Token | None) -> str:
    """Speak "7s. 4½d."."""
    shillings, count, part = match["shillings"], match["oldpence"], match["farthings"]
    part = f" and {_PARTS_OF_PENNY[part]}" if part else ""
    pence = "penny" if count == "1" and not part else "pence"
    return (
        f"{numbers.cardinal(shillings)} {'shilling' if shillings == '1' else 'shillings'} "
        f"{numbers.cardinal(count)}{part} {pence}"
    )


def _amount(symbol: str, amount: str, scale: str | None, nation: str | None) -> str:
    amount = re.sub(r"\s", ",", amount)
    unit_name, units, cent, cents = CURRENCIES.get(symbol) or CODES[symbol]
    if nation:
        unit_name, units = f"{nation} {unit_name}", f"{nation} {units}"
    is_grouped = symbol in _DOTTED and re.fullmatch(r"\d{1,3}(?:\.\d{3})+", amount)
    if is_grouped or re.fullmatch(_EUROPEAN, amount) or amount.count(".") > 1:
        amount = amount.replace(".", "").replace(",", ".")
    if scale:
        return f"{numbers.multiple(amount, scale)} {units}"
    whole, _, part = amount.partition(".")
    part = part.rstrip("0") if part.isdecimal() else part
    if len(part) > 2 or (part and not cents):
        return f"{numbers.quantity(f'{whole}.{part}')} {units}"
    value, hundredths = int(whole.replace(",", "") or 0), int(part.ljust(2, "0"))
    parts: list[str] = []
    if value or not hundredths:
        parts.append(f"{numbers.cardinal(whole.lstrip('0') or '0')} {unit_name if value == 1 else units}")
    if hundredths:
        parts.append(f"{numbers.cardinal(str(hundredths))} {cent if hundredths == 1 else cents}")
    return " ".join(parts)


SPEAKERS: dict[str, Speaker] = {
    "money": money,
    "postmoney": postmoney,
    "codemoney": codemoney,
    "pence": pence,
    "oldmoney": old_money,
    "shillingsonly": lambda match, _: (
        f"{numbers.cardinal(match['onlyshillings'] or match['solidus'])} shillings"
    ),
    "centsmoved": lambda match, _: f"{numbers.quantity(match['centsmoved_by'])} cents",
    "swapped": lambda match, _: match["the_swapped"].replace(
        "$", "S" if match["the_swapped"].isupper() else "s"
    ),
    "cash": lambda _, __: "",
    "moneyrange": money_range,
    "ormore": lambda match, _: (
        f"{numbers.quantity(match['more'])} plus {match['morescale'].lower()} {CURRENCIES[match['moresign']][1]}"
    ),
    "exchange": lambda match, _: f"{CODES[match['pairfirst']][0]} {CODES[match['pairsecond']][0]}",
    "percentpoints": lambda match, _: (
        f"{numbers.quantity(match['percentages'])} percentage {'point' if match['percentages'] == '1' else 'points'}"
    ),
}
