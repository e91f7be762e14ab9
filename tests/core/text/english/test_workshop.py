"""Packs, amperes, stones, f-stops, forces, and prices and telephone numbers that stand beside them."""

import pytest

from tests.core.text.spoken import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2x bonus, 2x coffees", "two times bonus two coffees"),
        ("2 x 400g tins tomatoes", "two four hundred gram tins tomatoes"),
        ("3 × 200 ml", "three times two hundred milliliters"),
        ("2 x carrots, 1 x onion", "two carrots one onion"),
        ("4x AAA batteries, 4x faster", "four triple A batteries four times faster"),
        ("2 x 4 m", "two by four meters"),
        ("6 lg. eggs", "six large eggs"),
        ("3 in. x 5 in.", "three inches by five inches"),
        ("1⅞ in. wide", "one and seven eighths inches wide"),
        ('5 3/4" bolts', "five and three quarters inch bolts"),
        ("a 2½-lb chicken", "a two and a half pound chicken"),
        ("20 deg. C", "twenty degrees Celsius"),
    ],
)
def test_packs_and_sizes(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a 15A outlet", "a fifteen amp outlet"),
        ("The fuse is 13 A.", "The fuse is thirteen amps"),
        ("9V 2A", "nine volts two amps"),
        ("a 2.8 V 6", "a two point eight V six"),
        ("It draws 0.5A at 12VDC", "It draws zero point five amps at twelve volts D C"),
        ("a 100Ah battery", "a one hundred amp hour battery"),
        ("room 15A, row 13 A", "room fifteen A row thirteen A"),
        ("10Gb/s and 10GB/s", "ten gigabits per second and ten gigabytes per second"),
        ("a force of 12 N", "a force of twelve newtons"),
        ("f/2.8 at 1/250 s", "F two point eight at one two hundred fiftieth of a second"),
        ("5W-30 oil, a 5W lamp", "five W thirty oil a five watt lamp"),
        ("13st 4lb, the 1st", "thirteen stone four pounds the first"),
        ("48 sts. on", "forty eight stitches on"),
        ("Bb, Eb maj. at ♩ = 96", "B flat E flat major at quarter note equals ninety six"),
        ("per m³ and in km²", "per cubic meter and in square kilometers"),
        ("CO₂e", "C O two e"),
        ("3 Gyr", "three billion years"),
        ("lat. 46, long. 7", "latitude forty six longitude seven"),
    ],
)
def test_workshops(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("up 8% YoY, 2% q/q", "up eight percent year over year two percent quarter over quarter"),
        ("5% w/v", "five percent weight by volume"),
        ("$4.5MM", "four point five million dollars"),
        ("€450 pp", "four hundred and fifty euros per person"),
        ("£3 4s. 6½d.", "three pounds four shillings six and a half pence"),
        ("5/- each", "five shillings each"),
        ("a 50c piece", "a fifty cent piece"),
        ("Kč 350, Rp 25.000", "three hundred and fifty korunas twenty five thousand rupiah"),
        ("Ke$ha", "Kesha"),
        ("Call 1300 555 123", "Call one three zero zero five five five one two three"),
        ("Fax: 555.0178", "Fax five five five zero one seven eight"),
        ("Austin TX 78701", "Austin Texas seven eight seven zero one"),
        ("GTX 1060", "GTX ten sixty"),
        ("a 1099 and 1099 cows", "a ten ninety nine and one thousand and ninety nine cows"),
    ],
)
def test_money_and_numbers(text, expected):
    assert words(text) == expected
