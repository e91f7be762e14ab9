"""Interjections are said as sounds, not spelled."""

import pytest

from timbre.text import Frontend


@pytest.fixture(scope="module")
def frontend():
    return Frontend()


@pytest.mark.parametrize(
    ("written", "phonemes"),
    [
        ("Shh!", "ʃʃʃʃ!"),
        ("SHHHHH!", "ʃʃʃʃ!"),
        ("Hmmmm.", "hˈʌm."),
        ("Mm-hmm.", "əmhˈʌm."),
        ("Mmm, nice.", "mmm, nˈaɪs."),
        ("Grrrr!", "ɡˈɜː!"),
        ("Psst!", "psst!"),
        ("Zzzz.", "zzzz."),
        ("Hahaha!", "hˈɑː hˈɑː hˈɑː!"),
        ("ha-ha", "hˈɑː hˈɑː."),
        ("Mwahaha!", "mwˈɑː hˈɑː hˈɑː!"),
        ("Ow!", "ˈaʊ!"),
        ("A-ha!", "ɐhˈɑː!"),
    ],
)
def test_interjection_is_a_sound(frontend, written, phonemes):
    assert frontend.phonemize(written) == phonemes


@pytest.mark.parametrize(
    ("written", "phonemes"),
    [
        ("'Cause I say so.", "kʌz aɪ sˈeɪ sˈoʊ."),
        ("’Cause I say so.", "kʌz aɪ sˈeɪ sˈoʊ."),
        ("Get 'em!", "ɡɛt əm!"),
        ("Good ol' Bob.", "ɡˈʊd ˈoʊl bˈɑːb."),
        ("M'lady.", "məlˈeɪdi."),
        ("G’day!", "ɡədˈeɪ!"),
        ("Rock 'n' roll", "ɹˈɑːk ən ɹˈoʊl."),
    ],
)
def test_clipped_word_is_not_spelled(frontend, written, phonemes):
    assert frontend.phonemize(written) == phonemes


@pytest.mark.parametrize(
    ("text", "part"), [("5 mm", "mˈɪlɪmˌiːɾɚz"), ("HM Treasury", "ˌeɪtʃˈɛm"), ("5 p.m. PST", "pˈiː ˈɛs tˈiː")]
)
def test_units_and_initials_are_none(frontend, text, part):
    assert part in frontend.phonemize(text)
