"""Roads, planes, papers, averages and other numbers that only what stands beside them tells."""

import pytest

from tests.core.text.spoken import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hwy. 50 W and I-5 N", "highway fifty west and I five north"),
        ("US-101 S, exit 9", "US one oh one south exit nine"),
        ("a 50 W lamp", "a fifty watt lamp"),
        ("8th St. NE", "eighth street northeast"),
        ("Oak Ave. S.", "Oak avenue south"),
        ("SW 3rd Ave.", "southwest third avenue"),
        ("N. Dakota or S. Korea", "North Dakota or South Korea"),
        ("J. N. Carter", "J N Carter"),
        ("winds SW at 5 mph", "winds southwest at five miles per hour"),
        ("on the 3rd fl.", "on the third floor"),
        ("PO Box 204", "P O Box two oh four"),
        ("Albany, N.Y.", "Albany New York"),
    ],
)
def test_ways(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a Boeing 767-300", "a Boeing seven sixty seven three hundred"),
        ("an F-150 with AES-256", "an F one fifty with A E S two fifty six"),
        ("the Nasdaq-100", "the Nasdaq one hundred"),
        ("ISO-8601", "ISO eighty six oh one"),
        ("Order No. 55-1207", "Order number fifty five twelve oh seven"),
        ("Nos. 5-7", "numbers five to seven"),
        ("Form 1040 and a 1099-INT", "Form ten forty and a ten ninety nine INT"),
        ("a 529 plan", "a five twenty nine plan"),
        ("an Xbox 360", "an Xbox three sixty"),
        ("88 F.3d 12", "eighty eight F third twelve"),
        ("text YES to 44321", "text YES to four four three two one"),
        ("SATA III", "SATA three"),
        ("Python 3.x", "Python three point x"),
        ("v2.x", "version two point x"),
    ],
)
def test_names_with_numbers(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("won 6-4, 3-6, 7-6 (7-5), 6-0", "won six four three six seven six seven to five six zero"),
        ("months 0-6, 7-9", "months zero to six seven to nine"),
        ("he hit .305", "he hit three oh five"),
        ("a .500 record", "a five hundred record"),
        ("a .305 caliber", "a point three zero five caliber"),
        ("ran 1:43.07", "ran one forty three point zero seven"),
        ("Rep. Lee (D-Calif.) and (R-TX)", "representative Lee D California and R Texas"),
        ("(D-N.J.)", "D New Jersey"),
        ("a loss of $(3.1) million", "a loss of minus three point one million dollars"),
        ("revenue (£m) in US$", "revenue millions of pounds in US dollars"),
        ("EUR/USD fell", "euro dollar fell"),
        ("up 1.5pp and 40 bp", "up one point five percentage points and forty basis points"),
        ("a gene of 300 bp", "a gene of three hundred base pairs"),
        ("$100+ million", "one hundred plus million dollars"),
        ("$3/bbl, $4/sq. ft.", "three dollars per barrel four dollars per square foot"),
        ("3% p.a.", "three percent per annum"),
        ("~ $900", "about nine hundred dollars"),
        ("a 10-yr Treasury and a 5/1 ARM", "a ten year Treasury and a five one ARM"),
    ],
)
def test_sports_and_money(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 c. milk, 1 c. oil", "two cups milk one cup oil"),
        ("1 T. honey and 2 t. salt", "one tablespoon honey and two teaspoons salt"),
        ("1 1/2 c. rice", "one and a half cups rice"),
        ("2 doz. rolls", "two dozen rolls"),
        ("1 (12-oz.) jar", "one twelve ounce jar"),
        ("a 4x6x8 box", "a four by six by eight box"),
        ("an 8.5x11 page", "an eight point five by eleven page"),
        ("a 4 x 6 photo", "a four by six photo"),
        ("4 x 6 = 24", "four times six equals twenty four"),
        ("dial *69, press #", "dial star sixty nine press pound"),
        ("r/AskHistory", "r slash Ask History"),
        ("I ❤️ NY", "I love NY"),
        ("@ann_lee", "at ann underscore lee"),
    ],
)
def test_kitchens_and_chats(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Silva (54', 90+1') scored", "Silva fifty fourth minute ninety plus one minutes scored"),
        ("a mast (54')", "a mast fifty four feet"),
        ("up 35c at noon", "up thirty five cents at noon"),
        ("see 35c", "see thirty five c"),
        (
            "£2 15s. in all, £2 15s. 3d.",
            "two pounds fifteen shillings in all two pounds fifteen shillings three pence",
        ),
        ("the firm's $2 billion deal", "the firm's two billion dollar deal"),
        ("invoice #12-3456", "invoice number twelve dash three four five six"),
        ("conf. # K4T9", "conf number K four T nine"),
        ("48k mi", "forty eight thousand miles"),
        ("mtg at 4, appt. at 5", "meeting at four appointment at five"),
        ("rest x 3 days", "rest times three days"),
        ("pp. 204-09", "pages two hundred and four to oh nine"),
        ("Copyright © 2020", "Copyright twenty twenty"),
        ("No. 10's staff", "number ten's staff"),
        ("5'4½\" tall", "five foot four and a half tall"),
        ("a 6-ft.-tall man", "a six foot tall man"),
        ("3x4=12", "three times four equals twelve"),
        ("gr. 3, iss. 2", "grade three issue two"),
        ("5 reps x 3 sets", "five reps times three sets"),
        ("7:58 min/mile, 9:16/mi", "seven fifty eight minutes per mile nine sixteen per mile"),
        ("8 mins./side, 24 hrs./day", "eight minutes per side twenty four hours per day"),
        ("5+ yrs", "five plus years"),
        ('1¼" screws', "one and a quarter inch screws"),
        ("$0.39 est.", "thirty nine cents estimated"),
        ("¥182.35", "one hundred and eighty two point three five yen"),
        ("x^n and 2^k", "x to the power of n and two to the power of k"),
        (
            "pop. 1,200; elev. 505'",
            "population one thousand two hundred elevation five hundred and five feet",
        ),
        ("10 mg q.d.", "ten milligrams once a day"),
    ],
)
def test_notes_and_advertisements(text, expected):
    assert words(text) == expected
