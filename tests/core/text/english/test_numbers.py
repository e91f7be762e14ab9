import pytest

from tests.core.text.spoken import spoken


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", "zero"),
        ("42", "forty two"),
        ("1,234,567", "one million two hundred thirty four thousand five hundred and sixty seven"),
        ("3.14", "three point one four"),
        (".5", "point five"),
        ("-5", "minus five"),
        ("007", "zero zero seven"),
        ("1984", "nineteen eighty four"),
        ("2005", "two thousand five"),
        ("1905", "nineteen oh five"),
        ("1990s", "nineteen nineties"),
        ("'90s", "nineties"),
        ("22nd", "twenty second"),
        ("100th", "one hundredth"),
        ("3/4", "three quarters"),
        ("1/2", "one half"),
        ("24/7", "twenty four seven"),
        ("1½", "one and a half"),
        ("50%", "fifty percent"),
        ("1.2.3", "one point two point three"),
        ("3-7", "three to seven"),
        ("555-1234", "five five five one two three four"),
        ("(212) 555-0199", "two one two five five five zero one nine nine"),
        ("3 x 4 = 12", "three times four equals twelve"),
        ("5×5", "five times five"),
        ("12345678901234567890", "one two three four five six seven eight nine zero " * 2),
    ],
)
def test_numbers(text, expected):
    assert spoken(text) == expected.strip()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PIN: 4711", "PIN: four seven one one"),
        ("your passcode is 902", "your passcode is nine zero two"),
        ("order number 55021", "order number five five zero two one"),
        ("an order of 55021 pens", "an order of fifty five thousand and twenty one pens"),
        ("in case 12 of 2019", "in case twelve of twenty nineteen"),
        ("S/N 6610-34", "S N six six one zero three four"),
        ("078-05-1120", "zero seven eight zero five one one two zero"),
        ("4-3-2-1", "four three two one"),
        ("We won 4:2.", "We won four to two."),
        ("at 4:20", "at four twenty"),
        ("K9Z-4410", "K nine Z four four one zero"),
        ("notes.txt", "notes dot txt"),
        ("v3.1.4", "version three point one point four"),
        ("Web 2.0", "Web two point oh"),
        ("it was 2.0", "it was two point zero"),
    ],
)
def test_numbers_that_name(text, expected):
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3e-7", "three times ten to the power of minus seven"),
        ("-1.5E8", "minus one point five times ten to the power of eight"),
        ("y^2 and 7^(-4)", "y squared and seven to the power of minus four,"),
        ("a² and 10⁻⁹", "a squared and ten to the power of minus nine"),
        ("9 - 4", "nine minus four"),
        ("4 - 9", "four to nine"),
        ("the code e3", "the code e three"),
        ("√9", "square root of nine"),
    ],
)
def test_sums_and_powers(text, expected):
    assert spoken(text).rstrip(",") == expected.rstrip(",")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("George V and Mary I of England", "George the fifth and Mary the first of England"),
        ("Henry I think", "Henry I think"),
        ("Louis XIV's court", "Louis the fourteenth's court"),
        ("Otto IVth", "Otto the fourth"),
        ("the XIX century", "the nineteenth century"),
        ("XVIII.", "eighteen."),
        ("I\n\nIt began.\n\nII\n\nI left.", "one It began two I left."),
        ("I", "I"),
        ("VI. The end", "VI The end"),
        ("the IV drip", "the IV drip"),
        ("made in MCMLXXX", "made in nineteen eighty"),
        ("a MIX of CDs and DVD", "a MIX of CDs and DVD"),
        ("Super Bowl LIV", "Super Bowl fifty four"),
        ("Episode V", "Episode five"),
    ],
)
def test_roman_numerals(text, expected):
    assert spoken(text) == expected
