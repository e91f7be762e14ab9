import pytest

from timbre.text.normalize import Normalizer


@pytest.fixture(scope="module")
def normalizer():
    return Normalizer("en-us")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See Vol. IV for details.", "See volume four for details"),
        ("upgrade/update it", "upgrade slash update it"),
        ("he/she and his/her", "he or she and his or her"),
        ("Great job :) <3", "Great job"),
        ("#ThrowbackThursday", "hashtag Throwback Thursday"),
        ("color #FF5733", "color hash F F five seven three three"),
        ("+44 20 7946 0958", "plus four four two zero seven nine four six zero nine five eight"),
        ("at 10:30 EST", "at ten thirty E S T"),
        ("1 Cor 13:4-7", "first Corinthians thirteen four to seven"),
        ("1920x1080", "nineteen twenty by ten eighty"),
        ("2x4 lumber", "two by four lumber"),
        ("1080p", "ten eighty p"),
        ('a 12" pizza', "a twelve inch pizza"),
        ("a 5 km run of 5 km", "a five kilometer run of five kilometers"),
        ("The 5 km run is the 5 km we like", "The five kilometer run is the five kilometers we like"),
        ("a $5 bill, a $5 million deal", "a five dollar bill a five million dollar deal"),
        ("the $20 he paid", "the twenty dollars he paid"),
        ("the speed in km/h", "the speed in kilometers per hour"),
        ("It was built c. 1900.", "It was built circa nineteen hundred"),
        ("a bold claim[a] indeed", "a bold claim indeed"),
        ("1⁄2 cup", "one half cup"),
        ("-1990", "minus one thousand nine hundred and ninety"),
        ("1/2 tsp", "one half teaspoon"),
        ("1½ lb", "one and a half pounds"),
        ("1⅕", "one and one fifth"),
        ("Bake at 350F", "Bake at three hundred and fifty degrees Fahrenheit"),
        ("seat 24F", "seat twenty four F"),
        ("98° F", "ninety eight degrees Fahrenheit"),
        ("90° N", "ninety degrees north"),
        ("FY24", "fiscal year twenty four"),
        ("rated 4.5★", "rated four point five stars"),
        ("4/5 stars", "four out of five stars"),
        ("<5 min", "less than five minutes"),
        ("x != y", "x is not equal to y"),
        ("C++ and .NET", "C plus plus and dot NET"),
        ("1 000 000", "one million"),
        ("1.000.000 €", "one million euros"),
        ("12,80 EUR", "twelve euros eighty cents"),
        ("2m people", "two million people"),
        ("Nxf3+", "knight takes F three check"),
        ("room 101", "room one oh one"),
        ("Boeing 747", "Boeing seven forty seven"),
        ("variant B.1.1.7", "variant B point one point one point seven"),
        ("No. 2022-5678", "number twenty twenty two dash five six seven eight"),
        ("far.[2] Next", "far Next"),
        ("btw it is 3 km", "by the way it is three kilometers"),
        ("40 Nm and 40 nm", "forty newton meters and forty nanometers"),
        ("10 µF", "ten microfarads"),
        ("λ = 5", "lambda equals five"),
        ("The timeout is 30s.", "The timeout is thirty seconds"),
        ("in his 70s", "in his seventies"),
        ("500 BC", "five hundred BC"),
        ("8 / 2", "eight divided by two"),
        ("R$ 50 and R$1.20", "fifty reais and one real twenty centavos"),
        ("kr 200 or 200 kr", "two hundred kronor or two hundred kronor"),
        ("It costs Rs. 500 now", "It costs five hundred rupees now"),
        ("Rs 1,200", "one thousand two hundred rupees"),
        ("RM50.50", "fifty ringgit fifty sen"),
        ("H.264 and X.509", "H two sixty four and X five oh nine"),
        ("if x <3 then", "if x is less than three then"),
        ("for p <0.05 only", "for p is less than zero point zero five only"),
        ("love you <3 mom's <3", "love you mom's"),
        ("the bot 2.0", "the bot two point oh"),
        ("2.0 is here", "two point oh is here"),
        ("it rose from 1.0 to 2.0", "it rose from one point zero to two point zero"),
        ("a 2.8 V 6 at 12 V", "a two point eight V six at twelve volts"),
        ("on 30-9-26", "on the thirtieth of September twenty twenty six"),
        ("36-24-36", "thirty six twenty four thirty six"),
        ("10-5-1", "ten five one"),
        ("from 0:00 to 1:30", "from zero to one thirty"),
        ("at 00:00", "at zero hundred hours"),
        ("covid-19.5, GPT-3.5", "covid nineteen point five GPT three point five"),
        ("USB3.0 and Qwen2.5", "USB three point oh and Qwen two point five"),
        ("in the 1980 s", "in the nineteen eighties"),
        ("#mytext# in C#", "hashtag mytext hash in C sharp"),
        ("A $5tn economy", "A five trillion dollar economy"),
        ("a 10k bonus and a 10k run", "a ten thousand bonus and a ten K run"),
        ("it fell by 1/3, due by 1/3/24", "it fell by one third due by January third twenty twenty four"),
        ("Downing St in St Albans", "Downing street in saint Albans"),
        ("Arsenal v Chelsea", "Arsenal versus Chelsea"),
        ("Chapter v Hope", "Chapter v Hope"),
        ("a bet of £1-0, or", "a bet of one to zero pounds or"),
        ("between £1-2, or £1-1,000", "between one to two pounds or one to one thousand pounds"),
        ("In Roe v. Wade it", "In Roe versus Wade it"),
        ("Prices &amp; wages&nbsp;rose", "Prices and wages rose"),
        ("MIG-25/235212-B", "MIG twenty five two three five two one two B"),
    ],
)
def test_everyday_text(normalizer, text, expected):
    assert " ".join(normalizer.words(text)) == expected


def test_words_keep_their_ranges(normalizer):
    text = 'Great :) he/she baked a 12" pizza at 350F, #SoGood.'
    tokens = normalizer.tokens(text, 0, len(text))
    assert all(text[token.char_start : token.char_end] == token.text for token in tokens)
