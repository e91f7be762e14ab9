"""Prices, rates and measures as people type them."""

import pytest

from tests.core.text.spoken import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$3.8 million dollars", "three point eight million dollars"),
        ("$5 USD", "five dollars"),
        ("USD $5", "five dollars"),
        ("$50 CAD", "fifty Canadian dollars"),
        ("$25/hour", "twenty five dollars per hour"),
        ("£20/night", "twenty pounds per night"),
        ("$3/person", "three dollars per person"),
        ("$100K-$150K", "one hundred thousand dollars to one hundred fifty thousand dollars"),
        ("two $30 bills", "two thirty dollar bills"),
        ("a $1,000 fine", "a one thousand dollar fine"),
        ("a $2.5 million house", "a two point five million dollar house"),
        ("5$", "five dollars"),
        ("50p", "fifty pence"),
        ("¢50", "fifty cents"),
        ("₹1,50,000", "one hundred fifty thousand rupees"),
        ("MX$50", "fifty Mexican pesos"),
        ("50 zł", "fifty zlotys"),
        ("₿0.5", "zero point five bitcoins"),
        ("$AAPL is up", "AAPL is up"),
        ("$2T", "two trillion dollars"),
        ("C$ 2.3 mn", "two point three million Canadian dollars"),
        ("€ 20 000", "twenty thousand euros"),
        ("$5/ea", "five dollars each"),
        ("25 bps", "twenty five basis points"),
        ("9600 bps", "nine thousand six hundred bits per second"),
        ("£3 10s. 6d.", "three pounds ten shillings six pence"),
    ],
)
def test_prices(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6' tall", "six feet tall"),
        ("10' x 12'", "ten feet by twelve feet"),
        ("'in 6' he said", "in six he said"),
        ('12" pizza', "twelve inch pizza"),
        ('1/2"', "one half inch"),
        ("1-1/2 cups", "one and a half cups"),
        ("2 ½ cups", "two and a half cups"),
        ("8.5 x 11 in", "eight point five by eleven inches"),
        ("6ft2", "six foot two"),
        ("27in", "twenty seven inches"),
        ("40Hz–20kHz", "forty hertz to twenty kilohertz"),
        ("20°C-25°C", "twenty degrees Celsius to twenty five degrees Celsius"),
        ("350°F/180°C", "three hundred and fifty degrees Fahrenheit one hundred and eighty degrees Celsius"),
        ("9V battery", "nine volt battery"),
        ("5 kg bags", "five kilogram bags"),
        ('2" x 4"', "two inches by four inches"),
        ('["20"] is 3" wide', "twenty is three inches wide"),
        ("10ft x 12ft", "ten feet by twelve feet"),
        ("1,200 sq. ft.", "one thousand two hundred square feet"),
        ("300 lb-ft", "three hundred pound feet"),
        ("70 degrees F", "seventy degrees Fahrenheit"),
        ("40° 42′ 46″ N", "forty degrees forty two minutes forty six seconds north"),
        ("3,5 kg", "three point five kilograms"),
        ("1.234,56", "one thousand two hundred and thirty four point five six"),
        ("1.000.000", "one million"),
        ("1'000'000", "one million"),
    ],
)
def test_measures(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("80/20", "eighty twenty"),
        ("20/40 vision", "twenty forty vision"),
        ("120/80 mmHg", "one hundred and twenty over eighty millimeters of mercury"),
        ("4/4 time", "four four time"),
        ("9/10 people", "nine out of ten people"),
        ("an 8/10", "an eight out of ten"),
        ("10/2 = 5", "ten divided by two equals five"),
        ("★★★★☆", "four out of five stars"),
        ("1:100,000", "one to one hundred thousand"),
        ("100s of people", "hundreds of people"),
        ("0s and 1s", "zeros and ones"),
        ("hundreds of 1000s", "hundreds of thousands"),
        ("under 18s", "under eighteens"),
        ("5M people", "five million people"),
        ("10K views", "ten thousand views"),
        ("300K", "three hundred thousand"),
    ],
)
def test_parts(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("+/- 5", "plus or minus five"),
        ("<=10", "less than or equal to ten"),
        ("x <= 10", "x is less than or equal to ten"),
        ("> 50%", "more than fifty percent"),
        ("< 10 minutes", "less than ten minutes"),
        ("2πr", "two pi r"),
        ("CO₂", "C O two"),
        ("C6H12O6", "C six H twelve O six"),
        ("0xFF", "zero x F F"),
        ("3.00e8 m/s", "three point zero zero times ten to the power of eight meters per second"),
        ("(a+b)/(c-d)", "a plus b divided by c minus d"),
        ("A ∪ B", "A union B"),
        ("#100DaysOfCode", "hashtag one hundred Days Of Code"),
        ("~$50", "about fifty dollars"),
        ("4~5 times", "four to five times"),
        ("a && b", "a and b"),
        ("camelCaseName", "camel Case Name"),
        ("getUserById()", "get User By Id"),
    ],
)
def test_signs(text, expected):
    assert words(text) == expected
