import pytest

from tests.core.text.spoken import spoken


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
        ("+1 (555)-010-5678", "plus one five five five zero one zero five six seven eight"),
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
