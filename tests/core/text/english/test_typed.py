"""What people type in chats, in capitals and at a line's end."""

import pytest

from tests.core.text.spoken import words
from timbre.text.frontend import Frontend


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gr8, c u l8r", "great c you later"),
        ("tell me b4 5pm", "tell me before five PM"),
        ("e4 b4, then", "e four b four then"),
        ("Thx, ttyl", "thanks talk to you later"),
        ("ty! np, I'm here rn", "thank you no problem I'm here right now"),
        ("use np.zeros and the ty package", "use np zeros and the ty package"),
        ("chmod u+w m8_log", "chmod u plus w m eight log"),
        ("£950 pcm, 16-bit pcm", "nine hundred and fifty pounds per calendar month sixteen bit pcm"),
        ("2nite or 2moro?", "tonight or tomorrow"),
        ("THE UK AND THE EU AGREE ON GDP", "the UK and the EU agree on GDP"),
        ("MR SMITH TOLD US SO", "mr smith told us so"),
        ("a long expla-\nnation", "a long explanation"),
        ("a self-\nmade man", "a self made man"),
        ("Assoc. Prof. Lee", "associate professor Lee"),
        ("the Bar Assoc. said", "the Bar association said"),
        ("Drs. Lee and Ray", "doctors Lee and Ray"),
        ("10 reps.", "ten reps"),
        ("he is 45 y/o", "he is forty five years old"),
        ("a 45 y/o man", "a forty five year old man"),
    ],
)
def test_typing(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("The IRAs are", "ˈeɪz"),
        ("The GIFs are", "ɡˈɪfs"),
        ("The PINs are", "pˈɪnz"),
        ("The GUIs are", "ɡˈuːiz"),
        ("The PhDs are", "dˈiːz"),
    ],
)
def test_plurals_of_acronyms_keep_their_s(text, end):
    assert Frontend().phonemize(text).split()[-2].endswith(end)
