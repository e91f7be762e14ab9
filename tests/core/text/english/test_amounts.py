import pytest

from tests.core.text.spoken import spoken, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$3.50", "three dollars fifty cents"),
        ("$1", "one dollar"),
        ("$1.01", "one dollar one cent"),
        ("$0.99", "ninety nine cents"),
        ("$1,200", "one thousand two hundred dollars"),
        ("$1.2 million", "one point two million dollars"),
        ("$5M", "five million dollars"),
        ("£20", "twenty pounds"),
        ("20 €", "twenty euros"),
        ("€5.20", "five euros twenty cents"),
        ("¥100", "one hundred yen"),
    ],
)
def test_money(text, expected):
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("14KG", "fourteen kilograms"),
        ("2 mbps", "two megabits per second"),
        ("3 l/min", "three liters per minute"),
        ("6 1/2 lbs", "six and a half pounds"),
        ("-2 3/8", "minus two and three eighths"),
        ("1/8th", "one eighth"),
        ("5/400", "five four hundredths"),
        (".125", "point one two five"),
        ("a 12-inch 4-kg bag", "a twelve inch four kilogram bag"),
        ("1500-1600 kg", "one thousand five hundred to one thousand six hundred kilograms"),
        ("2x4 m", "two by four meters"),
        ('a 5" pipe', "a five inch pipe"),
        ('he said "5"', "he said five"),
        ("a 60-60 split", "a sixty sixty split"),
        ("7-3=4", "seven minus three equals four"),
        ("300 million km", "three hundred million kilometers"),
        ("10k", "ten thousand"),
        ("10^3", "ten cubed"),
        ("6'2\" tall", "six foot two tall"),
        ("20/20", "twenty twenty"),
        ("1 1/2 tsp", "one and a half teaspoons"),
        ("978-0-306-40615-7", "nine seven eight zero three zero six four zero six one five seven"),
        ("$5/lb", "five dollars per pound"),
        ("$2.5", "two dollars fifty cents"),
        ("€1.234,56", "one thousand two hundred and thirty four euros fifty six cents"),
        ("€1,23 and $-4", "one euro twenty three cents and minus four dollars"),
        ("1 MiB of 8 GiB", "one mebibyte of eight gibibytes"),
        ("-$7", "minus seven dollars"),
        ("NZ$3 Million", "three million New Zealand dollars"),
        ("$10-$20", "ten dollars to twenty dollars"),
        ("₩5", "five won"),
        ("1,234", "one thousand two hundred and thirty four"),
        ("123,456", "one hundred twenty three thousand four hundred and fifty six"),
        ("5th 5rd", "fifth five rd"),
        ("1700 people in 1700", "one thousand seven hundred people in seventeen hundred"),
    ],
)
def test_amounts(text, expected):
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("USD 7.25 or 9 EUR", "seven dollars twenty five cents or nine euros"),
        ("CHF 3 million", "three million Swiss francs"),
        ("$30-40", "thirty to forty dollars"),
        ("$30-$40 million", "thirty dollars to forty million dollars"),
        ("75¢", "seventy five cents"),
        ("8 gal. of 3 sq ft", "eight gallons of three square feet"),
        ("30 psi", "thirty pounds per square inch"),
        ("5 ft. 4 in.", "five feet four inches"),
        ("-12 C.", "minus twelve degrees Celsius."),
        ("Vitamin C.", "Vitamin C."),
        ("2.4M users, a 3M tape", "two point four million users, a three M tape"),
        ("4x faster, a 2x", "four times faster, a two x"),
        ("~8 km", "about eight kilometers"),
        ("a 55/45 and a 50/50 split", "a fifty five forty fifths and a fifty fifty split"),
    ],
)
def test_amounts_in_other_forms(text, expected):
    assert spoken(text) == expected


def test_a_decimal_behind_a_place_is_no_place():
    assert words("a number: 1.5M") == "a number one point five million"
    assert words("the number 2.5M is big") == "the number two point five million is big"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It's 72°F outside", "it's seventy two degrees fahrenheit outside"),
        ("There’s 5 km left", "there's five kilometers left"),
        ("Ann's 5 km run was fast", "ann's five kilometer run was fast"),
    ],
)
def test_a_measure_behind_a_short_is_describes_nothing(text, expected):
    assert words(text).lower() == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She ran a 5k.", "she ran a five k"),
        ("He finished the 10k in 50 minutes", "he finished the ten k in fifty minutes"),
        ("a 5k race", "a five k race"),
        ("They paid a 5k bonus", "they paid a five thousand bonus"),
        ("It has 5k users", "it has five thousand users"),
        ("The 5k, the flat and the car", "the five k the flat and the car"),
    ],
)
def test_runs_of_some_kilometers(text, expected):
    assert words(text).lower() == expected
