import time

import pytest

from timbre.text import normalize
from timbre.text.english import tables, units
from timbre.text.normalize import Normalizer
from timbre.text.tokens import shown_word


def spoken(text, language="en-us"):
    tokens = Normalizer(language).tokens(text, 0, len(text))
    words = ([shown_word(word, token.text) for word in token.spoken] for token in tokens)
    return "".join(
        " " + " ".join(said) + token.mark for said, token in zip(words, tokens, strict=True)
    ).strip()


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
        ("12/05/2024", "December fifth twenty twenty four"),
        ("31/12/1999", "the thirty first of December nineteen ninety nine"),
        ("2024-01-31", "January thirty first twenty twenty four"),
        ("12/05", "December fifth"),
        ("March 5, 2024", "March fifth, twenty twenty four"),
        ("5 March", "the fifth of March"),
        ("Jan. 3", "January third"),
        ("3:05", "three oh five"),
        ("15:30", "fifteen thirty"),
        ("9:00", "nine o'clock"),
        ("3:00 p.m.", "three PM"),
        ("10am", "ten AM"),
    ],
)
def test_dates_and_times(text, expected):
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Smith", "doctor Smith"),
        ("Mr and Mrs. Jones", "mister and missus Jones"),
        ("St. John on Main St. near us", "saint John on Main street near us"),
        ("No. 5", "number five"),
        ("pp. 3", "pages three"),
        ("e.g. this", "for example this"),
        ("A vs. B etc.", "A versus B et cetera"),
        ("20 km/h", "twenty kilometers per hour"),
        ("1 kg and 2kg", "one kilogram and two kilograms"),
        ("10.5°C", "ten point five degrees Celsius"),
        ("5 in the box", "five in the box"),
        ("Q&A @ 8 + 1", "Q and A at eight plus one"),
        ("cats & dogs", "cats and dogs"),
        ("B2B, H200", "B two B, H two hundred"),
        ("COVID-19", "COVID nineteen"),
        ("Chapter IV of Henry VIII", "Chapter four of Henry the eighth"),
        ("I am", "I am"),
        ("bob@example.com", "bob at example dot com"),
        ("https://www.a.org/b-c", "HTTPS colon slash slash WWW dot a dot org slash b dash c"),
        ("J. R. Smith", "J R Smith"),
        ("U.S. law", "U S law"),
        ("#fun", "hashtag fun"),
        ("#1", "number one"),
        ("C#", "C sharp"),
        ("=====", ""),
        ("'tis the dogs' season", "'tis the dogs season"),
        ("don’t", "don't"),
    ],
)
def test_abbreviations_units_and_signs(text, expected):
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("july 25 2012", "july twenty fifth twenty twelve"),
        ("jul 25, 2012", "July twenty fifth, twenty twelve"),
        ("JAN 3", "January third"),
        ("Feb-14-2023", "February fourteenth twenty twenty three"),
        ("on the 26th May", "on the twenty sixth of May"),
        ("7 jun 1999", "the seventh of June nineteen ninety nine"),
        ("3 may 2010", "the third of may twenty ten"),
        ("15 may be enough", "fifteen may be enough"),
        ("on 3/4", "on March fourth"),
        ("Mon. 5/6", "Monday May sixth"),
        ("add 3/4 of it", "add three quarters of it"),
        ("24.12.2025", "the twenty fourth of December twenty twenty five"),
        ("April 9th's dinner", "April ninth's dinner"),
        ("420 BC", "four twenty BC"),
        ("3Q24", "the third quarter of twenty four"),
        ("the 1970s-80s", "the nineteen seventies to eighties"),
        ("1:02:03", "one hour two minutes and three seconds"),
        ("7.45 a.m. - 9 pm", "seven forty five AM to nine PM"),
    ],
)
def test_dates_in_other_forms(text, expected):
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
        ('a 5" pipe', "a five inches pipe"),
        ('he said "5"', "he said five"),
        ("a 60-60 split", "a sixty sixty split"),
        ("7-3=4", "seven minus three equals four"),
        ("300 million km", "three hundred million kilometers"),
        ("10k", "ten thousand"),
        ("10^3", "ten to the power of three"),
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
        ("+1 (555)-010-5678", "one five five five zero one zero five six seven eight"),
        ("555.010.5678", "five five five zero one zero five six seven eight"),
        ("1-800-555-0100", "one eight hundred five five five zero one zero zero"),
        ("1-800-GO-FAST-2", "one eight hundred GO FAST two"),
        ("Call 911 now", "Call nine one one now"),
        ("a card ending in 1234", "a card ending in one two three four"),
        ("1428 Elm St.", "fourteen twenty eight Elm street"),
        ("12 N 1st St", "twelve North first street"),
        (
            "305 Oak Ave, Springfield, IL 62704",
            "three zero five Oak avenue, Springfield, Illinois six two seven zero four",
        ),
        ("He said, OK.", "He said, OK."),
        ("Meet Dr Smith on Lake Dr near me", "Meet doctor Smith on Lake drive near me"),
        ("a_b@c-d.org", "a underscore b at c dash d dot org"),
        ("docs.example.com/a?b=1", "docs dot example dot com slash a question mark b equals one"),
        ("localhost:8080", "localhost colon eighty eighty"),
        ("10.0.0.1", "ten dot zero dot zero dot one"),
        ("end.The next", "end The next"),
        ("Part XL, Type C", "Part forty, Type C"),
        ("ab1234 and t2000", "ab one two three four and t two thousand"),
        ("a 401(k)", "a four oh one k"),
        ("C++ in #tag", "C plus plus in hashtag tag"),
    ],
)
def test_addresses_and_codes(text, expected):
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one—two – three - four -- five", "one, two, three, four, five"),
        ("wait... what", "wait, what"),
        ("gone...", "gone."),
        ("what?!", "what?"),
        ("no!!!", "no!"),
        ("he (quietly) left", "he, quietly, left"),
        ("“yes,” she said", "yes, she said"),
        ("one; two: three", "one; two: three"),
        ("1. First", "one, First"),
    ],
)
def test_marks(text, expected):
    assert spoken(text) == expected


@pytest.mark.parametrize("before", ["", "5 ", "3", "Henry ", "A&", "'", ".", "a@", "(", "x-"])
def test_ordinary_words_are_spoken_as_the_rules_would(before, monkeypatch):
    words = [*tables.ABBREVIATIONS, *tables.BARE_ABBREVIATIONS, *tables.MONTHS, *tables.STREETS, *units.UNITS]
    words += [*tables.ELISIONS, "http", "www", "x", "I", "IV", "a" * 48, "a" * 49, "A" + "a" * 48]
    ends = [" ", "", ", ", "! x", "; 5", "?x", ".", ". X", ".com", "://x", "@a.de", "'s", "-x", "/o", "&a"]
    forms = [form for word in words for form in (word, word.capitalize(), word.upper())]
    texts = [before + form + behind for form in forms for behind in ends]
    quick = Normalizer("en-us")
    monkeypatch.setattr(normalize, "_ORDINARY", "(?P<ordinary>(?!))")
    by_rules = Normalizer("en-us")
    for text in texts:
        assert quick.tokens(text, 0, len(text)) == by_rules.tokens(text, 0, len(text))


def test_capitals_throughout_are_read_as_words():
    assert spoken("STOP THE CAR NOW") == "stop the car now"
    assert spoken("The NASA and FBI") == "The NASA and FBI"


def test_other_languages_leave_numbers_to_espeak():
    assert spoken("3,50 € & 20 %", "de") == "3,50 € & 20 %"


def test_chinese_characters_are_tokens_of_their_own():
    tokens = Normalizer("cmn").tokens("你好，世界。", 0, 6)
    assert [(t.text, t.is_glued, t.mark) for t in tokens] == [
        ("你", False, ""),
        ("好", True, ","),
        ("世", False, ""),
        ("界", True, "."),
    ]


@pytest.mark.parametrize("text", ["x" * 500, "1" * 500, "https://a.com/" + "b/" * 200, "A." * 100])
def test_long_tokens_are_cut_and_cover_the_text(text):
    tokens = Normalizer("en-us").tokens(text, 0, len(text))
    assert len(tokens) > 1
    assert all(len(token.spoken) <= 16 and len(token.spoken[0]) <= 48 for token in tokens)
    assert "".join(token.text for token in tokens) in text


def test_ranges_index_the_whole_text():
    text = "Skip this. It costs $3.50, Dr. Who."
    for token in Normalizer("en-us").tokens(text, 11, len(text)):
        assert text[token.char_start : token.char_end] == token.text


def test_words_of_a_whole_text():
    text = "It is 5 pm. I read [[ɹˈɛd]] on."
    assert Normalizer("en-us").words(text) == ["It", "is", "five", "PM", "I", "read", "[[ɹˈɛd]]", "on"]
    assert Normalizer("de").words("3 & 4") == ["3", "&", "4"]


@pytest.mark.parametrize(
    "piece", ["1 Main ", "a1-", "1 1/", "1x2 ", "8 A St", "1-800-", "on 1/2 ", "x.y@", "$"]
)
def test_rows_of_beginnings_take_no_minutes(piece):
    text = (piece * 8000)[:8000]
    began = time.process_time()
    Normalizer("en-us").tokens(text, 0, len(text))
    assert time.process_time() - began < 5
