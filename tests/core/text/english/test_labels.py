"""Numbers behind the word that says what they number, and short words before figures."""

import pytest

from tests.core.text.spoken import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "card 0123 4567 8901 2345",
            "card zero one two three four five six seven eight nine zero one two three four five",
        ),
        (
            "IBAN GB33 BUKB 2020 1555 5555 55",
            "IBAN G B three three B U K B two zero two zero one five five five five five five five five five",
        ),
        ("Sort code 12-34-56", "Sort code one two three four five six"),
        ("account number: 1234-5678-90", "account number one two three four five six seven eight nine zero"),
        ("code 4820 is ready", "code four eight two zero is ready"),
        ("text 12345", "text one two three four five"),
        ("ext. 1203", "extension one two zero three"),
        ("555-1234 x123", "five five five one two three four extension one two three"),
        ("555-123-4567 ext 89", "five five five one two three four five six seven extension eight nine"),
        ("call 020 7946 0958", "call zero two zero seven nine four six zero nine five eight"),
        ("+44 (0)20 7946 0958", "plus four four two zero seven nine four six zero nine five eight"),
        ("5551234567", "five five five one two three four five six seven"),
        ("10000000000", "ten billion"),
        ("RTX 4090", "RTX forty ninety"),
        ("(02) 1234-5678", "zero two one two three four five six seven eight"),
        ("a 911 call", "a nine one one call"),
        ("invoice #2024-001", "invoice number twenty twenty four dash zero zero one"),
        ("#1-5", "numbers one through five"),
        ("Meeting ID: 812 3456 7890", "Meeting ID eight one two three four five six seven eight nine zero"),
        ("EIN 12-3456789", "E I N one two three four five six seven eight nine"),
    ],
)
def test_names(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Room #302", "Room number three oh two"),
        ("Rm. 302", "room three oh two"),
        ("US 101", "US one oh one"),
        ("I-405", "I four oh five"),
        ("U-235", "U two thirty five"),
        ("MH370", "MH three seventy"),
        ("HTTP 404", "HTTP four oh four"),
        ("port 8080", "port eighty eighty"),
        ("221B Baker Street", "two hundred twenty one B Baker Street"),
        ("Exit 25B", "Exit twenty five B"),
        ("worth 25B", "worth twenty five billion"),
        ("PO Box 12", "P O Box twelve"),
    ],
)
def test_rooms_and_roads(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Fig 5 and Vol 2", "figure five and volume two"),
        ("approx 20, max 10", "approximately twenty maximum ten"),
        ("a fig tree", "a fig tree"),
        ("No 5", "No five"),
        ("Chanel No 5", "Chanel number five"),
        ("No. I said no.", "No I said no"),
        ("Eq. (5)", "equation five"),
        ("page 3/10", "page three of ten"),
        ("S02E05", "season two episode five"),
        ("Ep. 12", "episode twelve"),
        ("Pt. 2", "part two"),
        ("Pt. Reyes", "point Reyes"),
        ("Rev. 2.1", "revision two point one"),
        ("ver 1.2", "version one point two"),
        ("802.11ac", "eight oh two point eleven A C"),
        ("etc", "et cetera"),
        ("w/out", "without"),
        ("w/in", "within"),
        ("b/t", "between"),
        ("Attn. J. Doe", "attention J Doe"),
        ("est. time", "estimated time"),
        ("the U.K.'s", "the U K's"),
        ("U.S.A.'s", "U S A's"),
        ("M.P.s", "M P's"),
        ("Chap. XII.", "chapter twelve"),
        ("Press Tab 5 times", "Press Tab five times"),
        ("He saw Max. 5 men came.", "He saw Max five men came"),
        ("Lieut. Smith", "lieutenant Smith"),
        ("lat. 40° N.", "latitude forty degrees north"),
    ],
)
def test_short_words(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gen. 1:1", "Genesis one one"),
        ("1 Cor. 13:4-7", "first Corinthians thirteen four to seven"),
        ("Ps 23", "Psalm twenty three"),
        ("Matt. 5:3", "Matthew five three"),
        ("Rev. 21:4", "Revelation twenty one four"),
        ("Rev. King", "reverend King"),
        ("Surah 2:255", "Surah two two hundred and fifty five"),
        ("1 Jn 4:8", "first John four eight"),
    ],
)
def test_books(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ASAP", "A S A P"),
        ("two TVs", "two T V's"),
        ("the MPs", "the M P's"),
        ("NYC's", "N Y C's"),
        ("HE LED US ALL", "he led us all"),
        ("size XL", "size XL"),
    ],
)
def test_acronyms(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Boston, Mass.", "Boston Massachusetts"),
        ("Portland, OR", "Portland Oregon"),
        ("Yes, OK.", "Yes OK"),
        ("Mr. Smith, OK.", "mister Smith OK"),
        ("Tulsa, OK 74101", "Tulsa Oklahoma seven four one zero one"),
        ("Jane Doe, MD", "Jane Doe M D"),
        ("Baltimore, MD", "Baltimore Maryland"),
        ("tel: 555 0199", "tel five five five zero one nine nine"),
        ("E. 5th St.", "East fifth street"),
        ("St Paul's", "saint Paul's"),
        ("Mt Everest", "mount Everest"),
        ("Ft Worth", "fort Worth"),
        ("a 5 ft wall", "a five foot wall"),
    ],
)
def test_places(text, expected):
    assert words(text) == expected
