"""Games, sports, chats and code: levels, seconds, runs, points, short words and what is typed for them."""

import pytest

from tests.core.text.spoken import words
from timbre.text.normalize import Normalizer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lv. 12, Lvl 3", "level twelve level three"),
        ("v1.2.3b", "version one point two point three b"),
        ("Cooldown: 12s → 10s", "Cooldown twelve seconds to ten seconds"),
        ("You have 3 HP left", "You have three H P left"),
        ("a 300 HP engine, 90 hp", "a three hundred horsepower engine ninety horsepower"),
        ("in the 80s", "in the eighties"),
        ("134/6 dec. at tea", "one hundred and thirty four for six declared at tea"),
        ("Root 104*, Smith 5", "Root one hundred and four not out Smith five"),
        ("a 5* hotel", "a five star hotel"),
        ("at 40-15, 30-40 people", "at forty fifteen thirty to forty people"),
        ("T-10 and counting, a T-34", "T minus ten and counting a T thirty four"),
        ("38w3d", "thirty eight weeks three days"),
        ("at 2200h, 1635Z", "at twenty two hundred hours sixteen thirty five zulu"),
        ("noon – 2", "noon to two"),
        ("MON-FRI", "Monday to Friday"),
        ("Mon 13th–Fri 17th", "Monday thirteenth to Friday seventeenth"),
        ("On Tue 4/1", "On Tuesday April first"),
        ("Dec −5°", "Dec minus five degrees"),
    ],
)
def test_games_and_times(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("want 2 go, have 2 dogs", "want to go have two dogs"),
        ("w8 4 me, these 4 the", "wait for me these four the"),
        ("i love u 2", "i love you too"),
        ("cute <3<3", "cute"),
        ("I am 9 yrs old", "I am nine years old"),
        ("either/or", "either or"),
        ("@the.daily.show", "at the dot daily dot show"),
        ("Fr. Brown, fr. 5, Fr. 5.50", "father Brown fr five five francs fifty centimes"),
        ("no. AB12, No. A is", "number AB twelve No A is"),
        ("npm i -g yarn@1.22", "npm i dash g yarn at one point two two"),
        ("a[0] is, as said[2]", "a zero is as said"),
        ("10.0.0.0/8", "ten dot zero dot zero dot zero slash eight"),
        ("⌘C, № 5, ↑ 3%", "command C number five up three percent"),
    ],
)
def test_chats_and_code(text, expected):
    assert words(text) == expected


def test_words_keep_their_ranges():
    text = "2 x 400g tins, 5!/3! = 20, Root 104*, 5/-, Lv. 7, P(A|B), w8 4 me, Ke$ha, 12 st 3 lb, ⌘C, x\u0304 at 13 A."
    tokens = Normalizer("en-us").tokens(text, 0, len(text))
    assert len(tokens) > 20
    assert all(text[token.char_start : token.char_end] == token.text for token in tokens)
    ends = [token.char_end for token in tokens]
    assert all(end <= token.char_start for end, token in zip(ends, tokens[1:], strict=False))
